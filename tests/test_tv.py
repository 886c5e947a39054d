"""The big screen, the spectators' page, and what they say."""

from collections.abc import AsyncIterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from engine.cards import parse_cards
from engine.draft import Draft
from engine.events import Again, Deal, Draw, Join, Open, ProposalKind, Propose
from engine.game import Game, Phase, Player, apply, decide_all
from engine.news import News, NewsKind
from engine.round import Round
from engine.rules import CLASSIC, PENALTY, Ruleset, TableCards
from engine.table import Meld, Table, parse_table
from engine.view import View, look
from tests.devices import Device, Served, served, settle
from ui.components.tv_table import Headline, TvTable, headline, news_text, pile_props
from ui.i18n import translator

t = translator("en")


@pytest.fixture
async def house(tmp_path: Path) -> AsyncIterator[Served]:
    async with served(tmp_path) as running:
        yield running


def playing(
    table: str = "3S 4S 5S", *, ruleset: Ruleset = CLASSIC, draws: int = 0, last: tuple[int, ...] | None = None
) -> Game:
    """Give a game of Ann and Ben in which Ben is on turn and holds 6S and 9H."""
    laid = parse_table(table)
    hands = (parse_cards("KH"), parse_cards("6S 9H"))
    round_ = Round((0, 1), 0, 1, hands, parse_cards("AC 2C"), laid, draws=draws, last_turns=last, seen=(laid, laid))
    return Game(ruleset, (Player(0, "Ann"), Player(1, "Ben")), 2, round_)


def building(game: Game, *cards: str) -> View:
    """Give what the TV sees while Ben adds these cards to the first pile."""
    assert game.round is not None
    first, *rest = game.round.table.melds
    table = Table((Meld(first.id, (*first.cards, *parse_cards(" ".join(cards)))), *rest))
    return look(game, {1: Draft.start(game.round.table).move(table)}, None)


# --- in words ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("view", "text"),
    [
        (look(playing(), {}, None), "Ben’s turn"),
        (look(playing(draws=1), {}, None), "Ben drew a card"),
        (look(playing(draws=2), {}, None), "Ben drew a 2nd card"),
        (look(playing(draws=3), {}, None), "Ben drew a 3rd card"),
        (look(playing(draws=7, ruleset=PENALTY), {}, None), "Ben drew 7 cards"),
        (look(playing(last=(1, 0)), {}, None), "Ben’s last turn"),
        (building(playing(draws=1), "6S"), "Ben is building…"),
        (replace(look(playing(), {}, None), phase=Phase.GAME_OVER), "The game is over"),
    ],
)
def test_the_headline_says_what_happens_now(view: View, text: str) -> None:
    assert headline(view, t).text == text


def test_the_headline_counts_what_is_laid_so_far() -> None:
    assert headline(building(playing(draws=1), "6S", "9H"), t).count == "+2"


@pytest.mark.parametrize("kind", NewsKind)
def test_all_news_can_be_told(kind: NewsKind) -> None:
    view = look(playing(), {}, None)
    assert news_text(view, News(kind, 1, 2, 3), t)


def test_no_news_of_somebody_who_has_left() -> None:
    assert not news_text(look(playing(), {}, None), News(NewsKind.LEFT, 7), t)


# --- on the table -----------------------------------------------------------------------------------------------------


def test_cards_from_the_hand_lie_face_down_while_somebody_builds() -> None:
    view = building(playing(draws=1), "6S")
    (pile,) = (pile_props(view, pile, t) for pile in view.piles)
    assert "6S" not in repr(pile)
    assert "touched" in str(pile[2])
    cards: Any = pile[3]
    assert [card[3] for card in cards] == ["card", "card", "card", "back"]


def test_as_laid_they_lie_open() -> None:
    game = playing(draws=1, ruleset=CLASSIC._replace(table_cards=TableCards.AS_LAID))
    view = building(game, "6S")
    cards: Any = pile_props(view, view.piles[0], t)[3]
    assert cards[-1] == ("6S", "6", "S", "card", "laid")


def test_a_pile_is_told_in_words() -> None:
    view = look(playing("8S 8H JOK=8D"), {}, None)
    assert "joker standing for eight of diamonds" in str(pile_props(view, view.piles[0], t)[1])


