"""The model of a learned resolver: one readable JSON file with its origin and its weights."""

import hashlib
import json
import re
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass, field
from functools import lru_cache
from pathlib import Path
from typing import Any

from anaphora_workbench.corpora.document import Document
from anaphora_workbench.corpora.formats.parts.json_file import JsonFile
from anaphora_workbench.corpora.support.errors import FormatError
from anaphora_workbench.resolvers.learning.distribution import missing_models, shipped_path

VERSION = 1
_SHOWN = 12
# The licence stands before what was learnt, which may be megabytes.
_LICENCE = re.compile(r'"licence": "([^"]*)"')
_BEGINNING = 1000
_NEEDED = ("system", "features", "learnt")
# What the fields are: a kind, a list of what its members are, or an object of what its keys hold.
_FORMS = {
    "language": str,
    "licence": str,
    "command": str,
    "seed": int,
    "features": [str],
    "trained_on": [{"name": str, "licence": str, "documents": [str], "checksum": str}],
    "learnt": dict,
    "options": dict,
    "tuned": dict,
    "versions": dict,
}
_CALLED = {str: "a string", int: "a whole number", list: "a list", dict: "an object"}
# Sums of larger weights would not be told from infinity.
_LARGEST = 1e9
# A list of numbers over several lines; no string of JSON has an end of line in it.
_NUMBERS = re.compile(r"\[\n\s*([-+\d.e]+(?:,\n\s*[-+\d.e]+)*)\n\s*\]")
# A conjunction with its numbers.
_CONJUNCTION = re.compile(r'\{\n\s*("\w+": ".*",)\n\s*("weights": \[.*\])\n\s*\}')
# Numbers by name, each with the name in front.
_NAMED_NUMBERS = re.compile(r'\{\n(\s*)("[^\n]*": [-+\d.e]+(?:,\n\s*"[^\n]*": [-+\d.e]+)*)\n\s*\}')
_WIDTH = 120


class OptionsDoNotFitError(ValueError):
    """A sound model does not know what the options ask for."""


@dataclass(frozen=True)
class Model:
    """The knowledge of a learned resolver.

    Attributes:
        system: name of the resolver.
        language: code of the language of the documents it learnt from, ``es``; of several apart by ``+``.
        features: names of the features that it uses.
        learnt: weights, rules or instances, as the system keeps them.
        options: what was chosen for training.
        tuned: figures on the documents left out while something was tuned.
        trained_on: corpora with name, documents, checksum and licence.
        command: that makes it again; seed, versions: of what made it.
    """

    system: str
    features: list[str]
    learnt: Mapping[str, Any]
    options: Mapping[str, Any] = field(default_factory=dict)
    tuned: Mapping[str, Any] = field(default_factory=dict)
    licence: str = ""
    trained_on: list[Mapping[str, Any]] = field(default_factory=list)
    command: str = ""
    seed: int = 0
    versions: Mapping[str, str] = field(default_factory=dict)
    version: int = VERSION
    language: str = Document("").language

    def text(self) -> str:
        """The file's text: what it was made of first, then what it learnt.

        A list of numbers or a conjunction is one line; numbers with names share lines.
        """
        content = asdict(self)
        order = (
            "version", "system", "language", "licence", "trained_on", "command", "seed", "versions", "options", "tuned",
        )  # fmt: skip
        ordered = {name: content[name] for name in (*order, "features", "learnt")}
        text = json.dumps(ordered, ensure_ascii=False, indent=1) + "\n"
        text = _NUMBERS.sub(lambda found: f"[{''.join(found[1].split())}]", text)
        return _NAMED_NUMBERS.sub(_filled, _CONJUNCTION.sub(r"{\1 \2}", text))


def _filled(found: re.Match[str]) -> str:
    """An object of numbers with as many of them to a line as there is room for."""
    indent, numbers = found[1], found[2].split("\n")
    lines = [""]
    for number in map(str.strip, numbers):
        if lines[-1] and len(indent) + len(lines[-1]) + len(number) >= _WIDTH:
            lines.append("")
        lines[-1] += f" {number}" if lines[-1] else number
    inside = f"\n{indent}".join(lines)
    return f"{{\n{indent}{inside}\n{indent[:-1]}}}"


def read_model(path: str | Path, system: str) -> Model:
    """The model of a file.

    Raises:
        ValueError: it is no model, a damaged one, or one of another system or version.
    """
    try:
        text = Path(path).read_text(encoding="utf-8")
    except OSError as error:
        raise ValueError(f"{path}: {error.strerror}; expected the model of {system}") from None
    except UnicodeDecodeError:
        raise ValueError(f"{path}: not a text in UTF-8; expected the model of {system}") from None
    model = _model_of(text, str(path), system)
    _require_small_numbers(model.learnt, str(path))
    return model


