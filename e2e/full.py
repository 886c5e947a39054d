"""The fullest tables there can be, for what has to fit on a screen."""

from engine.cards import Rank, Suit

NAMES = ("Bartholomew the Third", "Grandma Rosalinde", "Maximiliane-Sophie", "Oleksandr Senior", "Wolfeschlegelstein")
"""Long names for five players: 16 to 21 letters."""


def sequence(suit: Suit, low: int, high: int, copy: int = 1) -> str:
    """Give a sequence of a suit, ranks from `low` to `high`."""
    return " ".join(_name(Rank(rank), suit, copy) for rank in range(low, high + 1))


def group(rank: Rank, copy: int = 2, suits: tuple[Suit, ...] = tuple(Suit)) -> str:
    """Give the group of a rank."""
    return " ".join(_name(rank, suit, copy) for suit in suits)


def whole_pack() -> str:
    """Give all 106 cards in 30 melds."""
    short = [sequence(suit, low, low + 2) for suit in Suit for low in (1, 4, 7)]
    tops = [sequence(suit, 10, 13) for suit in Suit if suit is not Suit.CLUBS]
    jokers = ["JOK=9C TC JC", "QC KC JOK2=AC"]
    return " | ".join([*short, *tops, *jokers, *(group(rank) for rank in Rank)])


def sixty_cards() -> str:
    """Give 60 cards in 12 melds, some of them long."""
    long = [sequence(Suit.SPADES, 1, 10), sequence(Suit.HEARTS, 4, 12), sequence(Suit.CLUBS, 3, 9)]
    groups = [group(Rank(rank)) for rank in (1, 2, 4, 5, 9, 11)]
    return " | ".join([*long, "TD JD QD KD", *groups, "3D 4D 5D", "6S2 6H2 6D2"])


def long_hand() -> tuple[str, str]:
    """Give a hand of 25 cards, and a table of 73."""
    groups = [group(Rank(rank)) for rank in range(2, 13)]
    table = [*(sequence(suit, 2, 10) for suit in (Suit.SPADES, Suit.HEARTS)), sequence(Suit.CLUBS, 3, 13), *groups]
    hand = [_name(Rank(rank), Suit.DIAMONDS, 1) for rank in range(1, 14)]
    hand += [_name(rank, suit, 2) for rank in (Rank.ACE, Rank.KING) for suit in Suit]
    hand += ["AC", "2C", "JOK", "JS"]
    return " ".join(hand), " | ".join(table)


def _name(rank: Rank, suit: Suit, copy: int) -> str:
    return f"{rank.letter}{suit}{copy if copy > 1 else ''}"
