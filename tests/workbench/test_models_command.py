"""``workbench models``: what is installed, and encoders fetched from a model hub, here one of our own."""

import hashlib
import threading
from collections.abc import Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest

from anaphora_workbench.resolvers.neural.encoder.published import FILES
from anaphora_workbench.workbench.commands import main

CONTENT = {name: f"this is {name}".encode() for name in FILES}
SHA256 = hashlib.sha256(CONTENT["model.safetensors"]).hexdigest()


class _Quiet(SimpleHTTPRequestHandler):
    def log_message(self, *arguments: Any) -> None:
        """Say nothing."""


@pytest.fixture
def hub(tmp_path: Path) -> Iterator[str]:
    """The address of a hub that has the encoder maker/small at two revisions, the second without its weights."""
    for revision, names in (("main", FILES), ("broken", FILES[:2])):
        folder = tmp_path / "hub" / "maker" / "small" / "resolve" / revision
        folder.mkdir(parents=True)
        for name in names:
            (folder / name).write_bytes(CONTENT[name])
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(_Quiet, directory=str(tmp_path / "hub")))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}"
    server.shutdown()
    server.server_close()


def fetch(hub: str, target: Path, *more: str) -> int:
    return main(["models", "fetch", "maker/small", "--hub", hub, "--output", str(target), *more])


@pytest.mark.parametrize("checksum", [(), ("--checksum", SHA256.upper())], ids=["any", "checked"])
def test_an_encoder_is_fetched(hub: str, tmp_path: Path, capsys: pytest.CaptureFixture[str], checksum: Any) -> None:
    target = tmp_path / "here" / "small"
    assert fetch(hub, target, *checksum) == 0
    assert {path.name: path.read_bytes() for path in target.iterdir()} == CONTENT
    assert [path.name for path in target.parent.iterdir()] == ["small"]
    told, how = capsys.readouterr().out.splitlines()
    assert SHA256 in told
    assert f"--option encoder={target} " in how


@pytest.mark.parametrize(
    ("more", "said"),
    [
        (("--checksum", "0" * 64), f"checksum {SHA256}; expected {'0' * 64}"),
        (("--revision", "broken"), "the server answers 404"),
    ],
)
def test_another_file_is_refused(hub: str, tmp_path: Path, capsys: Any, more: tuple[str, ...], said: str) -> None:
    target = tmp_path / "here" / "small"
    assert fetch(hub, target, *more) == 2
    assert not target.exists()
    assert said in capsys.readouterr().err


def test_what_came_before_is_kept_for_the_next_try(hub: str, tmp_path: Path, capsys: Any) -> None:
    kept = tmp_path / "here" / ".small-main" / "model.safetensors"
    kept.parent.mkdir(parents=True)
    kept.write_bytes(CONTENT["model.safetensors"][:5])
    assert fetch(hub, tmp_path / "here" / "small") == 0
    assert (tmp_path / "here" / "small" / "model.safetensors").read_bytes() == CONTENT["model.safetensors"]


@pytest.mark.parametrize("name", ["mpnet", "a/b/c"])
def test_an_unknown_name_is_told_the_known_ones(tmp_path: Path, capsys: pytest.CaptureFixture[str], name: str) -> None:
    assert main(["models", "fetch", name, "--output", str(tmp_path / "x")]) == 2
    assert "all-mpnet-base-v2" in capsys.readouterr().err


def test_installed_models_say_licence_checksum_and_place(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["models", "list", "--format", "csv"]) == 0
    lines = capsys.readouterr().out.splitlines()
    (ranking,) = (line for line in lines if line.startswith("ranking,"))
    assert "CC BY-NC-SA" in ranking
    path = Path(ranking.rpartition(",")[2])
    assert hashlib.sha256(path.read_bytes()).hexdigest()[:12] in ranking
