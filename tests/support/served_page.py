"""``workbench serve`` as a process of its own, and a reader that speaks HTTP to it, header by header."""

import http.client
import json
import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

PATIENCE = 120.0


@dataclass(frozen=True)
class Answer:
    status: int
    headers: Mapping[str, str]
    body: bytes

    @property
    def json(self) -> Any:
        return json.loads(self.body)


@dataclass(frozen=True)
class Served:
    """A running page.

    Attributes:
        address: with its token, as it was printed.
        process: id of the server's.
    """

    address: str
    process: int

    @property
    def port(self) -> int:
        found = re.match(r"http://127\.0\.0\.1:(\d+)/", self.address)
        assert found
        return int(found[1])

    @property
    def token(self) -> str:
        return self.address.partition("token=")[2]

    @property
    def cookie(self) -> str:
        return f"workbench-{self.port}={self.token}"

    @property
    def origin(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def request(
        self, method: str, path: str, body: bytes | None = None, headers: Mapping[str, str] | None = None
    ) -> Answer:
        """One request with the cookie; a header that is given as "" is not sent."""
        sent = {"Cookie": self.cookie, "Host": f"127.0.0.1:{self.port}"} | dict(headers or {})
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE)
        connection.putrequest(method, path, skip_host=True)
        for name, value in sent.items():
            if value:
                connection.putheader(name, value)
        if body is not None and "Content-Length" not in sent and "Transfer-Encoding" not in sent:
            connection.putheader("Content-Length", str(len(body)))
        connection.endheaders(body)
        response = connection.getresponse()
        answer = Answer(response.status, {k.lower(): v for k, v in response.getheaders()}, response.read())
        connection.close()
        return answer

    def post(self, path: str, fields: Mapping[str, str | tuple[str, bytes]], headers: Mapping[str, str] = {}) -> Answer:
        """A form; a field with a name and bytes is a file."""
        kind, body = form(*fields.items())
        return self.request("POST", path, body, {"Content-Type": kind, "Origin": self.origin} | dict(headers))

    def ask(self, columns: list[dict[str, Any]] | None = None, **fields: str | tuple[str, bytes]) -> Answer:
        """Ask for a text and wait for what becomes of it."""
        wanted = columns or [{"resolver": "mitkov"}]
        taken = self.post("/ask", {"tab": "test", "columns": json.dumps(wanted), **fields})
        if taken.status != 202:
            return taken
        job = taken.json["job"]
        assert self.events(job)[-1]["state"] in ("done", "failed")
        return self.request("GET", f"/jobs/{job}")

    def events(self, job: str) -> list[dict[str, Any]]:
        """All that is told of a job until it has ended."""
        told = self.request("GET", f"/jobs/{job}/events").body.decode()
        return [json.loads(line[len("data: ") :]) for line in told.splitlines() if line.startswith("data: ")]


def form(*fields: tuple[str, str | tuple[str, bytes]]) -> tuple[str, bytes]:
    """The kind and the body of a form with several parts."""
    parts = []
    for name, value in fields:
        file, content = value if isinstance(value, tuple) else (None, value.encode())
        disposition = f'form-data; name="{name}"' + (f'; filename="{file}"' if file is not None else "")
        parts.append(f"--edge\r\nContent-Disposition: {disposition}\r\n\r\n".encode() + content + b"\r\n")
    return "multipart/form-data; boundary=edge", b"".join(parts) + b"--edge--\r\n"


@contextmanager
def served(folder: Path, *options: str, site: Path | None = None) -> Iterator[Served]:
    """The page as the command starts it, in a folder of its own; site has further distributions."""
    command = [sys.executable, "-m", "anaphora_workbench", "serve", "--no-browser", "--port", "0", *options]
    environment = {**os.environ, "TMPDIR": str(folder), **({"PYTHONPATH": str(site)} if site is not None else {})}
    with subprocess.Popen(
        command, cwd=folder, env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout
        try:
            yield Served(process.stdout.readline().strip(), process.pid)
        finally:
            process.send_signal(signal.SIGINT)
            end = time.monotonic() + PATIENCE
            while process.poll() is None and time.monotonic() < end:
                time.sleep(0.05)
            process.kill()
