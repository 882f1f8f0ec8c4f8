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
import time
import warnings
from collections.abc import Callable, Mapping
from contextlib import suppress
from email.utils import parsedate_to_datetime
from importlib.util import find_spec
from itertools import accumulate, combinations, compress
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
_OK, _LATE, _BROKEN_OFF = 200, 408, 502
_FAULTS = {_LATE: TIME_OUT, 429: BUSY} | dict.fromkeys(range(500, 600), BROKEN)
_BAD_REQUEST = (400, 422)
# What a server may not have; it goes without as little of it as possible, and of the first before the last.
_DISPENSABLE = (("logprobs", "top_logprobs"), ("response_format",), ("seed",))
_WITHOUT = [every for number in range(len(_DISPENSABLE) + 1) for every in combinations(_DISPENSABLE, number)]
_VARIABLE, _VISIBLE = re.compile(r"[A-Za-z_]\w*", re.ASCII), re.compile(r"[!-~]+")
_THOUGHT = re.compile(r"\A\s*<think>.*?</think>\s*", re.DOTALL)
_LONGEST_SAID = 200


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
    # What may be a password is not repeated.
    if "@" in told:
        raise ValueError("llm.url: an address with a password; expected the key in a variable, llm.key=VARIABLE")
    host = ""
    with suppress(ValueError):
        parts = urlsplit(told)
        is_whole = parts.scheme in ("http", "https") and parts.port != 0 and not (parts.query or parts.fragment)
        host = parts.hostname or "" if is_whole and _VISIBLE.fullmatch(told) else ""
    if not host:
        shown = brief(repr(told.partition("?")[0]))
        raise ValueError(f"llm.url: {shown} is no address of a server; expected one as {DEFAULT_URL}")
    if not url and not is_loopback(host):
        raise ValueError(f"{URL_VARIABLE}: {host} is another machine; expected --option llm.url={told}")
    return told.rstrip("/")


