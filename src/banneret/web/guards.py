"""What every request passes: its size, where it comes from, and what the answer may load."""

from __future__ import annotations

import hashlib
import secrets
from typing import Any, TypeAlias
from urllib.parse import urlsplit

from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from .limits import READS, WRITES, Limits

COOKIE = "banneret"
BROWSER = "banneret.browser"  # where a request keeps who asks, once that is known
YEAR = 365 * 24 * 3600
BODY_LIMIT = 64 * 1024
RECORD_LIMIT = 1024 * 1024
RECORDS = "/records"
POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
    "font-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
)
HEADERS = {
    "Content-Security-Policy": POLICY,
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
}
ALWAYS = [
    (name.lower().encode(), value.encode()) for name, value in (*HEADERS.items(), ("Cache-Control", "no-store"))
]
Sent: TypeAlias = dict[bytes, bytes]  # the headers of a request


class Guards:
    """Refuses bodies that are too large and writes that come from other sites; adds the headers that keep a page
    to this server."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        headers = dict(scope["headers"])
        refusal = self._refusal(scope, headers) or self._limit(scope, headers)
        if refusal is not None:
            await refusal(scope, receive, send)
            return
        limit = RECORD_LIMIT if scope["path"] == RECORDS else BODY_LIMIT
        await self.app(scope, limited(receive, limit), guarded(send))

    def _refusal(self, scope: Scope, headers: Sent) -> Response | None:
        if scope["method"] in ("GET", "HEAD", "OPTIONS"):
            return None
        limit = RECORD_LIMIT if scope["path"] == RECORDS else BODY_LIMIT
        size = headers.get(b"content-length", b"0")
        if not size.isdigit() or int(size) > limit:
            return refused(413, "too_large")
        if not same_site(headers):
            return refused(403, "foreign")
        return None

    def _limit(self, scope: Scope, headers: Sent) -> Response | None:
        """Too much from one address, or from one browser."""
        limits: Limits = scope["app"].state.tables.limits
        reads = scope["method"] in ("GET", "HEAD", "OPTIONS")
        kind, rate = ("reads", READS) if reads else ("writes", WRITES)
        address = (scope.get("client") or ("",))[0]
        who = headers.get(b"authorization") or headers.get(b"cookie") or b""
        return None if limits.allow_both(kind, address, who.decode("latin-1"), rate) else refused(429, "too_many")


def same_site(headers: Sent) -> bool:
    """Whether a write comes from our own page, or from a program that is no browser."""
    if headers.get(b"sec-fetch-site", b"same-origin") not in (b"same-origin", b"none"):
        return False
    origin = headers.get(b"origin")
    return origin is None or host_of(origin) == headers.get(b"host")


def host_of(origin: bytes) -> bytes | None:
    """The host that an origin names; None for what is no address."""
    try:
        return urlsplit(origin.decode("latin-1")).netloc.encode("latin-1")
    except ValueError:
        return None


def limited(receive: Receive, limit: int) -> Receive:
    """Reads no more than a limit, whatever the request said of its size."""
    got = 0

    async def receive_some() -> Message:
        nonlocal got
        message = await receive()
        got += len(message.get("body", b""))
        if got > limit:
            return {"type": "http.disconnect"}
        return message

    return receive_some


def guarded(send: Send) -> Send:
    async def send_guarded(message: Message) -> None:
        if message["type"] == "http.response.start":
            told = message.get("headers", [])
            names = {name for name, _ in told}
            message["headers"] = [*told, *(header for header in ALWAYS if header[0] not in names)]
        await send(message)

    return send_guarded


def refused(status: int, key: str, message: str = "", **about: Any) -> JSONResponse:
    return JSONResponse({"error": key, "message": message or key, **about}, status, headers=HEADERS)


def browser_of(request: Request) -> str | None:
    """The hash by which we know who asks: a browser by its cookie, a program by the token of its seat's link."""
    if BROWSER not in request.scope:
        scheme, _, bearer = request.headers.get("authorization", "").partition(" ")
        token = bearer.strip() if scheme.lower() == "bearer" else request.cookies.get(COOKIE)
        request.scope[BROWSER] = hashed(token) if token else None
    browser: str | None = request.scope[BROWSER]
    return browser


def hashed(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest()


def new_token() -> str:
    return secrets.token_urlsafe(16)


def give_token(response: Response, token: str, secure: bool) -> None:
    response.set_cookie(COOKIE, token, max_age=YEAR, httponly=True, samesite="lax", secure=secure)
