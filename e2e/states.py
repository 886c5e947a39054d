"""All states of all screens: short stories lead to them, one scene a table.

`e2e.screenshots` takes their pictures, `e2e.screens` checks them at every size.
"""

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path
from typing import Final

from playwright.sync_api import BrowserContext, expect

from e2e.devices import Device, Laptop, Phone
from e2e.full import NAMES, long_hand, sixty_cards, whole_pack
from e2e.proxy import Proxy
from e2e.room import CODES, Room
from e2e.server import Server
from e2e.turns import miss_a_play

PHONES: Final = ((320, 454), (320, 568), (360, 560), (390, 664), (390, 844), (844, 390), (820, 1180))
TVS: Final = ((1280, 720), (1366, 768), (1920, 1080), (3840, 2160))
LAPTOPS: Final = ((1280, 720), (1920, 1080), (820, 1180), (390, 664))
QUICK: Final = {
    "phone": ((320, 454), (390, 844), (844, 390)),
    "tv": ((1280, 720), (1920, 1080), (3840, 2160)),
    "laptop": ((1280, 720), (1920, 1080), (390, 664)),
}
SIZES: Final = {"phone": PHONES, "tv": TVS, "laptop": LAPTOPS}

COUNTDOWN: Final = 60.0
"""How much longer a countdown lasts where no other table is, so that it can be looked at, in seconds."""

Story = Callable[[Room], Iterator["Shot"]]


@dataclass(frozen=True)
class Shot:
    """A state to be looked at: it lasts until the story goes on.

    `brief` is one that ends by itself, too soon for every size.
    """

    name: str
    device: Device
    brief: bool = False

    @property
    def kind(self) -> str:
        """What it is seen on: "phone", "tv" or "laptop"."""
        match self.device:
            case Phone():
                return "phone"
            case Laptop():
                return "laptop"
            case _:
                return "tv"

    def sizes(self, *, quick: bool) -> tuple[tuple[int, int], ...]:
        """Give the sizes at which it is to be looked at, width and height in pixels."""
        if self.brief:
            return QUICK[self.kind][:2]
        return (QUICK if quick else SIZES)[self.kind]


@dataclass(frozen=True)
class Scene:
    """A table and the story that is told at it. `quick` ones show the main states; `alone` is one without other tables.

    `patience` is how long people may be away there before the others are asked what to do, in seconds.
    """

    story: Story
    hands: Mapping[str, str] = field(default_factory=dict)
    position: Mapping[str, object] = field(default_factory=dict)
    quick: bool = False
    alone: bool = False
    patience: float | None = None


SCENES: Final[list[Scene]] = []


def scene(
    hands: Mapping[str, str] | None = None,
    *,
    quick: bool = False,
    alone: bool = False,
    patience: float | None = None,
    seen: str = "",
    **position: object,
) -> Callable[[Story], Story]:
    """Tell a story at a table with these hands and this position; see `Scene` and `tests.staging.stage`.

    What lies there is as everybody has `seen` it before, and no news.
    """
    if seen:
        position |= {"table": seen, "older": seen}

    def note(story: Story) -> Story:
        SCENES.append(Scene(story, hands or {}, position, quick, alone, patience))
        return story

    return note


def visit(
    new_context: Callable[..., BrowserContext], folder: Path, *, quick: bool = False, only: str = ""
) -> Iterator[Shot]:
    """Lead from state to state; while one is looked at, nothing happens.

    Args:
        new_context: gives a browser of its own to each device.
        folder: for the data of the servers.
        quick: only the main states.
        only: only scenes whose name contains this.

    Raises:
        AssertionError: a page met an error, or the program reported trouble.
    """
    wanted = [scene for scene in SCENES if (scene.quick or not quick) and only in scene.story.__name__]
    numbers = count()
    shared = [scene for scene in wanted if not scene.alone]
    if shared:
        yield from _visit(shared, Server(folder / f"server-{next(numbers)}"), new_context)
    for each in wanted:
        if each.alone:
            folder_of = folder / f"server-{next(numbers)}"
            server = Server(folder_of, patience=each.patience, countdown=COUNTDOWN)
            yield from _visit([each], server, new_context)


