"""Questions that jobs of the page answer. Light to import: the server sends them to the worker processes."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Self

from anaphora_workbench.workbench.runs.column import Column


@dataclass(frozen=True)
class Question:
    """The question of a job; it is pickled on its way to the worker."""

    @property
    def places(self) -> tuple[Path, ...]:
        """The files that it reads besides the uploads."""
        return ()

    def without(self, resolver: str, reason: str, column: int | None) -> Self | None:
        """The question without a resolver that ran over a limit; None where nothing is left to ask.

        Args:
            column: which of those that were asked it worked for, from 0; None where there are none.
        """
        return None


@dataclass(frozen=True)
class TextQuestion(Question):
    """A text and the columns that are to answer it.

    Attributes:
        path: the text or corpus file.
        place: which of its documents.
        setting: "" for the first that the document allows.
        left_out: by number of a column why it is not asked any more.
    """

    path: Path
    columns: tuple[Column, ...]
    place: int = 0
    setting: str = ""
    left_out: tuple[tuple[int, str], ...] = ()

    @property
    def asked(self) -> list[int]:
        """The numbers of the columns that are still asked."""
        already = dict(self.left_out)
        return [number for number in range(len(self.columns)) if number not in already]

    @property
    def places(self) -> tuple[Path, ...]:
        return (self.path,)

    def without(self, resolver: str, reason: str, column: int | None) -> Self | None:
        """The text without this column; another one of the same resolver may have options with which it ends."""
        if column is None:
            return None
        return replace(self, left_out=(*self.left_out, (self.asked[column], reason)))


@dataclass(frozen=True)
class ExerciseQuestion(Question):
    """A text that is to become an exercise for a class."""

    of_text: TextQuestion

    @property
    def places(self) -> tuple[Path, ...]:
        return self.of_text.places

    def without(self, resolver: str, reason: str, column: int | None) -> Self | None:
        """The same without a column."""
        less = self.of_text.without(resolver, reason, column)
        return None if less is None else replace(self, of_text=less)


@dataclass(frozen=True)
class KeyQuestion(Question):
    """A text whose key is to be made.

    Attributes:
        path: the text or corpus file, perhaps with a key already.
        place: which of its documents.
        resolver: whose answers are proposed, "" for none.
    """

    path: Path
    place: int = 0
    resolver: str = ""

    @property
    def places(self) -> tuple[Path, ...]:
        return (self.path,)

    def without(self, resolver: str, reason: str, column: int | None) -> Self | None:
        """The text without proposals."""
        return replace(self, resolver="") if self.resolver else None


@dataclass(frozen=True)
class AgreementQuestion(Question):
    """The keys of two annotators, which are to be compared."""

    first: Path
    second: Path


@dataclass(frozen=True)
class CorpusQuestion(Question):
    """Corpora on which resolvers and other systems' answers are to be compared, and the folder for the report.

    Attributes:
        corpora: files and folders.
        settings: names; empty for all that the corpora allow.
        responses: (name, file or folder) of each.
        folder: where the report goes; another question has another one.
        left_out: resolvers that are not asked any more, with the reason.
    """

    corpora: tuple[Path, ...]
    resolvers: tuple[str, ...]
    settings: tuple[str, ...]
    responses: tuple[tuple[str, Path], ...]
    folder: Path
    left_out: tuple[tuple[str, str], ...] = ()

    @property
    def places(self) -> tuple[Path, ...]:
        return (*self.corpora, *(path for _, path in self.responses))

    def without(self, resolver: str, reason: str, column: int | None) -> Self | None:
        others = tuple(name for name in self.resolvers if name != resolver)
        if others == self.resolvers or not others:
            return None
        return replace(self, resolvers=others, left_out=(*self.left_out, (resolver, reason)))


@dataclass(frozen=True)
class TryingQuestion(Question):
    """A resolver with some options and with others, to be set against each other on a corpus.

    Attributes:
        name: of the corpus.
        before, after: options.
    """

    name: str
    corpus: Path
    resolver: str
    before: Mapping[str, Any]
    after: Mapping[str, Any]

    @property
    def places(self) -> tuple[Path, ...]:
        return (self.corpus,)


@dataclass(frozen=True)
class RankingQuestion(Question):
    """Submissions that are to be checked, scored and ranked.

    Attributes:
        key: file or folder that lies apart.
        submissions: (name, file) of each.
        preset: name of the one of a shared task, "" for all metrics that apply.
    """

    key: Path
    submissions: tuple[tuple[str, Path], ...]
    preset: str = ""


# "rnd.bin: unknown format; expected one of …; name it with --from": the page has no such option.
_OF_COMMANDS = re.compile(r"; (?:name it|choose one) with --[a-z-]+|, or compare --report FILE[^;]*")


def for_readers(reason: str, question: Question, sent: Path) -> str:
    """A reason without the places of this machine and without what only commands have.

    Args:
        question: that was answered with it; its files go by their names.
        sent: folder of what readers have sent.
    """
    reason = re.sub(rf"{re.escape(str(sent))}(/[\w-]+)?/?", "", _OF_COMMANDS.sub("", reason))
    for place in question.places:
        reason = reason.replace(f"{place.resolve().parent}/", "").replace(f"{place.parent}/", "")
    return reason
