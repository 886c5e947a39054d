"""What one viewer may see. Hidden cards are cut here and nowhere else.

`look` *builds* a small frozen value from what a seat (or the TV, `seat=None`) may know; the value has no field for a
hidden card. Law: permute all cards that a seat cannot see, and its `View` is equal. So a card from the hand of whoever
builds is a blank that lies behind the open cards of its pile, whatever it is, until it is `Laid`.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum

from engine.buttons import Buttons, buttons, is_plan, refusal_of
from engine.cards import Card, Face
from engine.draft import Draft
from engine.events import (
    Deal,
    Level,
)
from engine.history import Change, compare
from engine.news import News
from engine.players import Clock, Game, Phase, Player, Proposal
from engine.reasons import Reason
from engine.round import Round
from engine.rules import Ruleset, TableCards, hand_points
from engine.scoring import GameScore, RoundScore, Seat
from engine.table import Meld, MeldKind, Table, kind_of_meld, pile_fault, reading_order


class Mark(StrEnum):
    """What is special about a card on the table, for this viewer."""

    LAID = "laid"
    """It came from the hand of whoever builds now."""
    ADDED = "added"
    """Others laid it since the viewer's last turn; on the TV: it was laid last."""
    MOVED = "moved"
    """Others put it into another pile since the viewer's last turn; on the TV: the last turn did."""


@dataclass(frozen=True, slots=True)
class CardView:
    """A card as the viewer sees it: `card` is None while it lies face down; `id` is its text form or that of a blank.

    `stands_for` is what a joker counts as, None while that is open.
    """

    id: str
    card: Card | None
    stands_for: Face | None = None
    mark: Mark | None = None


@dataclass(frozen=True, slots=True)
class PileView:
    """A pile on the table. `kind` and `fault` are told only where all of its cards are open to the viewer."""

    id: int
    cards: tuple[CardView, ...]
    kind: MeldKind | None = None
    fault: Reason | None = None
    touched: bool = False


@dataclass(frozen=True, slots=True)
class PlayerView:
    """A player as everybody sees them, no two with the same name.

    `has_opened` tells whether they have laid in this round (Q17), `level` and `is_vacant` whether the computer plays;
    `hand` and `points` are open only when the round is over.
    """

    seat: Seat
    name: str
    cards: int
    score: int
    rounds_won: int
    is_on_turn: bool
    is_dealer: bool
    is_waiting: bool
    has_opened: bool = False
    level: Level | None = None
    is_vacant: bool = False
    star: bool = False
    hints: int = 0
    hand: tuple[Card, ...] = ()
    points: int | None = None


@dataclass(frozen=True, slots=True)
class DraftView:
    """The viewer's own turn in the making (or plan): which step is shown of how many, and what was laid."""

    step: int
    steps: int
    laid: tuple[Card, ...]
    is_plan: bool


@dataclass(frozen=True, slots=True)
class LastLay:
    """What was laid last in this round: by whom, and the table before and after it."""

    seat: Seat
    before: Table
    after: Table

    @property
    def change(self) -> Change:
        """What it made of the table."""
        return compare(self.before, self.after)


