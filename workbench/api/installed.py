"""What is installed, as ``workbench list`` shows it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from anaphora_workbench.corpora.support.known_names import there_are
from anaphora_workbench.corpora.support.tabular import Records, Tabular
from anaphora_workbench.workbench.api.kinds import KINDS

_SHOWN = ("name", "description")


class Installed(Tabular, Mapping[str, Mapping[str, Any]]):
    """What is installed of a kind: what is known of each, by its name."""

    def __init__(self, kind: str) -> None:
        self.kind = kind
        self._of = {row["name"]: row for row in KINDS[kind]()}

    def __getitem__(self, name: str) -> Mapping[str, Any]:
        if name not in self._of:
            raise KeyError(f"no {self.kind[:-1]} {name!r}; {there_are(self._of, name)}")
        return self._of[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._of)

    def __len__(self) -> int:
        return len(self._of)

    def records(self) -> Records:
        """A row for each, with its package, source and options."""
        return [{**row, "options": " ".join(row["options"])} for row in self._of.values()]

    def shown_records(self) -> Records:
        """Name and description of each."""
        return [{name: row[name] for name in _SHOWN} for row in self._of.values()]

    def __repr__(self) -> str:
        return f"<{len(self)} {self.kind}: {', '.join(self)}>"


def resolvers() -> Installed:
    """The resolvers that are installed, by name.

    >>> resolvers()["mitkov"]["source"]
    'Mitkov 1998'
    """
    return Installed("resolvers")


def metrics() -> Installed:
    """The metrics that are installed, by name.

    >>> "muc" in metrics()
    True
    """
    return Installed("metrics")


def formats() -> Installed:
    """The formats of files that can be read and written, by name.

    >>> formats()["conllu"]["writes"]
    'yes'
    """
    return Installed("formats")
