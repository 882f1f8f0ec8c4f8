"""Requirements of options and metrics on the formats of key and response."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

from anaphora_workbench.corpora.formats.conll2012 import reader as conll2012
from anaphora_workbench.corpora.pairing.pairing import FilePair
from anaphora_workbench.evaluation.counting.metric import Needs
from anaphora_workbench.evaluation.counting.registry import get_metric
from anaphora_workbench.workbench.scoring.pairs import Pair, files_of_side
from anaphora_workbench.workbench.scoring.request import Request

if TYPE_CHECKING:
    from anaphora_workbench.corpora.formats import Format

# Options that only some formats have a place for: option, its value, as a flag, and the format's attribute.
_NOT_IN_EVERY_FORMAT = (
    ("zero_match", "dependent", "--zero-match dependent", "has_enhanced", "enhanced dependencies"),
    ("discourse_deixis", True, "--discourse-deixis", "has_deixis", "discourse deixis"),
)


def check_formats(pair: Pair, request: Request) -> None:
    """Raise ValueError where an option asks for what the format of a file has no place for."""
    options = dict(request.options)
    needed = [(flag, has, what) for name, value, flag, has, what in _NOT_IN_EVERY_FORMAT if options.get(name) == value]
    if request.metrics and all(get_metric(name).needs is Needs.BRIDGING for name in request.metrics):
        needed.append((f"--metric {request.metrics[0]}", "has_bridging", "bridging"))
    if not needed:
        return
    of_preset = f"--preset {request.preset} with its " if request.preset is not None else ""
    for path, its_format in formats_of(pair, request):
        for flag, has, what in needed:
            if not getattr(its_format, has):
                able = " or ".join(formats_with(has))
                raise ValueError(
                    f"{of_preset}{flag}: {path} is {its_format.name}, which has no {what}; expected {able}"
                )


def formats_of(pair: Pair, request: Request) -> Iterator[tuple[Path, Format]]:
    """Each file of a pair with its format; what is no file is left out, and what no format recognises."""
    from anaphora_workbench.corpora.formats import get_format, recognise  # columns alone start faster without

    for path in (file for side in (pair.key, pair.response) if isinstance(side, Path) for file in files_of_side(side)):
        its_format = get_format(request.format) if request.format is not None else recognise(path)
        if its_format is not None:
            yield path, its_format


def names_of_formats(pairs: Iterable[Pair], request: Request) -> set[str]:
    """The formats that the files of pairs are read by; the entities of conll2012 alone without loading any other."""
    names: set[str] = set()
    for pair in pairs:
        if isinstance(pair, FilePair) and both_conll2012(pair, request.format):
            names.add(conll2012.FORMAT.name)
        else:
            names.update(its_format.name for _, its_format in formats_of(pair, request))
    return names


def formats_with(part: str) -> list[str]:
    """The names of the formats that have a place for something.

    Args:
        part: the attribute of ``Format`` that says so.
    """
    from anaphora_workbench.corpora.formats import available

    return [name for name, its_format in available().items() if getattr(its_format, part)]


OF_ENTITIES = (Needs.PARTITIONS, Needs.ORDER)
_RECOGNISED_BY = 4096


def entities_suffice(pair: FilePair, request: Request) -> bool:
    """Whether entities alone are enough: files of columns, and metrics that ask nothing else."""
    options: dict[str, Any] = dict(request.options)
    return (
        request.metrics is not None
        and all(get_metric(name).needs in OF_ENTITIES for name in request.metrics)
        and set(request.by) <= {"document"}
        and options.get("mention_credit", "strict") == "strict"
        and options.get("arcs_rules", "paper") != "scripts"
        and options.get("heads", "file") == "file"
        and not request.answers
        and not request.columns
        and not request.errors
        and not any(options.get(name) for name in ("min_spans", "np_only", "remove_nested", "discourse_deixis"))
        and request.annotator is None
        and both_conll2012(pair, request.format)
    )


def both_conll2012(pair: FilePair, format: str | None) -> bool:
    """Whether both files of a pair are of the format conll2012, as told or, where nothing is, by how they begin."""
    if format is not None:
        return format == conll2012.FORMAT.name and not any(
            path is not None and path.is_dir() for path in (pair.key, pair.response)
        )
    return all(_is_conll2012(path) for path in (pair.key, pair.response) if path is not None)


def _is_conll2012(path: Path) -> bool:
    if path.is_dir():
        return False
    with path.open("rb") as file:
        return conll2012.recognises(path.name.lower(), file.read(_RECOGNISED_BY))