@dataclass(frozen=True, slots=True)
class View:
    """Everything one open page may show of a game."""

    viewer: Seat | None
    phase: Phase
    ruleset: Ruleset
    players: tuple[PlayerView, ...]
    rounds_played: int = 0
    turn: Seat | None = None
    next: Seat | None = None
    piles: tuple[PileView, ...] = ()
    last_lay: LastLay | None = None
    stock: int = 0
    draws: int = 0
    laid: int = 0
    last_turns: tuple[Seat, ...] | None = None
    hand: tuple[CardView, ...] = ()
    hand_points: int = 0
    draft: DraftView | None = None
    buttons: Buttons = field(default_factory=Buttons)
    start: Reason | None = None
    can_redeal: bool = False
    stars_allowed: bool = True
    clock: Clock | None = None
    proposals: tuple[Proposal, ...] = ()
    score: RoundScore | None = None
    final: GameScore | None = None
    news: News | None = None
    away: frozenset[Seat] = frozenset()
    here: frozenset[Seat] = frozenset()
    starting: Seat | None = None
    position: int = field(default=0, compare=False)
    revision: int = field(default=0, compare=False)

    @property
    def is_my_turn(self) -> bool:
        """Whether the viewer is on turn."""
        return self.viewer is not None and self.turn == self.viewer

    @property
    def is_played(self) -> bool:
        """Whether the computer plays for the person whose view this is, until they take their seat back."""
        me = next((player for player in self.players if player.seat == self.viewer), None)
        return me is not None and me.level is not None and not me.is_vacant

    @property
    def is_building(self) -> bool:
        """Whether whoever is on turn is seen to have laid or moved a card; a plan of the viewer's own tells nothing."""
        shows_plan = self.draft is not None and self.draft.is_plan
        return self.laid > 0 or (not shows_plan and any(pile.touched for pile in self.piles))

    def player(self, seat: Seat) -> PlayerView:
        """Give a player.

        Raises:
            KeyError: if nobody sits on that seat.
        """
        found = next((player for player in self.players if player.seat == seat), None)
        if found is None:
            raise KeyError(seat)
        return found


def look(
    game: Game,
    drafts: Mapping[Seat, Draft],
    seat: Seat | None,
    *,
    order: tuple[Card, ...] = (),
    fresh: frozenset[Card] = frozenset(),
    planning: bool = False,
) -> View:
    """Build what `seat` may see; None is the TV and every spectator.

    Args:
        game: the state as it was committed.
        drafts: unfinished turns and plans; others' are used only for what is public of whoever is on turn.
        seat: the viewer.
        order: the viewer's own order of the hand; cards that it does not name come last.
        fresh: cards of the viewer's hand to be marked as new.
        planning: show the viewer's own plan instead of the live table while others play.
    """
    view = View(
        viewer=seat,
        phase=game.phase,
        ruleset=game.ruleset,
        players=tuple(_player(game, player, name) for player, name in zip(game.players, game.names, strict=True)),
        rounds_played=game.rounds_played,
        start=_start_reason(game),
        stars_allowed=game.stars_allowed,
        clock=game.clock,
        proposals=game.proposals,
        final=game.final,
    )
    if game.round is None:
        return view
    return _look_at_round(view, game, game.round, drafts, order, fresh, planning)


def _look_at_round(
    view: View,
    game: Game,
    round_: Round,
    drafts: Mapping[Seat, Draft],
    order: tuple[Card, ...],
    fresh: frozenset[Card],
    planning: bool,
) -> View:
    seat = view.viewer
    mover = round_.turn if game.phase is Phase.PLAYING else None
    live = drafts.get(mover) if mover is not None and not is_plan(game, mover) else None
    own: Draft | None = None
    if seat in round_.seats and mover is not None and (planning or not is_plan(game, seat)):
        own = drafts.get(seat) or Draft.start(round_.table)
    view = replace(
        view,
        turn=mover,
        next=_next_on_turn(round_) if mover is not None else None,
        piles=_piles(game.ruleset, round_, seat, own, live),
        last_lay=LastLay(*round_.last_lay, round_.table) if round_.last_lay else None,
        stock=len(round_.stock),
        draws=round_.draws,
        laid=len(live.laid) if live else 0,
        last_turns=round_.last_turns,
        can_redeal=mover is not None and bool(game.waiting) and not round_.opened,
        score=round_.score,
    )
    if seat is None or seat not in round_.seats:
        return view
    hand = own.rest(round_.hand(seat)) if own else round_.hand(seat)
    return replace(
        view,
        hand=tuple(
            CardView(str(card), card, mark=Mark.ADDED if card in fresh else None) for card in _ordered(hand, order)
        ),
        hand_points=hand_points(game.ruleset, hand),
        draft=_draft_view(own, is_plan(game, seat)) if own else None,
        buttons=buttons(game, round_, seat, own),
    )


