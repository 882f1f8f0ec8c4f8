"""A server of a language model that speaks the protocol of OpenAI's chat completions.

llama.cpp, Ollama, vLLM, LM Studio and hosted services do. What a time-out, a busy or a broken server costs is asked for
again, a few times and ever later; what is wrong with the request itself ends it.
"""

from __future__ import annotations

import ipaddress
import json
import os
import re
import threading
import warnings
from collections.abc import Callable, Mapping
from importlib.util import find_spec
from typing import Any
from urllib.parse import urlsplit

from anaphora_workbench.corpora.support.errors import brief
from anaphora_workbench.resolvers.llm.answers import Reply

# llama.cpp's own.
DEFAULT_URL = "http://127.0.0.1:8080/v1"
URL_VARIABLE = "WORKBENCH_LLM_URL"
TIME_OUT, BUSY, BROKEN = "time-out", "server too busy", "server error"
CUT_OFF, REFUSED = "cut-off answer", "refusal"
_TRIES = 5
_FIRST_PAUSE, _LONGEST_PAUSE = 0.25, 60.0
_TOO_MANY, _SERVER_ERRORS, _BAD_REQUEST = 429, range(500, 600), (400, 422)
_OK = 200
# What a server may not have, in the order in which it goes without.
_DISPENSABLE = (("logprobs", "top_logprobs"), ("response_format",))
_VARIABLE = re.compile(r"[A-Za-z_]\w*", re.ASCII)


class LeavesMachineWarning(UserWarning):
    """The text of documents is sent to another machine."""


class ServerError(ValueError):
    """A server that is not there, or does not take the request."""


def missing() -> str:
    """What has to be installed before a server can be asked; "" for nothing."""
    if find_spec("httpx2"):
        return ""
    return "resolvers that ask a language model need httpx2; in the folder of the repository: pip install '.[llm]'"


def is_loopback(host: str) -> bool:
    """Whether a host is this machine by its name or number."""
    try:
        return host == "localhost" or ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


def checked_url(url: str) -> str:
    """The address of a server.

    Args:
        url: that was given; "" for the variable of the environment, which may name this machine only, or llama.cpp's.

    Raises:
        ValueError: it is no whole address, has a password in it, or is of another machine and nobody said it.
    """
    told = url or os.environ.get(URL_VARIABLE, "") or DEFAULT_URL
    parts = urlsplit(told)
    if parts.scheme not in ("http", "https") or not parts.hostname or parts.query or parts.fragment:
        raise ValueError(f"llm.url: {brief(repr(told))} is no address of a server; expected one as {DEFAULT_URL}")
    if parts.username or parts.password:
        raise ValueError(
            "llm.url: an address with a name or password; expected the key in a variable, llm.key=VARIABLE"
        )
    if not url and not is_loopback(parts.hostname):
        raise ValueError(f"{URL_VARIABLE}: {parts.hostname} is another machine; expected --option llm.url={told}")
    return told.rstrip("/")


def key_in(variable: str) -> str:
    """The key in a variable of the environment, "" where none is named.

    Raises:
        ValueError: there is none; what was given is not repeated, since it may be the key.
    """
    if variable and not (_VARIABLE.fullmatch(variable) and os.environ.get(variable)):
        raise ValueError("llm.key: no such variable in the environment; expected the name of the one that has the key")
    return os.environ[variable] if variable else ""


