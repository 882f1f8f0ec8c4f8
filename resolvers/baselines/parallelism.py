"""The parallelism baseline of GAP: the nearest name with the pronoun's grammatical function.

Source: Webster et al. (2018), section 4.2, as we read it: a subject or direct object takes the nearest candidate that
is the same; where none is, and for other pronouns, the syntactically nearest, of equals the nearest in words. The
candidates stand on both sides of the pronoun, as the two names of a snippet do, and agree with it.
"""

from bisect import bisect_left, bisect_right
from dataclasses import dataclass
from typing import Any

from anaphora_workbench.resolvers.contract.case import Case
from anaphora_workbench.resolvers.discourse.discourse import Discourse
from anaphora_workbench.resolvers.options import AS_PUBLISHED, GRAMMAR_HELP, SHARED, PronounOptions, fixed, option
from anaphora_workbench.resolvers.pronouns.pronoun_resolver import PronounResolver
from anaphora_workbench.resolvers.pronouns.stages.agreement import AGREES
from anaphora_workbench.resolvers.pronouns.stages.syntax import ALLOWED_BY_SYNTAX
from anaphora_workbench.resolvers.pronouns.stages.windows import FARTHEST

PARALLEL_FUNCTIONS = frozenset({"SUBJ", "DOBJ"})


@dataclass(frozen=True, kw_only=True)
class ParallelismOptions(PronounOptions):
    """Options of ``parallelism``; its window looks both ways."""

    window: int | None = option(5, "sentences back and ahead to look for names in; none: no limit", least=0)
    filter: str = option("none", "syntactic filter", ("dep", "flat", "none"))
    grammar: str = option(AS_PUBLISHED, GRAMMAR_HELP, (SHARED, AS_PUBLISHED))
    cataphora: bool = option(True, "names after the pronoun are candidates")
    # No name that contains the pronoun is a candidate.
    containing: bool = fixed(False)


def names_around(case: Case[Any], positions: list[int]) -> list[int]:
    """Names on both sides of the pronoun: those before it from the nearest on, then those after it.

    *Bill* and *Tom* in *Bill left after he had thanked Tom.* An apposition may be the one name that there is.
    """
    discourse, anaphor, window = case.discourse, case.anaphor, case.memory.window
    sentences, pronoun = discourse.sentence, discourse.mentions[anaphor]
    first, last = max(0, anaphor - FARTHEST), min(len(sentences), anaphor + FARTHEST)
    if window is not None:
        first = max(first, bisect_left(sentences, sentences[anaphor] - window))
        last = min(last, bisect_right(sentences, sentences[anaphor] + window))
    times = case.memory.shared.time_candidates
    names = [
        position
        for position in range(first, last)
        if discourse.mentions[position].kind == "proper"
        and not discourse.mentions[position].contains(pronoun)
        and (times or discourse.skip[position] != "time")
    ]
    here = bisect_left(names, anaphor)
    after = names[here:] if case.memory.parameters.cataphora else []
    return [*positions, *reversed(names[:here]), *after]


class Parallelism(PronounResolver):
    """A name with the same function, subject for subject, object for object; else the nearest in the tree."""

    name = "parallelism"
    description = "the nearest name of the same grammatical function, before or after; else the nearest in the tree"
    role = "nominal"
    answers_pronouns, answers_nouns = True, False
    source = "Webster et al. 2018"
    Options = ParallelismOptions
    binds = False
    window = (names_around,)
    filters = (AGREES, ALLOWED_BY_SYNTAX)
    rule = "syntactic-distance"

    def choose(self, case: Case[Any]) -> int | None:
        discourse = case.discourse
        left = [candidate.position for candidate in case.left]
        left.sort(key=lambda position: words_apart(discourse, position, case.anaphor))
        parallel = [
            position
            for position in left
            if case.pronoun.function in PARALLEL_FUNCTIONS and case.mention(position).function == case.pronoun.function
        ]
        if parallel:
            case.rule = "parallelism"
            return parallel[0]
        return min(left, key=lambda position: arcs_apart(discourse, position, case.anaphor), default=None)


def words_apart(discourse: Discourse, first: int, second: int) -> int:
    """Words between two mentions."""
    one, other = discourse.mentions[first], discourse.mentions[second]
    return max(one.start - other.end, other.start - one.end)


def arcs_apart(discourse: Discourse, first: int, second: int) -> int:
    """Arcs between two heads in the tree; between sentences over their roots, one more for each boundary."""
    tree = discourse.tree
    one, other = ([node, *tree.ancestors(node)] for node in (discourse.node[first], discourse.node[second]))
    depth = {node: place for place, node in enumerate(other)}
    common = next((place + depth[node] for place, node in enumerate(one) if node in depth), None)
    if common is not None:
        return common
    return len(one) + len(other) - 2 + abs(discourse.sentence[first] - discourse.sentence[second])
