"""The antecedent of a reflexive or reciprocal, looked for in its own sentence.

Source: the binding of Lappin & Leass (1994, 2.1.3) over dependencies: ``bind`` tries possible binders in a
fixed order (resolvers.md, 2.4), ``possible_binders`` lists them all as the paper does.
"""

from collections.abc import Sequence

from anaphora_workbench.corpora.document import PLURAL
from anaphora_workbench.corpora.trees.labels import (
    ADVERB,
    EMPHATIC,
    OBJECT_OF_PREPOSITION,
    PARTICLE,
    POSSESSOR,
    PREDICATE_ADJECTIVE,
    PREPOSITION,
    RELATIVE_CLAUSE,
    SUBJECT,
)
from anaphora_workbench.resolvers.contract.case import Candidate
from anaphora_workbench.resolvers.discourse.discourse import Discourse

# *Proud of himself*, *out of itself*: what stands between a prepositional phrase and the verb that it belongs to.
_ON_THE_WAY_TO_THE_VERB = PREPOSITION | PREDICATE_ADJECTIVE | ADVERB | PARTICLE
_RANK = {"SUBJ": 0, "AGENT": 1, "DOBJ": 2, "IOBJ": 3, "OBL": 3}

REFLEXIVES = "reflexives"
# Before the step of the search that found a binder, in the name of the rule.
BOUND = "binding: "
STEPS = {
    "emphatic": "it stresses the noun next to it",
    "logical subject": "a reflexive refers to the agent of its verb",
    "nearest subject": "a reflexive refers to the nearest subject",
    "nearest in the sentence": "a reflexive refers to the nearest candidate in its sentence",
}

# Steps that ask for no binder in the tree.
GUESSES = frozenset({"nearest subject", "nearest in the sentence"})


def bind(discourse: Discourse, anaphor: int, candidates: Sequence[Candidate]) -> tuple[int | None, str]:
    """The binder of a lexical anaphor and the step of the search that found it.

    Args:
        candidates: the filtered candidates, nearest first; of these only those of the anaphor's
            sentence that agree are looked at. The disjointness of pronouns does not concern an anaphor.

    Returns:
        Position of the binder and the name of the step, or None and ``no-candidate``.
    """
    here = _agreeing(discourse, anaphor, candidates)
    if not here:
        return None, "no-candidate"
    for step, nodes in _search(discourse, anaphor):
        for node in nodes:
            binder = _standing_for(discourse, node, here, anaphor)
            if binder is not None:
                return binder, step
    subjects = [position for position in here if discourse.mentions[position].function == "SUBJ"]
    if subjects:
        return subjects[0], "nearest subject"
    return here[0], "nearest in the sentence"


def possible_binders(discourse: Discourse, anaphor: int, candidates: Sequence[Candidate]) -> list[int]:
    """Positions of the mentions that the five conditions of Lappin & Leass (1994, 2.1.3) allow as binders.

    Args:
        candidates: as for ``bind``.
    """
    if not discourse.parsed:
        return []
    here = _agreeing(discourse, anaphor, candidates)
    binders = (_standing_for(discourse, node, here, anaphor) for node in _binding_domain(discourse, anaphor))
    return sorted({position for position in binders if position is not None})


def _agreeing(discourse: Discourse, anaphor: int, candidates: Sequence[Candidate]) -> list[int]:
    """The candidates before an anaphor in its sentence that agree, nearest first."""
    sentence = discourse.sentence[anaphor]
    agreeing = [c.position for c in candidates if c.rejected_by != "agreement"]
    return [position for position in agreeing if discourse.sentence[position] == sentence and position < anaphor]


