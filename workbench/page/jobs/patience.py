"""How long the server waits for a request: a connection that never asks must not keep others out."""

from __future__ import annotations

import asyncio

from uvicorn.protocols.http.h11_impl import H11Protocol, RequestResponseCycle

SECONDS_TO_ASK = 20.0


class ImpatientProtocol(H11Protocol):
    """HTTP that closes a connection on which no whole request has begun for a time; uvicorn waits for ever."""

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self.loop.call_later(SECONDS_TO_ASK, self._look, None)

    def _look(self, last: RequestResponseCycle | None) -> None:
        """Close the connection if the last request of a while ago is answered and no other has come."""
        if self.transport.is_closing():
            return
        if self.cycle is last and (last is None or last.response_complete):
            self.transport.close()
        else:
            self.loop.call_later(SECONDS_TO_ASK, self._look, self.cycle)
