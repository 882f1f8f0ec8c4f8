"""Other systems' answers, read from files, as rows of a comparison.

A response has chains, perhaps no answers pronoun by pronoun; then the antecedent of a pronoun is the mention
before it in its chain, whatever kind of mention that is: our own resolvers may answer with a pronoun as well,
and the success rate takes every mention of the right entity. Mentions with the words of one of the key's get the
head that it has in the setting, so that equal spans have equal heads; others keep the head that the response states.
"""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import zip_longest
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

from anaphora_workbench.corpora import find
from anaphora_workbench.corpora.document import GOLD_LAYER, CoreferenceLayer, Document, DocumentPair
from anaphora_workbench.corpora.formats.registry import without_ending
from anaphora_workbench.corpora.pairing.heads import says_heads, with_heads
from anaphora_workbench.corpora.pairing.moved_spans import MovedSpans, OtherWords, moved_of_documents, other_words_of
from anaphora_workbench.corpora.pairing.pairing import without_endings
from anaphora_workbench.corpora.pairing.shared_words import from_words_of_source, over_shared_words
from anaphora_workbench.corpora.support.errors import FormatError
from anaphora_workbench.evaluation.pronouns.anaphora import decisions_of
from anaphora_workbench.workbench.base.descriptions import ExistingPath
from anaphora_workbench.workbench.base.errors import CommandError, one_line
from anaphora_workbench.workbench.base.fields import Says
from anaphora_workbench.workbench.base.layers import response_layer, unanswered_pair
from anaphora_workbench.workbench.base.settings import SETTINGS

if TYPE_CHECKING:
    from anaphora_workbench.corpora.pairing.response_documents import ResponseDocuments

_SHOWN = 12
_NO_KEY = {GOLD_LAYER: CoreferenceLayer("none")}


@dataclass(frozen=True)
class Response:
    """A system's answers to the documents of a comparison.

    Attributes:
        name: of its row.
        path: a file or a folder of any format.
        checksum: of its files as a saved experiment states it; "" where none is stated.
        resources: ``closed`` for a system that used only what the task gave, ``open`` for one that used more, as in
            SemEval-2010 (Recasens et al. 2010); "" where that is not said.
        setting: that it answers, as Màrquez et al. (2012, Table 7) have one response for each; "" for all.
    """

    name: str
    path: Annotated[Path, ExistingPath()]
    checksum: str = ""
    resources: Annotated[Literal["", "closed", "open"], Says("What resources it used.", choices=("closed", "open"))] = (
        ""
    )
    setting: Annotated[str, Says("The only setting that it answers.", choices=tuple(map(str, SETTINGS)))] = ""

    __pydantic_config__ = {"extra": "forbid"}  # noqa: RUF012

    def files_checksum(self) -> str:
        """A short checksum of its files as they are."""
        checksum = hashlib.sha256()
        for file, _ in find(self.path):
            checksum.update(file.read_bytes())
        return checksum.hexdigest()[:_SHOWN]


def responses_named(
    values: Collection[str], taken: Iterable[str], to_read: Callable[[str], Path] = Path
) -> tuple[Response, ...]:
    """The responses that ``--response NAME=PATH``, or ``NAME@SETTING=PATH``, asks for; of PATH alone named by its file.

    A system that has one for each of several settings has as many rows, named ``NAME@SETTING``.

    Args:
        taken: names of the resolvers that run.
        to_read: the path to read for one that was given.

    Raises:
        CommandError: a value is not of the form, or a name is taken.
        FormatError: there is nothing at a path.
    """
    told = [_told(value) for value in values]
    bound = Counter(response.name for response in told if response.setting)
    responses: list[Response] = []
    used = set(taken)
    for value, response in zip(values, told, strict=True):
        name, path = response.name, response.path
        if response.setting and bound[name] > 1:
            name = f"{name}@{response.setting}"
        if name in used:
            raise CommandError(
                f"--response {value!r}: there is a row {name!r} already; expected another name, as NAME={path}"
            )
        place = to_read(str(path))
        if not place.exists():
            raise FormatError(place, None, "no such file or folder")
        used.add(name)
        responses.append(replace(response, name=name, path=place))
    return tuple(responses)


def _told(value: str) -> Response:
    named, equals, path = value.partition("=")
    if Path(value).exists() and not (equals and Path(path).exists()):
        named, equals, path = without_ending(Path(value).name), "=", value
    name, at, setting = named.rpartition("@")
    if not at or setting not in map(str, SETTINGS):
        name, setting = named, ""
    resources: Literal["", "closed", "open"] = ""
    if name.endswith(":closed"):
        resources = "closed"
    elif name.endswith(":open"):
        resources = "open"
    name = name.removesuffix(f":{resources}") if resources else name
    if not (name and equals and path):
        raise CommandError(f"--response {value!r} is not of the form NAME=PATH or PATH")
    return Response(name, Path(path), resources=resources, setting=setting)


