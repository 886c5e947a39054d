"""The sheet in which a name is mended: anybody's in the waiting room, one's own at any time."""

from collections.abc import Awaitable, Callable

from nicegui import ui

from engine.game import MAX_NAME
from ui.components.sheet import sheet
from ui.components.tags import button
from ui.i18n import Translator


def open_name_sheet(name: str, t: Translator, save: Callable[[str], Awaitable[object]]) -> None:
    """Let a name be changed; `save` is called with the new one."""
    with sheet(t("rename-title"), t) as (dialog, _):
        field = (
            ui.input(t("join-name"), value=name)
            .props(f"outlined maxlength={MAX_NAME} autocapitalize=words")
            .classes("name-input")
        )

        async def done() -> None:
            dialog.close()
            await save(str(field.value))

        field.on("keydown.enter", done, args=[])
        button(t("rename-save"), classes="button primary wide", data_act="save").on("click", done, args=[])
