"""A turn without a finger: by keyboard, and by what a voice reads from the screen."""

import re

from playwright.sync_api import expect

from e2e.devices import Phone
from e2e.room import Room, position

STOPS = 30
"""With so many tabs one has been everywhere."""
FOCUSED = "() => { const { act, card } = document.activeElement.dataset; return act || card || ''; }"


def go_to(phone: Phone, what: str) -> None:
    """Press Tab until a button or the cards of a zone have the focus, then arrows up to a card."""
    phone.settle()
    is_card = what[0].isdigit()
    zone = f'[data-zone="{"hand" if is_card else "play"}"]'
    for _ in range(STOPS):
        now = phone.page.evaluate(FOCUSED)
        if now == what:
            return
        in_zone = is_card and phone.page.locator(f"{zone} :focus").count()
        phone.page.keyboard.press("ArrowRight" if in_zone else "Tab")
    raise AssertionError(f"{what} cannot be reached")


def strike(phone: Phone, what: str) -> None:
    """Go somewhere and press Enter, once nothing rests any more."""
    go_to(phone, what)
    phone.settle()
    phone.page.keyboard.press("Enter")


HEARD = """
window.heard = { said: [], refusals: [] };
addEventListener("DOMContentLoaded", () => {
  for (const [id, texts] of Object.entries(window.heard)) {
    const region = document.getElementById(id);
    const note = () => region.textContent && texts.push(region.textContent);
    new MutationObserver(note).observe(region, { childList: true });
  }
});
"""


@position(Ann="7H KC 2D", Ben="9C 9D 3H", table="4H 5H 6H", stock="KD 4D", turn="Ann")
def test_a_voice_says_what_went_where_and_says_a_refusal_every_time(room: Room) -> None:
    """S56."""
    ann = room.guest()
    ann.page.add_init_script(HEARD)
    ann.open(room.seat("Ann"))
    ann.press("draw")
    for times in (1, 2, 3):
        ann.ask_why("undo")
        ann.page.wait_for_function(f"heard.refusals.length === {times}")
    assert len(set(ann.page.evaluate("heard.refusals"))) == 1
    ann.pick("7H")
    ann.put("4H 5H 6H 7H")
    put = "seven of hearts put to the sequence four to six of hearts."
    for text in (put, f"Undone: {put}", put):
        ann.page.wait_for_function("(text) => heard.said.some((said) => said.includes(text))", arg=text)
        ann.page.evaluate("heard.said.length = 0")
        if not text.startswith("Undone"):
            ann.press("undo")
        else:
            ann.choose("redo")


@position(Ann="8S 8H 8D KC 2H", Ben="9C 9D 3H", table="5H 6H 7H", older="5H 6H 7H", stock="KD 4D", turn="Ann")
def test_a_turn_is_played_by_keyboard_and_heard(room: Room) -> None:
    ann, ben = room.phone("Ann"), room.phone("Ben")
    expect(ann.card("6H")).to_have_accessible_name("six of hearts, in a sequence of 3")
    strike(ann, "draw")
    ann.expect_stock(1)
    heard = ann.page.get_by_role("status")
    expect(heard.filter(has_text="You drew: king of diamonds.")).to_have_count(1)
    for card in ("8S", "8H", "8D"):
        strike(ann, card)
    ann.expect_picked("8S 8H 8D")
    strike(ann, "new")
    ann.expect_table("5H 6H 7H | 8S 8H 8D")
    expect(ann.card("8S")).to_have_accessible_name(re.compile("in a group of 3$"))
    expect(ann.hand.locator(":focus")).to_have_count(1)
    strike(ann, "done")
    ben.expect_my_turn()
    expect(ben.page.get_by_role("status").filter(has_text="Ann laid 3 cards, 3 left.")).to_have_count(1)
    expect(ben.page.locator("body")).not_to_contain_text("You drew")
