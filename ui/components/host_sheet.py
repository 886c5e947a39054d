"""What the host may do about one table: each button says beforehand what it will do, and asks once."""

from dataclasses import dataclass
from functools import partial
from secrets import token_hex

from nicegui import ui
from nicegui.element import Element

from engine.events import ByHost, CloseTable, DealAgain, EndGame, EndRound, HostCommand, Lock, RemoveSeat
from engine.game import Game, Phase
from engine.seat_policy import Act, Answer, State, Who, answer
from engine.session import House, Session
from engine.store import StoreError
from engine.view import PlayerView, View
from ui.components.notices import trouble_text
from ui.components.sheet import Sheet, sheet
from ui.components.tags import button, tag
from ui.i18n import Translator
from ui.moves import LIFETIME, moves_of
from ui.qr import qr_svg


@dataclass(frozen=True, slots=True)
class Power:
    """One thing that the host may do: its words, the question before it, and the command."""

    name: str
    text: str
    ask: str
    about: str
    yes: str
    command: HostCommand


def powers(game: Game, t: Translator) -> tuple[Power, ...]:
    """Give what the host may do about the table as a whole now."""
    lock = "unlock" if game.locked else "lock"
    found: list[tuple[str, HostCommand]] = [(lock, Lock(not game.locked))]
    if game.phase is Phase.PLAYING:
        found += [("deal-again", DealAgain()), ("end-round", EndRound())]
    if game.phase in {Phase.PLAYING, Phase.ROUND_OVER}:
        found += [("end-game", EndGame())]
    found += [("close", CloseTable())]
    return tuple(_power(name, command, t) for name, command in found)


def removal(view: View, player: PlayerView, t: Translator) -> Power | None:
    """Give how the host removes a seat; None where the computer plays its cards for nobody already."""
    if player.is_vacant and view.phase is Phase.PLAYING and not player.is_waiting:
        return None
    goes = player.is_vacant or player.is_waiting or view.phase is Phase.LOBBY
    about = t("host-remove-goes" if goes else "host-remove-plays", name=player.name)
    return Power(
        f"remove-{player.seat}",
        t("host-remove"),
        t("host-remove-ask", name=player.name),
        about,
        t("host-remove-yes"),
        RemoveSeat(player.seat),
    )


def _power(name: str, command: HostCommand, t: Translator) -> Power:
    text, ask, about, yes = (t(f"host-{name}{part}") for part in ("", "-ask", "-about", "-yes"))
    return Power(name, text, ask, about, yes, command)


def open_host_sheet(house: House, code: str, url: str, t: Translator) -> None:
    """Open the sheet of a table.

    Args:
        house: the tables.
        code: of the table.
        url: where other devices reach the front page.
        t: the language of the page.
    """
    session = house.find(code)
    if session is None:
        return
    with sheet(t("host-sheet", code=code), t) as (dialog, body):
        shown = _Sheet(house, session, url, t, dialog, body)
        shown.show()
        dialog.client.on_delete(session.watch(shown.follow))


