"""One open page of a seat: what it shows, which cards are picked, and how its taps reach the session.

`SeatState.screen` is the one bindable value; components bind to it. Taps arrive as `act(message)`, where nothing of the
message is trusted: it can only name cards, piles and places, and what it cannot name it cannot do.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field, replace
from secrets import token_hex
from typing import Any

from nicegui.binding import BindableProperty

from engine.builder import (
    Arrange,
    Cut,
    GoTo,
    NewPile,
    Put,
    PutBack,
    PutOnto,
    Redo,
    ShowPlay,
    Side,
    StartOver,
    Step,
    Undo,
)
from engine.buttons import drawing, intent
from engine.cards import Card
from engine.draft import Draft
from engine.events import AskHint, Command, Declined, IllegalMove, ProposalKind, Propose
from engine.news import STAYS, News
from engine.places import Place, melds_in_hand, places
from engine.reasons import Reason
from engine.rules import DrawRule, TurnPolicy
from engine.scoring import Seat
from engine.session import Answer, PlanCut, Session
from engine.solver import find_play
from engine.store import StoreError, Trouble
from engine.view import View
from ui.hints import Hint, Strength, Thinker, think_aside
from ui.patience import TooSoon, Wait, asker_of
from ui.prefs import Prefs
from ui.questions import questions_of
from ui.tap import Tap
from ui.theatre import theatre_of

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Mend:
    """The one tap that would set a refusal right: what `SeatState.act` is to be sent, and the cards it is about."""

    name: str
    data: tuple[tuple[str, Any], ...] = ()
    cards: tuple[Card, ...] = ()


@dataclass(frozen=True, slots=True)
class Refusal:
    """Why the last tap did nothing: the reason, the piles and cards it is about, and what would mend it."""

    reason: Reason
    piles: tuple[int, ...] = ()
    cards: tuple[Card, ...] = ()
    mend: Mend | None = None


@dataclass(frozen=True, slots=True)
class No:
    """What became of what this page's seat has proposed: what that was, about whom, and who said no; None is nobody."""

    kind: ProposalKind
    target: Seat | None
    by: Seat | None


@dataclass(frozen=True, slots=True)
class Screen:
    """Everything a page shows. `ack` is the number of the last tap that is taken into it.

    `trouble` is what kept the last tap from being written down; then it has not happened.
    """

    view: View
    position: int
    revision: int
    picked: tuple[Card, ...] = ()
    ack: int = 0
    places: tuple[Place, ...] = ()
    can_put_back: bool = False
    refusal: Refusal | None = None
    trouble: Trouble | None = None
    no: No | None = None
    wait: Wait | None = None
    told: News | None = None
    naming: bool = False
    planning: bool = False
    replaying: bool = False
    covered: bool = False
    arranged: bool = False
    ready: tuple[tuple[Card, ...], ...] = ()
    cut: PlanCut | None = None
    offers_plan: bool = False
    fits: bool = False
    thinking: bool = False
    hint: Hint | None = None
    prefs: Prefs = field(default_factory=Prefs)


