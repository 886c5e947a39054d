"""The sheet in which a name is mended: anybody's in the waiting room, one's own at any time."""

from collections.abc import Awaitable, Callable

from nicegui.element import Element
from nicegui.events import GenericEventArguments

from engine.game import MAX_NAME
from ui.components.sheet import sheet
from ui.components.tags import button
from ui.i18n import Translator


class NameField(Element, component="name_field.js"):
    """A field for a name; `name` is what is written in it. It sends ``done`` when Enter is pressed."""

    def __init__(self, label: str, name: str) -> None:
        """Make a field.

        Args:
            label: what is to be written.
            name: what is written in it at first.
        """
        super().__init__()
        self._props["label"] = label
        self._props["name"] = self.name = name
        self._props["most"] = MAX_NAME
        self.on("written", self._take)

    def _take(self, event: GenericEventArguments) -> None:
        if isinstance(event.args, str):
            self.name = event.args


def open_name_sheet(
    name: str, t: Translator, save: Callable[[str], Awaitable[object]], *, is_mine: bool = True
) -> None:
    """Let a name be changed, one's own or somebody else's; `save` is called with the new one."""
    with sheet(t("rename-title"), t) as (dialog, _):
        field = NameField(t("join-name" if is_mine else "rename-other"), name)

        async def done() -> None:
            dialog.close()
            await save(field.name)

        field.on("done", done, args=[])
        button(t("rename-save"), classes="button primary wide", data_act="save").on("click", done, args=[])
