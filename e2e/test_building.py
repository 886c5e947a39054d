"""Building: what is picked goes where it is put, everybody sees it happen, and nothing of it is final before Done."""

import pytest
from playwright.sync_api import expect

from e2e.devices import PHONE, SMALL_PHONE, Phone
from e2e.room import Room, position

OTHERS = {"Ben": "9H 9C2 4D2", "Cid": "3D JD2 QC2"}


def begin(room: Room, name: str = "Ann") -> Phone:
    """Sit down at the staged table and draw a card; the turn has begun then."""
    phone = room.phone(name)
    phone.press("draw")
    expect(phone.status).to_contain_text("Your turn")
    phone.expect_ready("draw")
    return phone


# --- live on the TV -------------------------------------------------------------------------------------------------


@position(Ann="7S 7D 8H KC", **OTHERS, table="4H 5H 6H 7H | 2S 2D 2C", stock="QS 3C 4C")
def test_the_tv_sees_building_live_and_cards_from_hand_only_when_it_is_done(room: Room) -> None:
    tv = room.tv()
    ann = begin(room)
    tv.expect_headline("Ann drew a card")
    tv.expect_table("4H 5H 6H 7H | 2S 2D 2C")

    ann.pick("7S 7D 7H")
    ann.new()
    ann.expect_table("4H 5H 6H | 2S 2D 2C | 7S 7H 7D")
    tv.expect_table("4H 5H 6H | 2S 2D 2C | 7H ? ?")
    tv.expect_headline("Ann is building")
    tv.expect_headline("+2")

    ann.press("undo")
    ann.expect_table("4H 5H 6H 7H | 2S 2D 2C")
    ann.expect_picked("7S 7D 7H")
    tv.expect_table("4H 5H 6H 7H | 2S 2D 2C")
    ann.choose("redo")
    tv.expect_table("4H 5H 6H | 2S 2D 2C | 7H ? ?")
    ann.choose("over")
    tv.expect_table("4H 5H 6H 7H | 2S 2D 2C")
    ann.expect_hand("7S 7D 8H KC QS")

    ann.press("undo")  # starting over can be taken back
    tv.expect_table("4H 5H 6H | 2S 2D 2C | 7H ? ?")
    ann.press("done")
    ann.expect_turn_of("Ben")
    tv.expect_table("4H 5H 6H | 2S 2D 2C | 7S 7H 7D")
    tv.expect_headline("Ben")
    tv.expect_news("Ann laid 2 cards, 3 left.")
    tv.expect_cards("Ann", 3)


@position(
    Ann="7S 7D 8H KC", **OTHERS, table="4H 5H 6H 7H | 2S 2D 2C", stock="QS 3C 4C", options=(("table_cards", "as_laid"),)
)
def test_a_house_may_let_everybody_see_cards_as_they_are_laid(room: Room) -> None:
    tv = room.tv()
    ann = begin(room)
    ann.pick("7S 7D 7H")
    ann.new()
    tv.expect_table("4H 5H 6H | 2S 2D 2C | 7S 7H 7D")
    ann.press("undo")
    tv.expect_table("4H 5H 6H 7H | 2S 2D 2C")


@position(Ann="8H 9H KC", **OTHERS, table="5H 6H 7H | 2S 2D 2C", stock="QS 3C 4C")
def test_six_steps_are_taken_back_one_by_one(room: Room) -> None:
    ann = begin(room)
    ann.pick("8H")
    ann.put("5H 6H 7H 8H")
    ann.pick("9H")
    ann.put("5H 6H 7H 8H 9H")
    ann.expect_table("5H 6H 7H 8H 9H | 2S 2D 2C")
    ann.press("undo")
    ann.expect_table("5H 6H 7H 8H | 2S 2D 2C")
    ann.expect_picked("9H")
    ann.press("undo")
    ann.expect_table("5H 6H 7H | 2S 2D 2C")
    ann.expect_picked("8H")
    ann.expect_ready("draw")


# --- what it costs --------------------------------------------------------------------------------------------------