def _binding_domain(discourse: Discourse, anaphor: int) -> list[int]:
    """Words in whose argument, adjunct or NP domain a lexical anaphor is; none for one that stresses its noun.

    An anaphor within a noun phrase without possessor is in the domain that the phrase is in (conditions 4 and 5).
    """
    tree = discourse.tree
    phrase = tree.transparent(discourse.node[anaphor])
    above = tree.predicate_of(phrase)
    # *keep themselves warm*: subject below, but object in form and so an argument above.
    accusative = tree.stands_as(discourse.node[anaphor], SUBJECT)
    if accusative and above is not None:
        above = tree.head[above]
    higher_slot, climbed = True, {phrase}
    while above is not None and above >= 0 and above not in climbed and not tree.is_verb(above):
        climbed.add(above)
        if tree.is_nominal(above):
            owners = [owner for owner in tree.dependents(above, POSSESSOR) if owner != phrase]
            if owners:
                return owners
            # Condition 5 wants a higher slot, condition 4 does not.
            higher_slot = tree.stands_as(phrase, POSSESSOR)
            phrase = tree.transparent(above)
        above = tree.predicate_of(above) if tree.is_nominal(above) else tree.head[above]
    if above is None or above < 0 or not tree.is_verb(above):
        return []
    arguments = [node for node in tree.arguments(above) if node != phrase]
    subject = tree.logical_subject(above)
    if subject is not None:
        arguments += _with_host(discourse, subject, above)
    if tree.stands_as(above, RELATIVE_CLAUSE):
        arguments.append(tree.head[above])
    function = "DOBJ" if accusative else tree.function(phrase)
    if function != "OBL":
        own = _RANK.get(function, 4)
        return [node for node in arguments if not higher_slot or _RANK.get(tree.function(node), 0) < own]
    # In the adjunct domain every argument binds, objects of other prepositions among them.
    others = tree.dependents(above, PREPOSITION)
    objects = (node for other in others for node in tree.dependents(other, OBJECT_OF_PREPOSITION))
    return arguments + [node for node in objects if node != phrase]


def _search(discourse: Discourse, anaphor: int) -> list[tuple[str, list[int]]]:
    """Words of the tree in the order in which they are to be tried, by step."""
    if not discourse.parsed:
        return []
    tree = discourse.tree
    word = discourse.node[anaphor]
    steps: list[tuple[str, list[int]]] = []
    above = tree.head[word]
    if tree.stands_as(word, EMPHATIC):
        # *the mayor herself*: the emphatic hangs on the noun that it stresses, or on the verb right after it.
        steps.append(("emphatic", [above if above >= 0 and tree.is_nominal(above) else word - 1]))
    predicate = tree.predicate_of(word)
    climbed = 0
    while predicate is not None and predicate >= 0 and climbed < 5:
        climbed += 1
        if tree.is_nominal(predicate):
            owners = [owner for owner in tree.dependents(predicate, POSSESSOR) if owner != word]
            steps.append(("possessor", owners))
            predicate = tree.predicate_of(predicate)
            continue
        if tree.stands_as(predicate, _ON_THE_WAY_TO_THE_VERB):
            predicate = tree.head[predicate]
            continue
        if tree.stands_as(word, SUBJECT) and tree.head[word] == predicate and tree.head[predicate] >= 0:
            # *Mary believes herself to be clever*: its subject, but an argument of the verb above.
            predicate = tree.head[predicate]
            continue
        subject = tree.logical_subject(predicate)
        if subject is not None:
            steps.append(("logical subject", _with_host(discourse, subject, predicate)))
        steps.append(("higher argument", _higher(discourse, predicate, anaphor)))
        break
    return steps


def _with_host(discourse: Discourse, subject: int, predicate: int) -> list[int]:
    """A subject, and the noun it stands for if it is the relative pronoun of a clause: *the man who hurt himself*."""
    tree = discourse.tree
    relative = tree.language.words("relative_pronouns.words")
    if tree.stands_as(predicate, RELATIVE_CLAUSE) and tree.words[subject].form.lower() in relative:
        return [tree.head[predicate], subject]
    return [subject]


def _higher(discourse: Discourse, predicate: int, anaphor: int) -> list[int]:
    """Other arguments of a predicate in a higher slot than the anaphor's, highest first."""
    tree = discourse.tree
    own = _RANK.get(discourse.mentions[anaphor].function, 4)
    ranked = [(_RANK.get(tree.function(node), 4), node) for node in tree.arguments(predicate)]
    return [node for rank, node in sorted(ranked) if rank < own and node != discourse.node[anaphor]]


def _standing_for(discourse: Discourse, node: int, agreeing: list[int], anaphor: int) -> int | None:
    """The agreeing mention headed by a word: a whole coordination for a plural, else the shortest."""
    headed = [position for position in discourse.mentions_at.get(node, ()) if position in agreeing]
    if not headed:
        return None
    if discourse.number[anaphor] == frozenset(PLURAL):
        whole = [position for position in headed if discourse.mentions[position].kind == "coordination"]
        headed = whole or headed
    return max(headed)
