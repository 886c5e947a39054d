"""Small pictures beside words: line drawings that say what to do without being read."""

from typing import Final

from nicegui import ui
from nicegui.element import Element

_LINES: Final = {
    "wifi": '<path d="M6 20a26 26 0 0 1 36 0M12 27a17 17 0 0 1 24 0M18 34a9 9 0 0 1 12 0"/>'
    '<circle cx="24" cy="40" r="2"/>',
    "cast": '<path d="M6 14V9h36v30H27"/><path d="M6 20a19 19 0 0 1 19 19M6 28a11 11 0 0 1 11 11M6 36a3 3 0 0 1 3 3"/>',
    "browser": '<rect x="5" y="8" width="38" height="26" rx="3"/><path d="M5 15h38M16 42h16M24 34v8"/>'
    '<path d="M12 24h16" stroke-dasharray="3 3"/>',
    "cable": '<rect x="4" y="10" width="18" height="14" rx="2"/><path d="M2 28h22"/>'
    '<path d="M38 14v-4h-8v4M28 14h12v8l-3 4h-6l-3-4z"/><path d="M34 26v6c0 8-22 0-22 10"/>',
    "airplay": '<path d="M12 36H6V9h36v27h-6"/><path d="M24 30l10 12H14z"/>',
    "miracast": '<rect x="4" y="9" width="28" height="20" rx="2"/><rect x="24" y="24" width="20" height="15" rx="2"/>'
    '<path d="M10 24a9 9 0 0 1 9-9M10 19a4 4 0 0 1 4-4"/>',
    "mobile": '<rect x="15" y="4" width="18" height="40" rx="4"/><path d="M19 20l10 10M29 20L19 30"/>',
    "guest": '<path d="M6 40V22L20 10l14 12v18z"/><path d="M16 40V29h8v11"/><path d="M38 12v14M38 32v2"/>',
    "firewall": '<path d="M24 4l16 6v12c0 11-7 18-16 22C15 40 8 33 8 22V10z"/><path d="M17 23l5 5 9-10"/>',
}


def picture(name: str) -> Element:
    """Show a picture; the words beside it say the same, so it has no name of its own."""
    svg = (
        '<svg viewBox="0 0 48 48" fill="none" stroke="currentColor" stroke-width="3" stroke-linecap="round" '
        f'stroke-linejoin="round" aria-hidden="true">{_LINES[name]}</svg>'
    )
    return ui.html(svg, sanitize=False).classes("picture")