@position(Ann="8H KC 2H", **OTHERS, table="5H 6H 7H | 2S 2D 2C", stock="QS 3C 4C")
def test_laying_one_card_takes_two_taps(room: Room) -> None:
    ann = begin(room)
    with ann.expect_taps(2):
        ann.pick("8H")
        ann.put("5H 6H 7H 8H")
    ann.expect_table("5H 6H 7H 8H | 2S 2D 2C")
    ann.expect_picked("")
    ann.expect_ready("draw", "undo", "done")


@position(Ann="KS KD KC 2H", **OTHERS, table="5H 6H 7H", stock="QS 3C 4C")
def test_a_new_meld_of_three_takes_four_taps(room: Room) -> None:
    ann = begin(room)
    with ann.expect_taps(4):
        ann.pick("KS KD KC")
        ann.new()
    ann.expect_table("5H 6H 7H | KS KD KC")


@position(Ann="7S 7D KC", **OTHERS, table="4H 5H 6H 7H | 2S 2D 2C", stock="QS 3C 4C")
def test_taking_the_end_of_a_sequence_for_a_group_takes_four_taps(room: Room) -> None:
    ann = begin(room)
    with ann.expect_taps(4):
        ann.pick("7S 7D 7H")
        ann.new()
    ann.expect_table("4H 5H 6H | 2S 2D 2C | 7S 7H 7D")


@position(Ann="6S2 KC", **OTHERS, table="3S 4S 5S 6S 7S 8S 9S | 2H 2D 2C", stock="QS 3C 4C")
def test_a_second_six_in_a_long_sequence_takes_two_taps(room: Room) -> None:
    ann = begin(room)
    with ann.expect_taps(2):
        ann.pick("6S2")
        ann.put("3S 4S 5S 6S2|6S 7S 8S 9S")
    ann.expect_table("3S 4S 5S 6S2 | 2H 2D 2C | 6S 7S 8S 9S")


@position(Ann="6H 9C 9D KC", **OTHERS, table="5H JOK=6H 7H | 2S 2D 2C", stock="QS 3C 4C")
def test_swapping_a_joker_and_using_it_takes_five_taps(room: Room) -> None:
    ann = begin(room)
    with ann.expect_taps(5):
        ann.pick("6H")
        ann.put("5H 6H 7H")
        ann.expect_picked("JOK")  # a freed joker lies ready
        ann.pick("9C 9D")
        ann.put("JOK=9S 9D 9C")
    ann.expect_table("5H 6H 7H | 2S 2D 2C | JOK 9D 9C")
    ann.press("done")
    ann.expect_turn_of("Ben")


@position(Ann="8C KC", **OTHERS, table="5S 6S 7S 8S | 5H 6H 7H 8H | 5D 6D 7D 8D", stock="QS 3C 4C")
def test_three_sequences_become_four_groups_in_eight_taps(room: Room) -> None:
    ann = begin(room)
    with ann.expect_taps(8):
        for card in ("5S", "5H", "5D"):
            ann.hold(ann.card(card))
        ann.pick("8C")
        ann.choose("arrange")
        ann.choose("arrange")  # the next way
    ann.expect_table("5S 5H 5D | 6S 6H 6D | 7S 7H 7D | 8S 8H 8D 8C")
    ann.press("done")
    ann.expect_turn_of("Ben")


@position(Ann="8H KC", **OTHERS, table="5H 6H 7H", stock="QS 3C 4C")
def test_each_picked_card_of_a_meld_wears_the_ring(room: Room) -> None:
    ann = begin(room)
    ann.pick("5H 6H 7H")
    rings = [ann.card(name).evaluate("(el) => getComputedStyle(el).boxShadow") for name in ("5H", "6H", "7H")]
    assert "255, 207, 63" in rings[0]
    assert rings[1:] == rings[:2]


