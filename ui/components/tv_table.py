"""The shared table, and the headline above it: what everybody may see, as large as the screen allows."""

from dataclasses import dataclass
from typing import Any, cast

from nicegui.binding import BindableProperty, bind_from

from engine.game import Phase
from engine.news import News, NewsKind
from engine.reasons import Reason
from engine.rules import TurnPolicy
from engine.view import LastLay, PileView, View
from ui.components.faces import card_props
from ui.components.follower import Follower
from ui.components.last_turn import MANY, frames, last_turn_text
from ui.components.players import chair_of, join_names, name_of
from ui.components.tags import tag
from ui.i18n import Translator
from ui.state import Screen
from ui.theatre import Theatre

SMALLEST_MELD = 3


class TvTable(Follower, component="tv_table.js"):
    """The piles on the table as flush tiles; `tv_table.js` finds their sizes and places."""

    again = BindableProperty(on_change=lambda sender, _: cast("TvTable", sender).show_again())

    def __init__(self, t: Translator, *, tile: int = 0, theatre: Theatre | None = None) -> None:
        """Make a table that fills its box, or with `tile` (width in pixels) one that is as long as it takes.

        Of `theatre` it hears when somebody wants to see the last turn again.
        """
        super().__init__(t)
        self._lay: LastLay | None = None
        self._is_first = True
        self._shows = 0
        self.again = 0
        if theatre is not None:
            bind_from(self, "again", theatre, "shown_again")
        self.put(label=t("tv-table"), empty=t("tv-table-empty"), tile=tile)

    def show(self, screen: Screen) -> None:
        """Bring the props up to date."""
        view = screen.view
        self.put(
            piles=tuple(pile_props(view, pile, self.t) for pile in view.piles),
            epoch=f"{view.rounds_played}.{view.phase}.{view.turn}",
            moment=f"{view.rounds_played}.{view.turn}.{view.draws}",
            chair=chair_of(view, view.turn),
            by=view.last_lay.seat if view.last_lay else -1,
            **self._replay(view),
        )

    def show_again(self) -> None:
        """Show the last turn again, for somebody has asked for it."""
        if self.screen is not None and self.screen.view.last_lay is not None:
            self.put(**self._pictures(self.screen.view, self.screen.view.last_lay))

    def _replay(self, view: View) -> dict[str, Any]:
        """Give a turn that moved many cards as two pictures, once, right after it."""
        lay, before, is_first = view.last_lay, self._lay, self._is_first
        self._lay, self._is_first = lay, False
        if lay is None or lay == before or is_first or len(lay.change.moved) < MANY:
            return {}
        return self._pictures(view, lay)

    def _pictures(self, view: View, lay: LastLay) -> dict[str, Any]:
        pictures = (tuple(pile_props(view, pile, self.t) for pile in piles) for piles in frames(lay.before, lay.after))
        self._shows += 1
        return {"replay": (self.t("tv-before"), *pictures), "shows": self._shows}


def pile_props(view: View, pile: PileView, t: Translator) -> tuple[object, ...]:
    """Give what `tv_table.js` needs: the pile's id, the pile in words, its classes, and its cards."""
    cards = tuple(card_props(card, t) for card in pile.cards)
    flags = {
        "touched": pile.touched and view.phase is Phase.PLAYING,
        "unfinished": len(pile.cards) < SMALLEST_MELD or pile.fault not in {None, Reason.JOKER_UNDECLARED},
    }
    return (
        pile.id,
        t("tv-pile", cards=", ".join(card[-1] for card in cards)),
        " ".join(flag for flag, on in flags.items() if on),
        tuple(card[:-1] for card in cards),
    )


