"""Experiments described by a TOML file, and the resolved description that is saved next to results.

A description names corpora, resolvers, settings, metrics and their options; paths are relative to its own folder
(docs/experiments.md has one). The resolved one says besides what the run had: every option in force, checksums,
versions, signatures. It can be run like any other; what no longer is as it says is reported. :func:`software` and
:func:`made_with` say more of what two runs of one description must share.
"""

import hashlib
import os
import re
import tomllib
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from os.path import isfile
from pathlib import Path
from platform import python_version
from typing import Annotated, Any

from anaphora_workbench.corpora import FormatError
from anaphora_workbench.corpora.formats import find, get_format
from anaphora_workbench.corpora.formats.options import given
from anaphora_workbench.corpora.languages import language_named
from anaphora_workbench.corpora.support.plugin_code import own_content, plug_in_code, plug_ins
from anaphora_workbench.corpora.support.plugins import DISTRIBUTION
from anaphora_workbench.evaluation.counting.registry import METRICS
from anaphora_workbench.resolvers import files_named, get_resolver, plug_ins_of
from anaphora_workbench.workbench.base.descriptions import DescriptionError, described, key_of
from anaphora_workbench.workbench.base.fields import Field, Says, fields_of
from anaphora_workbench.workbench.base.prepared_documents import PreparedDocuments
from anaphora_workbench.workbench.base.signature import file_checksum, installed_version
from anaphora_workbench.workbench.experiments.experiment import NO_RESOLVERS, Experiment
from anaphora_workbench.workbench.experiments.preprocessing import with_slash
from anaphora_workbench.workbench.experiments.results import Results

SUFFIX = ".toml"
# Characters of a checksum.
_SHOWN = 12
_PACKAGES = ("anaphora-workbench", "numpy", "scipy", "spacy")


@dataclass(frozen=True)
class Output:
    """What a run writes, relative to the experiment file.

    Attributes:
        json, report: files.
        tables: a folder.
    """

    json: str | None = None
    report: str | None = None
    tables: str | None = None

    __pydantic_config__ = {"extra": "forbid"}  # noqa: RUF012


@dataclass(frozen=True)
class Described(Experiment):
    """An experiment as a file holds it.

    Attributes:
        title: of reports; None for the file's name.
        output: what is written.
        made_with: versions by name, in the description of a run.
        signatures: likewise, of its figures; they are for readers.
    """

    title: Annotated[str | None, Says("Title of the report.")] = None
    output: Annotated[Output, Says("What is written.")] = field(default_factory=Output)
    made_with: Annotated[dict[str, Any], Says("Versions of the run that the file describes.")] = field(
        default_factory=dict
    )
    signatures: Annotated[dict[str, Any], Says("Signatures of that run's figures.")] = field(default_factory=dict)


@dataclass(frozen=True)
class ExperimentFile:
    """An experiment file that was read.

    Attributes:
        experiment: complete, as it runs.
    """

    path: Path
    experiment: Described

    @property
    def title(self) -> str:
        return self.experiment.title or self.path.stem

    @property
    def outputs(self) -> dict[str, Path]:
        """Files and the folder of tables that it wants written, by ``json``, ``report``, ``tables``."""
        wanted = vars(self.experiment.output)
        return {name: self.path.parent / place for name, place in wanted.items() if place is not None}

    def departures(self, results: Results) -> list[str]:
        """What is not as the description says it was: corpora and responses that have changed."""
        stated: Iterable[Any] = (*self.experiment.corpora, *self.experiment.responses)
        now = {name: corpus.checksum for name, corpus in results.corpora.items()}
        now |= {response.name: response.files_checksum() for response in self.experiment.responses}
        return [
            f"{self.path}: {part.name} has the checksum {now[part.name]}; "
            f"expected {part.checksum}, of the files that were run then"
            for part in stated
            if part.checksum and part.name in now and now[part.name] != part.checksum
        ]

    def other_versions(self) -> list[str]:
        """Which software is not of the version that the description states."""
        here = versions(self.experiment)
        return [
            f"{self.path}: made with {name} {stated}, run with {here.get(name, 'none')}; figures may differ"
            for name, stated in self.experiment.made_with.items()
            if here.get(name) != str(stated)
        ]