@pytest.mark.parametrize("size", [PHONE, SMALL_PHONE])
@position(Ann="2S 3S 4S 2H 2D JOK KC", **OTHERS, table="9S 9D 9C", stock="QS 3C 4C")
def test_after_arranging_the_next_way_is_one_tap_away(room: Room, size: tuple[int, int]) -> None:
    ann = room.phone("Ann", size)
    ann.press("draw")
    ann.pick("2S 3S 4S 2H 2D JOK")
    ann.choose("arrange")
    ann.expect_table("9S 9D 9C | 2S 2H 2D | JOK 3S 4S")
    expect(ann.bar).not_to_contain_text("No place")
    again = ann.bar.locator('[data-act="arrange"]')
    expect(again).to_have_text("Another way")
    words, chips = again.locator("span").bounding_box(), ann.bar.locator(".chips").bounding_box()
    assert words
    assert chips
    assert words["x"] + words["width"] <= chips["x"] + chips["width"]
    ann.tap(again)
    ann.expect_table("9S 9D 9C | 2S 3S 4S | JOK 2H 2D")
    ann.press("undo")
    ann.expect_table("9S 9D 9C | 2S 2H 2D | JOK 3S 4S")
    ann.tap(ann.bar.locator('[data-act="unpick"]'))
    expect(again).to_have_count(0)
    ann.press("done")
    ann.expect_turn_of("Ben")


# --- jokers ---------------------------------------------------------------------------------------------------------


@position(Ann="JOK 5D 6D KC", **OTHERS, table="2S 2H 2C", stock="QS 3C 4C")
def test_a_joker_is_named_by_its_chip(room: Room) -> None:
    ann = begin(room)
    ann.pick("5D 6D JOK")
    ann.put("JOK=4D 5D 6D")
    ann.expect_name("JOK", "joker standing for four of diamonds")
    ann.press("undo")
    ann.put("5D 6D JOK=7D")
    ann.expect_name("JOK", "joker standing for seven of diamonds")
    tv = room.tv()
    tv.expect_table("2S 2H 2C | ? ? ?")
    ann.press("done")
    tv.expect_table("5D 6D JOK | 2S 2H 2C")


@position(Ann="JOK 5D 6D KC", **OTHERS, table="2S 2H 2C", stock="QS 3C 4C")
def test_a_joker_from_hand_follows_its_pile_until_done(room: Room) -> None:
    ann = begin(room)
    ann.pick("5D 6D JOK")
    ann.new()  # a pile that may be two things: nothing is chosen for the player
    ann.expect_quiet()
    ann.press("done")
    ann.expect_says("Say which card the joker stands for")
    ann.tap(ann.offer("pile"))
    ann.put("5D 6D JOK=7D")
    ann.press("done")
    ann.expect_turn_of("Ben")
    ann.expect_table("5D 6D JOK | 2S 2H 2C")


@position(Ann="8H 8D KC", **OTHERS, table="5S 6S 7S JOK=8S | 2S 2H 2C", stock="QS 3C 4C")
def test_a_joker_keeps_its_card_wherever_it_is_moved(room: Room) -> None:
    ann = begin(room)
    ann.pick("JOK 8H 8D")
    ann.new()
    ann.expect_table("5S 6S 7S | 2S 2H 2C | JOK 8H 8D")
    ann.expect_name("JOK", "joker standing for eight of spades")
    ann.press("undo")
    ann.tap(ann.bar.locator('[data-act="unpick"]'))
    ann.pick("JOK")
    ann.choose("elsewhere")
    ann.expect_says("Now tap the pile")
    ann.tap(ann.card("2S"))
    ann.expect_says("The joker keeps its card until the real one is on the table")
    ann.expect_table("5S 6S 7S JOK | 2S 2H 2C")


# --- refusals -------------------------------------------------------------------------------------------------------


@position(Ann="8H 9H KC", **OTHERS, table="2S 2H 2C | 4D 5D 6D", stock="QS 3C 4C")
def test_a_refused_done_names_the_pile_the_rule_and_the_tap_that_mends_it(room: Room) -> None:
    tv = room.tv()
    ann = begin(room)
    ann.pick("8H 9H")
    ann.new()
    expect(ann.bench).to_contain_text("one more")
    ann.expect_quiet()  # building is quiet

    ann.press("done")
    ann.expect_says("8 9", "At least three cards must lie together. Add one more.")
    expect(ann.bench.locator(".refused")).to_have_count(1)
    ann.expect_my_turn()
    expect(tv.page.locator(".refused, .cross")).to_have_count(0)
    tv.expect_headline("Ann is building")

    expect(ann.offer("back")).to_contain_text("Put 8 9 back")
    ann.tap(ann.offer("back"))
    ann.expect_quiet()
    ann.expect_table("2S 2H 2C | 4D 5D 6D")
    ann.expect_hand("8H 9H KC QS")


