"""Protection of the page: hosts, the token, the origin of requests that change something, and a strict policy.

A page of another site can send a browser here, but not with our cookie (SameSite), not under our name (Host), and it
cannot read the answer. Whoever is on the same machine needs the token.
"""

from __future__ import annotations

import ipaddress
import secrets
import socket
from urllib.parse import SplitResult, parse_qsl, urlencode, urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import JSONResponse, PlainTextResponse, RedirectResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from anaphora_workbench.workbench.page.questions.uploads import RefusedError

# Browsers send the cookies of a machine to every port of it, so each server has one of its own name.
_COOKIE = "workbench-{}"
POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
    "form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
)
_HEADERS = {
    "content-security-policy": POLICY,
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "x-frame-options": "DENY",
    "cache-control": "no-store",
}
_HARMLESS = ("GET", "HEAD")
_EVERYWHERE = ("0.0.0.0", "::")


class Guard:
    """Refuses what does not come from the page's own reader; every answer carries the policy.

    Args:
        token: stands in the first address.
        host: that the server listens to.
        largest: bytes of a request's body.
    """

    def __init__(self, app: ASGIApp, token: str, host: str, largest: int) -> None:
        self.app = app
        self.token = token
        self.host = host
        self.largest = largest

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return

        async def with_policy(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in _HEADERS.items():
                    headers[name] = value
            await send(message)

        answer = self._refusal(scope)
        if answer is not None:
            await answer(scope, receive, with_policy)
        else:
            await self.app(scope, self._limited(receive), with_policy)

    def _refusal(self, scope: Scope) -> Response | None:
        headers = Headers(scope=scope)
        if not self._is_ours(headers.get("host", "")):
            return PlainTextResponse("This is not the address of the page.", 421)
        given = dict(parse_qsl(scope["query_string"].decode("latin-1")))
        if scope["method"] == "GET" and self._is_token(given.get("token", "")):
            return self._admitted(scope, given)
        if not any(map(self._is_token, _cookies(headers, _cookie_name(scope)))):
            reason = (
                "Open the address that workbench serve printed; it ends in a token, and nothing is shown without it."
            )
            return PlainTextResponse(reason, 403)
        if scope["method"] not in _HARMLESS:
            origin = headers.get("origin")
            site = headers.get("sec-fetch-site", "same-origin")
            if (origin is not None and _split(origin).netloc != headers["host"]) or site != "same-origin":
                return PlainTextResponse("This request came from another site; only the page itself may send it.", 403)
        length = headers.get("content-length", "0")
        if not length.isdigit() or int(length) > self.largest:
            return JSONResponse({"reason": self._too_large()}, 413)
        return None

    def _admitted(self, scope: Scope, given: dict[str, str]) -> Response:
        """The same address without the token, which the browser keeps as a cookie from now on."""
        further = urlencode({name: value for name, value in given.items() if name != "token"})
        answer = RedirectResponse(scope["path"] + (f"?{further}" if further else ""), 303)
        answer.set_cookie(_cookie_name(scope), self.token, httponly=True, samesite="strict", path="/")
        return answer

    def _is_token(self, given: str) -> bool:
        return secrets.compare_digest(given.encode(), self.token.encode())

    def _is_ours(self, host: str) -> bool:
        name = _split(f"//{host}").hostname or ""
        if name in ("localhost", "127.0.0.1", "::1", self.host):
            return True
        # A name that somebody's name server made point here is not ours; a bare address or the machine's name is.
        return self.host in _EVERYWHERE and (_is_address(name) or name == socket.gethostname().lower())

    def _limited(self, receive: Receive) -> Receive:
        """The body up to its limit; what comes in pieces of unknown number ends there."""
        taken = 0

        async def receive_some() -> Message:
            nonlocal taken
            message = await receive()
            taken += len(message.get("body", b""))
            if taken > self.largest:
                raise RefusedError(self._too_large(), 413)
            return message

        return receive_some

    def _too_large(self) -> str:
        return f"Too large; expected at most {self.largest / 1e6:g} MB."


def _cookie_name(scope: Scope) -> str:
    return _COOKIE.format((scope.get("server") or ("", 0))[1])


def _cookies(headers: Headers, name: str) -> list[str]:
    """The values of a cookie; the others are not ours, and need not be what a strict reader of cookies takes."""
    given = (part.strip().partition("=") for line in headers.getlist("cookie") for part in line.split(";"))
    return [value for called, _, value in given if called == name]


def _split(address: str) -> SplitResult:
    """The parts of an address, all empty for what is none."""
    try:
        return urlsplit(address)
    except ValueError:
        return urlsplit("")


def _is_address(name: str) -> bool:
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return False
    return True