class Headline(Follower, component="headline.js"):
    """What happens now in one line, and beside it what happened before."""

    def __init__(self, t: Translator, *, address: str = "") -> None:
        """Make a headline; `address` is what people type to join, shown beside it."""
        super().__init__(t)
        self._told: News | None = None
        self._seen: tuple[object, ...] = ()
        self._tick = 0
        self.put(address=address)

    def show(self, screen: Screen) -> None:
        """Bring the props up to date."""
        view = screen.view
        if view.news is not None and view.news.kind is not NewsKind.DREW:
            self._told = view.news
        line = headline(view, self.t)
        if self._seen != (view.piles, view.position):
            self._seen = (view.piles, view.position)
            self._tick += 1
        waits = view.phase is Phase.PLAYING and view.turn not in view.away
        lay = view.last_lay
        self.put(
            tick=self._tick,
            thinking=self.t("tv-thinking", name=name_of(view, view.turn)) if waits else "",
            again=last_turn_text(view, lay, self.t) if lay else "",
            later=lay is not None and len(lay.change.moved) >= MANY,
            text=line.text,
            count=line.count,
            news=news_text(view, self._told, self.t),
            turn=f"{view.rounds_played}.{view.turn}",
            name=name_of(view, view.turn),
            chair=chair_of(view, view.turn),
        )


class Stock(Follower):
    """How many cards there are to draw; when there are none left, who still plays in the last lap."""

    def __init__(self, t: Translator) -> None:
        """Make it empty."""
        super().__init__(t, "div")
        self.classes("tv-stock")
        self.props["data-zone"] = "stock"
        self._shown: tuple[object, ...] = ()

    def show(self, screen: Screen) -> None:
        """Draw it anew if it has changed."""
        shown = (screen.view.stock, still_to_play(screen.view))
        if shown == self._shown:
            return
        self._shown = shown
        self.clear()
        with self:
            if screen.view.last_turns is None:
                said = self.t("tv-stock", number=screen.view.stock)
                deck = "deck" if screen.view.stock else "deck none"
                tag("b", str(screen.view.stock), classes=deck, role="img", aria_label=said)
                return
            tag("b", self.t("tv-last-lap"), classes="lap")
            with tag("span", classes="dots", aria_hidden="true"):
                for chair, plays in still_to_play(screen.view):
                    tag("i", classes=f"dot chair-{chair}{'' if plays else ' over'}")


@dataclass(frozen=True, slots=True)
class Line:
    """A headline: what happens, and how many cards from the hand lie on the table so far, as "+3"."""

    text: str
    count: str = ""


def headline(view: View, t: Translator) -> Line:
    """Say what happens now."""
    match view.phase:
        case Phase.LOBBY:
            return Line(t("tv-lobby"))
        case Phase.ROUND_OVER:
            return Line(t("tv-round-over"))
        case Phase.GAME_OVER:
            return Line(t("tv-game-over"))
        case Phase.PLAYING:
            return _now(view, t)


def news_text(view: View, news: News | None, t: Translator) -> str:
    """Tell a piece of news; nothing where there is none, or about somebody who has left."""
    if news is None:
        return ""
    name = name_of(view, news.seat) or news.name
    if news.seat is not None and not name:
        return ""
    others = join_names(tuple(name_of(view, seat) for seat in news.others), t)
    return t(f"news-{news.kind}", name=name, number=news.number, left=news.left, others=others)


def _now(view: View, t: Translator) -> Line:
    name = name_of(view, view.turn)
    if view.turn in view.away:
        return Line(t("waiting-for", name=name), t("tv-laid", number=view.laid) if view.laid else "")
    if view.is_building:
        return Line(t("tv-building", name=name), t("tv-laid", number=view.laid) if view.laid else "")
    if view.draws:
        drew = "tv-drew" if view.ruleset.turn_policy is TurnPolicy.DRAW_LADDER else "tv-drew-many"
        return Line(t(drew, name=name, number=view.draws))
    if view.last_turns:
        return Line(t("tv-last-turn", name=name))
    return Line(t("tv-turn", name=name))


def still_to_play(view: View) -> tuple[tuple[int, bool], ...]:
    """Give for everybody in the last lap, in the order of the chairs: the chair, and whether they still play."""
    if view.last_turns is None:
        return ()
    yet = set(view.last_turns)
    return tuple((chair_of(view, p.seat), p.seat in yet) for p in view.players if not p.is_waiting)
