"""Options of formats, which a file does not state: which layer is coreference, how ids are written.

They hold for a whole command and for the processes that it starts, which take them from the environment.
"""

import json
import os
from collections.abc import Iterable, Mapping
from pathlib import Path

from anaphora_workbench.corpora.support.errors import FormatError

_VARIABLE = "WORKBENCH_FORMAT_OPTIONS"


def set_options(values: Mapping[str, str]) -> None:
    """Set all options, ``FORMAT.NAME`` each, as they are to hold from now on."""
    if values:
        os.environ[_VARIABLE] = json.dumps(dict(values))
    else:
        os.environ.pop(_VARIABLE, None)


def given() -> dict[str, str]:
    """All options that are set, by name."""
    text = os.environ.get(_VARIABLE)
    return dict(json.loads(text)) if text else {}


def option(name: str, default: str = "") -> str:
    """The value of an option, ``FORMAT.NAME``."""
    return given().get(name, default)


def one_layer(name: str, layers: Iterable[str], path: Path, line: int | None = None) -> str | None:
    """The layer that is coreference: the one that the option names, else the only one, else the only one named so.

    Args:
        name: of the option.
        layers: that there are.
        path, line: where an error is.

    Returns:
        None where there is no layer at all.

    Raises:
        FormatError: there is no layer of the name given, or none was given and there are several.

    >>> one_layer("brat.layer", ["Coreference", "Part-of"], Path()), one_layer("brat.layer", [], Path())
    ('Coreference', None)
    """
    known = sorted(set(layers))
    wanted = option(name)
    if wanted:
        if wanted not in known:
            raise FormatError(path, line, f"no layer {wanted!r} ({name}); there are: {', '.join(known) or 'none'}")
        return wanted
    alike = known if len(known) == 1 else [layer for layer in known if "coref" in layer.lower()]
    if known and len(alike) != 1:
        wrong = f"relations of several layers: {', '.join(known)}; expected --option {name}=LAYER"
        raise FormatError(path, line, wrong)
    return alike[0] if alike else None