def _visit(scenes: list[Scene], server: Server, new_context: Callable[..., BrowserContext]) -> Iterator[Shot]:
    tables = []
    for each, code in zip(scenes, CODES, strict=False):
        fresh = each.alone and not each.hands
        tables.append(None if fresh else server.stage(each.hands, code=code, **each.position))
    server.start()
    try:
        for each, staged in zip(scenes, tables, strict=True):
            room = Room(server, staged, new_context)
            yield from each.story(room)
            room.expect_nothing_wrong()
            for device in room.devices:
                if not device.page.is_closed():
                    device.everything_sent()  # what is still being noted would come too late
            for context in {device.context for device in room.devices}:
                context.close()
    finally:
        server.stop()
    server.expect_quiet()


# --- waiting --------------------------------------------------------------------------------------------------------

HARD_NAMES: Final = ("W" * 20, "👩‍👩‍👧‍👦 Familie 🎉🎈", "شهرزاد بنت علي", "Wolfeschlegelstein")
"""Twenty wide letters, pictures, a name from right to left, one without a place to break it."""


def go(phone: Phone, name: str) -> None:
    """Tap a button by its name, wherever it is."""
    phone.tap(phone.page.locator(f'[data-act="{name}"]:visible').first)


def close_panel(phone: Phone) -> None:
    """Close a sheet that the server has opened."""
    phone.tap(phone.page.locator('.panel [data-act="close"]'))
    expect(phone.page.locator(".panel")).to_have_count(0)


def close_dialog(phone: Phone) -> None:
    """Close a sheet of the playing screen."""
    phone.page.keyboard.press("Escape")
    expect(phone.page.locator("dialog[open]")).to_have_count(0)


@scene(alone=True)
def beginning(room: Room) -> Iterator[Shot]:
    """From the command to three people who wait."""
    laptop, tv = room.laptop(), room.tv()
    yield Shot("host", laptop)
    yield Shot("tv-lobby-empty", tv)
    plain = room.screen("/plain")
    yield Shot("plain-lobby-empty", plain)
    ann, ben, cid = room.guest(), room.guest(), room.guest()
    ann.scan(tv.address)
    yield Shot("join", ann)
    ann.page.locator("details summary").tap()
    yield Shot("join-more", ann)
    ann.enter("Ann")
    tv.expect_text("Ann")
    yield Shot("lobby-alone", ann)
    yield Shot("tv-lobby-one", tv)
    for name, phone in (("Ben", ben), ("Cid", cid)):
        phone.sit_down(tv.address, name)
        tv.expect_text(name)
    ann.expect_text("3 players, ready to start")
    yield Shot("lobby", ann)
    yield Shot("tv-lobby", tv)
    yield Shot("plain-lobby", plain)
    yield Shot("host-seated", laptop)
    cid.page.goto(f"{cid.url}/t")
    yield Shot("my-tables", cid)
    ann.start()
    tv.expect_text("Ann starts the game")
    yield Shot("starting", ann)
    yield Shot("tv-starting", tv)


@scene(dict.fromkeys(HARD_NAMES, ""), quick=True, dealt=False)
def waiting(room: Room) -> Iterator[Shot]:
    """Five at a table, one of them a computer, all with names that are hard to fit."""
    tv, ann = room.tv(), room.phone(HARD_NAMES[0])
    others = [room.phone(name) for name in HARD_NAMES[1:3]]
    go(ann, "add-computer")
    ann.page.locator('[data-level="ruthless"]').tap()
    expect(tv.page.locator(".tv-seat .bot-mark")).to_have_count(1)
    yield Shot("lobby-full", ann)
    yield Shot("tv-lobby-full", tv)
    for other in others:
        other.page.close()


@scene(dict.fromkeys(("Ann", "Ben", "Cid"), ""), dealt=False)
def waiting_room(room: Room) -> Iterator[Shot]:
    """Everything that can be opened in the waiting room."""
    ann = room.phone("Ann")
    ann.chair("Ben").tap()
    expect(ann.page.locator('[data-act="rename"]')).to_be_visible()
    yield Shot("lobby-chair", ann)
    go(ann, "rename")
    yield Shot("lobby-rename", ann)
    close_panel(ann)
    go(ann, "remove")
    yield Shot("lobby-remove", ann)
    close_panel(ann)
    for name in ("add-computer", "house-rules", "rules", "invite"):
        go(ann, name)
        yield Shot(f"lobby-{name}", ann)
        close_panel(ann)
    go(ann, "clock-60")
    expect(ann.page.locator('[data-act="clock-lays"]')).to_be_visible()
    yield Shot("lobby-clock", ann)
    ann.tap(ann.page.locator('[data-practice="8H"]'))
    expect(ann.page.locator('[data-act="practice-put"]')).to_be_visible()
    yield Shot("practice-picked", ann)
    go(ann, "practice-put")
    expect(ann.page.locator('[data-act="practice-undo"]')).to_be_visible()
    yield Shot("practice-laid", ann)


