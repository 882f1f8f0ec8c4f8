"""The front door of the anaphora-resolution workbench: ``import anaphora_workbench as aw``.

Nothing is loaded before it is used: importing this costs no numpy, lxml, spaCy or typer. What is here:

- ``resolve``, ``explain``: a text, and what a person reads of it: chains, and why
- ``resolvers``, ``metrics``, ``formats``: what is installed
- ``read``, ``write``, ``Document``: files of any format, and what they hold
- ``Preprocessor``: text or words to noun phrases
- ``get_resolver``, ``Resolution``: a resolver by its name, and what it makes of a document
- ``evaluate``, ``compute``: metrics over entities of any hashable mentions, of one document or of many
- ``score``, ``compare``, ``difficulty``, ``significance``: what the commands of these names do
"""

import sys
from types import ModuleType
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from anaphora_workbench.corpora import read as read
    from anaphora_workbench.corpora import write as write
    from anaphora_workbench.corpora.document import Document as Document
    from anaphora_workbench.evaluation import compute as compute
    from anaphora_workbench.evaluation import evaluate as evaluate
    from anaphora_workbench.preprocessing import Preprocessor as Preprocessor
    from anaphora_workbench.resolvers import Resolution as Resolution
    from anaphora_workbench.resolvers import get_resolver as get_resolver
    from anaphora_workbench.workbench.api.front_door import compare as compare
    from anaphora_workbench.workbench.api.front_door import difficulty as difficulty
    from anaphora_workbench.workbench.api.front_door import score as score
    from anaphora_workbench.workbench.api.front_door import significance as significance
    from anaphora_workbench.workbench.api.installed import formats as formats
    from anaphora_workbench.workbench.api.installed import metrics as metrics
    from anaphora_workbench.workbench.api.installed import resolvers as resolvers
    from anaphora_workbench.workbench.api.resolved import explain as explain
    from anaphora_workbench.workbench.api.resolved import resolve as resolve

    __version__: str

_ROOM_OF = {
    "Document": "corpora.document",
    "Preprocessor": "preprocessing",
    "Resolution": "resolvers",
    "compare": "workbench.api.front_door",
    "compute": "evaluation",
    "difficulty": "workbench.api.front_door",
    "evaluate": "evaluation",
    "explain": "workbench.api.resolved",
    "formats": "workbench.api.installed",
    "get_resolver": "resolvers",
    "metrics": "workbench.api.installed",
    "read": "corpora",
    "resolve": "workbench.api.resolved",
    "score": "workbench.api.front_door",
    "significance": "workbench.api.front_door",
    "write": "corpora",
}

__all__ = [
    "Document", "Preprocessor", "Resolution", "__version__", "compare", "compute", "difficulty", "evaluate",
    "explain", "formats", "get_resolver", "metrics", "read", "resolve", "resolvers", "score", "significance",
    "write",
]  # fmt: skip


def __getattr__(name: str) -> Any:
    if name == "__version__":
        from importlib.metadata import version

        value: Any = version("anaphora-workbench")
    elif name in _ROOM_OF or name == _RESOLVERS:
        from importlib import import_module

        room = import_module(f"{__name__}.{_ROOM_OF.get(name, name)}")
        value = room if name == _RESOLVERS else getattr(room, name)
    else:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    globals()[name] = value
    return value


_RESOLVERS = "resolvers"


class _Room(ModuleType):
    """The folder of resolvers, which has the name of the function that lists them."""

    def __call__(self) -> Any:
        from anaphora_workbench.workbench.api.installed import resolvers

        return resolvers()


class _FrontDoor(ModuleType):
    def __setattr__(self, name: str, value: Any) -> None:
        # Python binds a module here when it has imported it, from wherever that was.
        if name == _RESOLVERS and isinstance(value, ModuleType):
            value.__class__ = _Room
        super().__setattr__(name, value)


sys.modules[__name__].__class__ = _FrontDoor


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
