"""All numbers that bound what may be sent, asked and kept, and nothing else."""

from typing import Final

# --- browsers: how often something may be tried; pairs are so many at once, then one in so many seconds --------------

STRANGER_FOR: Final = 10.0
"""How old a browser's cookie must be before it counts as a browser of its own, in seconds."""
COOKIES: Final = (40, 5.0)
"""How many browsers are given a cookie; the others stay strangers a little longer."""
BROWSERS: Final = 200
"""So many browsers are known at a time, those that were seen last."""
MEASURES: Final = 1000
"""So many measures of browsers are remembered for each kind of act."""
WRONG_LETTERS: Final = (5, 20.0)
"""Wrong letters from one browser."""
STRANGERS_WRONG_LETTERS: Final = (20, 5.0)
"""Wrong letters from all strangers together."""
CHAIRS: Final = (2, 60.0)
"""Chairs that one browser takes at one table unasked; how many it may keep is another matter."""
STRANGERS_CHAIRS: Final = (16, 5.0)
"""Chairs that all strangers together take: a whole family sits down within the same seconds."""
CHAIRS_UNASKED: Final = 2
"""So many chairs of a table one browser may have before the host is asked."""
KEYS: Final = 8
"""So many keys of one table a browser remembers."""
FORMS: Final = 500
"""So many forms that were let through are remembered: sent again, they are no new ones."""
WISHES: Final = 20
"""So many wishes for one more chair wait for the host."""
TABLES: Final = (1, 60.0)
"""Tables that one phone opens."""
STRANGERS_TABLES: Final = (2, 60.0)
"""Tables that all strangers together open."""
EMPTY_TABLES: Final = 3
"""While so many tables wait for their first player, no phone opens another one."""
SCREENS: Final = 200
"""So many screens can wait for a table; then the one goes that has been idle longest."""
QR_CODES: Final = 256
"""So many drawn QR codes are kept."""
TABLE_LASTS: Final = 1800.0
"""How long a table stays at which nobody ever sat and that nobody looks at, in seconds."""
