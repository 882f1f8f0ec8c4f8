"""The front door of the anaphora-resolution workbench: ``import anaphora_workbench as aw``.

Nothing is loaded before it is used: importing this costs no numpy, lxml, spaCy or typer. What is here:

- ``read``, ``write``, ``Document``: files of any format, and what they hold
- ``Preprocessor``: text or words to noun phrases
- ``get_resolver``, ``Resolution``: a resolver by its name, and what it makes of a document
- ``evaluate``: metrics over entities of any hashable mentions
- ``score``, ``compare``, ``difficulty``, ``significance``: what the commands of these names do
"""

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from anaphora_workbench.corpora import read as read
    from anaphora_workbench.corpora import write as write
    from anaphora_workbench.corpora.document import Document as Document
    from anaphora_workbench.evaluation import evaluate as evaluate
    from anaphora_workbench.preprocessing import Preprocessor as Preprocessor
    from anaphora_workbench.resolvers import Resolution as Resolution
    from anaphora_workbench.resolvers import get_resolver as get_resolver
    from anaphora_workbench.workbench.api.front_door import compare as compare
    from anaphora_workbench.workbench.api.front_door import difficulty as difficulty
    from anaphora_workbench.workbench.api.front_door import score as score
    from anaphora_workbench.workbench.api.front_door import significance as significance

    __version__: str

_ROOM_OF = {
    "Document": "corpora.document",
    "Preprocessor": "preprocessing",
    "Resolution": "resolvers",
    "compare": "workbench.api.front_door",
    "difficulty": "workbench.api.front_door",
    "evaluate": "evaluation",
    "get_resolver": "resolvers",
    "read": "corpora",
    "score": "workbench.api.front_door",
    "significance": "workbench.api.front_door",
    "write": "corpora",
}

__all__ = [
    "Document", "Preprocessor", "Resolution", "__version__", "compare", "difficulty", "evaluate", "get_resolver",
    "read", "score", "significance", "write",
]  # fmt: skip


def __getattr__(name: str) -> Any:
    if name == "__version__":
        from importlib.metadata import version

        value: Any = version("anaphora-workbench")
    elif name in _ROOM_OF:
        from importlib import import_module

        value = getattr(import_module(f"{__name__}.{_ROOM_OF[name]}"), name)
    else:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