class Server:
    """A server.

    Args:
        url: "" for the default, see ``checked_url``.
        key_variable: name of the variable of the environment with the key, "" for none.
        timeout: seconds for a request.
        connections: requests at once.
        before_request: called before each request goes out; what it raises keeps it back.
    """

    def __init__(
        self,
        url: str,
        key_variable: str = "",
        timeout: float = 120,
        connections: int = 1,
        before_request: Callable[[], None] = lambda: None,
    ) -> None:
        import httpx2

        self.url = checked_url(url)
        self._key = key_in(key_variable)
        self._before_request = before_request
        self._refused: set[str] = set()
        self._lock, self._closed = threading.Lock(), threading.Event()
        here = is_loopback(urlsplit(self.url).hostname or "")
        if not here:
            told = f"the text of documents leaves this machine, for {self.url}"
            warnings.warn(told, LeavesMachineWarning, stacklevel=2)
        self._late, self._absent, self._broken = httpx2.TimeoutException, httpx2.ConnectError, httpx2.TransportError
        self._client = httpx2.Client(
            headers={"Authorization": f"Bearer {self._key}"} if self._key else {},
            timeout=timeout,
            limits=httpx2.Limits(max_connections=connections, max_keepalive_connections=connections),
            # A proxy of the environment is no part of this machine.
            trust_env=not here,
            # Certificates take half a second to read.
            verify=self.url.startswith("https:"),
        )

    def close(self) -> None:
        """End what is on its way, in other threads too."""
        self._closed.set()
        self._client.close()

    def model(self) -> str:
        """The model that it serves, the first if there are several.

        Raises:
            ServerError: it tells none.
        """
        try:
            _, content, _ = self._sent("GET", "models", None)
            return str(json.loads(content)["data"][0]["id"])
        except self._broken as error:
            raise self._not_there(error) from None
        except (ValueError, KeyError, IndexError, TypeError):
            raise ServerError(f"{self.url}: it tells no model; expected --option llm.model=NAME") from None

    def _not_there(self, error: Exception) -> ServerError:
        return ServerError(f"{self.url}: {brief(self._safe(str(error)))}; expected a running server")

    def ask(self, body: Mapping[str, Any]) -> Reply:
        """The answer to a request, or its fault.

        Raises:
            ServerError: there is no server, or it refuses requests like this.
        """
        fault, pause = "", _FIRST_PAUSE
        for attempt in range(_TRIES):
            if attempt:
                if self._closed.wait(pause):
                    break
                pause = min(2 * pause, _LONGEST_PAUSE)
            without = set(self._refused)
            try:
                status, content, retry_after = self._sent(
                    "POST", "chat/completions", {name: body[name] for name in body if name not in without}
                )
            except self._late:
                fault = TIME_OUT
                continue
            except self._absent as error:
                raise self._not_there(error) from None
            except self._broken:
                fault = BROKEN
                continue
            if status == _OK:
                reply = _read(content)
                if reply is not None:
                    return reply
                fault = BROKEN
            elif status == _TOO_MANY or status in _SERVER_ERRORS:
                fault = BUSY if status == _TOO_MANY else BROKEN
                pause = min(max(pause, retry_after), _LONGEST_PAUSE)
            elif not (status in _BAD_REQUEST and self._goes_without(body, without)):
                says = f"status {status}: {brief(content)}"
                raise ServerError(f"{self.url}: {says}; expected a server of chat completions that takes the request")
        return Reply(fault=fault)

    def _goes_without(self, body: Mapping[str, Any], without: set[str]) -> bool:
        """Whether there is something of a refused request that it may be refused for; it is left out from now on."""
        for names in _DISPENSABLE:
            if any(name in body and name not in without for name in names):
                with self._lock:
                    self._refused.update(names)
                return True
        return False

    def _sent(self, method: str, path: str, body: Mapping[str, Any] | None) -> tuple[int, str, float]:
        """Status, content and the seconds to wait of an answer."""
        self._before_request()
        response = self._client.request(method, f"{self.url}/{path}", json=body)
        try:
            seconds = float(response.headers.get("Retry-After", 0))
        except ValueError:
            # A date, which needs the clock of the server.
            seconds = 0.0
        return response.status_code, self._safe(response.text), seconds

    def _safe(self, text: str) -> str:
        return text.replace(self._key, "[key]") if self._key else text


def _read(content: str) -> Reply | None:
    """What a server says; None for what is no answer of chat completions."""
    try:
        told = json.loads(content)
        choice, usage = told["choices"][0], told.get("usage") or {}
        message = choice["message"]
        text = message.get("content") or ""
        fault = CUT_OFF if choice.get("finish_reason") == "length" else ""
        if message.get("refusal") or choice.get("finish_reason") == "content_filter":
            fault = REFUSED
        return Reply(
            text=str(text),
            fault=fault,
            model=str(told.get("model") or ""),
            read=int(usage.get("prompt_tokens") or 0),
            written=int(usage.get("completion_tokens") or 0),
            chances=_chances(choice.get("logprobs")),
        )
    except (ValueError, KeyError, IndexError, TypeError, AttributeError):
        return None


def _chances(told: Any) -> tuple[Any, ...]:
    tokens = told.get("content") if isinstance(told, dict) else None
    return tuple(
        [str(token["token"]), float(token["logprob"]),
         [[str(other["token"]), float(other["logprob"])] for other in token.get("top_logprobs") or ()]]
        for token in tokens or ()
    )  # fmt: skip