@position(Ann="8H 9H KC", **OTHERS, table="2S 2H 2C | 4D 5D 6D", stock="QS 3C 4C")
def test_a_grey_button_says_why(room: Room) -> None:
    ann = room.phone("Ann")
    ann.expect_ready("draw")
    ann.ask_why("done")
    ann.expect_says("Draw a card first.")
    ann.ask_why("undo")
    ann.expect_says("There is nothing to take back.")
    ben = room.phone("Ben")
    ben.expect_ready()
    ben.ask_why("draw")
    ben.expect_says("It is not your turn yet.")


@position(Ann="8H 9H TH KC", **OTHERS, table="2S 2H 2C | 4D 5D 6D", stock="QS 3C 4C 5C")
def test_the_third_card_is_asked_for_since_it_forfeits_laying(room: Room) -> None:
    ann = begin(room)
    ann.pick("8H 9H TH")
    ann.new()
    ann.press("draw")
    ann.expect_stock(2)
    ann.expect_table("2S 2H 2C | 4D 5D 6D | 8H 9H TH")  # what was built stays while drawing

    ann.press("draw")
    ann.expect_text("Draw a third card?")
    ann.tap(ann.page.get_by_role("button", name="Keep looking"))
    ann.expect_stock(2)
    ann.draw_a_third()
    ann.expect_stock(1)
    ann.expect_says("That was your third card")
    ann.expect_no_offers()
    ann.expect_ready("done")
    ann.expect_table("2S 2H 2C | 4D 5D 6D")
    ann.press("done")
    ann.expect_turn_of("Ben")


# --- while others build ---------------------------------------------------------------------------------------------


@position(Ann="7S 7D 8H KC", **OTHERS, table="4H 5H 6H 7H | 2S 2D 2C", stock="QS 3C 4C")
def test_who_waits_sees_the_table_live_and_cannot_touch_it(room: Room) -> None:
    ben = room.phone("Ben")
    ann = begin(room)
    ben.expect_turn_of("Ann")
    ben.expect_says("Ann is playing. You are next!")
    ann.pick("7S 7D 7H")
    ben.expect_picked("")  # what is picked is nobody else's business
    ann.new()
    ben.expect_table("4H 5H 6H | 2S 2D 2C | 7H ? ?")
    ben.tap(ben.card("4H"))
    ben.expect_picked("")
    ann.press("done")
    ben.expect_my_turn()
    ben.expect_table("4H 5H 6H | 2S 2D 2C | 7S 7H 7D")
    expect(ben.table.locator('[data-mark="added"]')).to_have_count(9)


@position(Ann="7S 7D KC", Ben="8H 9C2 4D2", table="4H 5H 6H 7H | 2S 2D 2C", stock="QS 3C 4C 9D")
def test_a_plan_is_for_its_owner_only_and_can_be_used_when_the_turn_comes(room: Room) -> None:
    tv, ann, ben = room.tv(), room.phone("Ann"), room.phone("Ben")
    ben.tap(ben.offer("plan"))
    ben.expect_says("This is your plan. Nobody else sees it.")
    ben.pick("8H")
    ben.put("4H 5H 6H 7H 8H")
    ben.expect_table("4H 5H 6H 7H 8H | 2S 2D 2C")
    for device in (tv, ann):
        device.expect_table("4H 5H 6H 7H | 2S 2D 2C")
    ann.press("draw")
    ann.press("draw")
    ann.draw_a_third()
    ann.press("done")

    ben.expect_my_turn()
    ben.expect_table("4H 5H 6H 7H | 2S 2D 2C")
    ben.tap(ben.offer("redo"))
    ben.expect_table("4H 5H 6H 7H 8H | 2S 2D 2C")
    tv.expect_table("4H 5H 6H 7H ? | 2S 2D 2C")
    ben.press("draw")
    ben.press("done")
    tv.expect_table("4H 5H 6H 7H 8H | 2S 2D 2C")


