"""What happened: the last turn shown again, the log, the game turn by turn, and as a file."""

import json
import re

from playwright.sync_api import expect

from e2e.devices import SMALL_PHONE
from e2e.room import Room, position


@position(Ann="7S 7D 9C KC QD", Ben="2C 3D 9H", Cid="4C 4D 9S", table="4H 5H 6H 7H | 2S 2D 2H", turn="Ann")
def test_everybody_can_see_the_last_turn_again(room: Room) -> None:
    ann, cid, tv = room.phone("Ann"), room.phone("Cid"), room.tv()
    ann.press("draw")
    ann.lay("7S 7D 7H")
    ann.press("done")
    cid.expect_table("4H 5H 6H | 2S 2H 2D | 7S 7H 7D")
    expect(tv.card("7H")).to_have_class(re.compile("moved"))
    cid.tap(cid.offer("replay"))
    note = cid.zone("replay")
    expect(tv.page.locator(".tvt-caption")).to_have_text("Once more: the last turn")
    expect(note).to_contain_text(re.compile("Ann: laid 7 ?7, moved 7"))
    expect(cid.card("7S")).to_have_count(0)  # the table before the turn
    expect(cid.card("7H")).to_have_attribute("data-mark", "moved")
    expect(cid.card("7S")).to_have_attribute("data-mark", "added")
    cid.tap(note.locator("button"))
    expect(note).to_have_count(0)
    cid.expect_table("4H 5H 6H | 2S 2H 2D | 7S 7H 7D")
    tv.expect_news("Ann laid 2 cards, 4 left.")


@position(Ann="7S 7D 9C", Ben="8S 8D 8H", table="4H 5H 6H 7H", stock="QH KD 2C", turn="Ann")
def test_whoever_builds_next_ends_the_replay_and_loses_nothing(room: Room) -> None:
    ann, ben = room.phone("Ann"), room.phone("Ben")
    ann.press("draw")
    ann.lay("7S 7D 7H")
    ann.press("done")
    ben.expect_my_turn()
    ben.press("draw")
    ben.lay("8S 8D 8H")
    ben.expect_ready("draw", "undo", "done")
    ben.choose("replay")
    expect(ben.zone("replay")).to_be_visible()
    ben.tap(ben.card("5H"))
    expect(ben.zone("replay")).to_have_count(0)
    ben.expect_picked("")
    ben.expect_table("4H 5H 6H | 7S 7H 7D | 8S 8H 8D")


@position(Ann="7S 7D KC", Ben="2C 3D 9H", table="4H 5H 6H 7H", turn="Ann")
def test_the_log_tells_turns_in_words_and_no_drawn_card(room: Room) -> None:
    ann, ben = room.phone("Ann"), room.phone("Ben")
    ann.press("draw")
    ann.lay("7S 7D 7H")
    ann.press("done")
    ben.expect_my_turn()
    ben.tap(ben.status.locator('[data-act="players"]'))
    ben.tap(ben.status.locator('[data-act="log"]'))
    log = ben.page.locator(".log li")
    expect(log.first).to_have_text(re.compile("Ann: drew a card, laid 7 ?7, moved 7"))
    expect(log).to_have_count(2)


@position(Ann="7S 7D KC", Ben="2C 3D 9H", table="4H 5H 6H 7H", turn="Ann")
def test_cards_glide_from_zone_to_zone_by_transforms_alone(room: Room) -> None:
    room.with_motion = True
    ann = room.phone("Ann")
    ann.page.evaluate("""() => {
      window.motions = [];
      const animate = Element.prototype.animate;
      Element.prototype.animate = function (frames, options) {
        const zone = this.closest("[data-zone]");
        window.motions.push([zone && zone.dataset.zone, frames.flatMap((frame) => Object.keys(frame))]);
        return animate.call(this, frames, options);
      };
    }""")
    ann.press("draw")
    expect(ann.hand.locator("[data-card]")).to_have_count(4)
    ann.lay("7S 7D 7H")
    expect(ann.hand.locator("[data-card]")).to_have_count(2)
    motions = ann.page.evaluate("window.motions")
    assert {zone for zone, _ in motions} == {"hand", "table"}
    assert {name for _, names in motions for name in names} <= {"transform", "opacity"}
    ann.settle()
    expect(ann.page.locator(".play [inert]")).to_have_count(0)  # nothing flies any more


@position(
    Ann="5S AC",
    Ben="TC TD TH QS QD QH",
    table="2S 3S 4S",
    stock="6S 9H 9D",
    turn="Ann",
    options=(("target", 50),),
)
def test_a_finished_game_can_be_looked_at_and_kept(room: Room) -> None:
    ann, ben = room.phone("Ann"), room.phone("Ben", SMALL_PHONE)
    assert room.staged
    files = [f"{ann.url}/t/{room.staged.code}/game-1.{kind}" for kind in ("txt", "json")]
    assert [ann.page.request.get(file).status for file in files] == [404, 404]
    ann.press("draw")
    ann.pick("5S 6S")
    ann.put("2S 3S 4S 5S 6S")
    ann.knock()
    ben.expect_text("Ann wins the game")
    text, form = (ann.page.request.get(file) for file in files)
    assert "Ann lays 5S 6S." in text.text()
    assert "The game is won by Ann." in text.text()
    assert json.loads(form.text())["events"][-1]["event"] == "Won"
    expect(ben.page.locator('[data-act="keep-txt"]')).to_be_visible()
    ben.page.locator('[data-act="replay"]').tap()
    replay = ben.page.locator(".replay")
    expect(replay).to_contain_text("Ben dealt the cards.")
    hands = replay.locator(".replay-hands li")
    expect(hands.locator("b").filter(visible=True).first).to_have_text("Ann")
    expect(replay.locator(".on-turn")).to_have_count(0)
    replay.locator('[data-act="replay-last"]').tap()
    expect(replay).to_contain_text(re.compile("Ann: drew a card, laid 5 ?6, knocked"))
    expect(replay.locator(".replay-title")).to_be_in_viewport()
    expect(replay.locator(".tvt-card.added")).to_have_count(2)
    expect(replay.locator(".on-turn > b")).to_have_text("Ann")
    expect(hands.nth(0).get_by_role("img")).to_have_accessible_name("ace of clubs")
