"""Training a learned resolver: corpora → documents of its settings → a model file."""

from __future__ import annotations

import json
import os
import platform
import shlex
import warnings
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from threadpoolctl import threadpool_limits

from anaphora_workbench.corpora.document import Document
from anaphora_workbench.corpora.formats.registry import LeftOutWarning, find
from anaphora_workbench.corpora.support.catalogue import CORPORA
from anaphora_workbench.corpora.support.errors import FormatError, brief, brief_error
from anaphora_workbench.corpora.support.known_names import there_are
from anaphora_workbench.corpora.support.plugins import DISTRIBUTION
from anaphora_workbench.corpora.support.samples import packaged
from anaphora_workbench.resolvers.features import FEATURES
from anaphora_workbench.resolvers.learning.model import Model
from anaphora_workbench.resolvers.learning.training import TrainingDocument, in_order
from anaphora_workbench.resolvers.options import make
from anaphora_workbench.resolvers.rankers.rankers import links_of_key
from anaphora_workbench.resolvers.registry.joined import JOIN
from anaphora_workbench.resolvers.registry.registry import RESOLVERS, resolver_class
from anaphora_workbench.workbench.base.corpus import corpus_names
from anaphora_workbench.workbench.base.errors import Failure
from anaphora_workbench.workbench.base.layers import is_narrow
from anaphora_workbench.workbench.base.prepared_documents import PreparedDocuments
from anaphora_workbench.workbench.base.settings import Setting, allowed, setting_named
from anaphora_workbench.workbench.base.signature import corpus_checksum, document_checksum, installed_version
from anaphora_workbench.workbench.engine.running import OnDocument, documents_of, each_document

# What a model depends on besides its documents.
_PACKAGES = ("anaphora-workbench", "numpy", "scipy", "spacy")


@dataclass
class TrainingSet:
    """Documents to learn from.

    Attributes:
        documents: one for each document and setting that it allows.
        checksums: of the documents as they were read, by corpus and name.
        read: the folders and files that they are from, as a command has them. format: theirs, where it was named.
        unserved: how many documents do not allow a setting.
    """

    documents: list[TrainingDocument] = field(default_factory=list)
    checksums: dict[str, dict[str, str]] = field(default_factory=dict)
    read: list[str] = field(default_factory=list)
    format: str | None = None
    unserved: Counter[Setting] = field(default_factory=Counter)


def learner(system: str) -> Any:
    """The class of a learned resolver.

    Raises:
        ValueError: there is none of that name, or it does not learn; the message lists those that do.
    """
    if JOIN in system:
        raise ValueError(f"{system} is several resolvers, which learn one by one; expected one of them")
    kind = resolver_class(system)
    if not callable(getattr(kind, "learn", None)):
        learning = [name for name, other in RESOLVERS.available().items() if callable(getattr(other, "learn", None))]
        raise ValueError(f"{system} does not learn; those that do: {', '.join(learning)}")
    return kind


def learning_options(system: str, options: Mapping[str, Any]) -> Any:
    """The options of a system, those given of them that say how it learns.

    Raises:
        ValueError: there is no such option, or it says how the system resolves.
    """
    kind = learner(system)
    parameters, says_how = make(kind.Options, system, options), kind.learns_by
    for name in options:
        if name not in says_how:
            known = f"expected one of {', '.join(says_how)}" if says_how else "it learns without options"
            raise ValueError(f"option {name} of {system} says how it resolves, not how it learns; {known}")
    return parameters


def settings_of(kind: Any, named: Sequence[str]) -> tuple[Setting, ...]:
    """The settings named, else those that a learned resolver is trained in."""
    return tuple(map(setting_named, dict.fromkeys(named or kind.trained_in)))


def training_set(
    paths: Sequence[Path],
    format: str | None,
    settings: Sequence[Setting],
    prepared: PreparedDocuments,
    failures: list[Failure],
    on_document: OnDocument,
) -> TrainingSet:
    """The documents of files and folders in the settings that each allows.

    Raises:
        FormatError: there is nothing at a path.
    """
    corpus_of = corpus_names(path.parent if path.is_file() else path for path in map(packaged, paths))
    gathered = TrainingSet(read=names_as_read(paths, format), format=format)

    def get(document: Document) -> tuple[str, dict[Setting, TrainingDocument]]:
        if document.key is None:
            raise ValueError("no coreference annotation to learn from; expected a corpus with a key")
        checksum, possible = document_checksum(document), allowed(document)
        folder = Path(document.source.rpartition(":")[0] or document.source).resolve().parent
        corpus = corpus_of.get(folder, folder.name)
        found = {
            served.setting: TrainingDocument(served.given, served.key, is_narrow(served.key), corpus)
            for served in prepared.in_settings(document, [s for s in settings if s in possible], checksum)
            if served.key is not None
        }
        return checksum, found

    # Two corpora may have annotated one text, so ids are unique in each of them.
    by_folder: dict[Path, list[Path]] = {}
    for path in paths:
        by_folder.setdefault(path.parent if path.is_file() else path, []).append(path)
    for of_folder in by_folder.values():
        documents = documents_of(of_folder, format)
        for name, (checksum, found) in each_document(lambda: get, documents, 1, failures, on_document):
            gathered.unserved.update(setting for setting in settings if setting not in found)
            if found:
                (corpus,) = {served.corpus for served in found.values()}
                gathered.checksums.setdefault(corpus, {})[name] = checksum
                gathered.documents += found.values()
    gathered.documents = in_order(gathered.documents)
    return gathered


