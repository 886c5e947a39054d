"""The plain page for old television sets, the letters that screens show, and what phones answer to them."""

import json
import random
import re
from collections.abc import AsyncIterator, Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import httpx
import pytest

from engine.cards import Card, parse_cards
from engine.draft import Draft
from engine.events import Deal, Draw, Scored
from engine.game import Game, Phase, Player
from engine.history import Record, RecordKind
from engine.round import Round
from engine.rules import CLASSIC, full_pack
from engine.scoring import EndedBy, score_round
from engine.session import CODE_LETTERS
from engine.table import Meld, Table, parse_table
from engine.view import look
from tests.devices import HOST, Device, Served, served, settle
from tests.test_score import over
from ui import limits
from ui.i18n import translator
from ui.plain import _Spectator, _told
from ui.plain_data import BREATH, END, LONGEST, opening_times, table_data
from ui.screens import SIGNED_BY, Screens, is_code, kept_secret, screens_of
from ui.theatre import theatre_of
from ui.theme import STATIC

t = translator("en")
SCRIPTS = ("plain.js", "lead.js", "full_screen.js")
CARD = re.compile(r"\b(?:[A23456789TJQK][SHDC]2?|JOK2?)\b")


@pytest.fixture
async def house(tmp_path: Path) -> AsyncIterator[Served]:
    async with served(tmp_path) as running:
        yield running


def playing(hands: tuple[str, str] = ("KH", "6S 9H"), stock: str = "AC 2C") -> Game:
    """Give a game of Ann and Ben in which Ben is on turn."""
    laid = parse_table("3S 4S 5S | 8C 8D JOK=8H")
    held = tuple(parse_cards(hand) for hand in hands)
    round_ = Round((0, 1), 0, 1, held, parse_cards(stock), laid, draws=1, seen=(laid, laid))
    return Game(CLASSIC, (Player(0, "Ann"), Player(1, "Ben")), 2, round_)


def building(game: Game, *cards: str) -> dict[int, Draft]:
    """Give Ben's draft, in which he has added these cards to the first pile."""
    assert game.round is not None
    first, *rest = game.round.table.melds
    table = Table((Meld(first.id, (*first.cards, *parse_cards(" ".join(cards)))), *rest))
    return {1: Draft.start(game.round.table).move(table)}


def cards_in(value: object) -> set[str]:
    """Find every card that is named anywhere."""
    return set(CARD.findall(json.dumps(value, ensure_ascii=False)))


# --- what is told -----------------------------------------------------------------------------------------------------


def test_only_open_cards_are_told() -> None:
    game = playing()
    data = table_data(look(game, building(game, "6S"), None), t)
    assert cards_in(data) == {"3S", "4S", "5S", "8C", "8D", "JOK"}
    assert [card[3] for card in data["piles"][0][3]] == ["card", "card", "card", "back"]
    assert "six of spades" not in json.dumps(data)
    assert data["line"] == ["Ben is building…", "+1"]


@pytest.mark.parametrize("seed", range(20))
def test_hidden_cards_make_no_difference(seed: int) -> None:
    game = playing()
    assert game.round is not None
    hidden = [card for hand in game.round.hands for card in hand] + list(game.round.stock)
    others = [card for card in full_pack(CLASSIC, 2) if card not in game.round.table.cards]
    chosen = random.Random(seed).sample(others, len(hidden))
    words = " ".join(map(str, chosen)).split()
    changed = playing((words[0], " ".join(words[1:3])), " ".join(words[3:]))
    first = table_data(look(game, building(game, "6S"), None), t)
    assert table_data(look(changed, building(changed, words[1]), None), t) == first


def test_the_view_of_a_seat_is_refused() -> None:
    with pytest.raises(ValueError, match="seat 1"):
        table_data(look(playing(), {}, 1), t)


def test_all_of_it_can_be_written_as_json() -> None:
    view = look(playing(), {}, None)
    for phase in Phase:
        json.dumps(table_data(replace(view, phase=phase), t))


def test_while_hands_are_opened_nothing_tells_who_has_won() -> None:
    view = over([3, 30, 4], EndedBy.KNOCK, 2)
    data = table_data(view, t, is_opening=True)
    assert [row["name"] for row in data["rows"]] == ["Ann", "Ben", "Cid"]
    title, times, done = data["show"]
    assert title == "Cid knocked."
    ann, ben, cid = times
    assert BREATH <= ben < cid < ann < done <= LONGEST - END  # the highest first, who knocked last but one
    after = table_data(view, t)
    assert "show" not in after
    assert after["rows"][0]["name"] == "Ann"


