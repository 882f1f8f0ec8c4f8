"""Public corpora: manifests against local copies, and fetching without any network."""

import errno
import fcntl
import hashlib
import io
import os
import tarfile
import zlib
from http.client import IncompleteRead
from pathlib import Path
from typing import IO, Any
from urllib.error import URLError
from urllib.request import Request

import pytest

from anaphora_workbench.corpora.support import catalogue, fetching
from anaphora_workbench.corpora.support.catalogue import CORPORA, ManifestFile, differences, local_copy, manifest
from anaphora_workbench.corpora.support.fetching import FetchError, fetch


def test_every_corpus_can_be_fetched_or_says_why_not() -> None:
    for corpus in CORPORA.values():
        assert bool(manifest(corpus)) == bool(corpus.commit) == (corpus.why_not == ""), corpus.name


@pytest.mark.parametrize("name", ["gap", "winobias", "winogender", "ontogum"])
def test_local_copies_are_what_the_manifests_say(public_corpora: Path, name: str) -> None:
    copy = local_copy(CORPORA[name], public_corpora)
    assert copy is not None
    assert differences(CORPORA[name], copy) == []


def test_a_changed_file_is_noticed(tmp_path: Path) -> None:
    (tmp_path / "templates.tsv").write_text("something else")
    wrong = differences(CORPORA["winogender"], tmp_path)
    assert "templates.tsv: not the file that the manifest describes" in wrong
    assert "all_sentences.tsv: missing" in wrong


def test_unknown_corpus_names_the_known_ones() -> None:
    with pytest.raises(ValueError, match="no corpus 'gun'; there are: gum, ontogum"):
        catalogue.corpus_named("gun")


CONTENT = {"train/a.txt": b"one\n", "dev/a.txt": b"two\n", "LICENSE": b"free\n"}


@pytest.fixture
def archive(monkeypatch: pytest.MonkeyPatch) -> bytes:
    """An archive as a repository host makes it, with other files beside those of the manifest."""
    files = [ManifestFile(hashlib.sha256(data).hexdigest(), len(data), path) for path, data in CONTENT.items()]
    monkeypatch.setattr(fetching, "manifest", lambda corpus: files)
    buffer = io.BytesIO()
    with tarfile.open(fileobj=buffer, mode="w:gz") as tar:
        for path, data in {**{f"repo-1/x/{path}": data for path, data in CONTENT.items()}, "../evil": b"one\n"}.items():
            member = tarfile.TarInfo(path)
            member.size = len(data)
            tar.addfile(member, io.BytesIO(data))
    return buffer.getvalue()


class Answer(io.BytesIO):
    """What a server sends."""

    def __init__(self, data: bytes, status: int, breaks: bool = False) -> None:
        super().__init__(data)
        self.status = status
        self.headers: dict[str, Any] = {}
        self.breaks = breaks

    def read(self, size: int | None = -1, /) -> bytes:
        data = super().read(size)
        if not data and self.breaks:
            raise ConnectionError("connection lost")
        return data


def _server(data: bytes, breaks_after: int | None = None) -> Any:
    def open_(request: Request) -> IO[bytes]:
        wanted = request.get_header("Range")
        if wanted is None:
            return Answer(data[:breaks_after], 200, breaks_after is not None)
        return Answer(data[int(wanted.removeprefix("bytes=").rstrip("-")) :], 206)

    return open_


def test_only_the_files_of_the_manifest_arrive(tmp_path: Path, archive: bytes) -> None:
    target = fetch(CORPORA["gap"], tmp_path / "data", _server(archive))
    assert {str(path.relative_to(target)): path.read_bytes() for path in target.rglob("*") if path.is_file()} == CONTENT
    assert [path.name for path in (tmp_path / "data").iterdir()] == ["gap"]
    assert [path.name for path in tmp_path.iterdir()] == ["data"]


def test_a_broken_download_goes_on_where_it_stopped(tmp_path: Path, archive: bytes) -> None:
    asked: list[str | None] = []

    def open_(request: Request) -> IO[bytes]:
        asked.append(request.get_header("Range"))
        answer: IO[bytes] = _server(archive, breaks_after=50)(request)
        return answer

    with pytest.raises(FetchError, match=r"no network to fetch gap .*connection lost.*it goes on where it stopped"):
        fetch(CORPORA["gap"], tmp_path, open_)
    assert not (tmp_path / "gap").exists()
    assert fetch(CORPORA["gap"], tmp_path, open_).is_dir()
    assert asked == [None, "bytes=50-"]


class ClosedEarly(io.BytesIO):
    """A connection that ends before all has come, as http.client tells it.

    Args:
        told: the length that the server has told; None for an answer in chunks.
    """

    def __init__(self, data: bytes, told: int | None) -> None:
        super().__init__(data)
        self.status = 200
        self.headers = {} if told is None else {"Content-Length": str(told)}

    def read(self, size: int | None = -1, /) -> bytes:
        if not self.headers:
            raise IncompleteRead(super().read(size))
        return super().read(size)


