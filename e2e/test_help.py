"""Computer players, the star, hints in three strengths, and what was possible after a round."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from e2e.devices import PATIENCE, PHONE, SMALL_PHONE, Phone, Tv
from e2e.room import Room, position
from e2e.turns import miss_a_play

ANN = "8S 8H 8D 6S2 KD 2C"
TABLE = "3S 4S 5S 6S 7S 8S2 9S | KS KH KC"
THINKING = 15_000
"""How long a first hint may take on a busy machine: a process is started for it."""
ROUND = 80
"""So many taps on Draw or Done end any round."""


def take_the_star(phone: Phone) -> None:
    """Switch help on, in the middle of a round."""
    phone.tap(phone.status.locator(".status-line"))
    phone.tap(phone.status.locator('dialog [data-act="table"]'))
    phone.page.locator('.panel [data-act="star"]').tap()
    expect(phone.page.locator('.panel [data-act="star"]')).to_have_attribute("aria-checked", "true")
    phone.page.locator('.panel [data-act="close"]').tap()
    expect(phone.page.locator(".panel")).to_have_count(0)


def ask(phone: Phone, strength: int) -> None:
    """Ask for a hint of a strength."""
    phone.tap(phone.bar.locator('[data-act="hints"]'))
    phone.tap(phone.zone("menu").locator(f'[data-hint="{strength}"]'))


def expect_told(phone: Phone, text: str) -> None:
    """Check what a hint tells, once it is there."""
    expect(phone.bar).to_contain_text(re.compile(text), timeout=THINKING)


@position(Ann=ANN, Ben="7H 3C 4D JS", table=TABLE, stock="QD 2H 4C")
def test_hints_in_three_strengths_are_for_who_has_the_star_and_nobody_else_sees_them(room: Room) -> None:
    ann, ben, tv = room.phone("Ann"), room.phone("Ben"), room.tv()
    ann.press("draw")
    expect(ann.bar.locator('[data-act="hints"]')).to_have_count(0)
    take_the_star(ann)
    ben.tap(ben.status.locator(".status-line"))
    expect(ben.status.locator("dialog li").filter(has_text="Ann")).to_contain_text("has the star")
    expect(tv.player("Ann").locator(".player-star")).to_have_count(1)
    # What lies ready in the hand is offered without asking, and is picked with one tap.
    ann.expect_says("Ready in your hand")
    with ann.expect_taps(2):
        ann.tap(ann.bar.locator('[data-key="ready:8S 8H 8D"]'))
        ann.expect_picked("8S 8H 8D")
        ann.tap(ann.bar.locator('[data-act="unpick"]'))

    ask(ann, 1)
    expect_told(ann, "Yes, something can be laid!")
    expect(ann.hand.locator('[data-mark="hint"]')).to_have_count(0)
    ann.tap(ann.offer("hint"))
    expect_told(ann, "5 cards with a lamp")
    lit = ann.hand.locator('[data-mark="hint"]').evaluate_all("(all) => all.map((el) => el.dataset.card).sort()")
    assert lit == sorted(["8S", "8H", "8D", "6S2", "KD"])
    expect(ann.card("KD")).to_have_accessible_name("king of diamonds, named by the hint")
    for device in (ben, tv):
        expect(device.page.locator('[data-mark="hint"], .lamp')).to_have_count(0)
    ann.tap(ann.offer("hint"))
    expect_told(ann, "There it lies")
    ann.expect_hand("2C QD")
    ann.press("undo")
    expect(ann.hand.locator("[data-card]")).not_to_have_count(2)
    ann.tap(ann.bar.locator('[data-act="unpick"]'))
    ann.choose("redo")
    ann.expect_hand("2C QD")
    ann.press("done")
    tv.expect_news("Ann laid 5 cards, 2 left.")


FULL_TABLE = " | ".join(
    " ".join(f"{card}{deck}" for card in pile.split())
    for pile in ("AS 2S 3S 4S", "6S 7S 8S 9S", "AH 2H 3H 4H", "6H 7H 8H 9H", "JS JH JD JC", "QS QH QD QC")
    for deck in ("", "2")
)
"""Of what is held with it, only a king can be laid, and kings lie last."""


@pytest.mark.parametrize("with_motion", [False, True])
@position(Ann="KD 2D2 7D2", Ben="7C2 3C2", table=f"{FULL_TABLE} | KS KH KC", stock="3D2 8C 8C2")
def test_a_play_that_is_shown_comes_into_sight_where_it_lies(room: Room, with_motion: bool) -> None:
    room.with_motion = with_motion
    ann = room.phone("Ann")
    ann.press("draw")
    take_the_star(ann)
    for size in (SMALL_PHONE, PHONE, (844, 390)):
        ann.page.set_viewport_size({"width": size[0], "height": size[1]})
        ann.table.locator(".scroller").evaluate("(el) => (el.scrollTop = 0)")
        expect(ann.table.locator("[data-card]").last).not_to_be_in_viewport(ratio=0.9)
        ask(ann, 3)
        expect_told(ann, "There it lies")
        ann.settle()
        expect(ann.table.locator('[data-card="KD"]')).to_be_in_viewport(ratio=0.99)
        ann.press("undo")
        ann.tap(ann.bar.locator('[data-act="unpick"]'))


MISSED = position(Ann="8S 8H 8D 2C", Ben="KD 4D", table="KS KH KC | 4H 5H 6H", stock="9D TC 3S AC")
"""Ann could lay three eights; Ben lays his king and knocks."""


def knock(ben: Phone) -> None:
    """Lay the king and knock."""
    ben.press("draw")
    ben.pick("KD")
    ben.put("KS KH KD KC") if ben.chip("KS KH KD KC").count() else ben.tap(ben.bar.locator(".chips [data-key]").first)
    ben.knock()


@position(Ann=ANN, Ben="7H 3C 4D JS", table=TABLE, stock="QD 2H 4C")
def test_who_reloads_the_page_while_a_hint_is_looked_for_can_ask_again(room: Room) -> None:
    ann = room.phone("Ann")
    ann.press("draw")
    take_the_star(ann)
    ask(ann, 3)
    ann.page.reload()
    ann.expect_alive()
    ask(ann, 3)
    expect_told(ann, "There it lies")


@MISSED
def test_the_next_round_may_begin_while_the_last_one_is_looked_back_at(room: Room) -> None:
    ann, ben = room.phone("Ann"), room.phone("Ben")
    miss_a_play(ann)
    knock(ben)
    ann.page.locator('[data-act="next"]').tap()
    for phone in (ann, ben):
        expect(phone.hand.locator("[data-card]")).to_have_count(10)
        phone.expect_alive()


@MISSED
def test_a_missed_play_is_found_after_the_round(room: Room) -> None:
    ann, ben = room.phone("Ann", SMALL_PHONE), room.phone("Ben")
    miss_a_play(ann)
    knock(ben)
    expect(ann.page.locator(".review-line")).to_contain_text("Your turn had a better play.", timeout=THINKING)
    expect(ann.page.locator(".score-help")).to_have_count(0)
    ann.page.locator('[data-act="review"]').tap()
    review = ann.zone("review")
    expect(review).to_contain_text("Turn 1 of 1")
    expect(review).to_contain_text(re.compile("You laid nothing. You could have laid 8.8.8."))
    best = review.locator('[data-pile] [data-card], .meld [data-mark="added"]')
    names = best.evaluate_all("(all) => all.map((el) => el.dataset.card).sort()")
    assert names == sorted(["8S", "8H", "8D"])
    assert set(
        review.locator('.review-hand [data-mark="hint"]').evaluate_all("(all) => all.map((el) => el.dataset.card)")
    ) == set(names)
    review.locator('[data-look="found"]').tap()
    expect(review.locator('.meld [data-mark="added"]')).to_have_count(0)
    # Everybody sees their own turns only: of Ben's two, the first laid what was staged.
    ben.expect_text(re.compile("of your 2 turns had a better play|none of your 2 turns"))
    expect(review).not_to_contain_text("Ben")
    ann.page.locator('.panel [data-act="close"]').tap()
    expect(review).to_have_count(0)


def test_one_person_plays_a_round_against_three_computers_with_help(open_room: Callable[..., Room]) -> None:
    room = open_room()
    tv = room.tv()
    ann = room.guest()
    ann.sit_down(tv.address, "Ann")
    for level in ("strong", "ruthless", "steady"):
        ann.tap(ann.page.locator('[data-act="add-computer"]'))
        ann.tap(ann.page.locator('[data-pace="quick"]'))
        ann.tap(ann.page.locator(f'[data-level="{level}"]'))
        expect(ann.page.locator(".panel")).to_have_count(0)
    expect(tv.page.locator(".tv-seat .bot-mark")).to_have_count(3)
    ann.tap(ann.chair("Ann"))
    ann.tap(ann.page.locator('[data-act="star"]'))
    expect(tv.page.locator(".tv-seat .chair-star")).to_have_count(1)
    ann.start()
    expect(tv.page.locator(".player.is-computer")).to_have_count(3)
    expect(tv.page.locator(".player.is-star")).to_have_count(1)
    play_the_round(ann, tv)
    expect(ann.page.locator('.score-row[data-seat="0"]')).to_contain_text(re.compile("help, ([0-9]+|no) hints? used"))
    expect(tv.page.locator('.score-row[data-seat="0"]')).to_contain_text("help, ")
    expect(tv.page.locator(".score-row .bot-mark")).to_have_count(3)
    ann.expect_text(re.compile("had a better play|no better play|there a better play"))
    look_back(ann)


def play_the_round(ann: Phone, tv: Tv) -> None:
    """Play until the score is shown: with the strongest hint where there is one, else drawing on."""
    over = ann.page.locator(".score")
    mine = ann.status.get_by_text("Your turn", exact=True)
    for _ in range(ROUND):
        expect(mine.or_(over).first).to_be_visible(timeout=6 * PATIENCE)
        if over.count():
            return
        play_a_turn(ann, tv)
    raise AssertionError("the round does not end")


def play_a_turn(ann: Phone, tv: Tv) -> None:
    """Draw and look for something to lay; after the third card, or in the last lap, end the turn."""
    lap = ann.status.locator(".lap")
    for nth in range(3):
        if not lap.count():
            ann.draw_a_third() if nth == 2 else ann.press("draw")
        if nth == 2:
            break
        ask(ann, 3)
        expect_told(ann, "There it lies|Nothing can be laid")
        expect(tv.page.locator(".lamp")).to_have_count(0)
        if "There it lies" in ann.bar.inner_text() or lap.count():
            break
    if ann.button("knock").get_attribute("aria-disabled") == "false":
        ann.knock()
    else:
        ann.press("done")
    expect(ann.status.get_by_text("Your turn", exact=True)).to_have_count(0)


def look_back(ann: Phone) -> None:
    """Step through what was possible, there and back: the thumb may stay where it is."""
    ann.tap(ann.page.locator('[data-act="review"]'))
    title = ann.zone("review").locator("h3")
    on, back = (ann.zone("review").locator(f'[data-act="{name}"]') for name in ("after", "before"))
    ann.settle()
    turns = int(title.inner_text().split()[-1])
    places = []
    for button, last in ((back, 1), (on, turns), (back, 1)):
        for _ in range(turns):
            places.append((on.bounding_box(), back.bounding_box()))
            if button.get_attribute("aria-disabled") == "true":
                break
            before = title.inner_text()
            ann.tap(button)
            expect(title).not_to_have_text(before)
        expect(title).to_have_text(f"Turn {last} of {turns}")
    assert all(place == places[0] for place in places)