@pytest.mark.parametrize("hands", range(6))
def test_the_opening_of_hands_takes_as_long_as_a_show_may(hands: int) -> None:
    times, done = opening_times(hands)
    assert len(times) == hands
    assert list(times) == sorted(times)
    assert done + END <= LONGEST


def test_a_game_ends_with_a_podium() -> None:
    view = over([0, 30, 40], EndedBy.OUT, 0, scores=(200, 10, 30))
    best = (Record(RecordKind.LONGEST, 1, 7), Record(RecordKind.AT_ONCE, 2, 5))
    data = table_data(view, t, records=best)
    assert data["face"] == "podium"
    assert [line[1:3] for line in data["steps"]] == [[1, "Ann"], [2, "Cid"], [3, "Ben"]]
    assert data["others"] == []
    assert [one[1:] for one in data["records"]] == [
        ["Longest sequence", "Ben: 7 cards"],
        ["Most cards at once", "Cid: 5 cards"],
    ]


async def test_a_plain_screen_opens_hands_too_and_shows_faces(house: Served) -> None:
    session = house.session
    for name in ("Ann", "Ben"):
        await session.sit(name, f"sit-{name}")
    theatre, changes = theatre_of(session), []
    screen = _Spectator(session, lambda: changes.append(1))
    changes.clear()
    assert theatre.throw(0, "laugh")
    assert len(changes) == 1
    data = table_data(session.view(None), t, thrown=theatre.thrown)
    assert data["thrown"][1:4] == [0, "laugh", "Ann"]
    session.latest = (Scored(score_round(CLASSIC, {0: 5, 1: 30}, EndedBy.KNOCK, 0)),)
    session._tell()
    assert theatre.curtain
    assert len(changes) > 1
    screen.close()
    assert not theatre.curtain


async def test_a_whole_evening_is_told(house: Served) -> None:
    session = house.session
    faces = [table_data(session.view(None), t)["face"]]
    await session.sit("Ann", "sit-1")
    await session.sit("Ben", "sit-2")
    lobby = table_data(session.view(None), t)
    assert [seat[0] for seat in lobby["seats"]] == ["Ann", "Ben"]
    await session.send(0, (Deal(),), "deal")
    data = table_data(session.view(None), t)
    assert data["face"] == "play"
    assert not cards_in(data)
    assert [player[3] for player in data["players"]] == [10, 10]
    assert faces == ["lobby"]


# --- the page and its events ------------------------------------------------------------------------------------------


async def test_the_page_has_all_that_it_needs_at_once(house: Served) -> None:
    answer = await house.device().http.get("/plain", follow_redirects=True)
    assert answer.url.path == f"/plain/{house.session.code}"
    first = re.search(r'<script id="first" type="application/json">(.*?)</script>', answer.text, re.DOTALL)
    assert first
    data = json.loads(first[1])
    assert data["face"] == "lobby"
    assert f"192.168.1.20:8080/t/{house.session.code}" in answer.text
    assert "<svg" in answer.text
    assert "Reconnecting" in answer.text
    assert "Scan to join" in answer.text
    assert "$" not in answer.text.replace(first[1], "")


async def test_names_are_no_markup(house: Served) -> None:
    await house.session.sit("</script><b>", "sit-1")
    answer = await house.device().http.get(f"/plain/{house.session.code}")
    assert "</script><b>" not in answer.text


async def test_what_changes_is_told_at_once_and_only_then(house: Served) -> None:
    session = house.session
    told = _told(lambda: table_data(session.view(None), t), session.watch)
    assert json.loads((await anext(told)).removeprefix("data: "))["face"] == "lobby"
    await session.sit("Ann", "sit-1")
    assert json.loads((await anext(told)).removeprefix("data: "))["seats"] == [["Ann", 0, "is-away"]]
    assert (await anext(told)).startswith("event: beat\n")
    watchers = len(session._watchers)
    await told.aclose()
    assert len(session._watchers) == watchers - 1


