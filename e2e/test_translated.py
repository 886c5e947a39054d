"""A page that the browser translates says the same as a fresh one, whatever has changed since."""

from playwright.sync_api import Page, expect

from e2e.room import Room, position

TRANSLATE = """
addEventListener("drawn", () => {
  const translate = () => {
    watcher.disconnect();
    const walker = document.createTreeWalker(document.getElementById("app"), NodeFilter.SHOW_TEXT);
    const texts = [];
    while (walker.nextNode()) texts.push(walker.currentNode);
    for (const text of texts) {
      if (!text.data.trim() || text.parentNode.closest("font,[translate=no]")) continue;
      const outer = document.createElement("font");
      outer.append(document.createElement("font"));
      outer.firstChild.textContent = text.data;
      text.replaceWith(outer);
      window.translated = (window.translated || 0) + 1;
    }
    watcher.observe(document.getElementById("app"), { subtree: true, childList: true, characterData: true });
  };
  const watcher = new MutationObserver(translate);
  translate();
});
"""


SAYS = """(words) => {
  const lines = document.getElementById("app").innerText.split("\\n").map((line) => line.trim()).filter(Boolean);
  return JSON.stringify(lines) === JSON.stringify(words);
}"""


def words(page: Page) -> list[str]:
    """Give all that can be read in the order in which it stands."""
    text = page.locator("#app").inner_text()
    return [line.strip() for line in text.splitlines() if line.strip()]


@position(Ann="8H 9S KC 2H", Ben="9H 9D", Cid="TH JD2", table="5H 6H 7H | 2S 2D 2C", stock="QS 3C 4C 5C 6C")
def test_after_three_turns_a_translated_page_says_what_a_fresh_one_says(room: Room) -> None:
    """S53."""
    ann, tv, watcher = room.guest(), room.guest((1280, 720)), room.guest()
    assert room.staged
    code = room.staged.code
    paths = {ann: room.seat("Ann"), tv: f"/tv/{code}", watcher: f"/watch/{code}"}
    for device, path in paths.items():
        device.page.add_init_script(TRANSLATE)
        device.open(path)
    ben, cid = room.phone("Ben"), room.phone("Cid")
    pile = "5H 6H 7H"
    for phone, card in ((ann, "8H"), (ben, "9H"), (cid, "TH")):
        phone.expect_my_turn()
        phone.press("draw")
        phone.pick(card)
        pile = f"{pile} {card}"
        phone.put(pile)
        phone.press("done")
    ann.expect_my_turn()
    ann.settle()
    for device, path in paths.items():
        fresh = room.guest((1280, 720) if device is tv else (390, 664))
        fresh.open(path)
        assert device.page.evaluate("window.translated") > 5
        expect(device.page.locator("font font").first).to_be_attached()
        assert device.page.locator("[data-card] font").count() == 0, "a rank is no word"
        # What a fresh page shows for a moment only, such as the call to the turn, goes by itself.
        fresh.page.wait_for_function(SAYS, arg=words(device.page))