@pytest.mark.parametrize("tells_length", [True, False], ids=["of a known length", "in chunks"])
def test_what_came_before_a_connection_was_closed_is_kept(tmp_path: Path, archive: bytes, tells_length: bool) -> None:
    half, totals = len(archive) // 2, []
    closed = ClosedEarly(archive[:half], len(archive) if tells_length else None)
    with pytest.raises(FetchError, match="run it again; it goes on where it stopped"):
        fetch(CORPORA["gap"], tmp_path, lambda request: closed)

    def the_rest(request: Request) -> IO[bytes]:
        assert request.get_header("Range") == f"bytes={half}-"
        answer = Answer(archive[half:], 206)
        answer.headers = {"Content-Length": str(len(archive) - half)}
        return answer

    target = fetch(CORPORA["gap"], tmp_path, the_rest, lambda done, total: totals.append((done, total)))
    assert {path: (target / path).read_bytes() for path in CONTENT} == CONTENT
    assert totals[-1] == (len(archive), len(archive))


def test_without_locks_nothing_is_fetched(tmp_path: Path, archive: bytes, monkeypatch: pytest.MonkeyPatch) -> None:
    def refused(descriptor: int, operation: int) -> None:
        raise OSError(errno.ENOLCK, os.strerror(errno.ENOLCK))

    monkeypatch.setattr(fcntl, "flock", refused)
    with pytest.raises(FetchError, match=f"^{tmp_path / 'gap'}: cannot be written: No locks available$"):
        fetch(CORPORA["gap"], tmp_path, _server(archive))


def test_without_network_it_says_so_plainly(tmp_path: Path, archive: bytes) -> None:
    def open_(request: Request) -> IO[bytes]:
        raise URLError("Name or service not known")

    with pytest.raises(FetchError, match=r"no network to fetch gap from .* \(Name or service not known\); with a conn"):
        fetch(CORPORA["gap"], tmp_path, open_)
    assert list(tmp_path.iterdir()) == []


def test_files_other_than_the_manifests_are_not_kept(tmp_path: Path, archive: bytes, monkeypatch: Any) -> None:
    monkeypatch.setattr(fetching, "manifest", lambda corpus: [ManifestFile("0" * 64, 4, "a.txt")])
    with pytest.raises(FetchError, match=r"gap: 1 of 1 files are not as the manifest has them \(a\.txt\); nothing was"):
        fetch(CORPORA["gap"], tmp_path, _server(archive))
    assert list(tmp_path.iterdir()) == []


def test_a_damaged_archive_is_not_kept(tmp_path: Path, archive: bytes) -> None:
    with pytest.raises(FetchError, match=r"the archive of gap is damaged .*; run it again"):
        fetch(CORPORA["gap"], tmp_path, _server(archive[:60] + b"\x00" * 40))
    assert list(tmp_path.iterdir()) == []


def test_a_second_process_does_not_write_into_the_archive_of_the_first(tmp_path: Path, archive: bytes) -> None:
    def open_(request: Request) -> IO[bytes]:
        with pytest.raises(FetchError, match=f"{tmp_path / 'gap'}: another process is fetching it; wait until"):
            fetch(CORPORA["gap"], tmp_path, _server(archive))
        answer: IO[bytes] = _server(archive)(request)
        return answer

    target = fetch(CORPORA["gap"], tmp_path, open_)
    assert {path: (target / path).read_bytes() for path in CONTENT} == CONTENT
    assert [path.name for path in tmp_path.iterdir()] == ["gap"]


def test_an_archive_damaged_within_a_file_is_not_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    content = b"a line\n" * 10_000
    listed = ManifestFile(hashlib.sha256(content).hexdigest(), len(content), "a.txt")
    monkeypatch.setattr(fetching, "manifest", lambda corpus: [listed])
    buffer = io.BytesIO()
    with tarfile.open(fileobj=buffer, mode="w") as tar:
        member = tarfile.TarInfo("a.txt")
        member.size = len(content)
        tar.addfile(member, io.BytesIO(content))
    compressor = zlib.compressobj(wbits=31)
    half = compressor.compress(buffer.getvalue()[: len(content) // 2]) + compressor.flush(zlib.Z_FULL_FLUSH)
    no_block_of_deflate = b"\x07"
    with pytest.raises(FetchError, match=r"the archive of gap is damaged .*invalid block type.*; run it again"):
        fetch(CORPORA["gap"], tmp_path, _server(half + no_block_of_deflate))
    assert list(tmp_path.iterdir()) == []


def test_what_is_there_is_not_overwritten(tmp_path: Path, archive: bytes) -> None:
    (tmp_path / "gap").mkdir()
    with pytest.raises(FetchError, match="is there already; remove it or name another folder"):
        fetch(CORPORA["gap"], tmp_path, _server(archive))


def test_corpora_to_be_got_by_hand(tmp_path: Path) -> None:
    with pytest.raises(FetchError, match=r"corefud cannot be fetched: .*licence by hand; see https"):
        fetch(CORPORA["corefud"], tmp_path)
