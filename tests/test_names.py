"""Names: what is left of what people type, and how two of them are told apart by whoever reads them."""

from unicodedata import combining, normalize

from hypothesis import given
from hypothesis import strategies as st

from engine.events import IllegalMove, Joined, Renamed, TakenOver
from engine.game import replay
from engine.players import MAX_NAME, Player, clean_name, is_unseen, seen_name, shown_names
from engine.view import look

ODD = st.sampled_from("Aa\u0301\u0302\u0323\u034f\u200d\ufe0f\u20e3\u2800\u3164\u17b4 \t1é👩🏽🚀❤🇳ก้ำ")
TYPED = st.one_of(st.text(max_size=30), st.text(ODD, max_size=30))


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
    assert not any(is_unseen(char) and char not in "\u200d\ufe0f" for char in name)
    marks = "".join("m" if combining(char) and char != "\u20e3" else "." for char in name)
    assert "mmm" not in marks


@given(st.lists(TYPED.filter(bool), min_size=2, max_size=6))
def test_no_two_at_a_table_look_alike(names: list[str]) -> None:
    shown = shown_names(Player(seat, name) for seat, name in enumerate(names))
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
