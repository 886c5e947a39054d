"""What was possible in the round that is over: a line on the score sheet, and one's turns to step through."""

from collections.abc import Callable
from typing import Any

from nicegui.element import Element
from nicegui.events import GenericEventArguments

from engine.cards import Card
from engine.review import Judgement
from engine.rules import Ruleset
from engine.view import CardView, PileView
from ui.components.faces import CardProps, card_props, card_text
from ui.components.labels import pile_name
from ui.components.last_turn import frames
from ui.components.part import Part
from ui.components.sheet import sheet
from ui.components.tags import button, tag
from ui.i18n import Translator
from ui.review import Found, Review

Pile = tuple[int, str, tuple[CardProps, ...]]
"""A pile for `review.js`: its id, its name, its cards."""


def review_line(review: Review, ruleset: Ruleset, t: Translator) -> None:
    """Show how far the turns were looked at, then what was found, with a button that opens it."""

    def build(found: Found) -> None:
        if found.has_failed:
            tag("p", t("review-failed"), classes="quiet")
        elif found.turns and not found.is_done:
            done = len(found.judgements)
            tag("p", t("review-looking", done=done, turns=found.turns), classes="quiet")
            tag("progress", max=found.turns, value=done, aria_label=t("review-open"))
        elif found.turns:
            tag("p", summary(found, t), classes="review-summary")
            open_ = button(t("review-open"), classes="button wide quiet-button", data_act="review")
            open_.on("click", lambda: open_review(found, ruleset, t), args=[])

    Part(lambda found: found, build, classes="review-line", data_say="said").follow(review, "found")


def summary(found: Found, t: Translator) -> str:
    """Say in a line what was possible."""
    turns = found.turns or 0
    number = len(found.better)
    text = t("review-better", number=number, turns=turns) if number else t("review-best", turns=turns)
    return f"{text} {t('review-out', turn=found.out.turn.number)}" if found.out else text


def open_review(found: Found, ruleset: Ruleset, t: Translator) -> None:
    """Open the turns, at the first that had a better play."""
    first = next((nth for nth, one in enumerate(found.judgements) if one.had_better), 0)
    with sheet(t("review-open"), t, wide=True):
        ReviewView(found.judgements, first, ruleset, t)


class ReviewView(Element, component="review.js"):
    """One turn at a time: the table as it was found, what was laid, the best play, and the hand."""

    def __init__(self, judgements: tuple[Judgement, ...], at: int, ruleset: Ruleset, t: Translator) -> None:
        """Show a turn; the page asks for the others."""
        super().__init__()
        self._judgements = judgements
        self._ruleset = ruleset
        self._t = t
        self._at = at
        self._props["words"] = {
            "before": t("review-before"),
            "next": t("review-next"),
            "hand": t("review-hand"),
            "about": t("review-hand-about"),
            "empty": t("table-empty"),
        }
        self.on("step", self._step)
        self._show()

    def _step(self, event: GenericEventArguments) -> None:
        by = event.args if event.args in {-1, 1} else 0
        if 0 <= self._at + by < len(self._judgements):
            self._at += by
            self._show()
            self.update()

    def _show(self) -> None:
        one, t = self._judgements[self._at], self._t
        self._props["at"] = self._at
        self._props["turns"] = len(self._judgements)
        self._props["title"] = t("review-turn", number=self._at + 1, turns=len(self._judgements))
        self._props["text"] = judgement_text(one, t)
        self._props["tables"] = tables(one, self._ruleset, t)
        self._props["hand"] = hand_props(one, t)
        self._props["lamps"] = one.had_better


def judgement_text(one: Judgement, t: Translator) -> str:
    """Say what was laid in a turn, and what could have been."""
    laid = len(one.turn.laid)
    if one.best is None:
        return t("review-nothing")
    if not one.had_better:
        return t("review-was-best", number=laid)
    cards = " ".join(card_text(card, t) for card in sorted(one.best.cards, key=lambda card: card.order))
    what = (
        t("review-missed", cards=cards)
        if one.missed
        else t(
            "review-was-better",
            mine=t("cards", number=laid),
            kept=t("points", number=one.points_left),
            cards=cards,
            left=t("points", number=one.best_points_left),
        )
    )
    return t("review-could-go-out", what=what) if one.could_go_out else what


def tables(one: Judgement, ruleset: Ruleset, t: Translator) -> tuple[tuple[str, str, tuple[Pile, ...]], ...]:
    """Give the tables of a turn, the one to look at first being the last: its name, its words, its piles."""
    found: list[tuple[str, Callable[[], tuple[PileView, ...]]]] = []
    turn, best = one.turn, one.best
    other = turn.after or (best.table if best else turn.table)
    found.append(("found", lambda: frames(turn.table, other)[0]))
    if turn.after is not None:
        after = turn.after
        found.append(("mine", lambda: frames(turn.table, after)[1]))
    if best is not None and one.had_better:
        found.append(("ideal", lambda: frames(turn.table, best.table)[1]))
    return tuple((name, t(f"review-{name}"), _piles(make(), ruleset, t)) for name, make in found)


def _piles(piles: tuple[PileView, ...], ruleset: Ruleset, t: Translator) -> tuple[Pile, ...]:
    return tuple(
        (pile.id, pile_name(pile, ruleset, t), tuple(card_props(card, t) for card in pile.cards)) for pile in piles
    )


def hand_props(one: Judgement, t: Translator) -> tuple[CardProps, ...]:
    """Give the hand of a turn, with a lamp on the cards of a better play."""
    wanted = set(one.best.cards) if one.best and one.had_better else set[Card]()
    return tuple(
        _lit(card_props(CardView(str(card), card), t, in_hand=True), t)
        if card in wanted
        else card_props(CardView(str(card), card), t, in_hand=True)
        for card in sorted(one.turn.hand, key=lambda card: card.order)
    )


def _lit(props: CardProps, t: Translator) -> Any:
    card, rank, suit, kind, _, name = props
    return card, rank, suit, kind, "hint", t("card-hinted", card=name)