@dataclass(slots=True)
class _Sheet:
    """An open sheet: whose it is, and what it is drawn into; `shown` is what its list says, while that is seen."""

    house: House
    session: Session
    url: str
    t: Translator
    dialog: Sheet
    body: Element
    shown: tuple[object, ...] | None = None

    def follow(self) -> None:
        """Draw the list anew when the table has changed; what is being asked stays."""
        if self.dialog.is_deleted:
            return
        if self.session.game.is_deleted or self.shown not in (None, self._now()):
            self.show()

    def _now(self) -> tuple[object, ...]:
        """Give what the list says: what it does not, such as a card that was drawn, draws it under no finger anew."""
        view = self.session.view(None)
        seats = tuple((one.seat, one.name, one.is_vacant, one.level, one.is_waiting) for one in view.players)
        return seats, view.away, tuple(power.name for power in powers(self.session.game, self.t))

    def show(self, said: str = "") -> None:
        """Show the seats and the table, each with what can be done about it; before them, why something was not."""
        if self.session.game.is_deleted:
            self.dialog.close()
            return
        t, view = self.t, self.session.view(None)
        self.shown = self._now()
        self.body.clear()
        with self.body:
            tag("p", said, classes="host-said", data_say="refusals")
            if view.players:
                tag("h3", t("host-seats"), classes="group-title")
                with tag("ul", classes="host-seats", role="list"):
                    for player in view.players:
                        self._seat(view, player)
            tag("h3", t("host-table"), classes="group-title")
            with tag("div", classes="entries joined"):
                for power in powers(self.session.game, t):
                    entry = button(power.text, classes="entry", data_act=f"host-{power.name}")
                    entry.on("click", partial(self._ask, power), args=[])

    def _seat(self, view: View, player: PlayerView) -> None:
        t, name = self.t, player.name
        with tag("li"):
            with tag("div", classes="host-seat"):
                tag("b", name)
                if player.is_vacant or player.level is not None:
                    tag("span", t("host-computer"))
                elif player.seat in view.away:
                    tag("span", t("chair-gone"))
            if not player.is_vacant and answer(Who.HOST, State.OPEN, Act.GIVE) is Answer.YES:
                act = f"give-{player.seat}"
                label = t("host-give-name", name=name)
                give = button(t("host-give"), classes="button small quiet-button", aria_label=label, data_act=act)
                give.on("click", partial(self._give, player), args=[])
            if (power := removal(view, player, t)) is not None:
                act = f"host-{power.name}"
                label = t("host-remove-name", name=name)
                remove = button(power.text, classes="button small quiet-button", aria_label=label, data_act=act)
                remove.on("click", partial(self._ask, power), args=[])

    def _ask(self, power: Power) -> None:
        """Say what it will do, and do it when the host says so."""
        command_id = f"host-{token_hex(8)}"
        self.shown = None

        async def agree() -> None:
            self.show(await self._do(power.command, command_id))

        self.body.clear()
        with self.body:
            tag("p", power.ask, classes="ask-title", data_say="said")
            tag("p", power.about, classes="quiet")
            with tag("div", classes="side-by-side"):
                cancel = button(self.t("table-cancel"), classes="button quiet-button", data_act="cancel")
                cancel.on("click", self.show, args=[])
                button(power.yes, classes="button primary", data_act="sure").on("click", agree, args=[])

    async def _do(self, command: HostCommand, command_id: str) -> str:
        """Carry a command out; gives what to say if it was refused or could not be written down."""
        try:
            done = await self.session.send(None, (ByHost(command),), command_id)
        except StoreError as error:
            return trouble_text(error.trouble, self.t)
        return self.t(f"reason-{done.refusal.reason}") if done.refusal else ""

    def _give(self, player: PlayerView) -> None:
        """Show letters and a code that bring a seat to the phone that uses them."""
        t, game, seat = self.t, self.session.game, player.seat
        if seat not in game.seats or game.player(seat).is_vacant:
            self.show(t("reason-STALE"))
            return
        self.shown = None
        code = moves_of(self.house).give_out_by_host(self.session, seat)
        address = f"{self.url}/move?code={code}"
        self.body.clear()
        with self.body:
            tag("p", t("host-give-name", name=player.name), classes="ask-title", data_say="said")
            tag("p", t("host-give-about", minutes=round(LIFETIME / 60)), classes="quiet")
            with tag("div", classes="qr-card", role="img", aria_label=t("qr-name", address=address)):
                ui.html(qr_svg(address), sanitize=False)
            tag("p", t("move-type", address=f"{self.url}/move".removeprefix("http://")))
            tag("p", f"{code[:3]} {code[3:]}", classes="move-code", data_code=code)
            button(t("back"), classes="button wide quiet-button", data_act="cancel").on("click", self.show, args=[])
