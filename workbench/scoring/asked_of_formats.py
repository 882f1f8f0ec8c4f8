"""What options and metrics ask of the formats of key and response."""

from __future__ import annotations

from pathlib import Path

from anaphora_workbench.evaluation.metric import Needs
from anaphora_workbench.evaluation.registry import get_metric
from anaphora_workbench.workbench.scoring.pairs import Pair
from anaphora_workbench.workbench.scoring.request import Request

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
    from anaphora_workbench.corpora.formats import available, get_format, recognise

    for path in (pair.key, pair.response):
        if not isinstance(path, Path):
            continue
        its_format = get_format(request.format) if request.format is not None else recognise(path)
        for flag, has, what in needed:
            if its_format is not None and not getattr(its_format, has):
                able = [name for name, other in available().items() if getattr(other, has)]
                raise ValueError(
                    f"{of_preset}{flag}: {path} is {its_format.name}, which has no {what}; expected {' or '.join(able)}"
                )
