"""Computer players and stars, as people at the table set them: in the waiting room, and between rounds."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from nicegui.testing.user_interaction import UserInteraction

from engine.events import Again, Deal, Hand, Invite, Level, ProposalKind, Propose
from engine.game import Phase
from tests.devices import Device, Served, served, settle
from ui.components.status import StatusLine
from ui.computers import Pace, pace_of


@pytest.fixture
async def house(tmp_path: Path) -> AsyncIterator[Served]:
    async with served(tmp_path) as running:
        yield running


async def choose(device: Device, **props: object) -> None:
    """Tap an entry of the sheet that was opened last: in a simulation the closed ones stay."""
    UserInteraction(device, {device.elements(**props)[-1]}, None).click()
    await settle()


async def test_one_person_plays_against_computers_of_their_choice(house: Served) -> None:
    ann, _ = await house.seated("Ann")
    assert ann.element(data_act="start").props["aria-disabled"] == "true"
    for level in (Level.LEARNING, Level.RUTHLESS):
        await ann.tap(data_act="add-computer")
        await choose(ann, data_level=level)
    names = [(player.name, player.level) for player in house.session.view(None).players]
    assert names == [("Ann", None), ("Ada", Level.LEARNING), ("Leo", Level.RUTHLESS)]
    assert ann.element(data_act="start").props["aria-disabled"] == "false"
    assert "Just learning" in ann.texts()
    await ann.tap(data_act="start")
    await settle()
    assert house.session.game.phase is Phase.PLAYING


async def test_computers_are_told_to_hurry_in_the_middle_of_a_round(house: Served) -> None:
    ann, _ = await house.seated("Ann")
    await ann.tap(data_act="add-computer")
    await choose(ann, data_level=Level.EASY)
    await ann.tap(data_act="start")
    await settle()
    assert house.session.game.phase is Phase.PLAYING
    line = next(element for element in ann.elements() if isinstance(element, StatusLine))
    UserInteraction(ann, {line}, None).trigger("table")
    await settle()
    await choose(ann, data_pace=Pace.QUICK)
    assert pace_of(house.session) is Pace.QUICK


async def test_a_full_table_takes_no_more_computers(house: Served) -> None:
    ann, _ = await house.seated("Ann")
    for _ in range(4):
        await ann.tap(data_act="add-computer")
        await choose(ann, data_level=Level.EASY)
    assert len(house.session.game.players) == 5
    assert not ann.has(data_act="add-computer")


async def test_a_computer_is_told_to_play_better_or_sent_away(house: Served) -> None:
    ann, _ = await house.seated("Ann")
    await ann.tap(data_act="add-computer")
    await choose(ann, data_level=Level.EASY)
    await ann.tap(data_chair=1)
    assert ann.element(data_chair=1).props["aria-label"] == "Ada, computer player, Easy-going"
    await ann.tap(data_act="level")
    assert ann.elements(data_level=Level.EASY)[-1].props["aria-pressed"] == "true"
    await choose(ann, data_level=Level.STRONG)
    assert house.session.game.player(1).level is Level.STRONG
    await ann.tap(data_act="remove")
    assert [player.name for player in house.session.game.players] == ["Ann"]


async def test_who_let_the_computer_play_takes_the_seat_back_when_no_round_is_played(house: Served) -> None:
    ann, _ = await house.seated("Ann")
    ben, _ = await house.seated("Ben")
    session = house.session
    await session.send(0, (Deal(),), "deal-0001")
    for seat in (0, 1):
        await session.send(seat, (Hand(seat, Level.STEADY),), f"hand-{seat}")
    await session.send(0, (Propose(ProposalKind.END_GAME, None, (0,)),), "end-00001")
    assert session.game.phase is Phase.GAME_OVER
    await settle()
    await ann.tap(data_act="take-back")
    assert session.game.player(0).level is None
    assert not ann.has(data_act="take-back")
    await session.send(0, (Again(),), "again-001")
    await settle()
    assert session.game.player(1).level is Level.STEADY
    await ann.tap(data_chair=1)
    await ann.tap(data_act="remove")  # Ben is no computer player: it is asked first
    assert len(session.game.players) == 2
    await ben.tap(data_act="take-back")
    assert session.game.player(1).level is None
    assert not ben.has(data_act="take-back")


async def test_the_table_chooses_how_fast_computers_play(house: Served) -> None:
    ann, _ = await house.seated("Ann")
    ben, _ = await house.seated("Ben")
    for phone in (ann, ben):
        await phone.tap(data_act="add-computer")
    await ann.tap(data_pace=Pace.QUICK)
    assert pace_of(house.session) is Pace.QUICK
    for phone in (ann, ben):
        assert phone.element(data_pace=Pace.QUICK).props["aria-pressed"] == "true"
        assert phone.element(data_pace=Pace.CALM).props["aria-pressed"] == "false"


async def test_everybody_sees_who_has_the_star(house: Served) -> None:
    ann, _ = await house.seated("Ann")
    ben, seat = await house.seated("Ben")
    await ben.tap(data_chair=seat)
    assert ben.element(data_act="star").props["aria-checked"] == "false"
    await ben.tap(data_act="star")
    assert house.session.game.player(seat).star
    assert ben.element(data_act="star").props["aria-checked"] == "true"
    assert ann.element(data_chair=seat).props["aria-label"] == "Ben, has the star"


async def test_a_table_without_help_has_no_stars(house: Served) -> None:
    ann, seat = await house.seated("Ann")
    await ann.tap(data_chair=seat)
    await ann.tap(data_act="star")
    await ann.tap(data_act="house-rules")
    await ann.tap(data_value="False", data_act="stars")
    assert not house.session.game.stars_allowed
    assert not house.session.game.player(seat).star
    switch = ann.element(data_act="star")
    assert switch.props["aria-disabled"] == "true"
    await ann.tap(data_act="star")
    assert not house.session.game.player(seat).star


async def test_help_can_be_had_in_the_middle_of_a_round_and_then_stays(house: Served) -> None:
    ann, seat = await house.seated("Ann")
    await house.seated("Ben")
    await ann.tap(data_act="start")
    await settle()
    UserInteraction(
        ann, {next(e for e in ann.client.elements.values() if type(e).__name__ == "StatusLine")}, None
    ).trigger("table")
    await settle()
    await choose(ann, data_act="star")
    assert house.session.game.player(seat).star
    assert "It stays until the round is over." in ann.texts()
    await choose(ann, data_act="star")
    assert house.session.game.player(seat).star


async def test_who_comes_to_a_full_table_takes_over_from_a_computer(house: Served) -> None:
    await house.seated("Ann")
    for nth in range(4):
        await house.session.send(0, (Invite(f"Bot {nth}", Level.EASY),), f"invite-{nth}")
    device = house.device()
    page = (await device.http.get(f"/t/{house.session.code}")).text
    assert "Take over from the computer" in page
    assert "Just watch" in page
    assert "Take Bot 0’s seat" in page
    form = {"name": "Eva", "seat": "1", "id": "0123456789abcdef"}
    answer = await device.http.post(f"/t/{house.session.code}/sit", data=form)
    assert answer.status_code == 303
    eva = house.session.game.player(1)
    assert (eva.name, eva.level) == ("Eva", None)