@dataclass(frozen=True)
class AlignedAnswers:
    """The response to a document, at the words of its key.

    Attributes:
        unaligned: number of its mentions that have no counterpart there.
        missing_words: number of the key's words of which its text has nothing.
        from_chains: its answers to pronouns are read off its chains.
        moved: its spans that match as they stand, and otherwise.
        other_words: how many of its words are others than the key's.
        unread: what is wrong with the files of the response that cannot be read.
        unanswered: why there is no answer, where an empty one stands for it; "" for one.
    """

    pair: DocumentPair
    unaligned: int
    missing_words: int
    from_chains: bool
    moved: MovedSpans = field(default_factory=MovedSpans)
    other_words: OtherWords | None = None
    unread: tuple[str, ...] = ()
    unanswered: str = ""


class AlignedResponse:
    """The documents of a response, each brought to the words of its key."""

    def __init__(self, response: Response) -> None:
        self.response = response
        # What is wrong with files that cannot be read.
        self._unread: dict[Path, str] = {}
        self._broken: dict[str, str] = {}

    @cached_property
    def _documents(self) -> ResponseDocuments:
        # Most comparisons have no responses.
        from anaphora_workbench.corpora.pairing.response_documents import ResponseDocuments

        return ResponseDocuments(self._files())

    @cached_property
    def _unread_by_name(self) -> dict[str, str]:
        """The problems of files that cannot be read, by name; asked for once all have been tried."""
        return {without_endings(file.name): wrong for file, wrong in self._unread.items()}

    def _files(self) -> Iterator[tuple[Path, list[Document]]]:
        from anaphora_workbench.workbench.engine.broken_documents import readable

        for file, its_format in find(self.response.path):
            broken: dict[str, str] = {}
            documents = list(readable(file, its_format.read, broken))
            if broken:
                self._unread[file] = broken.get("") or next(iter(broken.values()))
                self._broken |= broken
            if documents:
                yield file, documents

    def pair(self, key: Document, source: Document) -> AlignedAnswers:
        """The response to a document; an empty one where there is none, or it cannot be scored: nobody gains by it.

        Args:
            key: the prepared document with its true mentions and its gold layer; without a layer, the key is empty.
            source: the document as it was read, whose words the offsets of a response without words count.
        """
        try:
            return self._pair(key, source)
        except ValueError as error:
            pair = unanswered_pair(key if key.key is not None else replace(key, coreference=_NO_KEY))
            unread = tuple(self._unread.values())
            return AlignedAnswers(pair, 0, 0, from_chains=False, unread=unread, unanswered=one_line(error))

    def _pair(self, key: Document, source: Document) -> AlignedAnswers:
        response = self._documents.of(key)
        if response is None:
            raise ValueError(self._why_none(key))
        key_layer = key.key or CoreferenceLayer("none")
        layer = response_layer(response)
        if not response.words:
            response = from_words_of_source(response, source, key)
        # Comparisons without responses start faster without.
        from anaphora_workbench.corpora.pairing.alignment import align_same_text

        aligned = align_same_text(response, key)
        document = aligned.document if response.words else _placed_by_id(aligned.document, key)
        pair = over_shared_words(DocumentPair(key.id, key, key_layer, document, layer))
        # What is known of the words is the key's; empty nodes are the response's own.
        given = document.words and pair.response.words
        document = replace(
            pair.response,
            words=[own if own is not None and own.empty else word for word, own in zip_longest(pair.key.words, given)],
            sentences=pair.key.sentences,
            paragraphs=pair.key.paragraphs,
        )
        headed = with_heads(document, pair.key, says_heads(response, aligned.document, key))
        pair = replace(pair, response=headed.document)
        answered = replace(pair, response_layer=replace(layer, decisions=decisions_of(pair)))
        unread = tuple(self._unread.values())
        moved = moved_of_documents(key, response, aligned, (key_layer, layer))
        return AlignedAnswers(
            answered,
            len(aligned.unaligned),
            aligned.missing_words,
            layer.decisions is None,
            moved,
            other_words_of(aligned),
            unread,
        )

    def _why_none(self, key: Document) -> str:
        """Why there is no response to a document: the file of its name that cannot be read, or the first such file."""
        own = (
            self._broken.get(key.id)
            or self._unread_by_name.get(key.id)
            or self._unread_by_name.get(without_endings(Path(key.source).name))
        )
        first = next(iter(self._unread.values()), "")
        if own or (first and self.response.path.is_file()):
            return own or first
        nothing = f"{self.response.path}: no document {key.id!r}; expected a response to each document"
        return "; ".join(filter(None, (nothing, first)))


def _placed_by_id(response: Document, key: Document) -> Document:
    """The response with the places of the key's mentions for those of its own that it names by their ids alone.

    Two mentions are the same by their ids where not both have spans (interfaces.md, section 4).
    """
    of_key = key.mention_by_id()
    mentions = []
    for mention in response.mentions:
        same = of_key.get(mention.id) if mention.start == mention.end == -1 else None
        if same is not None:
            mention = replace(mention, start=same.start, end=same.end, head=same.head, parts=same.parts)
        mentions.append(mention)
    return replace(response, mentions=mentions)
