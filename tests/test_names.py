"""Names: what is left of what people type, and how two of them are told apart by whoever reads them."""

from unicodedata import combining, normalize

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.events import IllegalMove, Joined, Renamed, TakenOver
from engine.game import replay
from engine.players import MAX_NAME, Player, clean_name, is_unseen, seen_name, shown_names
from engine.transcript import names_of
from engine.view import look


def flag(land: str) -> str:
    """Give the flag of a country that is named by tags, as phones type it."""
    return "\U0001f3f4" + "".join(chr(0xE0000 + ord(letter)) for letter in land) + "\U000e007f"


FLAGS = [flag(land) for land in ("gbeng", "gbsct", "gbwls")]
ODD = st.sampled_from("Aa\u0301\u0302\u0323\u034f\u200d\ufe0f\u20e3\u2800\u3164\u17b4 \t1é👩🏽🚀❤🇳ก้ำ")
TAGGED = st.lists(st.sampled_from([*FLAGS, "\U0001f3f4", "\U000e0067", "\U000e007f", "A", "\u200d", "\u0301"])).map(
    "".join
)
TYPED = st.one_of(st.text(max_size=30), st.text(ODD, max_size=30), TAGGED)


@given(TYPED)
def test_a_name_that_is_taken_can_be_seen_fits_and_is_clean(typed: str) -> None:
    try:
        name = clean_name(typed)
    except IllegalMove:
        return
    assert clean_name(name) == name
    assert 0 < len(name) <= MAX_NAME
    assert seen_name(name)
    assert normalize("NFC", name) == name
    plain = name
    for whole in FLAGS:
        plain = plain.replace(whole, "")
    assert not any(is_unseen(char) and char not in "\u200d\ufe0f" for char in plain)
    marks = "".join("m" if combining(char) and char != "\u20e3" else "." for char in name)
    assert "mmm" not in marks


@given(st.lists(TYPED.filter(bool), min_size=2, max_size=6))
def test_no_two_at_a_table_look_alike(names: list[str]) -> None:
    shown = shown_names(tuple(Player(seat, name) for seat, name in enumerate(names)))
    assert len({seen_name(name) for name in shown.values()}) == len(names)
    assert shown[0] == names[0], "who came first keeps the name as it is"


def test_names_are_told_apart_by_what_is_seen() -> None:
    game = replay(
        [
            *(Joined(seat, name, 0) for seat, name in enumerate(("Ann", "Ａnn", "Ann 2", "ANN\u034f", "Ben"))),
            Renamed(4, "ann"),
        ]
    )
    names = ("Ann", "Ａnn 2", "Ann 2 2", "ANN\u034f 3", "ann 4")
    assert game.names == names
    assert tuple(player.name for player in look(game, {}, None).players) == names
    assert replay([Joined(0, "Eva", 0), Joined(1, "Ben", 0), TakenOver(1, "eva")]).names == ("Eva", "eva 2")
    told = names_of(
        [Joined(0, "Ann", 0), Joined(1, "Ben", 0), Joined(2, "Cid", 0), Renamed(1, "ann"), Renamed(2, "Ann")]
    )
    assert told == {0: "Ann", 1: "ann 2", 2: "Ann 3"}, "and so are they in a game that was kept"


@pytest.mark.parametrize("whole", FLAGS)
def test_a_flag_keeps_what_names_its_country_and_stray_tags_go(whole: str) -> None:
    assert clean_name(f" {whole}Ann {whole}") == f"{whole}Ann {whole}"
    assert clean_name(f"Ann{whole[1:]}") == "Ann"
    assert clean_name(f"\U0001f3f4\U000e0067{whole[1:]}") == "\U0001f3f4"
    assert clean_name(f"Ann {whole[:-1]}") == "Ann \U0001f3f4"


@pytest.mark.parametrize(
    "blank", ["\u2800", "\U0001d159", "\U00013441", "\U00013442", "\U00016fe4", "\u3164", "\u115f"]
)
def test_blanks_that_show_nothing_are_no_name(blank: str) -> None:
    with pytest.raises(IllegalMove):
        clean_name(f"{blank} {blank}{blank}")
    assert clean_name(f"{blank}Ann{blank}") == "Ann"