def read_experiment(path: Path) -> ExperimentFile:
    """Read an experiment file.

    Raises:
        FormatError: it is not TOML, or names a key, a value or a file that does not exist.
    """
    try:
        text = path.read_text(encoding="utf-8")
        content = tomllib.loads(text)
    except OSError as error:
        raise FormatError(path, None, error.strerror or "cannot be read", "expected an experiment file") from None
    except UnicodeDecodeError:
        raise FormatError(path, None, "it is not UTF-8", "expected an experiment file in TOML") from None
    except tomllib.TOMLDecodeError as error:
        reason, _, place = str(error).partition(" (at line ")
        line = place.partition(",")[0]
        where = int(line) if line.isdecimal() else None
        what = f"not TOML: {reason[0].lower()}{reason[1:]}"
        raise FormatError(path, where, what, "see docs/experiments.md") from None
    except (RecursionError, ValueError):
        what = "not usable TOML: nested too deeply or a number too long"
        raise FormatError(path, None, what, "see docs/experiments.md") from None
    try:
        if content.get("resolvers") == [] and content.get("responses"):
            content["resolvers"] = list(NO_RESOLVERS)
        elif content.get("resolvers") == []:
            wanted = "the name of a resolver, or no such line for algorithms, baselines and oracles"
            raise DescriptionError("resolvers", "resolvers names none", wanted)
        experiment = described(Described, content, path.parent).completed(path.parent)
        for corpus in experiment.corpora:
            if corpus.format is not None:
                get_format(corpus.format)
            if corpus.language:
                language_named(corpus.language)
    except DescriptionError as error:
        expected = f"expected {error.expected}" if error.expected else ""
        of_entry = _line_of_entry(text, *error.entry, error.near) if error.entry is not None else None
        raise FormatError(path, of_entry or _line(text, error.near), error.what, expected) from None
    except ValueError as error:
        raise FormatError(path, _line(text, _named(str(error))), str(error), "") from None
    return ExperimentFile(path, experiment)


def resolved(results: Results, title: str, folder: Path) -> str:
    """The description of a run as it was, to be saved in a folder and run again."""
    import tomli_w

    experiment = results.experiment
    content: dict[str, Any] = {"title": title} | plain_values(experiment, lambda path: _relative(path, folder))
    for corpus in content["corpora"]:
        if corpus["name"] in results.corpora:
            corpus["checksum"] = results.corpora[corpus["name"]].checksum
    for response, saved in zip(experiment.responses, content["responses"], strict=True):
        saved["checksum"] = response.files_checksum()
    content["options"] = {name: _options_in_force(experiment, name, folder) for name in experiment.resolvers}
    content["made-with"] = versions(experiment)
    content["signatures"] = {
        corpus.name: {
            str(setting): {resolver: outcome.signature for resolver, outcome in outcomes.items()}
            for setting, outcomes in corpus.settings.items()
        }
        for corpus in results.corpora.values()
    }
    return tomli_w.dumps({key: value for key, value in content.items() if value not in ({}, [])})


def _options_in_force(experiment: Experiment, resolver: str, folder: Path) -> dict[str, Any]:
    """Every option of a resolver; files by their paths, which a resolver may tell by name and checksum."""
    given = experiment.options_of(resolver)
    options = get_resolver(resolver, **given).options
    for option, path in files_named(resolver, given).items():
        options[option if option in options else option.rpartition(".")[2]] = _relative(Path(path), folder)
    return _plain(options)


def plain_values(experiment: Experiment, written: Callable[[Path], str]) -> dict[str, Any]:
    """A description as values that a file can hold, from which ``described`` makes it again.

    Args:
        written: how paths are written.
    """
    content = {
        key_of(described_field.name): _saved(described_field, getattr(experiment, described_field.name), written)
        for described_field in fields_of(Experiment)
    }
    if not experiment.resolvers and experiment.responses:
        content["resolvers"] = list(NO_RESOLVERS)
    if experiment.preprocessing.model_folder is not None:
        content["preprocessing"]["model"] = with_slash(written(experiment.preprocessing.model_folder))
    content["options"] = {name: _plain(options) for name, options in experiment.resolver_options.items()}
    content["corpora"] = [
        {
            "name": corpus.name,
            "path": written(corpus.path),
            **({"format": corpus.format} if corpus.format else {}),
            **({"language": corpus.language} if corpus.language else {}),
            **({"settings": [str(setting) for setting in corpus.settings]} if corpus.settings else {}),
        }
        for corpus in experiment.corpora
    ]
    content["responses"] = [
        {"name": response.name, "path": written(response.path)}
        | ({"resources": response.resources} if response.resources else {})
        | ({"setting": response.setting} if response.setting else {})
        for response in experiment.responses
    ]
    return content


def versions(experiment: Experiment) -> dict[str, str]:
    """The versions that figures depend on: Python, packages, model, word lists, plug-ins, models of resolvers."""
    found = {package: installed_version(package) for package in _PACKAGES}
    installed = {"python": python_version()} | {name: told for name, told in found.items() if told != "none"}
    return installed | experiment.preprocessing.preprocessor().depends_on | _of_resolvers_and_metrics(experiment)