# --- playing --------------------------------------------------------------------------------------------------------


@scene(
    {
        "Ann": "6S 7S 8S 8D 7C 5C2 TC JH QD KC2",
        "Ben": "3H 4H2 6H2 TD JD JC QH AC",
        "Cid": "2S2 5S2 7D 8C2 JS QC TH",
        "Dora": "3C 4C 6C AD2 TS 4S2 9C2",
    },
    quick=True,
    older="AS 2S 3S 4S 5S | 5H 6H 7H | 3D 4D 5D 6D | JOK=7C 8C 9C | 2H 2D 2C2 | 9S 9H 9D",
    table="AS 2S 3S 4S 5S | 5H 6H 7H 8H | 3D 4D 5D 6D | JOK=7C 8C 9C | 2H 2D 2C2 | 9S 9H 9D | KS KH KD KC",
)
def playing(room: Room) -> Iterator[Shot]:
    """A turn: nothing picked, cards picked, a joker on the bench, a refused Done."""
    tv, ann, cid = room.tv(), room.phone("Ann"), room.phone("Cid")
    others = [room.phone(name) for name in ("Ben", "Dora")]
    ann.press("draw")
    yield Shot("phone-my-turn", ann)
    ann.pick("6S")
    ann.put("AS 2S 3S 4S 5S 6S")
    ann.lay("8S 8D 8H")
    ann.pick("7S")
    yield Shot("phone-building", ann)
    yield Shot("phone-waiting", cid)
    yield Shot("tv-play", tv)
    ann.tap(ann.bar.locator('[data-act="unpick"]'))
    ann.pick("7C")
    ann.put("7C 8C 9C")
    ann.pick("JOK")
    yield Shot("phone-joker", ann)
    ann.lay("TC")
    ann.press("done")
    expect(ann.page.locator(".is-refused")).to_be_visible()
    yield Shot("phone-refused", ann)
    for other in others:
        other.page.close()


HAND, SEVENTY = long_hand()
OTHERS: Final = dict(zip(NAMES[1:], ("JH", "QH", "KH", "AH"), strict=True))


@scene({NAMES[0]: HAND, **OTHERS}, seen=SEVENTY)
def long_hands(room: Room) -> Iterator[Shot]:
    """Twenty-five cards in the hand, and 73 on the table."""
    yield Shot("phone-full-hand", room.phone(NAMES[0]))


@scene(dict.fromkeys(NAMES, ""), seen=whole_pack(), stock="")
def whole_packs(room: Room) -> Iterator[Shot]:
    """All 106 cards on the table."""
    yield Shot("tv-full", room.tv())
    yield Shot("phone-full-table", room.phone(NAMES[0]))


@scene({"Ann": "9H", "Ben": "9C2", "Cid": "3D2"}, seen=sixty_cards())
def sixty(room: Room) -> Iterator[Shot]:
    """Sixty cards on the table, some in long sequences."""
    assert room.staged
    yield Shot("tv-sixty", room.tv())
    yield Shot("plain-sixty", room.screen(f"/plain/{room.staged.code}"))
    yield Shot("watch-sixty", room.watcher())


@scene(
    {NAMES[0]: "7S 7H 7D 7C 8S 8H JOK 8D 9S", **OTHERS},
    seen="6S 6H 6D | 4S 5S 6S2 | 4H 5H 6H2 | TS JS QS KS AS",
)
def many_places(room: Room) -> Iterator[Shot]:
    """A joker that fits everywhere."""
    ann = room.phone(NAMES[0])
    ann.press("draw")
    ann.pick("JOK")
    yield Shot("phone-many-places", ann)
    ann.tap(ann.bar.locator('[data-do="more"]'))
    yield Shot("phone-more-places", ann)


