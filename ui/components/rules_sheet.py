"""The rules of a table in plain words, and the house rules to choose from."""

from collections.abc import Awaitable, Callable
from enum import StrEnum

from engine.rules import OPTIONS, PRESETS, Ruleset, Value, changed_options
from engine.view import View
from ui.components.part import Part
from ui.components.rule_pictures import draw_examples
from ui.components.sheet import sheet
from ui.components.star_switch import stars_allowed
from ui.components.tags import button, tag
from ui.i18n import Translator
from ui.state import SeatState

_CLASSIC = ("goal", "melds", "turn", "table", "joker", "knock", "round", "game")
_PENALTY = ("goal", "melds", "turn", "table", "draw", "round", "game")


def open_rules(view: View, t: Translator) -> None:
    """Open the rules of this table: its ruleset with its own options, short enough to be read aloud."""
    ruleset = view.ruleset
    with sheet(t("rules-title", rules=t(f"rules-{ruleset.name}")), t, wide=True), tag("div", classes="rules-text"):
        for name, title, text in rules_text(ruleset, t):
            tag("h3", title)
            tag("p", text)
            draw_examples(ruleset, name, t)
        changed = changed_options(ruleset)
        if changed:
            tag("h3", t("house-rules"))
            for name, value in changed.items():
                tag("p", t("house-rule-line", rule=t(f"option-{name}"), value=option_text(name, value, t)))
                draw_examples(ruleset, name, t)


def rules_text(ruleset: Ruleset, t: Translator) -> tuple[tuple[str, str, str], ...]:
    """Give the rules chapter by chapter: its name, its title, and a short text."""
    chapters = _CLASSIC if ruleset.has_jokers else _PENALTY
    values = {"target": ruleset.target, "cards": ruleset.hand_size}
    return tuple((name, t(f"rule-{name}"), t(f"rule-{ruleset.name}-{name}", **values)) for name in chapters)


def option_text(name: str, value: Value, t: Translator) -> str:
    """Give the word for the value of a house option."""
    word = {True: "yes", False: "no"}[value] if isinstance(value, bool) else str(value)
    return t(f"option-{name}-{word}")


def house_rules(state: SeatState, t: Translator, change: Callable[[str, dict[str, Value]], Awaitable[None]]) -> None:
    """Open the list of house rules; whoever sits may change them, and everybody sees the change at once.

    Args:
        state: of the page.
        t: its language.
        change: is given the ruleset's name and all options that differ from its defaults.
    """

    def build(ruleset: Ruleset) -> None:
        for name, values in OPTIONS[ruleset.name].items():
            _option(ruleset, name, values, t, change)

    with sheet(t("house-rules-title", rules=t(f"rules-{state.screen.view.ruleset.name}")), t, wide=True):
        tag("p", t("house-rules-about"), classes="quiet")
        Part(lambda screen: screen.view.ruleset, build, classes="options").follow(state)
        stars_allowed(state, t)


def _option(
    ruleset: Ruleset,
    name: str,
    values: tuple[Value, ...],
    t: Translator,
    change: Callable[[str, dict[str, Value]], Awaitable[None]],
) -> None:
    current = plain(getattr(ruleset, name))
    default = plain(getattr(PRESETS[ruleset.name], name))
    with tag("fieldset", classes="option changed" if current != default else "option", data_option=name):
        tag("legend", t(f"option-{name}"))
        tag("p", t(f"option-{name}-about"), classes="quiet")
        with tag("div", classes="picks"):
            for value in map(plain, values):
                _choice(ruleset, name, value, t, change, is_chosen=value == current)


def _choice(
    ruleset: Ruleset,
    name: str,
    value: Value,
    t: Translator,
    change: Callable[[str, dict[str, Value]], Awaitable[None]],
    *,
    is_chosen: bool,
) -> None:
    async def choose() -> None:
        options = changed_options(ruleset)
        options.pop(name, None)
        if value != plain(getattr(PRESETS[ruleset.name], name)):
            options[name] = value
        await change(ruleset.name, options)

    button(
        option_text(name, value, t),
        classes="pick chosen" if is_chosen else "pick",
        aria_pressed=str(is_chosen).lower(),
        data_value=str(value),
    ).on("click", choose, args=[])


def plain(value: Value) -> Value:
    """Give a value of an option without its type."""
    return value.value if isinstance(value, StrEnum) else value
