"""Pages that are left say goodbye, so that the server does not wait a quarter of an hour for them to come back."""

from fastapi import Request
from fastapi.responses import Response
from nicegui import Client, app

_LONGEST_ID = 64


def register() -> None:
    """Answer the farewell of a page (``connection.js``), and watch for pages that came back in the same tab."""

    @app.post("/bye", include_in_schema=False)
    async def bye(request: Request) -> Response:
        body = await request.body()
        if len(body) <= _LONGEST_ID and (client := Client.instances.get(body.decode("ascii", "ignore"))):
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
    for other in list(Client.instances.values()):
        same_tab = other._pinned_tab_id == client.tab_id
        if other is not client and same_tab and not other.has_socket_connection:
            forget(other)