@scene(
    {"Ann": "7S 7D 9C KC QD 2C", "Ben": "8S 8D 8H AC", "Cid": "4C 4D 9S"},
    table="4H 5H 6H 7H | 2S 2D 2H",
    older="4H 5H 6H | 2S 2D 2H",
)
def on_turn(room: Room) -> Iterator[Shot]:
    """What opens over the table on one's turn."""
    ann = room.phone("Ann")
    yield Shot("phone-before-draw", ann)
    ann.press("draw")
    ann.lay("7S 7D 7H")
    ann.pick("KC")
    ann.new()
    yield Shot("phone-bench", ann)
    ann.pick("5H")
    go(ann, "menu")
    yield Shot("phone-menu", ann)
    ann.tap(ann.zone("menu").locator('[data-act="screen"]'))
    yield Shot("phone-settings", ann)
    close_dialog(ann)
    ann.choose("elsewhere")
    yield Shot("phone-elsewhere", ann)
    go(ann, "unpick")
    ann.choose("sort")
    yield Shot("phone-sort", ann)
    ann.tap(ann.bar.locator('[data-do="sorted"]'))
    ann.choose("cover")
    yield Shot("phone-covered", ann)
    ann.tap(ann.page.locator('[data-act="uncover"]'))
    ann.choose("rules")
    yield Shot("phone-rules", ann)
    close_panel(ann)
    ann.choose("move")
    yield Shot("phone-move", ann)


@scene(
    {"Ben": "8S 8D 8H AC", "Ann": "9C KC QD 2C", "Cid": "4C 4D 9S"},
    older="4H 5H 6H 7H | 2S 2D 2H",
    table="4H 5H 6H | 2S 2D 2H | 7S 7H 7D",
    stock="AS 3D TC TD JD",
)
def off_turn(room: Room) -> Iterator[Shot]:
    """What opens over the table while others play, and what they are asked."""
    ann, ben, tv = room.phone("Ann"), room.phone("Ben"), room.tv()
    room.phone("Cid")
    ann.tap(ann.offer("replay"))
    expect(ann.page.locator('[data-zone="replay"]')).to_be_visible()
    yield Shot("phone-replay", ann, brief=True)
    ann.settle()
    ann.tap(ann.offer("plan"))
    ann.pick("9C")
    yield Shot("phone-plan", ann)
    ann.tap(ann.bar.locator('[data-act="unpick"]'))
    ann.tap(ann.offer("plan"))
    ann.tap(ann.status.locator(".status-line"))
    yield Shot("phone-players", ann)
    ann.tap(ann.status.locator('[data-act="log"]'))
    expect(ann.page.locator(".log li").first).to_be_visible()
    yield Shot("phone-log", ann)
    close_panel(ann)
    ann.choose("table")
    yield Shot("phone-seats", ann)
    ann.tap(ann.page.locator('.panel [data-act="give-up"]'))
    yield Shot("phone-leave", ann)
    go(ann, "cancel")
    expect(ann.page.locator(".panel")).to_have_count(0)

    ben.press("draw")
    ben.press("draw")
    ben.press("draw")
    yield Shot("phone-third-card", ben)
    ben.tap(ben.page.locator('.ask [data-do="no"]'))
    ben.lay("8S 8D 8H")
    ben.press("knock")
    yield Shot("phone-knock", ben)
    yield Shot("tv-building", tv)


@scene(
    {"Ann": "8S 8H 8D 6S2 KD 2C", "Ben": "7H 3C 4D JS"},
    seen="3S 4S 5S 6S 7S 8S2 9S | KS KH KC",
    stock="QD 2H 4C",
)
def helped(room: Room) -> Iterator[Shot]:
    """A seat with the star."""
    ann = room.phone("Ann")
    ann.press("draw")
    ann.choose("table")
    ann.tap(ann.page.locator('.panel [data-act="star"]'))
    expect(ann.page.locator('.panel [data-act="star"]')).to_have_attribute("aria-checked", "true")
    close_panel(ann)
    ann.expect_says("Ready in your hand")
    yield Shot("phone-ready", ann)
    ann.tap(ann.bar.locator('[data-act="hints"]'))
    yield Shot("phone-hints", ann)
    ann.tap(ann.zone("menu").locator('[data-hint="2"]'))
    expect(ann.bar).to_contain_text("cards with a lamp", timeout=15_000)
    yield Shot("phone-hint", ann)


@scene({"Ann": "2S 3S 4S 2H 2D JOK KC", **OTHERS}, table="9S 9D 9C")
def arranged(room: Room) -> Iterator[Shot]:
    """Picked cards that were split into melds."""
    ann = room.phone("Ann")
    ann.press("draw")
    ann.pick("2S 3S 4S 2H 2D JOK")
    ann.choose("arrange")
    expect(ann.bar.locator('[data-act="arrange"]')).to_be_visible()
    yield Shot("phone-arranged", ann)