def _model_of(text: str, place: str, system: str) -> Model:
    try:
        content = JsonFile(Path(place), text).root
    except FormatError as error:
        raise ValueError(f"{place}:{error.line}: {error.wrong}; expected the model of {system}") from None
    missing = [name for name in _NEEDED if not isinstance(content, dict) or name not in content]
    if missing:
        raise ValueError(f"{place}: no {missing[0]}; expected the model of {system}")
    if _misfit(content.get("version"), int, "version") or content["version"] != VERSION:
        raise ValueError(f"{place}: version {content.get('version')!r}; expected version {VERSION} of a model")
    if content["system"] != system:
        raise ValueError(f"{place}: a model of {content['system']}; expected one of {system}")
    known = Model.__dataclass_fields__
    unknown = [name for name in content if name not in known]
    if unknown:
        raise ValueError(f"{place}: unknown {unknown[0]!r}; a model has {', '.join(known)}")
    wrong = next(
        filter(None, (_misfit(content[name], form, name) for name, form in _FORMS.items() if name in content)), ""
    )
    if wrong:
        raise ValueError(f"{place}: {wrong}; expected the model of {system}")
    return Model(**content)


def _misfit(value: Any, form: Any, where: str) -> str:
    """What is not of the form in a value, "" for nothing; true is not a number."""
    kind = type(form) if isinstance(form, list | dict) else form
    if not isinstance(value, kind) or (kind is int and isinstance(value, bool)):
        return f"{where} is not {_CALLED[kind]}"
    if isinstance(form, list):
        return next(filter(None, (_misfit(one, form[0], f"{where}[{place}]") for place, one in enumerate(value))), "")
    for key, of_key in form.items() if isinstance(form, dict) else ():
        wrong = _misfit(value[key], of_key, f"{where}.{key}") if key in value else f"{where} has no {key!r}"
        if wrong:
            return wrong
    return ""


def _require_small_numbers(learnt: Any, place: str) -> None:
    """Raise ValueError where a number among what was learnt is none that training gives: infinite, not a number."""
    if isinstance(learnt, float | int):
        if not abs(learnt) <= _LARGEST:
            raise ValueError(
                f"{place}: damaged model: the number {learnt:g} in it; expected numbers up to {_LARGEST:g}"
            )
    elif isinstance(learnt, dict | list):
        for part in learnt.values() if isinstance(learnt, dict) else learnt:
            _require_small_numbers(part, place)


def shipped_models() -> list[Path]:
    """The files of models that are installed."""
    folder = shipped_path("")
    return sorted(folder.glob("*.json")) if folder is not None else []


def shipped_licence(name: str) -> str:
    """The licence of the model that a resolver comes with, told without reading all of it; "" without a model."""
    place = shipped_path(f"{name}.json")
    if place is None or not place.is_file():
        return ""
    with place.open(encoding="utf-8") as file:
        named = _LICENCE.search(file.read(_BEGINNING))
    return named[1] if named else ""


@lru_cache(maxsize=32)
def shipped_model(name: str, system: str) -> Model:
    """The model that the distribution of models has.

    Args:
        name: of its file, without ``.json``.

    Raises:
        ValueError: there is none.
    """
    place = shipped_path(f"{name}.json")
    if place is not None and place.is_file():
        return _model_of(place.read_text(encoding="utf-8"), f"{name}.json", system)
    there_is_none = f"{system} comes without a model" if place is not None else missing_models(system)
    raise ValueError(f"{there_is_none}; or train one (workbench train {system}) and give it as option model")


def model_checksum(model: Model) -> str:
    """A short checksum of all that a model's answers depend on."""
    decisive = json.dumps([model.features, model.options, model.learnt], ensure_ascii=False, sort_keys=True)
    return hashlib.sha256(decisive.encode()).hexdigest()[:_SHOWN]


def require_features(model: Model, known: Iterable[str], place: str = "") -> None:
    """Raise ValueError for a model without features, and one that names its first feature that there is no longer."""
    where = f"{place}: " if place else ""
    if not model.features:
        raise ValueError(f"{where}damaged model: it names no features; expected those of {model.system}")
    missing = sorted(set(model.features) - set(known))
    if missing:
        raise ValueError(f"{where}the model of {model.system} needs the feature {missing[0]!r}, which does not exist")
