"""The cards of a player's screen: the table with its bench, and the hand."""

from engine.view import CardView, PileView, View
from ui.components.faces import CardProps, card_props
from ui.components.labels import is_unfinished, note, pile_name, place_of_card
from ui.components.last_turn import frames, last_turn_text
from ui.components.screen_part import ScreenPart
from ui.state import Screen

PileProps = tuple[int, bool, str, str, bool, tuple[CardProps, ...], str]
"""A pile for `cards_table.js`: id, whether it lies on the bench, a note, its name, whether it is touched, its cards,
and what is said behind the name of each."""


class TableView(ScreenPart, component="cards_table.js"):
    """The melds on the table and, at its lower edge, the bench for what is not a meld yet."""

    def prepare(self) -> None:
        """Set the fixed words."""
        t = self.t
        self.put(
            words={
                "table": t("the-table"),
                "bench": t("the-bench"),
                "empty": t("table-empty"),
                "refused": t("pile-refused"),
                "plan": t("plan-only-you"),
                "close": t("close"),
            }
        )

    def show(self, screen: Screen) -> None:
        """Bring the props up to date."""
        view = screen.view
        self.put(
            piles=self._piles(view, view.piles),
            replay=self._replay(screen),
            refused=screen.refusal.piles if screen.refusal else (),
            building=view.draft is not None,
            glow=view.viewer is not None and view.player(view.viewer).star,
            naming=screen.naming,
            planning=screen.planning,
        )

    def _piles(self, view: View, piles: tuple[PileView, ...]) -> tuple[PileProps, ...]:
        t = self.t
        return tuple(
            (
                pile.id,
                is_unfinished(pile),
                note(pile, view.ruleset, t) if is_unfinished(pile) else "",
                pile_name(pile, view.ruleset, t),
                pile.touched and view.draft is None,
                tuple(card_props(card, t) for card in pile.cards),
                place_of_card(pile, t),
            )
            for pile in piles
        )

    def _replay(self, screen: Screen) -> tuple[object, ...]:
        """Give the last turn in words and in two pictures, while it is shown again."""
        view = screen.view
        if not screen.replaying or view.last_lay is None:
            return ()
        before, after = frames(view.last_lay.before, view.last_lay.after)
        return last_turn_text(view, view.last_lay, self.t), self._piles(view, before), self._piles(view, after)


class HandView(ScreenPart, component="cards_hand.js"):
    """The player's own cards, in rows."""

    def prepare(self) -> None:
        """Set the fixed words."""
        t = self.t
        self.put(words={"hand": t("your-hand"), "back": t("card-face-down"), "uncover": t("uncover")})

    def show(self, screen: Screen) -> None:
        """Bring the props up to date."""
        self.put(
            cards=tuple(self._card(card, screen) for card in screen.view.hand),
            covered=screen.covered,
            keep=screen.view.is_my_turn or screen.planning,
        )

    def _card(self, view: CardView, screen: Screen) -> CardProps:
        """Give a card, with a lamp on it if a hint named it."""
        card, rank, suit, kind, mark, name = card_props(view, self.t, in_hand=True)
        if screen.hint is None or view.card not in screen.hint.cards:
            return card, rank, suit, kind, mark, name
        return card, rank, suit, kind, "hint", self.t("card-hinted", card=name)