@position(Ann="8S 8H 2C KD", Ben="7H 3C", table="3S 4S 5S", stock="4D 9C JD QC TH")
def test_a_question_about_the_third_card_falls_with_the_turn(room: Room) -> None:
    ann, other = room.phone("Ann"), room.phone("Ann")
    for _ in range(3):
        ann.press("draw")
    question = ann.page.locator("[data-act=draw-third]")
    expect(question).to_be_visible()
    other.draw_a_third()
    expect(question).to_be_hidden()
    ann.expect_stock(2)


@position(Ann="7H 8H 9C KS", Ben="2C 3C", table="3S 4S 5S")
def test_picked_cards_go_left_and_right_in_the_hand_and_come_round_at_its_ends(room: Room) -> None:
    ann = room.phone("Ann")
    ann.choose("sort")
    ann.pick("8H")
    for act, hand in (
        ("after", "7H 9C 8H KS"),
        ("after", "7H 9C KS 8H"),
        ("after", "8H 7H 9C KS"),
        ("before", "7H 9C KS 8H"),
        ("before", "7H 9C 8H KS"),
    ):
        ann.tap(ann.bar.locator(f'[data-act="{act}"]'))
        ann.expect_hand(hand)


@position(Ann="7H 8H", Ben="2C 3C", table="4H 5H 6H")
def test_a_tap_counts_while_a_list_creeps_to_its_end(room: Room) -> None:
    ann = room.phone("Ann", SMALL_PHONE)
    ann.tap(ann.bar.locator('[data-act="menu"]'))
    ann.settle()
    ann.page.evaluate("""() => {
      const list = document.querySelector("dialog[open]");
      const creep = () => {
        list.scrollTop += 1;
        if (list.scrollTop < 40) requestAnimationFrame(creep);
      };
      creep();
    }""")
    ann.tap_quickly(ann.zone("menu").locator('[data-act="sort"]'))
    expect(ann.page.locator("dialog[open]")).to_have_count(0)


@position(Ann="JS QH KD TC 2H", Ben="9C 9D")
def test_jack_queen_and_king_wear_what_they_are_known_by_unless_the_hand_is_covered(room: Room) -> None:
    ann = room.phone("Ann")
    for name in ("JS", "QH", "KD"):
        expect(ann.card(name).locator(f".court-{name[0]}")).to_be_visible()
    expect(ann.hand.locator(".court")).to_have_count(3)
    ann.choose("cover")
    expect(ann.hand.locator(".court")).to_have_count(0)


@position(Ann="9S 2C", Ben="9C 9D", table="5H 6H 7H")
def test_why_an_entry_of_the_menu_is_grey_shows_where_one_taps(room: Room) -> None:
    ann = room.phone("Ann", SMALL_PHONE)
    ann.press("draw")
    ann.tap(ann.bar.locator('[data-act="menu"]'))
    hints, why = (ann.zone("menu").locator(name) for name in ('[data-act="hints"]', ".why"))
    ann.settle()
    hints.tap(force=True)
    expect(why).to_have_text("There are no hints at this seat. The star brings them.")
    expect(why).to_be_in_viewport(ratio=1)
    tile, text = hints.bounding_box(), why.bounding_box()
    assert tile
    assert text
    assert tile["y"] + tile["height"] <= text["y"]


@position(Ann="9S 2C", Ben="9C 9D", table="5H 6H 7H")
def test_what_was_refused_leaves_the_menu_within_reach(room: Room) -> None:
    ann = room.phone("Ann", SMALL_PHONE)
    ann.press("draw")
    ann.pick("9S 2C")
    ann.choose("arrange")
    ann.expect_says("make no groups or sequences")
    ann.tap(ann.bar.locator('[data-act="menu"]'))
    expect(ann.zone("menu").locator("dialog")).to_be_visible()
    ann.tap(ann.zone("menu").locator('[data-act="close"]'))
    expect(ann.bar).not_to_contain_text("make no groups or sequences")
    ann.expect_picked("9S 2C")