THREE: Final = {"Ann": "8H 9H KC 2H", "Ben": "9C 9D", "Cid": "3D JD2"}
TWO_MELDS: Final = "5H 6H 7H | 2S 2D 2C"


@scene(THREE, seen=TWO_MELDS)
def asked(room: Room) -> Iterator[Shot]:
    """Questions to the others, and letters for those who lost their phone."""
    ann, ben, cid = room.phone("Ann"), room.phone("Ben"), room.phone("Cid")
    for name in ("players", "table", "end", "sure"):
        go(ben, name)
    ann.expect_text("Ben")
    expect(ann.page.locator('.notices [data-act="agree"]')).to_be_visible()
    yield Shot("phone-asked", ann)
    yield Shot("phone-asking", ben)
    go(ann, "decline")
    expect(ann.page.locator('.notices [data-act="agree"]')).to_have_count(0)

    assert room.staged
    guest = room.guest()
    guest.page.goto(f"{guest.url}/t/{room.staged.code}")
    yield Shot("join-late", guest)
    guest.page.goto(f"{guest.url}/t/{room.staged.code}/back")
    yield Shot("back", guest)
    guest.page.get_by_role("button", name="Cid").tap()
    guest.expect_text("Asking for")
    yield Shot("back-waiting", guest)
    yield Shot("phone-own", cid)
    cid.page.close()
    expect(ann.page.locator('.notices [data-act="agree"]')).to_be_visible(timeout=20_000)  # until Cid is away
    yield Shot("phone-let-in", ann)


@scene(
    {"Ann": "8H 9H KC 2H", "Ben": "9C 9D"},
    seen="5H 6H 7H 8H2 | 2S 2D 2C | 9S 9H2 9D2",
    clock=(29, False),
)
def hurried(room: Room) -> Iterator[Shot]:
    """Little time is left."""
    ann, tv = room.phone("Ann"), room.tv()
    expect(ann.page.locator('[data-act="more-time"]')).to_be_visible()
    yield Shot("phone-little-time", ann, brief=True)
    yield Shot("tv-little-time", tv, brief=True)


@scene(THREE, alone=True, patience=0.5, seen=TWO_MELDS)
def away(room: Room) -> Iterator[Shot]:
    """Somebody has gone on their turn, and somebody comes late."""
    tv, ann, ben = room.tv(), room.phone("Ann"), room.phone("Ben")
    ann.press("draw")
    ann.page.close()
    ben.expect_text("Ann is away")
    yield Shot("phone-away", ben)
    yield Shot("tv-away", tv)
    go(ben, "hand")
    expect(tv.player("Ann")).to_have_class(re.compile("is-computer"))
    again = room.phone("Ann")
    again.expect_text("The computer is playing for you")
    yield Shot("phone-computer-plays", again)


@scene({"Ann": "8H 9H KC 2H", "Ben": "9C 9D"}, seen="5H 6H 7H")
def moved(room: Room) -> Iterator[Shot]:
    """A seat that has gone to another phone."""
    ann, other = room.phone("Ann"), room.guest()
    ann.choose("move")
    code = ann.page.locator("[data-code]").get_attribute("data-code") or ""
    other.page.goto(f"{other.url}/move")
    yield Shot("move", other)
    other.page.fill("#code", code)
    other.page.get_by_role("button", name="Play here").tap()
    other.expect_alive()
    ann.expect_text("You play on another phone now")
    yield Shot("moved", ann)
    other.page.goto(f"{other.url}/show")
    yield Shot("show", other)


@scene(THREE, seen=TWO_MELDS)
def offline(room: Room) -> Iterator[Shot]:
    """The server cannot be reached."""
    with Proxy(room.server.port) as network:
        ann, tv = room.phone("Ann", url=network.url), room.tv(url=network.url)
        assert room.staged
        plain = room.screen(f"/plain/{room.staged.code}", url=network.url)
        expect(plain.page.locator(".table .card")).to_have_count(6)
        with ann.while_the_server_is_away(), tv.while_the_server_is_away(), plain.while_the_server_is_away():
            network.cut()
            for device in (ann, tv):
                expect(device.page.locator("#connection")).to_be_visible()
            expect(plain.page.locator("#lost")).to_be_visible()
            yield Shot("phone-offline", ann)
            yield Shot("tv-offline", tv)
            yield Shot("plain-offline", plain)
            network.mend()
            expect(ann.page.locator("#connection")).to_be_hidden()