# --- on the screen ----------------------------------------------------------------------------------------------------


def props_of(device: Device, kind: type) -> dict[str, Any]:
    assert device.client is not None
    (found,) = (element for element in device.client.elements.values() if isinstance(element, kind))
    return dict(found.props)


async def open_tv(house: Served, path: str = "/tv") -> Device:
    tv = house.device()
    await tv.open(path)
    await settle()
    return tv


async def test_the_only_table_is_shown_at_once(house: Served) -> None:
    tv = await open_tv(house)
    assert f"192.168.1.20:8080/t/{house.session.code}" in tv.texts()
    assert "Waiting for players: 0 of 2" in tv.texts()


async def test_several_tables_are_listed_with_their_codes(house: Served) -> None:
    other = await house.house.open_table()
    tv = await open_tv(house)
    assert {session.code for session in house.house.active()} <= set(tv.texts().split("\n"))
    await other.sit("Zoë", "sit-1")
    assert "Zoë" in tv.texts()
    assert other.code in (await open_tv(house, f"/tv/{other.code.lower()}")).texts()


async def test_a_screen_that_is_opened_after_the_game_shows_it_until_another_one_begins(house: Served) -> None:
    session = house.session
    for name in ("Ann", "Ben"):
        await session.sit(name, f"sit-{name}")
    await session.send(0, (Deal(),), "deal-0001")
    await session.send(0, (Propose(ProposalKind.END_GAME, None, (0,)),), "end-00001")
    assert session.game.phase is Phase.GAME_OVER
    tv = await open_tv(house)
    assert "Nobody has won" in tv.texts()
    await session.send(0, (Again(),), "again-001")
    await settle()
    assert "2 players are here" in tv.texts()
    assert (await house.device().http.get("/plain")).headers["location"] == f"/plain/{session.code}"


async def test_an_unknown_code_leads_on(house: Served) -> None:
    tv = await open_tv(house, "/tv/XXXX")
    assert "There is no table XXXX" in tv.texts()
    assert house.session.code in tv.texts()


async def test_the_screen_follows_from_the_first_phone_to_a_drawn_card(house: Served) -> None:
    session = house.session
    tv = await open_tv(house)
    await session.sit("Ann", "sit-1")
    assert "Waiting for players: 1 of 2" in tv.texts()
    await session.sit("Ben", "sit-2")
    assert "2 players are here" in tv.texts()
    for seat in session.game.seats:
        session.page_opened(seat)
    session.set_starting(0)
    assert "Ann starts the game" in tv.texts()
    session.set_starting(None)
    assert "Ann starts the game" not in tv.texts()
    await session.send(0, (Deal(),), "deal")
    assert session.game.round is not None
    turn = session.game.round.turn
    name = session.game.player(turn).name
    assert props_of(tv, Headline)["text"] == f"{name}’s turn"
    await session.send(turn, (Draw(),), "draw")
    assert props_of(tv, Headline)["text"] == f"{name} drew a card"
    assert "dealt the cards" in props_of(tv, Headline)["news"]
    assert props_of(tv, TvTable)["piles"] == ()


async def test_screens_that_are_gone_hear_of_nothing(house: Served) -> None:
    session = house.session
    watchers = len(session._watchers)
    screens = [await open_tv(house), await open_tv(house, f"/watch/{session.code}")]
    assert len(session._watchers) > watchers
    for screen in screens:
        assert screen.client is not None
        screen.client.delete()
    assert len(session._watchers) == watchers


async def test_a_spectator_sees_the_table_and_may_sit_down(house: Served) -> None:
    session = house.session
    spectator = await open_tv(house, f"/watch/{session.code}")
    assert "The game has not begun yet." in spectator.texts()
    assert spectator.has(href=f"/t/{session.code}")


def test_a_game_that_never_was_has_nothing_to_show() -> None:
    rng: Any = None
    game = Game()
    for event in decide_all(game, None, (Open("classic"), Join("Ann")), rng):
        game = apply(game, event)
    assert headline(look(game, {}, None), t).text == "Waiting for players"