def key_in(variable: str) -> str:
    """The key in a variable of the environment, "" where none is named.

    Raises:
        ValueError: there is none, or none that a header can hold; what was given is not repeated: it may be the key.
    """
    if not variable:
        return ""
    key = os.environ.get(variable, "").strip() if _VARIABLE.fullmatch(variable) else ""
    if not key:
        raise ValueError("llm.key: no such variable in the environment; expected the name of the one that has the key")
    if not _VISIBLE.fullmatch(key):
        raise ValueError("llm.key: no key is in that variable; expected characters of ASCII without blanks")
    return key


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
        self._timeout = timeout
        self._refused: set[tuple[str, ...]] = set()
        self._closed = threading.Event()
        here = is_loopback(urlsplit(self.url).hostname or "")
        if not here:
            told = f"the text of documents leaves this machine, for {self.url}"
            warnings.warn(told, LeavesMachineWarning, stacklevel=2)
        self._late, self._absent, self._broken = httpx2.TimeoutException, httpx2.ConnectError, httpx2.RequestError
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
            ServerError: there is no server, or it tells none.
        """
        status, content, _ = self._sent("GET", "models")
        if status == _OK:
            with suppress(ValueError, KeyError, IndexError, TypeError, RecursionError):
                if name := str(json.loads(content)["data"][0]["id"]):
                    return name
        raise ServerError(f"{self.url}: it tells no model, {_said(status, content)}; expected --option llm.model=NAME")

    def ask(self, body: Mapping[str, Any]) -> Reply:
        """The answer to a request, or its fault.

        Raises:
            ServerError: there is no server, or it refuses requests like this.
        """
        fault, seconds = "", 0.0
        for attempt in range(_TRIES):
            pause = max(_FIRST_PAUSE * 2 ** (attempt - 1), seconds)
            if attempt and self._closed.wait(min(pause, _LONGEST_PAUSE)):
                break
            status, content, seconds = self._taken(body)
            if status == _OK and (reply := _read(content)) is not None:
                return reply
            fault = _FAULTS.get(status, BROKEN)
        return Reply(fault=fault)

    def _taken(self, body: Mapping[str, Any]) -> tuple[int, str, float]:
        """What is sent back to a request, without what the server does not have."""
        status, content, seconds = 0, "", 0.0
        for without in _WITHOUT:
            if not self._refused.issubset(without) or any(names[0] not in body for names in without):
                continue
            left_out = {name for names in without for name in names}
            sent = {name: value for name, value in body.items() if name not in left_out}
            status, content, seconds = self._sent("POST", "chat/completions", sent)
            if status == _OK:
                self._refused.update(without)
            if status == _OK or status in _FAULTS:
                return status, content, seconds
            if status not in _BAD_REQUEST:
                break
        says = _said(status, content)
        raise ServerError(f"{self.url}: {says}; expected a server of chat completions that takes the request")

    def _sent(self, method: str, path: str, body: Mapping[str, Any] | None = None) -> tuple[int, str, float]:
        """Status, content and the seconds to wait of an answer; a connection that fails has a status of its own."""
        self._before_request()
        end = time.monotonic() + self._timeout
        try:
            with self._client.stream(method, f"{self.url}/{path}", json=body) as response:
                content = bytearray()
                for part in response.iter_bytes():
                    content += part
                    if time.monotonic() > end:
                        return _LATE, TIME_OUT, 0.0
                wait = _seconds_in(response.headers.get("Retry-After", ""))
                return response.status_code, self._safe(content.decode("utf-8", "replace")), wait
        except self._late:
            return _LATE, TIME_OUT, 0.0
        except self._absent as error:
            raise ServerError(f"{self.url}: {brief(str(error))}; expected a running server") from None
        except self._broken as error:
            return _BROKEN_OFF, self._safe(str(error)), 0.0

    def _safe(self, content: str) -> str:
        """What was sent back without the key, however that is written in JSON."""
        if self._key:
            with suppress(ValueError, RecursionError):
                content = json.dumps(json.loads(content), ensure_ascii=False)
            for key in (self._key, json.dumps(self._key)[1:-1]):
                content = content.replace(key, "[key]")
        return content


def _seconds_in(told: str) -> float:
    """The seconds to wait by a number or a date (RFC 9110, section 10.2.3); 0 for neither."""
    with suppress(ValueError):
        return float(told)
    with suppress(ValueError, OverflowError):
        return parsedate_to_datetime(told).timestamp() - time.time()
    return 0.0


def _said(status: int, content: str) -> str:
    """The status of an answer that is none, and what it says."""
    told: Any = content
    with suppress(ValueError, KeyError, TypeError, RecursionError):
        told = json.loads(content)["error"]
        told = told["message"]
    return f"status {status}: {brief(' '.join(str(told).split()), _LONGEST_SAID)}"


def _read(content: str) -> Reply | None:
    """What a server says, without what its model thinks first; None for what is no answer of chat completions."""
    try:
        told = json.loads(content)
        choice = told["choices"][0]
        message, finish, usage = choice["message"], choice.get("finish_reason"), told.get("usage")
        # Half a pair of surrogates is JSON, and could be sent to nobody.
        text = str(message.get("content") or "").encode("utf-8", "replace").decode()
        fault = CUT_OFF if finish == "length" else ""
        if message.get("refusal") or finish == "content_filter":
            fault = REFUSED
    except (ValueError, LookupError, TypeError, AttributeError, RecursionError):
        return None
    text = _THOUGHT.sub("", text)
    read, written = (_number(usage, name) for name in ("prompt_tokens", "completion_tokens"))
    return Reply(text, fault, str(told.get("model") or ""), 1, read, written, _chances(choice.get("logprobs"), text))


def _number(usage: Any, name: str) -> int:
    told = usage.get(name) if isinstance(usage, dict) else None
    return told if isinstance(told, int) and told > 0 else 0


def _chances(told: Any, text: str) -> tuple[Any, ...]:
    """The tokens of the text, without those before and behind it; none where they are not told in full."""
    try:
        tokens = [
            [*_chance(token), [_chance(other) for other in token.get("top_logprobs") or ()]]
            for token in told["content"]
        ]
    except (ValueError, LookupError, TypeError, AttributeError, OverflowError):
        return ()
    start = "".join(token for token, _, _ in tokens).rfind(text)
    ends = accumulate(len(token) for token, _, _ in tokens)
    within = (end > start and end - len(one[0]) < start + len(text) for one, end in zip(tokens, ends, strict=True))
    return tuple(compress(tokens, within)) if start >= 0 else ()


def _chance(told: Mapping[str, Any]) -> list[Any]:
    return [str(told["token"]), min(0.0, float(told["logprob"]))]