async def test_a_clock_that_only_runs_on_is_not_told_anew_with_each_beat() -> None:
    left = iter((60.0, 58.5, 57.0, 57.0))
    runs = iter((True, True, True, False))
    watchers: list[Callable[[], None]] = []

    def data() -> dict[str, object]:
        return {"face": "play", "clock": [next(left), next(runs), 1, "left"]}

    def watch(watcher: Callable[[], None]) -> Callable[[], None]:
        watchers.append(watcher)
        return lambda: None

    told = _told(data, watch)
    kinds = []
    for _ in range(4):
        kinds.append((await anext(told)).partition(":")[0])
        watchers[0]()  # as if something had happened elsewhere: nobody need wait for the beat
    assert kinds == ["data", "event", "event", "data"], "each screen counts by itself, and is told when it is to stop"
    await told.aclose()


async def test_who_asks_is_told_the_same(house: Served) -> None:
    session = house.session
    seat, _ = await session.sit("Ann", "sit-1")
    await session.sit("Ben", "sit-2")
    await session.send(seat, (Deal(),), "deal")
    assert session.game.round is not None
    await session.send(session.game.round.turn, (Draw(),), "draw")
    answer = await house.device().http.get(f"/plain/{session.code.lower()}/state")
    data = answer.json()
    assert sorted(player[3] for player in data["players"]) == [10, 11]
    assert not cards_in(data)
    assert answer.headers["cache-control"] == "no-store"


async def test_an_unknown_code_leads_on(house: Served) -> None:
    http = house.device().http
    page = await http.get("/plain/XXXX")
    assert page.status_code == 200
    assert "There is no table XXXX" in page.text
    assert house.session.code in page.text
    assert (await http.get("/plain/XXXX/state")).json() == {"go": "/plain"}


async def test_the_page_for_new_browsers_leads_others_away_first(house: Served) -> None:
    text = (await house.device().http.get(f"/tv/{house.session.code}")).text
    lead = text.index("lead.js")
    assert f'data-plain="/plain/{house.session.code}"' in text
    assert lead < text.index('rel="stylesheet"')
    assert lead < text.index("createApp")


# --- which table ------------------------------------------------------------------------------------------------------


async def waiting(house: Served) -> tuple[Device, str]:
    """Give a TV that shows letters, with two tables to choose from."""
    await house.house.open_table()
    tv = house.device()
    await tv.open("/tv")
    await settle()
    (letters,) = (text for text in tv.texts().split("\n") if is_code(text) and house.house.find(text) is None)
    return tv, letters


async def sitting(house: Served) -> tuple[Device, str, str]:
    """Give the phone of somebody who sits, the table's code, and the seat's address."""
    session = house.house.active()[-1]
    phone = house.device()
    answer = await phone.http.post(f"/t/{session.code}/sit", data={"name": "Ann", "id": "sit-1"})
    return phone, session.code, answer.headers["location"]


async def test_a_seated_phone_says_what_the_screen_shows(house: Served) -> None:
    tv, letters = await waiting(house)
    phone, code, seat = await sitting(house)
    page = await phone.http.get(f"/show/{letters.lower()}", follow_redirects=True)
    assert f"Show our table on the screen {letters}?" in page.text
    assert "Which table" in tv.texts()
    answer = await phone.http.post("/show", data={"code": letters, "table": code})
    assert answer.headers["location"] == seat
    await settle()
    assert screens_of(house.house).ask(letters) is house.house.find(code)


async def test_the_key_of_a_seat_is_proof_enough(house: Served) -> None:
    _, letters = await waiting(house)
    _, _, seat = await sitting(house)
    other = house.device()
    answer = await other.http.post("/show", data={"code": f" {letters.lower()} ", "key": seat.removeprefix("/seat/")})
    assert answer.headers["location"] == seat


async def test_who_has_no_seat_shows_nothing(house: Served) -> None:
    _, letters = await waiting(house)
    _, code, _ = await sitting(house)
    stranger = house.device().http
    assert "Only who sits at a table" in (await stranger.get(f"/show/{letters}")).text
    assert (await stranger.post("/show", data={"code": letters, "table": code})).status_code == 403
    assert (await stranger.post("/show", data={"code": letters, "table": code, "key": "x"})).status_code == 403
    assert screens_of(house.house).ask(letters) is None


async def test_letters_that_no_screen_shows(house: Served) -> None:
    phone, code, _ = await sitting(house)
    assert (await phone.http.get("/show/XXXX")).status_code == 404
    answer = await phone.http.post("/show", data={"code": "XXXX", "table": code})
    assert answer.status_code == 404
    assert "No screen waits" in answer.text
    assert "Letters on the screen" in (await phone.http.get("/show")).text


