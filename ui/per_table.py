"""One of something for each table of a house, such as a clock, for as long as there is the table."""

from collections.abc import Callable
from typing import Generic, Protocol, TypeVar

from engine.session import House, Session


class Closable(Protocol):
    """What follows a table until it is closed."""

    def close(self) -> None:
        """Stop for good."""


C = TypeVar("C", bound=Closable)


class PerTable(Generic[C]):
    """Makes one for a table when it is first asked for, or when the table is opened."""

    def __init__(self, make: Callable[[Session], C]) -> None:
        """Begin with none; `make` makes the one of a table."""
        self._make = make
        self._made: dict[str, C] = {}

    def of(self, session: Session) -> C:
        """Give the one of a table."""
        found = self._made.get(session.table)
        if found is None:
            found = self._made[session.table] = self._make(session)
        return found

    def watch(self, house: House) -> Callable[[], None]:
        """Have one for every table of a house, those included that will be opened; gives a function that ends this."""

        def look() -> None:
            self._keep(house.sessions())

        unwatch = house.watch(look)
        look()

        def stop() -> None:
            unwatch()
            self._keep(())

        return stop

    def _keep(self, sessions: tuple[Session, ...]) -> None:
        for table in self._made.keys() - {session.table for session in sessions}:
            self._made.pop(table).close()
        for session in sessions:
            self.of(session)