@scene({"Ann": "8H 9H KC 2H", "Ben": "9C 9D"})
def late(room: Room) -> Iterator[Shot]:
    """Somebody comes when the cards are dealt already."""
    assert room.staged
    ann, eva = room.phone("Ann"), room.guest()
    eva.sit_down(f"{eva.url}/t/{room.staged.code}", "Eva")
    eva.expect_text("You play in the next round")
    ann.expect_text("Eva came late")
    yield Shot("late", eva)
    yield Shot("phone-late", ann)
    yield Shot("watch", room.watcher())
    yield Shot("plain-play", room.screen(f"/plain/{room.staged.code}"))


# --- afterwards -----------------------------------------------------------------------------------------------------


@scene({"Ann": "2S AD 5C 6C", "Ben": "3C", "Cid": "KC QD 4D"}, quick=True, table="5H 6H 7H | 9S 9H 9D", stock="7C 2D")
def undercut(room: Room) -> Iterator[Shot]:
    """A round is over."""
    tv, ann = room.tv(), room.phone("Ann")
    ann.press("draw")
    ann.lay("5C 6C 7C")
    ann.knock()
    for device in (tv, ann):
        expect(device.page.locator(".score-verdict")).to_be_visible()
    yield Shot("phone-score", ann)
    yield Shot("tv-score", tv)


@scene(
    {NAMES[0]: "8S 8H 8D 2C", NAMES[1]: "KD 4D", **dict(zip(NAMES[2:], ("QC JC", "3S2 4S2", "9C TC2"), strict=True))},
    seen="KS KH KC | 4H 5H 6H",
    stock="9D TC 3S AC",
)
def missed(room: Room) -> Iterator[Shot]:
    """What had been possible, after a round of five with long names."""
    ann, ben, tv = room.phone(NAMES[0]), room.phone(NAMES[1]), room.tv()
    miss_a_play(ann)
    ben.press("draw")
    ben.pick("KD")
    ben.put("KS KH KD KC")
    ben.knock()
    expect(ann.page.locator(".review-line")).to_contain_text("had a better play", timeout=15_000)
    for details in ann.page.locator("details").all():
        details.locator("summary").tap()
    yield Shot("phone-score-five", ann)
    yield Shot("tv-score-five", tv)
    assert room.staged
    yield Shot("plain-score-five", room.screen(f"/plain/{room.staged.code}"))
    yield Shot("watch-score", room.watcher())
    go(ann, "review")
    expect(ann.page.locator(".review-table")).to_be_visible()
    yield Shot("phone-review", ann)
    close_panel(ann)
    go(ann, "table")
    yield Shot("phone-seats-after", ann)


@scene(
    {"Ann": "9C 9D 8H", "Ben": "KH2 QH", "Cid": "JH 4C"},
    seen="5H 6H 7H | KS KD KC",
    stock="9S 2C",
    options=(("target", 50),),
)
def finished(room: Room) -> Iterator[Shot]:
    """A game is over."""
    tv, ann = room.tv(), room.phone("Ann")
    ann.press("draw")
    ann.lay("9S 9D 9C")
    ann.pick("8H")
    ann.put("5H 6H 7H 8H")
    ann.press("done")
    for device in (tv, ann):
        device.expect_text("Ann wins the game")
    yield Shot("phone-end", ann)
    yield Shot("tv-end", tv)
    go(ann, "replay")
    expect(ann.page.locator(".replay")).to_be_visible()
    yield Shot("phone-replay-game", ann)
    close_panel(ann)
    ann.page.goto(f"{ann.url}/t")
    yield Shot("my-old-tables", ann)


@scene(
    {"Ann": "9C 9D 8H", "Ben": "KH2 QH", NAMES[0]: "JH 4C"},
    seen="5H 6H 7H | KS KD KC",
    stock="9S 2C",
    options=(("target", 50),),
)
def stood_in(room: Room) -> Iterator[Shot]:
    """The computer plays for somebody, in a round and after the game."""
    ann, other = room.phone("Ann"), room.phone(NAMES[0])
    other.choose("table")
    for name in ("pause", "sure"):
        other.tap(other.page.locator(f'.panel [data-act="{name}"]'))
    yield Shot("phone-stood-in", other)
    ann.press("draw")
    ann.lay("9S 9D 9C")
    ann.pick("8H")
    ann.put("5H 6H 7H 8H")
    ann.press("done")
    other.expect_text("Ann wins the game")
    yield Shot("phone-end-stood-in", other)
    go(ann, "lobby")
    expect(other.zone("lobby")).to_be_visible()
    yield Shot("lobby-stood-in", other)


