"""All numbers that bound what may be sent, asked and kept, and nothing else."""

from typing import Final

# --- browsers: how often something may be tried; pairs are so many at once, then one in so many seconds --------------

STRANGER_FOR: Final = 10.0
"""How old a browser's cookie must be before it counts as a browser of its own, in seconds."""
COOKIES: Final = (40, 5.0)
"""How many browsers are given a cookie; the others stay strangers a little longer."""
COOKIES_OF_ADDRESS: Final = (20, 10.0)
"""How many of them are at one address: whoever collects cookies leaves some for the others."""
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
TABLE_LOOKED_AT: Final = 300.0
"""How long a look at a table counts that leaves no open page behind, such as at the page where one sits down."""

# --- messages: what a page may say over its socket -------------------------------------------------------------------

MESSAGE: Final = 16 * 1024
"""How long a message may be before anybody looks into it, in bytes; the longest of ours, a hand's order, is 2 KB."""
CARDS: Final = 128
"""So many cards can a tap name; the largest pack has 106."""
ITEMS: Final = 128
"""So many entries may a list or an object of a message have."""
DEPTH: Final = 6
"""So deep may lists and objects of a message lie in each other; ours lie in four."""
TEXT: Final = 1000
"""How long one text in a message may be, in characters; the longest of ours names each card of a table."""
NUMBER: Final = 2**53
"""No number in a message is larger: browsers count no further."""
PACKETS: Final = 16
"""So many messages may come together where they come by plain requests."""

DOCUMENTS: Final = 8
"""Under so many names may sockets of one page come: a browser gives it one each time that it loads it."""
DOCUMENT_ID: Final = 64
"""How long such a name may be; a browser's has 36 characters."""

# --- requests --------------------------------------------------------------------------------------------------------

BODY: Final = 64 * 1024
"""How long the body of a request may be, in bytes; the largest of ours is a few messages that come together."""
FORM: Final = 4096
"""How long a small form may be, in bytes."""

# --- how fast a page may speak: so many messages at once, then one in so many seconds; more wait their turn -----------

PAGE_SPEAKS: Final = (600, 0.05)
"""Messages of one page: 500 taps in ten seconds do not wait, and nobody taps 20 times a second for longer."""
ADDRESS_SPEAKS: Final = (3000, 0.005)
"""Messages of all pages of one address, which may be all of a family."""
SPEAKERS: Final = 1000
"""So many measures of pages and addresses are remembered, those that spoke last."""

# --- lines: how long they may be silent, and how many there may be; streams and long polls wait as long as they like --

HEAD: Final = 32 * 1024
"""How long the head of a request may be, in bytes: cookies of twenty tables are 2 KB."""
SPILLED: Final = 1024 * 1024
"""So much of a body that was refused is thrown away, so that its sender can hear why, before the line is closed."""
HEADERS: Final = 10.0
"""In so many seconds a line must have said what it wants; a socket, whose page it is."""
BODY_COMES: Final = 20.0
"""In so many seconds a body must have come."""
IDLE: Final = 30.0
"""So long a line may stay open without a request, a socket without a sign of life, or an answer unread, in seconds."""
FRAMES: Final = 1000
"""So many messages may come in one piece of a line, which holds 256 KB; a tap has 300 bytes."""
BIT: Final = 4096
"""So many bytes of a piece are read before its messages are counted."""
PIPELINE: Final = 8
"""So many requests may come before the first is answered; browsers send none."""
LINES: Final = 500
"""So many lines are open at a time; then the one goes that has been silent longest."""
LINES_AN_ADDRESS: Final = 250
"""So many of them may come from one address: seven devices behind a router have 50."""
MARGIN: Final = 80
"""So many of them are kept for those who have a seat, of the house and of an address."""
OTHER_FILES: Final = 64
"""So many files the program has open besides: the games, the pages that are sent, processes that compute."""
FEWEST_LINES: Final = 64
"""With fewer lines there is no playing: a page that loads takes six."""

# --- pages -----------------------------------------------------------------------------------------------------------

SLEEPING: Final = 60
"""So many pages without a socket may be waited for, new or left; then the address that has most loses one."""
PAGES: Final = (60, 0.5)
"""Pages that one browser loads; those of seats are counted by themselves."""
STRANGERS_PAGES: Final = (120, 0.1)
"""Pages that all strangers together load: each costs the server 15 ms, and then whatever changes at the tables."""
SEAT_PAGES: Final = (300, 0.1)
"""Pages of one seat that are loaded, on whatever device."""

# --- what reaches the terminal ---------------------------------------------------------------------------------------

LINE: Final = 200
"""How long a line of the log may be, in characters."""

# --- questions: how often one asker may ask those at a table --------------------------------------------------------

QUESTION_EVERY: Final = 60.0
"""How long after a question the next one may be asked, in seconds."""
QUESTIONS_A_ROUND: Final = 3
REFUSALS: Final = 2
"""After so many refusals the asker waits."""
REFUSALS_REST: Final = 600.0
"""How long, in seconds."""
ASKERS: Final = 200
"""So many askers are remembered at a table, the latest."""
PETITIONS: Final = 50
"""So many waiting pages are remembered in the house, the latest."""
CLAIM: Final = 60.0
"""How long the device that was let in may take to come for the seat, in seconds."""

# --- the host --------------------------------------------------------------------------------------------------------

HOSTS: Final = 20
"""So many browsers can be the host at a time; then the one goes that came first."""
WRONG_SECRET: Final = 1.0
"""So long the answer to a wrong secret takes, in seconds."""