def _all_of(folder: Path, format: str | None) -> set[Path]:
    """The files that a command reads that names a folder; none where it cannot be read as a whole."""
    with warnings.catch_warnings():
        # What is left out is told where the folder is read.
        warnings.simplefilter("ignore", LeftOutWarning)
        try:
            return {file for file, _ in find(folder, format)}
        except FormatError:
            return set()


def names_as_read(paths: Sequence[Path], format: str | None = None) -> list[str]:
    """Folders and files as a command names them, from the folder that has all of them.

    The files of a folder are named one by one where it has others; packaged samples as they were named.
    """
    read = {str(path) for path in paths if packaged(path) != path}
    # A file may be a link; its name is its own.
    own = [
        path.parent.resolve() / path.name if path.is_file() else path.resolve()
        for path in paths
        if str(path) not in read
    ]
    if not own:
        return sorted(read)
    files_of: dict[Path, set[Path]] = {}
    folders = {path for path in own if not path.is_file()}
    for path in set(own) - folders:
        files_of.setdefault(path.parent, set()).add(path)
    together = Path(os.path.commonpath([*folders, *files_of]))
    start = together.parent if together in {*folders, *files_of} else together
    whole = folders | {folder for folder, files in files_of.items() if _all_of(folder, format) == files}
    parts = whole | {file for folder, files in files_of.items() if folder not in whole for file in files}
    return sorted(read | {part.relative_to(start).as_posix() for part in parts})


def train(
    system: str,
    gathered: TrainingSet,
    settings: Sequence[Setting],
    seed: int,
    options: Mapping[str, Any],
    advance: Callable[[str], None],
) -> Model:
    """The model that a system learns from documents.

    Raises:
        ValueError: an option that the system does not learn by, documents in which no mention takes up another, a
            plug-in that fails to learn, or a system whose model could not be read again: it names features that there
            are not, or learnt what JSON cannot hold.
    """
    kind, parameters = learner(system), learning_options(system, options)
    if not any(map(links_of_key, gathered.documents)):
        raise ValueError(
            "nothing to learn from: no mention found in these documents has an earlier mention of its entity"
        )
    learnt, features, tuned = _lesson(system, lambda: kind.learn(gathered.documents, parameters, seed, advance))
    _check_features(system, features)
    corpora: list[Mapping[str, Any]] = [
        {
            "name": name,
            "licence": _licence(name),
            "documents": sorted(checksums),
            "checksum": corpus_checksum(checksums.values()),
        }
        for name, checksums in sorted(gathered.checksums.items())
    ]
    return Model(
        system,
        list(features),
        learnt,
        dict(options),
        dict(tuned),
        "; ".join(dict.fromkeys(str(corpus["licence"]) for corpus in corpora if corpus["licence"])),
        corpora,
        _command(system, gathered, settings, seed, options),
        seed,
        {"python": platform.python_version(), **{package: installed_version(package) for package in _PACKAGES}},
        language="+".join(sorted({document.given.language for document in gathered.documents})),
    )


def _lesson(system: str, learn: Callable[[], Any]) -> tuple[dict[str, Any], Sequence[str], Mapping[str, Any]]:
    """What a system learns, the features used and figures of its tuning; a plug-in is named by all it does wrong."""
    origin = RESOLVERS.origin(system)
    whose = f"resolver {system!r} ({origin.value})"
    # What is limited has to be loaded: NumPy and SciPy have a BLAS each.
    import scipy.linalg  # noqa: F401

    try:
        # Where BLAS divides a sum among threads, as from ten thousand numbers on, their number shows in the last digit.
        with threadpool_limits(1, "blas"):
            lesson = learn()
    except Exception as error:
        if origin.package == DISTRIBUTION:
            raise
        raise ValueError(f"{whose} failed to learn: {brief_error(error)}") from error
    match lesson:
        case (dict() as learnt, list() | tuple() as features, Mapping() as tuned):
            pass
        case _:
            expected = (
                "expected what it learnt (an object), names of features (a list), figures of its tuning (an object)"
            )
            raise ValueError(f"{whose} learnt {brief(repr(lesson))}; {expected}")
    try:
        json.dumps([learnt, dict(tuned)], allow_nan=False)
    except (TypeError, ValueError) as error:
        raise ValueError(f"{whose} learnt what JSON cannot hold: {error}") from error
    return learnt, features, tuned


def _check_features(system: str, features: Sequence[str]) -> None:
    """Raise ValueError for names of features with which the model could not be read again."""
    if not features:
        raise ValueError(f"{system} names no features that it has learnt from; {there_are(FEATURES)}")
    unknown = [name for name in features if name not in FEATURES]
    if unknown:
        named = ", ".join(map(repr, unknown))
        raise ValueError(
            f"{system} has learnt from no feature of the workbench, {named}; {there_are(FEATURES, *unknown)}"
        )


def _licence(corpus: str) -> str:
    name = corpus.split("/")[0]
    return CORPORA[name].licence if name in CORPORA else ""


def _command(
    system: str, gathered: TrainingSet, settings: Iterable[Setting], seed: int, options: Mapping[str, Any]
) -> str:
    words = ["workbench", "train", system, *gathered.read]
    words += ["--from", gathered.format] if gathered.format else []
    words += [word for setting in settings for word in ("--setting", str(setting))]
    words += ["--seed", str(seed)]
    words += [word for name, value in sorted(options.items()) for word in ("--option", f"{name}={value}")]
    return shlex.join(words)
