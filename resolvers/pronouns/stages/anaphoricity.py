"""A stage of anaphoricity: leaves non-anaphoric pronouns unanswered.

A pleonastic pronoun is told when the text is preprocessed; this stage comes after the filters, so it sees which
candidates are left. Any resolver takes one with the option ``anaphoricity``; a stage is an entry point of the group
``anaphora_workbench.anaphoricity``. Source: resolvers.md, 1.9.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from anaphora_workbench.corpora.support.plugins import Registry, instance_of
from anaphora_workbench.resolvers.contract.case import LEFT_ALONE, Case

NO_STAGE = "none"
NOT_ANAPHORIC = LEFT_ALONE


@dataclass(frozen=True)
class Anaphoricity:
    """A stage that tells which pronouns are left without an answer.

    Attributes:
        name: of the entry point and of the value of the option.
        description: one line.
        source: paper and section.
        reason: why the pronoun of a case is not anaphoric, "" if it is. The case has its candidates and the verdicts
            of the filters on them.
    """

    name: str
    description: str
    source: str
    reason: Callable[[Case[Any]], str]


STAGES: Registry[Anaphoricity] = Registry(
    "anaphora_workbench.anaphoricity",
    "stage of anaphoricity",
    instance_of(Anaphoricity, "an Anaphoricity (resolvers.stages)"),
)


def stage_named(name: str) -> Anaphoricity | None:
    """The stage of a name, None for ``none``.

    Raises:
        ValueError: there is none of that name; the message lists those there are.
    """
    return None if name == NO_STAGE else STAGES.named([name])[name]
