"""The cards of a player's screen: the table with its bench, and the hand."""

from ui.components.faces import card_props
from ui.components.labels import is_unfinished, note, pile_name
from ui.components.screen_part import ScreenPart
from ui.state import Screen


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
            }
        )

    def show(self, screen: Screen) -> None:
        """Bring the props up to date."""
        view, t = screen.view, self.t
        self.put(
            piles=tuple(
                (
                    pile.id,
                    is_unfinished(pile),
                    note(pile, view.ruleset, t) if is_unfinished(pile) else "",
                    pile_name(pile, view.ruleset, t),
                    pile.touched and view.draft is None,
                    tuple(card_props(card, t) for card in pile.cards),
                )
                for pile in view.piles
            ),
            refused=screen.refusal.piles if screen.refusal else (),
            building=view.draft is not None,
            glow=view.viewer is not None and view.player(view.viewer).star,
            naming=screen.naming,
            planning=screen.planning,
        )


class HandView(ScreenPart, component="cards_hand.js"):
    """The player's own cards, in rows."""

    def prepare(self) -> None:
        """Set the fixed words."""
        t = self.t
        self.put(words={"hand": t("your-hand"), "back": t("card-face-down"), "uncover": t("uncover")})

    def show(self, screen: Screen) -> None:
        """Bring the props up to date."""
        self.put(
            cards=tuple(card_props(card, self.t, in_hand=True) for card in screen.view.hand),
            covered=screen.covered,
            keep=screen.view.is_my_turn or screen.planning,
        )