class SeatState:
    """The state of one open page; `seat` is None for a spectator. Not slotted: bindings need its attributes."""

    screen = BindableProperty()

    def __init__(
        self, session: Session, seat: Seat | None, prefs: Prefs | None = None, *, thinker: Thinker = think_aside
    ) -> None:
        """Open a page of a seat; `close` must be called when the page is deleted. `thinker` finds the hints."""
        self.session = session
        self.seat = seat
        self.prefs = prefs or Prefs()
        self.picked: tuple[Card, ...] = ()
        self.refusal: Refusal | None = None
        self.trouble: Trouble | None = None
        self._no: No | None = None
        self.wait: Wait | None = None
        self.beside: tuple[Seat, ...] = ()  # the other seats of this device
        self.told: News | None = None  # what became of a seat or of the table, until it was seen
        self._news = session.news
        self._proposals = session.game.proposals
        self.naming = False
        self.planning = False
        self.covered = False
        self._turn: Seat | None = None  # whose turn it was when the screen was built last
        self._replayed_at = -1  # the position at which the last turn is shown again
        self._one_by_one = asyncio.Lock()  # a tap is carried out before the next one is looked at
        self._thinker = thinker
        self.thought: asyncio.Task[None] | None = None
        self._thought_at: int | None = None  # the position that it is about, until it is told
        self._fitted_at = -1  # the position at which a Draw was refused: until something happens, a card fits
        self._hint: tuple[int, Hint] | None = None  # and the position that it was found for
        self._ack = 0
        self._arranged: frozenset[Card] = frozenset()
        self._way = 0
        self._picked_by_step: dict[int, tuple[Card, ...]] = {}
        self.screen = self._build()
        self._unwatch = session.watch(self._hear)

    def close(self) -> None:
        """End this page: it hears of no change any more."""
        self._unwatch()
        if self.thought:
            self.thought.cancel()

    def refresh(self) -> None:
        """Build the screen anew from what the seat may see now."""
        self.screen = self._build()

    def _hear(self) -> None:
        """Take in a change of the session; one made by this page's own tap shows together with the tap, at its end."""
        self._hear_answer()
        if not self._one_by_one.locked():
            self.refresh()

    def _hear_answer(self) -> None:
        """Note what stays to be seen, and who has said no to this seat; what is proposed next takes the no away."""
        if self.session.news is not self._news:
            self._news = self.session.news
            if self._news is not None and self._news.kind in STAYS:
                self.told = self._news
        before, self._proposals = self._proposals, self.session.game.proposals
        if {one.kind for one in self._proposals} - {one.kind for one in before}:
            self._no = None
        mine = {one.kind: one for one in before if one.by == self.seat is not None}
        for event in self.session.latest if mine and before != self._proposals else ():
            if isinstance(event, Declined) and event.seat != self.seat and event.kind in mine:
                asked = mine[event.kind]
                self._no = No(asked.kind, asked.target, event.seat)

    async def act(self, message: Mapping[str, Any]) -> None:
        """Carry out one tap. A message that makes no sense is refused without a word: no page of ours sends it.

        Args:
            message: ``name``, its ``data``, the tap's ``id`` and ``seq``, and what it was made on: the position ``on``
                and the draft's revision ``rev``.
        """
        async with self._one_by_one:
            await self._act(message)
            self.refresh()
        with suppress(StoreError):
            await questions_of(self.session).touched(self.seat)

    async def _act(self, message: Mapping[str, Any]) -> None:
        try:
            tap = Tap.parse(message)
            run = self._acts()[tap.name]
            self.refusal = self.trouble = None
            try:
                await run(tap)
            finally:
                self._ack = max(self._ack, tap.seq)
        except (KeyError, TypeError, ValueError) as error:
            log.info("a tap that makes no sense: %s", type(error).__name__)
        except IllegalMove as refusal:
            self.refusal = Refusal(refusal.reason)
        except StoreError as error:
            self._could_not_write(error)

    async def command(self, *commands: Command) -> bool:
        """Send what a sheet or a notice asks for, which is made on no position; gives whether it was carried out.

        What kept it from that shows on the page.
        """
        self.refusal = self.trouble = None
        try:
            answer = await self.session.send(self._my_seat(), commands, token_hex(8))
            self.refusal = Refusal(answer.refusal.reason) if answer.refusal else None
        except IllegalMove as refusal:
            self.refusal = Refusal(refusal.reason)
        except StoreError as error:
            self._could_not_write(error)
        self.refresh()
        return self.refusal is None and self.trouble is None

    async def ask(self, command: Propose) -> None:
        """Ask the others; what keeps the question from being asked shows on the page."""
        self.refusal = self.trouble = self.wait = None
        try:
            seat = self._my_seat()
            asked = replace(command, own=(seat, *self.beside))
            answer = await questions_of(self.session).ask(seat, asked, asker_of(seat), token_hex(8))
            self.refusal = Refusal(answer.refusal.reason) if answer.refusal else None
        except TooSoon as too_soon:
            self.wait = too_soon.wait
        except IllegalMove as refusal:
            self.refusal = Refusal(refusal.reason)
        except StoreError as error:
            self._could_not_write(error)
        self.refresh()

    def unpick(self) -> None:
        """Let nothing be picked any more: the page comes back, and its player has looked elsewhere meanwhile."""
        if self.picked or self.naming:
            self.picked, self.naming = (), False
            self.refresh()

    def leave(self, *, forget: bool = False) -> None:
        """Let go of the seat: this page sees and does nothing in its name any more; `forget` what was to be told."""
        self.close()
        if forget:
            self.told = None
        self.seat = None
        self.picked, self.refusal, self.trouble, self.planning = (), None, None, False
        self.refresh()

    def dismiss_trouble(self) -> None:
        """Take the message about a failing disk away."""
        self.trouble = None
        self.refresh()

    def dismiss_no(self) -> None:
        """Take the note away: about somebody's no, a question that could not be asked, or what became of a seat."""
        if self.wait is None and self._no is None:
            self.told = None
        self._no = self.wait = None
        self.refresh()

    def report(self, error: StoreError) -> None:
        """Say that something could not be written down."""
        self._could_not_write(error)
        self.refresh()

    def _could_not_write(self, error: StoreError) -> None:
        log.error("A tap could not be written down: %s", error)
        self.trouble = error.trouble

    def _acts(self) -> dict[str, Callable[[Tap], Awaitable[None]]]:
        return {
            "pick": self._pick,
            "pile": self._pick_pile,
            "unpick": self._unpick,
            "naming": self._start_naming,
            "put": lambda tap: self._step(tap, Put(self.picked, tap.text("key"))),
            "onto": lambda tap: self._step(tap, PutOnto(self.picked, tap.number("pile"))),
            "new": lambda tap: self._step(tap, NewPile(self.picked)),
            "back": self._put_back,
            "cut": self._cut,
            "arrange": self._arrange,
            "undo": lambda tap: self._step(tap, Undo()),
            "redo": lambda tap: self._step(tap, Redo()),
            "goto": lambda tap: self._step(tap, GoTo(tap.number("step"))),
            "over": lambda tap: self._step(tap, StartOver()),
            "show_play": self._show_play,
            "take": self._take,
            "hint": self._ask_hint,
            "draw": self._draw,
            "done": lambda tap: self._send(tap, self._intent(knock=False)),
            "knock": lambda tap: self._send(tap, self._intent(knock=True)),
            "why": self._why,
            "sort": self._sort,
            "order": self._order,
            "plan": self._plan,
            "replay": self._replay,
            "face": self._throw_face,
            "cover": self._cover,
            "prefs": self._change_prefs,
        }

    # --- picking ----------------------------------------------------------------------------------------------------

    async def _pick(self, tap: Tap) -> None:
        card = Card.parse(tap.text("card"))
        if card in self.picked:
            self.picked = tuple(other for other in self.picked if other != card)
        elif card in self._reachable():
            self.picked = (*self.picked, card)

    async def _pick_pile(self, tap: Tap) -> None:
        pile = self._draft().table.meld(tap.number("pile"))
        if pile is None:
            return
        here = set(pile.cards)
        others = tuple(card for card in self.picked if card not in here)
        self.picked = others if here <= set(self.picked) else (*others, *pile.cards)

    async def _unpick(self, _tap: Tap) -> None:
        self.unpick()

    async def _start_naming(self, tap: Tap) -> None:
        self.naming = bool(self.picked) and tap.flag("on")

    def _reachable(self) -> set[Card]:
        draft = self._draft()
        return {*draft.table.cards, *draft.rest(self.session.hand(self._my_seat()))}

    # --- building ---------------------------------------------------------------------------------------------------

    async def _put_back(self, tap: Tap) -> None:
        cards = (tap.cards("cards") if "cards" in tap.data else ()) or self.picked
        await self._step(tap, PutBack(cards))

    async def _cut(self, tap: Tap) -> None:
        if len(self.picked) != 1:
            raise IllegalMove(Reason.NOTHING_PICKED)
        await self._step(tap, Cut(self.picked[0], Side(tap.text("side"))))

    async def _arrange(self, tap: Tap) -> None:
        """Split the picked cards into melds; they stay picked, so that the next tap shows the next way."""
        picked = self.picked
        self._way = self._way + 1 if self._arranged == frozenset(picked) else 0
        await self._step(tap, Arrange(picked, self._way))
        if self.refusal is None:
            self.picked, self._arranged = picked, frozenset(picked)

    async def _show_play(self, tap: Tap) -> None:
        """Show a play where drawing is refused for as long as there is one; whoever has no star sees none elsewhere."""
        seat, game = self._my_seat(), self.session.game
        if game.round is None or not self.screen.view.is_my_turn:
            raise IllegalMove(Reason.NOT_YOUR_TURN)
        if game.ruleset.turn_policy is not TurnPolicy.PLAY_OR_DRAW or game.ruleset.draw is not DrawRule.STRICT:
            raise IllegalMove(Reason.HELP_IS_OFF)
        opened = seat in game.round.opened
        table = find_play(game.ruleset, game.round.table, game.round.hand(seat), opened=opened)
        if table is None:
            raise IllegalMove(Reason.NO_PLAY_FOUND)
        await self._step(tap, ShowPlay(table))
        if self.refusal is None:
            self._hint = self.session.position, Hint(Strength.PLAY, possible=True)

    async def _take(self, tap: Tap) -> None:
        """Pick cards together, such as a meld that lies ready in the hand."""
        cards = tap.cards("cards")
        if set(cards) <= self._reachable():
            self.picked = tuple(dict.fromkeys(cards))

    async def _ask_hint(self, tap: Tap) -> None:
        """Begin to find a hint; what is found shows as soon as it is there, if nothing has happened meanwhile."""
        strength = Strength(tap.number("strength"))
        view = self.screen.view
        if not view.is_my_turn or view.draft is None or view.draft.is_plan:
            raise IllegalMove(Reason.MELD_AFTER_THIRD_DRAW if view.is_my_turn else Reason.NOT_YOUR_TURN)
        if not view.player(self._my_seat()).star:
            raise IllegalMove(Reason.HELP_IS_OFF)
        if self._is_thinking:
            return  # asked twice while one is looked for: it counts once
        if self.thought is not None:
            self.thought.cancel()  # it is about a table that has changed
        self._thought_at = self.session.position
        self.thought = asyncio.create_task(self._find_hint(strength, tap.id))

    @property
    def _is_thinking(self) -> bool:
        """Whether a hint is looked for that would still be shown."""
        return self.thought is not None and self._thought_at in {None, self.session.position}

    async def _find_hint(self, strength: Strength, tap_id: str) -> None:
        """Find a hint and show it; it counts as one that was used when it is shown, not when finding it failed."""
        seat, round_, position = self._my_seat(), self.session.game.round, self.session.position
        try:
            if round_ is None:
                return
            play = await self._thinker(
                self.session.game.ruleset, round_.table, round_.hand(seat), seat in round_.opened
            )
            if self.session.position == position:
                self._thought_at = None
            answer = await self.session.send(seat, (AskHint(),), tap_id, on=position)
            if answer.refusal:  # something has happened meanwhile: it would be a hint for another table
                return
            cards = play.cards if play and strength >= Strength.CARDS else ()
            self._hint = self.session.position, Hint(strength, play is not None, cards)
            if play and strength is Strength.PLAY:
                revision = self.session.view(seat).revision
                await self.session.edit(seat, ShowPlay(play.table), f"{tap_id}-shown", on=revision)
                self.picked = ()
        except StoreError as error:
            self._could_not_write(error)
        except Exception:  # whatever goes wrong in thinking, its player hears of it and can ask again
            log.exception("A hint at table %s was not found", self.session.code)
            self._hint = position, Hint(strength, possible=False, has_failed=True)
        finally:
            if self.thought is asyncio.current_task():
                self.thought = None
                self.refresh()

    async def _step(self, tap: Tap, step: Step) -> None:
        seat = self._my_seat()
        self._refuse_if_played()
        before, picked = self._draft(), self.picked
        found = next((place for place in self.screen.places if isinstance(step, Put) and place.key == step.key), None)
        answer = await self.session.edit(seat, step, tap.id, on=tap.revision)
        if answer.refusal:
            self._refused(answer)
            return
        after = self._draft()
        self.naming = False
        if isinstance(step, Undo):
            self.picked = self._picked_by_step.get(before.cursor) or _newly_laid(after, before)
        else:
            self.picked = (found.freed,) if found and found.freed else ()
            if after.tables[0] is not before.tables[0] and after.tables[0] != before.tables[0]:
                self._picked_by_step.clear()  # the first steps were forgotten: the others have other numbers now
            elif after.cursor > before.cursor:
                self._picked_by_step[after.cursor] = picked
        self._drop_lost_picks()

    # --- the turn ---------------------------------------------------------------------------------------------------

    async def _send(self, tap: Tap, commands: tuple[Command, ...]) -> None:
        self._refuse_if_played()
        answer = await self.session.send(self._my_seat(), commands, tap.id, on=tap.position)
        if answer.refusal:
            is_late = answer.refusal.reason is Reason.STALE and not self.session.view(self.seat).is_my_turn
            if not is_late:  # a second tap of a double tap needs no words: the turn that it was made on is over
                self._refused(answer)
            return
        self.naming = False
        self._picked_by_step.clear()
        if not self.session.view(self.seat).is_my_turn:
            self.picked = ()
        self._drop_lost_picks()

    async def _draw(self, tap: Tap) -> None:
        game = self.session.game
        if game.ruleset.turn_policy is TurnPolicy.PLAY_OR_DRAW and self._draft().laid:
            raise IllegalMove(Reason.DRAW_AFTER_MELD)  # what lies there is a play: the search would only say so, too
        await self._send(tap, drawing(game, self._my_seat()))

    def _intent(self, *, knock: bool) -> tuple[Command, ...]:
        seat = self._my_seat()
        return intent(self.session.game, seat, self._draft(), knock=knock)

    async def _why(self, tap: Tap) -> None:
        view = self.screen.view
        reason = Reason.COMPUTER_PLAYS if view.is_played else getattr(view.buttons, tap.text("slot"), None)
        if isinstance(reason, Reason):
            self.refusal = Refusal(reason)

    def _refused(self, answer: Answer) -> None:
        refusal = answer.refusal
        if refusal is None:
            return
        fault = refusal.fault
        piles, cards = (fault.melds, fault.cards) if fault else ((), ())
        self.refusal = Refusal(refusal.reason, piles, cards, self._mend(refusal.reason, piles))
        if refusal.reason is Reason.MUST_PLAY_IF_ABLE:
            self._fitted_at = self.session.position

    def _mend(self, reason: Reason, piles: tuple[int, ...]) -> Mend | None:
        """Say which one tap would set a refused layout right."""
        if reason is Reason.MUST_PLAY_IF_ABLE:
            return Mend("show_play")
        if reason is Reason.NO_CARD_FROM_HAND:
            return Mend("over")
        pile = self._draft().table.meld(piles[0]) if piles else None
        if pile is None:
            return None
        if reason is Reason.JOKER_UNDECLARED:
            return Mend("pile", (("pile", pile.id),), pile.cards)
        laid = set(self._draft().laid)
        mine = tuple(card for card in pile.cards if card in laid)
        if mine:
            return Mend("back", (("cards", tuple(str(card) for card in mine)),), mine)
        return Mend("undo") if self._draft().can_undo else None

    # --- preferences ------------------------------------------------------------------------------------------------

    async def _sort(self, tap: Tap) -> None:
        await self.session.sort_hand(self._my_seat(), tap.text("by"))

    async def _order(self, tap: Tap) -> None:
        cards = tap.cards("cards")
        await self.session.arrange_hand(self._my_seat(), cards)

    async def _plan(self, tap: Tap) -> None:
        self.planning = tap.flag("on")
        self.picked, self.naming = (), False

    async def _replay(self, tap: Tap) -> None:
        self._replayed_at = self.screen.position if tap.flag("on") else -1
        if tap.flag("on"):
            theatre_of(self.session).show_again()

    async def _throw_face(self, tap: Tap) -> None:
        theatre_of(self.session).throw(self._my_seat(), tap.text("face"))

    async def _cover(self, tap: Tap) -> None:
        self.covered = tap.flag("on")

    async def _change_prefs(self, tap: Tap) -> None:
        self.prefs = self.prefs.changed(tap.data)
        await self.session.save_note(self._my_seat(), "prefs", self.prefs.dump())

    # --- inside -----------------------------------------------------------------------------------------------------

    def _my_seat(self) -> Seat:
        if self.seat is None:
            raise IllegalMove(Reason.NOT_SEATED)
        return self.seat

    def _refuse_if_played(self) -> None:
        """Refuse what would come between the computer and the hand that it plays."""
        if self.screen.view.is_played:
            raise IllegalMove(Reason.COMPUTER_PLAYS)

    def _draft(self) -> Draft:
        return self.session.draft(self._my_seat())

    def _drop_lost_picks(self) -> None:
        here = self._reachable() if self.session.hand(self._my_seat()) else set()
        self.picked = tuple(card for card in self.picked if card in here)

    def _build(self) -> Screen:
        view = self.session.view(self.seat, planning=self.planning)
        if view.is_my_turn and self.planning and not (view.draft and view.draft.is_plan):
            self.planning = False
            view = self.session.view(self.seat)
        if view.turn != self._turn:
            self._turn, self.refusal = view.turn, None  # what was refused belongs to a turn that is over
        found: tuple[Place, ...] = ()
        can_put_back = False
        if view.hand or view.draft:
            self._drop_lost_picks()
            if self.picked and view.draft is not None:
                draft = self._draft()
                found = places(view.ruleset, draft, self.session.hand(self._my_seat()), self.picked)
                can_put_back = set(self.picked) <= set(draft.laid)
        elif self.picked:
            self.picked = ()
        return Screen(
            view=view,
            position=view.position,
            revision=view.revision,
            picked=self.picked,
            ack=self._ack,
            places=found,
            can_put_back=can_put_back,
            refusal=self.refusal,
            trouble=self.trouble,
            no=self._no,
            wait=self.wait,
            told=self.told,
            naming=self.naming,
            planning=self.planning,
            replaying=view.position == self._replayed_at and view.last_lay is not None,
            covered=self.covered,
            arranged=bool(self.picked) and self._arranged == frozenset(self.picked),
            ready=self._ready(view),
            cut=None if self.seat is None else self.session.cut(self.seat),
            offers_plan=self.seat is not None and self.session.offers_plan(self.seat),
            fits=self._knows_that_something_fits(view),
            thinking=self._is_thinking,
            hint=self._hint[1] if self._hint and self._hint[0] == view.position else None,
            prefs=self.prefs,
        )

    def _knows_that_something_fits(self, view: View) -> bool:
        """Whether drawing has told in this turn that a card can be laid: it was refused, or stopped by itself (Q42)."""
        if not view.is_my_turn or view.ruleset.draw is not DrawRule.STRICT:
            return False
        if view.ruleset.turn_policy is not TurnPolicy.PLAY_OR_DRAW:
            return False
        return view.position == self._fitted_at or (view.draws > 0 and view.stock > 0)

    def _ready(self, view: View) -> tuple[tuple[Card, ...], ...]:
        """Give the melds in hand of a seat with the star, while it builds and has picked nothing."""
        if self.picked or view.draft is None or view.viewer is None or not view.player(view.viewer).star:
            return ()
        return melds_in_hand(view.ruleset, (card.card for card in view.hand if card.card is not None))


def _newly_laid(before: Draft, after: Draft) -> tuple[Card, ...]:
    """Give the cards from hand that a step laid: what is picked when it is undone and nobody remembers its picks."""
    old = set(before.laid)
    return tuple(card for card in after.laid if card not in old)
