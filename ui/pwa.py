"""The game as an app on the home screen: manifest, service worker, and what it shows without the server.

Browsers allow service workers over https and on this computer itself only; elsewhere none of it is missed. The worker
keeps nothing: every page and every script comes from the server that is running.
"""

import json
import re
from html import escape
from typing import Final

from fastapi import Request
from fastapi.responses import JSONResponse, Response
from nicegui import app

from ui.i18n import Translator, translator
from ui.theme import CLOTH, static

_SEAT: Final = re.compile(r"/seat/[A-Za-z0-9_-]{8,64}")


def register() -> None:
    """Register manifest and service worker."""
    t = translator("en")

    @app.get("/manifest.webmanifest", include_in_schema=False)
    async def manifest(request: Request) -> Response:
        start = request.query_params.get("start", "")
        content = manifest_of(t, start if _SEAT.fullmatch(start) else "/t")
        return JSONResponse(content, media_type="application/manifest+json", headers={"Cache-Control": "no-cache"})

    @app.get("/sw.js", include_in_schema=False)
    async def worker() -> Response:
        script = f"const OFFLINE = {json.dumps(offline_page(t))};\n{_WORKER}"
        return Response(script, media_type="text/javascript", headers={"Cache-Control": "no-cache"})


def manifest_of(t: Translator, start: str) -> dict[str, object]:
    """Give the manifest of an app that opens at `start`: on a player's page that is the player's own seat."""
    return {
        "name": t("game-name"),
        "short_name": t("game-name"),
        "description": t("game-about"),
        "lang": t.language,
        "id": start,
        "start_url": start,
        "scope": "/",
        "display": "standalone",
        "background_color": CLOTH,
        "theme_color": CLOTH,
        "icons": [
            {"src": static("icon.svg"), "sizes": "any", "type": "image/svg+xml", "purpose": "any"},
            {"src": static("icon-192.png"), "sizes": "192x192", "type": "image/png", "purpose": "any maskable"},
            {"src": static("icon-512.png"), "sizes": "512x512", "type": "image/png", "purpose": "any maskable"},
        ],
    }


def offline_page(t: Translator) -> str:
    """Give the page that the worker shows while the server is away; it comes back by itself."""
    return (
        f'<!doctype html><html lang="{t.language}"><head><meta charset="utf-8">'
        f'<meta name="viewport" content="width=device-width, initial-scale=1"><title>{escape(t("game-name"))}</title>'
        f"<style>body{{margin:0;min-height:100vh;display:flex;flex-direction:column;align-items:center;"
        f"justify-content:center;text-align:center;background:#18503c;color:#f3f7f1;padding:24px;box-sizing:border-box;"
        f"font:20px/1.4 system-ui,sans-serif}}h1{{font-size:28px;margin:0 0 8px}}</style></head><body>"
        f"<h1>{escape(t('offline-title'))}</h1><p>{escape(t('offline-about'))}</p>"
        "<script>setInterval(function(){fetch('/healthz',{cache:'no-store'}).then(function(r){if(r.ok)location.reload()},"
        "function(){})},1000)</script></body></html>"
    )


_WORKER: Final = """
self.addEventListener("install", () => self.skipWaiting());
self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));
self.addEventListener("fetch", (event) => {
  if (event.request.mode !== "navigate" || event.request.method !== "GET") return;
  const offline = () => new Response(OFFLINE, { headers: { "Content-Type": "text/html; charset=utf-8" } });
  event.respondWith(fetch(event.request).catch(offline));
});
"""