def _of_resolvers_and_metrics(experiment: Experiment) -> dict[str, str]:
    """Versions of the plug-ins that a description names, and checksums of the files that options name."""
    origins = map(METRICS.origin, experiment.metrics)
    plug_ins = {origin.package: origin.version for origin in origins if origin.package != DISTRIBUTION}
    files: dict[str, str] = {}
    for name in experiment.resolvers:
        options = experiment.options_of(name)
        plug_ins |= plug_ins_of(name, options)
        # An option of a plug-in may name a folder, or what is written later.
        named = {option: Path(path) for option, path in files_named(name, options).items() if isfile(path)}
        files |= {option: file_checksum(path)[:_SHOWN] for option, path in named.items()}
    return {f"plug-in {package}": version for package, version in sorted(plug_ins.items())} | files


def _line(text: str, near: str) -> int | None:
    """The first line that holds a key or value, None where none does."""
    match = re.search(rf"^.*(?<![\w-]){re.escape(near)}(?![\w-])", text, re.MULTILINE) if near else None
    return None if match is None else text.count("\n", 0, match.start()) + 1


def _line_of_entry(text: str, table: str, number: int, key: str) -> int | None:
    """The line of a key in a table of a list, or of the table's heading; None where the list is on one line."""
    heading = 0
    for line_number, line in enumerate(text.splitlines(), 1):
        if line.lstrip().startswith("["):
            if heading:
                break
            if re.match(rf"\s*\[\[\s*{table}\s*\]\]", line):
                heading = line_number if number == 0 else 0
                number -= 1
        elif heading and re.match(rf"\s*{key}\s*=", line):
            return line_number
    return heading or None


def _named(message: str) -> str:
    """What a message names first: an option, or what it quotes."""
    match = re.match(r"option ([\w-]+)", message) or re.search(r"'([^']+)'", message)
    return match.group(1) if match else ""


def _saved(described_field: Field, value: Any, written: Callable[[Path], str]) -> Any:
    if described_field.group is not None:
        values = {inner.name: getattr(value, inner.name) for inner in fields_of(described_field.group)}
        default = described_field.group()
        changed = {name: given for name, given in values.items() if given != getattr(default, name)}
        return {key_of(name): written(given) if isinstance(given, Path) else given for name, given in changed.items()}
    if isinstance(value, tuple):
        return [str(entry) for entry in value]
    return value


def _relative(path: Path, folder: Path) -> str:
    return Path(os.path.relpath(path.resolve(), folder.resolve())).as_posix()


def _plain(values: Mapping[str, Any]) -> dict[str, Any]:
    """Options as TOML can hold them, which has no null: the word none stands for it."""
    return {name: _plain_value(value) for name, value in values.items()}


def _plain_value(value: Any) -> Any:
    if value is None:
        return "none"
    if isinstance(value, Mapping):
        return _plain(value)
    return sorted(value) if isinstance(value, (set, frozenset)) else list(value) if isinstance(value, tuple) else value


_LONGEST_PATH = 250


def made_with(experiment: Experiment) -> dict[str, str]:
    """Versions and checksums by name; what two runs of one description must share to give the same figures."""
    files = (
        file
        for corpus in experiment.corpora
        for path, its_format in find(corpus.path, corpus.format)
        for file in its_format.read_with(path)
    )
    return software(experiment) | _checksums(files)


def software(experiment: Experiment) -> dict[str, str]:
    """The part of it that must be the same on every machine that works on documents."""
    depends_on = PreparedDocuments(experiment.preprocessing.preprocessor()).depends_on()
    return {
        **versions(experiment),
        "the workbench's code": own_content(),
        "preprocessing's code": hashlib.sha256(depends_on.encode()).hexdigest()[:_SHOWN],
        **{f"plug-in {name}": version for name, version in plug_ins().items()},
        **{f"code of plug-in {name}": checksum for name, checksum in plug_in_code().items()},
        **{f"option {name}": value for name, value in given().items()},
        **_checksums(_files_of_rows(experiment)),
    }


def _files_of_rows(experiment: Experiment) -> Iterator[Path]:
    for response in experiment.responses:
        for file, its_format in find(response.path):
            yield from (file, *its_format.read_with(file))
    for resolver in experiment.resolvers:
        for value in map(str, experiment.options_of(resolver).values()):
            if len(value) < _LONGEST_PATH and Path(value).is_file():
                yield Path(value)


def _checksums(files: Iterable[Path]) -> dict[str, str]:
    return {str(file): file_checksum(file)[:_SHOWN] for file in sorted(set(files))}