async def test_whoever_guesses_the_letters_of_a_screen_is_slowed_and_nobody_else(
    house: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(limits, "STRANGER_FOR", 0.0)
    _, letters = await waiting(house)
    (guesser, code, _), (other, at, _) = await sitting(house), await sitting(house)
    for phone in (guesser, other):
        await phone.http.get("/show")
    burst, every = limits.WRONG_LETTERS
    for _ in range(burst):
        assert (await guesser.http.post("/show", data={"code": "XXXX", "table": code})).status_code == 404
    for answer in (
        await guesser.http.post("/show", data={"code": letters, "table": code}),
        await guesser.http.get(f"/show/{letters}"),
    ):
        assert answer.status_code == 429
        assert f"Try again in {every:.0f} seconds." in answer.text
    assert (await other.http.post("/show", data={"code": letters, "table": at})).status_code == 303


async def test_nothing_happens_when_an_address_is_only_opened(house: Served) -> None:
    _, letters = await waiting(house)
    phone, _, _ = await sitting(house)
    await phone.http.get(f"/show/{letters}")
    await phone.http.get("/show")
    assert screens_of(house.house).ask(letters) is None


async def test_a_plain_screen_goes_to_the_table_that_was_chosen(house: Served) -> None:
    await house.house.open_table()
    page = await house.device().http.get("/plain")
    found = re.search(r'data-path="/plain/screen/(([A-Z]{4})-[0-9a-f]+)"', page.text)
    assert found
    assert f"http://{HOST}" not in page.text
    phone, code, _ = await sitting(house)
    await phone.http.post("/show", data={"code": found[2], "table": code})
    assert (await house.device().http.get(f"/plain/screen/{found[1]}/state")).json() == {"go": f"/plain/{code}"}


def test_screens_are_forgotten_but_known_again_by_their_letters() -> None:
    now = 0.0
    screens = Screens(now=lambda: now)
    session: Any = object()
    code = screens.new_code(frozenset(CODE_LETTERS))
    assert not screens.is_waiting(code)
    assert screens.ask(code) is None
    assert screens.is_waiting(code.lower())
    now = 20.0
    assert not screens.show(code, session)
    assert screens.ask(code) is None
    assert screens.show(code, session)
    assert screens.ask(code) is session
    now = 200.0
    assert screens.ask("CDFG") is None
    assert screens.ask(code) is None


def test_many_screens_are_no_burden() -> None:
    screens = Screens(now=lambda: 0.0)
    for _ in range(300):
        screens.ask(screens.new_code())
    assert len(screens._waiting) == limits.SCREENS


def test_when_too_many_screens_wait_the_one_goes_that_has_been_idle_longest() -> None:
    now = 0.0
    screens = Screens(now=lambda: now)
    listening, idle = "CDFG", "CDFH"
    screens.listen(listening, lambda _: None)
    screens.ask(idle)
    now = 1.0
    for _ in range(limits.SCREENS):
        screens.ask(screens.new_code())
    assert screens.is_waiting(listening)
    assert not screens.is_waiting(idle)
    screens.ask(idle)
    assert screens.is_waiting(idle), "it is known again when it asks"
    assert len(screens._waiting) == limits.SCREENS


@pytest.mark.parametrize("name", ["CDFG", "CDFG-", "CDFG-0000000000000000000000", "", "é", "CDF", "cdfg-1"])
def test_a_name_that_somebody_made_up_is_no_screens(name: str) -> None:
    assert Screens().code_of(name) is None


def test_a_screen_keeps_its_letters_over_a_restart(tmp_path: Path) -> None:
    before, after = (Screens(secret=kept_secret(tmp_path)) for _ in range(2))
    name = before.name_of("CDFG")
    assert after.code_of(name) == "CDFG"
    assert Screens().code_of(name) is None
    assert (tmp_path / SIGNED_BY).stat().st_mode & 0o777 == 0o600


async def test_made_up_screens_are_told_to_ask_for_a_name_and_keep_no_tv_from_being_paired(house: Served) -> None:
    await house.house.open_table()
    television = house.device().http
    name, letters = plain_screen(await television.get("/plain"))
    guest = house.device().http
    for number in range(230):
        made_up = "".join(CODE_LETTERS[number // 16**place % 16] for place in range(4))
        assert (await guest.get(f"/plain/screen/{made_up}/state")).json() == {"go": "/plain"}
    await guest.get("/plain/screen/CDFG-0123456789abcdef012345/state")
    assert len(screens_of(house.house)._waiting) == 1
    phone, code, _ = await sitting(house)
    assert (await phone.http.post("/show", data={"code": letters, "table": code})).status_code == 303
    assert (await television.get(f"/plain/screen/{name}/state")).json() == {"go": f"/plain/{code}"}


async def test_a_tv_is_paired_however_many_others_were_named_meanwhile(house: Served) -> None:
    await house.house.open_table()
    television, guest = house.device().http, house.device().http
    for _ in range(230):
        await guest.get("/plain")
    name, letters = plain_screen(await television.get("/plain"))
    phone, code, _ = await sitting(house)
    assert (await phone.http.post("/show", data={"code": letters, "table": code})).status_code == 303
    assert (await television.get(f"/plain/screen/{name}/state")).json() == {"go": f"/plain/{code}"}


def plain_screen(page: httpx.Response) -> tuple[str, str]:
    """Give the name and the letters of a plain screen that asks for a table."""
    found = re.search(r'data-path="/plain/screen/(([A-Z]{4})-[0-9a-f]+)"', page.text)
    assert found
    return found[1], found[2]


# --- old engines ------------------------------------------------------------------------------------------------------

NEW_WORDS = re.compile(
    r"=>|`|\b(?:let|const|class|async|await|import|export|fetch|Promise|Map|Set|Symbol|of)\b|\.\.\.|\?\.|\?\?|\*\*"
    r"|\.(?:includes|flatMap|flat|padStart|repeat|startsWith|endsWith|replaceAll|at|find|entries|values|append|remove"
    r"|closest|replaceChildren|toggleAttribute)\("
)
NEW_STYLES = re.compile(
    r"(?<![-\w])gap\s*:|inset\s*:|aspect-ratio|\b(?:min|max|clamp)\(|:is\(|:where\(|:has\(|:focus-visible|@layer|grid|dvh|"
    r"color-mix|overflow\s*:\s*clip|place-items"
)


@pytest.mark.parametrize("script", SCRIPTS)
def test_the_scripts_use_only_words_that_old_engines_know(script: str) -> None:
    code = without_texts((STATIC / script).read_text("utf-8"))
    found = [f"line {code[: m.start()].count(chr(10)) + 1}: {m.group()}" for m in NEW_WORDS.finditer(code)]
    assert not found
    assert not re.search(r",\s*[)\]}]", code), "a comma before a closing bracket"


def test_the_tokenizer_finds_what_is_new() -> None:
    for new in ("a => b", "let a", "`x`", "f(...a)", "a?.b", "[1].at(0)", "for (x of y)"):
        assert NEW_WORDS.search(without_texts(new)), new
    assert not NEW_WORDS.search(without_texts('var of_ = "let => const"; // of course\n/* class */'))


def test_the_styles_use_only_what_old_engines_know() -> None:
    css = re.sub(r"/\*.*?\*/", "", (STATIC / "plain.css").read_text("utf-8"), flags=re.DOTALL)
    assert not NEW_STYLES.findall(css)


def test_the_script_has_no_words_of_its_own() -> None:
    code = (STATIC / "plain.js").read_text("utf-8")
    code = re.sub(r"/\*.*?\*/|(?<![:\"'])//[^\n]*", "", code, flags=re.DOTALL)
    texts = re.findall(r'"([^"\n]*)"', code)
    assert not [text for text in texts if re.search(r"[A-Z][a-z]+ [a-z]+|\w[.!?…]$", text)]


def without_texts(code: str) -> str:
    """Blank out comments, texts and regular expressions, and leave the lines where they are."""
    pattern = r'"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])*\'|//[^\n]*|/\*.*?\*/|(?<=[(,=:])\s*/(?![*/])(?:\\.|[^/\\\n])+/'
    return re.sub(pattern, lambda m: "0" + "\n" * m.group().count("\n"), code, flags=re.DOTALL)


def test_cards_are_found_by_these_tests() -> None:
    assert cards_in([str(Card.parse("7H")), "7H2", "JOK", "?3.0"]) == {"7H", "7H2", "JOK"}
