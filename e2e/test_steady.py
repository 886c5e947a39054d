"""What a finger, a keyboard and a page that is loaded anew leave as it was."""

from playwright.sync_api import expect

from e2e.devices import SMALL_PHONE
from e2e.room import Room, position
from e2e.turns import FOUND, POSITION

AT_ONCE = """
async (key) => {
  const { isSettled } = await import("/static/wire.js");
  const find = () => document.querySelector(`.chips [data-key$=":${key}"]`);
  const tap = (el) => {
    const { left, top } = el.getBoundingClientRect();
    for (const name of ["pointerdown", "pointerup"]) {
      el.dispatchEvent(new PointerEvent(name, { bubbles: true, isPrimary: true, clientX: left + 9, clientY: top + 9 }));
    }
  };
  window.cameBack = [];
  let isGone = false;
  new MutationObserver(() => {
    if (!find()) isGone = true;
    else if (isGone) {
      isGone = false;
      requestAnimationFrame(() => {
        tap(find());
        window.cameBack.push(isSettled("place-bar", find()));
      });
    }
  }).observe(document.querySelector(".place-bar"), { childList: true, subtree: true });
}
"""
LEAKS = """
() => {
  const scrolls = (el) => /auto|scroll/.test(getComputedStyle(el).overflowY);
  const isHeld = (el) => getComputedStyle(el).overscrollBehaviorY !== "auto";
  const all = [...document.querySelectorAll("#app *")].filter(scrolls);
  const loose = [document.documentElement, document.body, ...all].filter((el) => !isHeld(el));
  return loose.map((el) => el.className || el.tagName);
}
"""
ENTER = """
(el, [keyCode, isComposing]) => el.dispatchEvent(
  new KeyboardEvent("keydown", { key: "Enter", keyCode, isComposing, bubbles: true, cancelable: true }))
"""


@position(**POSITION)
def test_what_vanishes_and_comes_back_under_the_finger_is_not_tapped(room: Room) -> None:
    """S60."""
    ann = room.phone("Ann")
    ann.press("draw")
    ann.pick("8H")
    expect(ann.chip("5H 6H 7H 8H")).to_be_visible()
    ann.settle()
    ann.page.evaluate(AT_ONCE, "5H 6H 7H 8H")
    ann.pick("8H")
    expect(ann.chip("5H 6H 7H 8H")).to_be_hidden()
    ann.pause(300)  # the same card tapped twice within a moment counts once
    ann.pick("8H")
    ann.page.wait_for_function("window.cameBack.length")
    assert ann.page.evaluate("window.cameBack") == [False]
    ann.settle()
    ann.expect_table(FOUND)
    ann.put("5H 6H 7H 8H")
    ann.expect_table("5H 6H 7H 8H | 2S 2D 2C")


@position(**POSITION)
def test_a_page_cannot_be_pulled_down_and_loaded_anew_it_keeps_what_is_picked(room: Room) -> None:
    """S59."""
    ann = room.phone("Ann", SMALL_PHONE)
    ann.press("draw")
    ann.pick("9H 5H 8H")
    assert ann.page.evaluate(LEAKS) == []
    ann.tap(ann.bar.locator('[data-act="menu"]'))
    assert ann.page.evaluate(LEAKS) == []
    ann.reload()
    ann.expect_picked("9H 5H 8H")
    assert ann.page.evaluate("Object.values(sessionStorage).join()").count("8H") == 0
    # Not on somebody else's seat in the same tab, and not in another turn.
    ann.open(room.seat("Ben"))
    ann.expect_picked("")
    ann.open(room.seat("Ann"))
    ann.expect_picked("")
    ann.page.evaluate("""sessionStorage.setItem(
      "manipulation-picked", JSON.stringify({ turn: "another", cards: ["8H"], at: Date.now() }))""")
    ann.page.add_init_script("window.addEventListener('pagehide', (event) => event.stopImmediatePropagation(), true)")
    ann.reload()
    ann.settle()
    ann.expect_picked("")


@position(**POSITION)
def test_enter_that_ends_a_composition_ends_nothing_else(room: Room) -> None:
    """S57."""
    ann = room.phone("Ann")
    ann.tap(ann.page.locator('[data-act="players"]'))
    ann.tap(ann.page.locator('dialog [data-act="table"]'))
    ann.tap(ann.page.locator('.panel [data-act="rename"]'))
    field = ann.page.locator(".panel input")
    field.fill("アン")
    for composing in (True, False):
        field.evaluate(ENTER, [229, composing])
        expect(field).to_be_visible()
    ann.pause(300)
    expect(field).to_be_visible()
    field.evaluate(ENTER, [13, False])
    expect(field).to_have_count(0)
    # On a page without a socket a browser sends its form only after a key that nobody has stopped.
    guest = room.guest()
    guest.page.goto(guest.url + "/t")
    code = guest.page.locator("#code")
    assert not code.evaluate(ENTER, [229, False])
    assert code.evaluate(ENTER, [13, False])