def _player(game: Game, player: Player, name: str) -> PlayerView:
    seat, round_ = player.seat, game.round
    plays = round_ is not None and seat in round_.seats
    hand = round_.hand(seat) if round_ is not None and plays else ()
    is_open = round_ is not None and round_.score is not None
    plays_on = game.phase is Phase.PLAYING
    return PlayerView(
        seat=seat,
        name=name,
        cards=len(hand),
        score=player.score,
        rounds_won=player.rounds_won,
        is_on_turn=round_ is not None and plays_on and round_.turn == seat,
        is_dealer=round_ is not None and round_.dealer == seat,
        is_waiting=round_ is not None and not plays,
        level=player.level,
        is_vacant=player.is_vacant,
        star=player.star,
        hints=player.hints,
        has_opened=round_ is not None and seat in round_.opened,
        hand=hand if is_open else (),
        points=hand_points(game.ruleset, hand) if is_open and plays else None,
    )


def _start_reason(game: Game) -> Reason | None:
    """Say why no round can be dealt now."""
    if not game.players:
        return Reason.BAD_PLAYER_COUNT
    return refusal_of(game, game.seats[0], (Deal(),))


def _next_on_turn(round_: Round) -> Seat | None:
    if round_.last_turns is None:
        return round_.next_seat(round_.turn)
    return round_.last_turns[1] if len(round_.last_turns) > 1 else None


def _piles(
    ruleset: Ruleset, round_: Round, seat: Seat | None, own: Draft | None, live: Draft | None
) -> tuple[PileView, ...]:
    draft = own or live or Draft.start(round_.table)
    laid = set(draft.laid)
    if seat in round_.seats:
        known = round_.seen[round_.seats.index(seat)]
    else:
        known = round_.last_lay[1] if round_.last_lay else round_.table
    change = compare(known, round_.table)
    moved = (step.card for step in change.moved)
    marks = dict.fromkeys(moved, Mark.MOVED) | dict.fromkeys(change.laid, Mark.ADDED) | dict.fromkeys(laid, Mark.LAID)
    before = {meld.id: frozenset(meld.cards) for meld in draft.base.melds}
    hidden = laid if own is None and ruleset.table_cards is TableCards.FACE_DOWN else set()
    return tuple(
        _pile(ruleset, draft, meld, hidden, marks, touched=before.get(meld.id) != frozenset(meld.cards))
        for meld in draft.table.melds
    )


def _pile(
    ruleset: Ruleset, draft: Draft, meld: Meld, hidden: set[Card], marks: Mapping[Card, Mark], *, touched: bool
) -> PileView:
    """Build a pile; where cards are hidden, jokers are told as they stood, so that nothing can be read off them."""
    table = draft.table if not hidden else draft.base
    visible = tuple(card for card in meld.cards if card not in hidden)
    blanks = len(meld.cards) - len(visible)
    if hidden and (blanks or any(card.is_joker for card in visible)):
        visible = reading_order(ruleset, visible, table)
    cards = tuple(
        CardView(str(card), card, table.face(card) if card.is_joker else None, marks.get(card)) for card in visible
    ) + tuple(CardView(f"?{meld.id}.{nth}", None, mark=Mark.LAID) for nth in range(blanks))
    if hidden:
        return PileView(meld.id, cards, touched=touched)
    fault = pile_fault(ruleset, meld.cards, table)
    kind = None if fault else kind_of_meld(meld.cards, table)
    return PileView(meld.id, cards, kind, fault, touched)


def _ordered(hand: tuple[Card, ...], order: tuple[Card, ...]) -> tuple[Card, ...]:
    place = {card: nth for nth, card in enumerate(order)}
    return tuple(sorted(hand, key=lambda card: place.get(card, len(place))))


def _draft_view(draft: Draft, plan: bool) -> DraftView:
    return DraftView(draft.cursor, len(draft.tables) - 1, draft.laid, plan)
