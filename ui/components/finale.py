"""The end of a round on the big screen: hands open one after the other, and the difference goes to the winner."""

from collections.abc import Callable

from engine.history import Record
from engine.scoring import EndedBy, LineKind, RoundScore, Seat
from engine.view import CardView, PlayerView, View
from ui.components.faces import card_props
from ui.components.follower import Follower
from ui.components.players import chair_of, name_of
from ui.components.score import SheetRow, game_verdict, sheet, verdict
from ui.components.tags import button, tag
from ui.i18n import Translator
from ui.state import Screen


class Showdown(Follower, component="showdown.js"):
    """Opens the hands of a finished round, from the highest down, whoever knocked as the last but one."""

    def __init__(self, view: View, t: Translator, on_over: Callable[[], object]) -> None:
        """Show a finished round once.

        Args:
            view: in which a round is over.
            t: the language of the page.
            on_over: is called when all lies open.
        """
        super().__init__(t)
        self.on("over", on_over, args=[])
        score = view.score
        if score is None:
            return
        order = opening_order(score)
        self.put(
            title=opening_text(view, score, t),
            verdict=verdict(view, t),
            knock=score.ended_by is EndedBy.KNOCK,
            hands=tuple(self._hand(view, player, order, t) for player in view.players if player.seat in order),
            gains=gains(score),
            winners=score.winners,
        )

    def show(self, screen: Screen) -> None:
        """Follow nothing: what is shown does not change any more."""

    def _hand(self, view: View, player: PlayerView, order: tuple[Seat, ...], t: Translator) -> tuple[object, ...]:
        cards = sorted(player.hand, key=lambda card: card.order)
        return (
            player.seat,
            chair_of(view, player.seat),
            player.name,
            tuple(card_props(CardView(str(card), card), t)[:4] for card in cards),
            t("points", number=player.points or 0),
            order.index(player.seat),
        )


def opening_text(view: View, score: RoundScore, t: Translator) -> str:
    """Say how the round ended, before anything lies open."""
    return t(f"ended-{score.ended_by}", name=name_of(view, score.by))


def opening_order(score: RoundScore) -> tuple[Seat, ...]:
    """Give the order in which hands are opened: the highest first, and who knocked last but one."""
    others = sorted((points, seat) for seat, points in score.in_hand if seat != score.by)
    order = [seat for _, seat in reversed(others)]
    if score.by is not None:
        order.insert(len(order) - 1 if score.ended_by is EndedBy.KNOCK else len(order), score.by)
    return tuple(order)


def gains(score: RoundScore) -> tuple[tuple[Seat, Seat, int], ...]:
    """Give what goes from whom to whom."""
    return tuple(
        (line.other, line.seat, line.points)
        for line in score.lines
        if line.kind is LineKind.DIFFERENCE and line.other is not None and line.points
    )


def curtain(view: View, t: Translator, on_skip: Callable[[], object] | None = None) -> None:
    """Say on a phone that hands are being opened on the big screen.

    Args:
        view: in which a round is over.
        t: the language of the page.
        on_skip: ends the show for everybody, for those who play and cannot wait.
    """
    with tag("div", classes="curtain"):
        text = opening_text(view, view.score, t) if view.score else ""
        tag("p", text, classes="curtain-title", data_say="said")
        tag("p", t("curtain-look"))
        if on_skip is not None:
            button(t("curtain-skip"), classes="button primary wide", data_act="skip").on("click", on_skip, args=[])


def podium(view: View, records: tuple[Record, ...], t: Translator) -> None:
    """Draw the end of a game: the first three on steps, the others below, and what was outstanding."""
    rows = sheet(view, t)
    with tag("section", classes="podium", aria_label=t("score-title")):
        text = game_verdict(view, t)
        tag("h1", text, classes="podium-verdict", data_say="said").style(f"--chars: {len(text)}")
        steps = rows[:3] if view.final and view.final.winners else ()
        with tag("ol", classes="podium-steps", role="list"):
            for row in steps:
                _step(view, row, t)
        with tag("div", classes="podium-below"):
            if rows[len(steps) :]:
                with tag("ul", classes="podium-others", role="list"):
                    for row in rows[len(steps) :]:
                        place, points = t("score-place", number=row.place), t("points", number=row.final or 0)
                        with tag("li", classes=f"chair-{chair_of(view, row.seat)}"):
                            tag("span", place)
                            tag("b", row.name)
                            tag("span", points)
            with tag("ul", classes="podium-records", role="list"):
                for one in records:
                    with tag("li", classes=f"chair-{chair_of(view, one.seat)}"):
                        tag("span", t(f"record-{one.kind}"))
                        tag("b", t("record-by", name=name_of(view, one.seat), number=one.number))


def _step(view: View, row: SheetRow, t: Translator) -> None:
    with tag("li", classes=f"podium-step place-{row.place} chair-{chair_of(view, row.seat)}"):
        tag("b", row.name, classes="podium-name")
        tag("span", t("points", number=row.final or 0), classes="podium-points")
        tag("span", str(row.place), classes="podium-block", aria_hidden="true")
