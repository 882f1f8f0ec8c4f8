"""Predicate nominals: *Ann is a doctor. The doctor …* tells that *a doctor* names Ann.

Guidelines differ in whether predicate nominals are linked at all, so that ``best`` is reluctant to; but what is taken
up by a definite noun phrase refers. Source: our own.
"""

from __future__ import annotations

from collections.abc import Mapping

from anaphora_workbench.resolvers.features import MentionTable
from anaphora_workbench.resolvers.features.mention_table import DEFINITE, DEMONSTRATIVE

TAKEN_UP_AGAIN = "predicate nominal that is taken up again"


def taken_up_again(table: MentionTable, links: Mapping[int, int]) -> dict[int, int]:
    """The predicate nominals that a definite noun phrase takes up and that take up nothing, each with its subject.

    Args:
        links: what each mention takes up, by position.
    """
    discourse = table.discourse
    again = {
        earlier
        for later, earlier in links.items()
        if table.kind[later] in (DEFINITE, DEMONSTRATIVE) and not table.is_pronoun[earlier]
    }
    found = {}
    for place in sorted(again - links.keys()):
        subject = discourse.position.get(discourse.mentions[place].predicate_of or "")
        if subject is not None and subject < place and discourse.renaming.behind.get(place):
            found[place] = subject
    return found