@scene(
    {"Ann": "5S AC", "Ben": "TC TD TH QS QD QH 2H 3H 4H2 5H2 6H2 7D 8D 9H", "Cid": "AD", "Dora": "KC", "Eva": "KD"},
    seen="2S 3S 4S",
    stock="6S 9H2 9D",
    turn="Ann",
)
def showdown(room: Room) -> Iterator[Shot]:
    """Hands are opened."""
    room.with_motion = True
    ann, tv, watcher = room.phone("Ann"), room.tv(), room.watcher()
    ann.press("draw")
    ann.pick("5S 6S")
    ann.put("2S 3S 4S 5S 6S")
    ann.knock()
    expect(ann.page.locator(".curtain-title")).to_be_visible()
    yield Shot("phone-curtain", ann, brief=True)
    yield Shot("watch-curtain", watcher, brief=True)
    yield Shot("tv-showdown", tv, brief=True)


WIDE: Final = (
    "5S AC",
    "2H 2D 2C 3H 3D 3C2 4H 4D 4C 5H 5D AH",
    "KC KD JH",
    "KC2 KD2 JH2 9D2",
)
"""Hands to go with names that are hard to fit: who holds a lot has two digits to show."""


@scene(dict(zip(HARD_NAMES, WIDE, strict=True)), alone=True, patience=0.5, table="2S 3S 4S | 5C 6C 7C")
def wide_away(room: Room) -> Iterator[Shot]:
    """Somebody with a name that is hard to fit is waited for."""
    ben = room.phone(HARD_NAMES[3])
    ben.expect_text("is away")
    yield Shot("phone-wide-away", ben)


@scene(
    dict(zip(HARD_NAMES, WIDE, strict=True)),
    table="2S 3S 4S | 5C 6C 7C",
    older="2S 3S 4S | 5C 6C 7C",
    stock="6S 9H2 9D",
    alone=True,
    patience=3600,
)
def wide_names(room: Room) -> Iterator[Shot]:
    """Numbers beside names that are hard to fit, in a round and after it."""
    assert room.staged
    code = room.staged.code
    ben, tv, watcher, plain = room.phone(HARD_NAMES[3]), room.tv(), room.watcher(), room.screen(f"/plain/{code}")
    ben.expect_text("Waiting for")
    yield Shot("phone-wide", ben)
    yield Shot("tv-wide", tv)
    yield Shot("plain-wide", plain)
    plain.page.close()  # it would open the hands in its own time
    yield Shot("watch-wide", watcher)
    ben.tap(ben.status.locator(".status-line"))
    yield Shot("phone-wide-players", ben)
    close_dialog(ben)
    ann = room.phone(HARD_NAMES[0])
    ann.press("draw")
    ann.pick("5S 6S")
    ann.put("2S 3S 4S 5S 6S")
    ann.knock()
    for device in (ben, tv, watcher):
        expect(device.page.locator(".score-verdict")).to_be_visible()
    yield Shot("phone-wide-score", ben)
    yield Shot("tv-wide-score", tv)
    yield Shot("plain-wide-score", room.screen(f"/plain/{code}"))


# --- pages beside the game ------------------------------------------------------------------------------------------


@scene({"Ann": "8H", "Ben": "9C"}, table="5H 6H 7H")
def lost(room: Room) -> Iterator[Shot]:
    """Addresses that lead nowhere, and screens that ask which table they are to show."""
    guest = room.guest()
    for name, path in (
        ("lost-page", "/nothing/here"),
        ("lost-seat", "/seat/nobody-has-this-key"),
        ("lost-table", "/t/XXXX"),
        ("lost-watch", "/watch/XXXX"),
        ("choose", "/t"),
        ("show-nobody", "/show"),
    ):
        guest.page.goto(guest.url + path)
        yield Shot(name, guest)
    yield Shot("tv-choose", room.screen("/tv"))
    yield Shot("tv-unknown", room.screen("/tv/XXXX"))
    yield Shot("plain-choose", room.screen("/plain"))
