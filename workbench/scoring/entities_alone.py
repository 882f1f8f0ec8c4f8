"""Whether the entities of CoNLL-2012 files are enough, without the rest of the documents: that is much faster."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from anaphora_workbench.corpora.formats.conll2012 import reader as conll2012
from anaphora_workbench.corpora.pairing.pairing import FilePair
from anaphora_workbench.evaluation.counting.metric import Needs
from anaphora_workbench.evaluation.counting.registry import get_metric
from anaphora_workbench.workbench.scoring.request import Request

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
        return format == conll2012.FORMAT.name
    return all(_is_conll2012(path) for path in (pair.key, pair.response) if path is not None)


def _is_conll2012(path: Path) -> bool:
    with path.open("rb") as file:
        return conll2012.recognises(path.name.lower(), file.read(_RECOGNISED_BY))
