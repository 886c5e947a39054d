"""What a phone lets be heard and felt, and how one tap silences it."""

from typing import Final

from e2e.devices import Phone
from e2e.room import Room, position

# An instrument that writes down what it is told to play, and a motor that writes down how it is to tremble.
LISTEN: Final = """
window.heard = [];
window.felt = 0;
const nothing = new Proxy({}, { get: () => () => {} });
window.AudioContext = class {
  state = "running";
  currentTime = 0;
  createGain() { return { gain: nothing, connect: () => {} }; }
  createOscillator() {
    const frequency = { set value(hertz) { window.heard.push(hertz); } };
    return { frequency, connect: (next) => next, start() {}, stop() {} };
  }
};
navigator.vibrate = () => { window.felt += 1; return true; };
"""
TURN, DRAW, LAY, NO, KNOCK, END = [659, 880], [587], [880, 988, 1175], [220, 185], [95, 140, 95, 140], [659, 523, 392]


def listening(room: Room, name: str) -> Phone:
    """Give the phone of somebody, and listen to it from the first touch on."""
    phone = room.guest()
    phone.page.add_init_script(LISTEN)
    phone.open(room.seat(name))
    phone.settle()
    phone.tap(phone.status.locator('[data-act="players"]'))
    phone.tap(phone.status.locator('[data-do="close"]'))
    return phone


def expect_heard(phone: Phone, notes: list[int]) -> None:
    """Wait for a sound that has not been asked for yet."""
    phone.page.wait_for_function("(notes) => String(heard.slice(0, notes.length)) === String(notes)", arg=notes)
    phone.page.evaluate("(count) => void heard.splice(0, count)", len(notes))


@position(Ann="8S 8H 8D KC QC 2H", Ben="9C 9D 3H", table="5H 6H 7H", older="5H 6H 7H", stock="KD 4D", turn="Ann")
def test_what_one_does_can_be_heard_and_felt_until_one_tap_silences_it(room: Room) -> None:
    ann, ben = listening(room, "Ann"), listening(room, "Ben")
    ann.press("draw")
    expect_heard(ann, DRAW)
    ann.pick("KC")
    ann.new()
    ann.press("done")
    ann.expect_says("At least three cards")
    expect_heard(ann, NO)
    ann.press("undo")
    ann.tap(ann.bar.locator('[data-act="unpick"]'))
    ann.lay("8S 8H 8D")
    ann.press("done")
    expect_heard(ann, LAY)
    assert ann.page.evaluate("felt") >= 3
    expect_heard(ben, TURN)
    assert not ben.page.evaluate("heard.length"), "what others do, the big screen lets be heard"
    ben.choose("quiet")
    felt = ben.page.evaluate("felt")
    ben.press("draw")
    ben.expect_stock(0)
    ben.press("done")
    expect_heard(ann, TURN)
    assert ben.page.evaluate("heard.length") == 0
    assert ben.page.evaluate("felt") == felt
    ben.choose("quiet")
    ben.settle()
    ben.ask_why("draw")
    expect_heard(ben, NO)


@position(Ann="8H AC", Ben="9C 9D 3H", table="5H 6H 7H", stock="2C 4D 4C", turn="Ann")
def test_everybody_hears_a_knock(room: Room) -> None:
    ann, ben = listening(room, "Ann"), listening(room, "Ben")
    ann.press("draw")
    ann.pick("8H")
    ann.put("5H 6H 7H 8H")
    ann.knock()
    for phone in (ann, ben):
        phone.expect_text("knocked")
        phone.page.wait_for_function("(notes) => String(heard).includes(String(notes))", arg=KNOCK)


@position(Ann="8H", Ben="9C 9D 3H", table="5H 6H 7H", stock="9H 4D", turn="Ann")
def test_everybody_hears_the_end_of_a_round(room: Room) -> None:
    ann, ben = listening(room, "Ann"), listening(room, "Ben")
    ann.press("draw")
    ann.pick("8H 9H")
    ann.put("5H 6H 7H 8H 9H")
    ann.press("done")
    for phone in (ann, ben):
        phone.expect_text("laid the last card")
        phone.page.wait_for_function("(notes) => String(heard).includes(String(notes))", arg=END)
