"""Pages that are left say goodbye, so that the server does not wait a quarter of an hour for them to come back."""

from fastapi import Request
from fastapi.responses import Response
from nicegui import Client, app

from ui.budget import browser_of


def register() -> None:
    """Answer the farewell of a page (``connection.js``), and watch for pages that came back in the same tab."""

    @app.post("/bye", include_in_schema=False)
    async def bye(request: Request) -> Response:
        client = Client.instances.get((await request.body()).decode("ascii", "ignore"))
        if client is not None and _is_its_own(client, request):
            forget(client)
        return Response(status_code=204)

    app.on_connect(_forget_older)


def forget(client: Client) -> None:
    """Delete a page for good; it may have been given up already."""
    # NiceGUI deletes a page some time after its socket is gone, and not twice.
    for task in client._delete_tasks.values():
        task.cancel()
    client._delete_tasks.clear()
    if not client.is_deleted:
        client.delete()


def _forget_older(client: Client) -> None:
    """Delete the pages that this tab showed before and that have no socket any more."""
    if not isinstance(client.tab_id, str):
        return  # it names no tab
    for other in list(Client.instances.values()):
        same_tab = other._pinned_tab_id == client.tab_id and _is_its_own(other, client.request)
        if other is not client and same_tab and not other.has_socket_connection:
            forget(other)


def _is_its_own(client: Client, request: Request) -> bool:
    """Say whether a request comes from the browser that holds a page, as far as that one can be told from others."""
    browser = browser_of(client.request)
    return browser is None or browser == browser_of(request)
