"""Uploads: the latest files and texts of readers, kept in a folder of their own until the server ends."""

import asyncio
import re
import secrets
import shutil
from collections import OrderedDict
from collections.abc import AsyncIterator, Iterable
from contextlib import asynccontextmanager
from pathlib import Path

from starlette.datastructures import FormData, UploadFile
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect, Request

from anaphora_workbench.workbench.base.errors import print_warning

MOST_FILES, MOST_FIELDS = 8, 40
# Characters; the page itself cuts what is longer, and says so.
LONGEST_PASTED = 200_000
SECONDS = 30.0
# At least the files of two forms with submissions, so that no reader's are gone before they are read.
_KEPT = 160
_LONGEST_NAME, _LONGEST_ROW = 80, 40
_NOT_IN_A_NAME = re.compile(r"[^\w.+-]+")


class RefusedError(Exception):
    """A request that is not answered: what is wrong with it.

    Attributes:
        status: of the answer.
    """

    def __init__(self, reason: str, status: int = 400) -> None:
        super().__init__(reason)
        self.status = status


class Uploads:
    """Files that were sent, each in a folder that nobody can guess.

    Args:
        folder: that is removed when the server ends.
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._kept: OrderedDict[str, Path] = OrderedDict()

    def text(self, text: str) -> str:
        """Keep a pasted text; returns its id."""
        if not text.strip():
            raise RefusedError("There is no text; expected some words.")
        if len(text) > LONGEST_PASTED:
            raise RefusedError(f"The text has {len(text)} characters; expected at most {LONGEST_PASTED}.", 413)
        # A reader of files would tell it of a file, and nobody has sent one.
        if (at := text.find("\0")) >= 0:
            line = text.count("\n", 0, at) + 1
            raise RefusedError(f"The text has a null character in line {line}; expected a text without any.")
        return self._keep("text.txt", text.encode())

    async def file(self, file: UploadFile, may_be_empty: bool = False) -> str:
        """Keep a file that was sent; returns its id."""
        content = await file.read()
        if not content.strip() and not may_be_empty:
            raise RefusedError(f"{_safe(file.filename)}: the file is empty; expected a text or a corpus file.")
        return self._keep(_safe(file.filename), content)

    def content(self, name: str, content: bytes) -> str:
        """Keep a file that the page made; returns its id."""
        return self._keep(_safe(name), content)

    def path(self, id: str) -> Path:
        """The file of an id. Raises RefusedError for one that is not kept."""
        if id not in self._kept:
            raise RefusedError("That text is no longer stored; send it again.", 410)
        self._kept.move_to_end(id)
        return self._kept[id]

    def _keep(self, name: str, content: bytes) -> str:
        id = secrets.token_urlsafe(12)
        path = self.folder / id / name
        try:
            path.parent.mkdir(parents=True)
            path.write_bytes(content)
        except OSError as error:
            shutil.rmtree(path.parent, ignore_errors=True)
            raise _no_room(error) from None
        self._kept[id] = path
        while len(self._kept) > _KEPT:
            _, oldest = self._kept.popitem(last=False)
            shutil.rmtree(oldest.parent, ignore_errors=True)
        return id


@asynccontextmanager
async def form_of(request: Request, largest: int, files: int = MOST_FILES) -> AsyncIterator[FormData]:
    """The fields and files of a request; what it was read into is closed at the end.

    Args:
        files: so many at most.

    Raises:
        RefusedError: it is not a form, takes too long, or has too many parts.
    """
    if not request.headers.get("content-type", "").startswith("multipart/form-data"):
        raise RefusedError("This is not a form; expected multipart/form-data.", 415)
    try:
        async with asyncio.timeout(SECONDS):
            form = await request.form(max_files=files, max_fields=MOST_FIELDS, max_part_size=largest)
    except TimeoutError:
        raise RefusedError(f"The upload took more than {SECONDS:g} seconds.", 408) from None
    except HTTPException as error:
        raise RefusedError(str(error.detail)) from None
    except ClientDisconnect:
        # Whoever sent it has gone; nobody reads the reason, and nothing went wrong here.
        raise RefusedError("The upload was broken off.") from None
    except OSError as error:
        raise _no_room(error) from None
    try:
        yield form
    finally:
        await form.close()


def files_in(form: FormData, name: str) -> list[UploadFile]:
    """The files of a field of a form; a field that was left empty has none."""
    return [file for file in form.getlist(name) if isinstance(file, UploadFile) and file.filename]


def _no_room(error: OSError) -> RefusedError:
    print_warning(f"a file that was sent cannot be kept: {error.strerror}")
    return RefusedError("The page has no room for the upload; its terminal shows why.", 507)


def row_names(files: Iterable[str | None], taken: Iterable[str] = ()) -> list[str]:
    """What files with answers are called in a table, each otherwise: their names without endings.

    Args:
        taken: what other rows are called.
    """
    others, names = set(taken), list[str]()
    for number, file in enumerate(files, start=1):
        called = _safe(file).partition(".")[0][:_LONGEST_ROW] or f"answers {number}"
        free = (called, f"{called} (file)", *(f"{called} ({n})" for n in range(number, 2 * number + len(others) + 1)))
        wanted = free if called in others else (called, *free[2:])
        names.append(next(name for name in wanted if name not in others and name not in names))
    return names


def _safe(name: str | None) -> str:
    """The last part of a name, without what a file system could take for anything else."""
    last = re.split(r"[/\\]", name or "")[-1]
    return _NOT_IN_A_NAME.sub("_", last).lstrip(".")[-_LONGEST_NAME:] or "file"
