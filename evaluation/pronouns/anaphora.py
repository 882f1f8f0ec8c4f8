"""Measures of pronoun resolution: was each anaphor resolved to a mention of its entity?

Source: metrics.md, section 16, for what the papers leave open: Aone & Bennett (1995),
Mitkov (2000, 2002), Barbu & Mitkov (2001), Byron (2001).
"""

from collections.abc import Hashable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from anaphora_workbench.corpora.document import CoreferenceLayer, Decision, Document, DocumentPair, Mention, span_order
from anaphora_workbench.corpora.languages import tables_for
from anaphora_workbench.corpora.languages.pronouns import DEMONSTRATIVE, features
from anaphora_workbench.corpora.pairing.shared_words import has_empty
from anaphora_workbench.corpora.trees.labels import VERB_TAGS
from anaphora_workbench.evaluation.arithmetic.exact import Sums
from anaphora_workbench.evaluation.arithmetic.formula import F1Of, RatioOf
from anaphora_workbench.evaluation.counting.metric import Metric, Needs, Option, Options, Tally
from anaphora_workbench.evaluation.matching.alignment import exact_names, ids_are_shared
from anaphora_workbench.evaluation.matching.comparison import Comparison
from anaphora_workbench.evaluation.matching.mention_facts import MentionFacts, mention_facts

MATCH = Option(
    "head",
    "when an antecedent matches a mention of the key: same head word, or equal spans",
    ("head", "exact"),
    spelled="--match",
)

PRONOUNS, WITH_CLAUSES, CLAUSES = "pronouns", "with-clauses", "clauses"
SCOPE = Option(
    PRONOUNS,
    "anaphors that are scored: third person pronouns; with them demonstratives whose antecedent is a clause; or only "
    "those, pronouns too, whose antecedent is a clause",
    (PRONOUNS, WITH_CLAUSES, CLAUSES),
    spelled="--scope",
    rare=True,
)
_OPTIONS = {"match": MATCH, "scope": SCOPE}


@dataclass
class Outcomes(Sums):
    """Pronouns counted.

    Attributes:
        anaphors: key anaphors that are evaluated, those out of the system's scope left out.
        excluded: key anaphors out of the system's scope.
        attempted: pronouns that the system gave an antecedent, anaphors or not.
        identified: pronouns that the system took for anaphors, rightly or not.
        correct: anaphors whose antecedent is another mention of their entity.
        non_trivial, non_trivial_correct: those with more than one candidate before any filter.
        critical, critical_correct: those with more than one candidate after the morphological filter.
        common_non_trivial, common_critical and …_correct: the same of candidates that are common to all methods.
        answered: anaphors that were given an antecedent.
        before, after: candidates of all anaphors together before any filter, after the morphological one.
    """

    anaphors: int = 0
    excluded: int = 0
    attempted: int = 0
    identified: int = 0
    correct: int = 0
    non_trivial: int = 0
    non_trivial_correct: int = 0
    critical: int = 0
    critical_correct: int = 0
    common_non_trivial: int = 0
    common_non_trivial_correct: int = 0
    common_critical: int = 0
    common_critical_correct: int = 0
    answered: int = 0
    before: int = 0
    after: int = 0


def outcomes(pair: DocumentPair, match: str = "head", scope: str = PRONOUNS) -> Outcomes:
    """The pronouns of a document, counted.

        precision = correct / attempted    recall = correct / identified    success rate = correct / anaphors
        resolution F1 = 2 · correct / (anaphors + attempted), the harmonic mean of success rate and precision
        non-trivial, critical success rate: the same of anaphors with more than one candidate before, after the filter
        common non-trivial, critical success rate: likewise, by the mentions of the key before the anaphor in its
            sentence and the two before it, and those of them that agree in number and gender
        resolution rate = correct / (anaphors + excluded)

    Source: Aone & Bennett (1995); Mitkov (2000, 2002); Barbu & Mitkov (2001); Byron (2001); metrics.md, section 16.

    Args:
        match: ``head`` or ``exact``, see MATCH. scope: see SCOPE.
    """
    return sum((outcome for _, outcome in outcome_of_each(pair, match, scope)), Outcomes())


def key_anaphors(pair: DocumentPair, scope: str = PRONOUNS) -> list[Mention]:
    """The pronouns of the key that corefer with an earlier mention, in the order of the document.

    They are the third person personal, possessive and reflexive pronouns, or those that the key lists; with clauses in
    scope also demonstratives whose antecedent is a clause.
    """
    document = pair.key
    later = _later_mentions(document, pair.key_layer)
    listed = None if document.anaphors is None else set(document.anaphors)
    of_clauses = frozenset() if scope == PRONOUNS else _with_clause(document, pair.key_layer)

    def is_asked(mention: Mention) -> bool:
        if listed is not None:
            return mention.id in listed
        is_taken_up = mention.id in of_clauses and _is_demonstrative(document, mention)
        return is_taken_up or mention_facts(document, mention).anaphoric_form

    return [
        mention
        for mention in document.mentions
        if mention.id in later and (scope != CLAUSES or mention.id in of_clauses) and is_asked(mention)
    ]


def _is_demonstrative(document: Document, mention: Mention) -> bool:
    facts = mention_facts(document, mention)
    if facts.kind != "pronoun" or facts.pronoun_type not in (None, DEMONSTRATIVE):
        return False
    rows = tables_for(document).pronouns.get(" ".join(facts.forms), ())
    return any(row.pronoun.type == DEMONSTRATIVE for row in rows)


def _clauses(document: Document, layer: CoreferenceLayer) -> frozenset[str]:
    """Ids of the clauses: mentions marked as one, those that a verb heads, and what discourse deixis refers to."""
    deictic = {member for entity in layer.discourse_deixis for member in entity.mentions}

    def is_clause(mention: Mention) -> bool:
        in_text = document.words and mention.start >= 0
        tag = document.words[mention.head].upos if in_text else mention.upos
        return mention.is_clause or mention.id in deictic or tag in VERB_TAGS

    found = filter(is_clause, document.mentions)
    return frozenset(mention.id for mention in found if mention_facts(document, mention).kind != "pronoun")


def _with_clause(document: Document, layer: CoreferenceLayer) -> frozenset[str]:
    """Ids of the mentions whose antecedents, pronouns apart, are clauses and nothing else."""
    found: set[str] = set()
    clauses = _clauses(document, layer)
    for ordered in _in_order(document, layer):
        kinds: set[bool] = set()
        for mention in ordered:
            if kinds == {True}:
                found.add(mention.id)
            if mention_facts(document, mention).kind != "pronoun":
                kinds.add(mention.id in clauses)
    return frozenset(found)


def _with_deixis(layer: CoreferenceLayer) -> CoreferenceLayer:
    """The layer whose entities are those of discourse deixis, too."""
    identity = [entity.mentions for entity in layer.entities]
    further = [entity for entity in layer.discourse_deixis if entity.mentions not in identity]
    return replace(layer, entities=[*layer.entities, *further]) if further else layer


def unasked_zeros(document: Document, layer: CoreferenceLayer) -> int:
    """How many zeros of a key corefer with an earlier mention and are no anaphors only as nothing tells their person.

    The person of a zero is that of its verb, which preprocessing reads off the parse.
    """
    if document.anaphors is not None or not has_empty(document):
        return 0
    later = _later_mentions(document, layer)
    of_later = (mention_facts(document, mention) for mention in document.mentions if mention.id in later)
    return sum(
        facts.zero
        and facts.kind == "pronoun"
        and facts.pronoun_type is None
        and not facts.anaphoric_form
        and "Person" not in features(document.words[facts.head].morphology)
        for facts in of_later
    )


def _later_mentions(document: Document, layer: CoreferenceLayer) -> set[str]:
    """Ids of the mentions that have an earlier one in their entity."""
    return {mention.id for ordered in _in_order(document, layer) for mention in ordered[1:]}


def _in_order(document: Document, layer: CoreferenceLayer) -> Iterator[list[Mention]]:
    """The mentions of each entity in the order of the text, or as given where they have no place."""
    mentions = document.mention_by_id()
    for entity in layer.entities:
        ordered = [mentions[member] for member in entity.mentions]
        if all(mention.start >= 0 for mention in ordered):
            ordered.sort(key=span_order)
        yield ordered


def decisions_of(pair: DocumentPair, scope: str = PRONOUNS) -> list[Decision]:
    """What the response answered; where it has only chains, for each third person pronoun the mention before it.

    With clauses in scope also what chains say of demonstratives: the clause before them, else the mention before them.
    """
    decisions = pair.response_layer.decisions
    if decisions is None:
        decisions = _decisions_of_chains(pair)
    return decisions if scope == PRONOUNS else [*decisions, *_of_demonstratives(pair, decisions, scope)]


def _of_demonstratives(pair: DocumentPair, decisions: Iterable[Decision], scope: str) -> Iterator[Decision]:
    response, answered = pair.response, {decision.anaphor for decision in decisions}
    clauses = _clauses(response, pair.response_layer)
    key_names, response_names = _names(pair)
    of_key = {key_names[anaphor.id] for anaphor in key_anaphors(pair, scope)}
    for ordered in _in_order(response, pair.response_layer):
        clause = None
        for previous, mention in pairwise(ordered):
            clause = previous if previous.id in clauses else clause
            if mention.id in answered or not _is_demonstrative(response, mention):
                continue
            if clause is not None or response_names[mention.id] in of_key:
                yield Decision(mention.id, (clause or previous).id)


def _decisions_of_chains(pair: DocumentPair) -> list[Decision]:
    key_names, response_names = _names(pair)
    # A parser may take a pronoun for something else, and the key knows better.
    of_key = {key_names[anaphor.id] for anaphor in key_anaphors(pair)}
    in_key = {key_names[mention.id]: mention for mention in pair.key.mentions}
    decisions = []
    for ordered in _in_order(pair.response, pair.response_layer):
        for previous, mention in pairwise(ordered):
            name = response_names[mention.id]
            if name in of_key or _facts(pair, mention, in_key.get(name)).anaphoric_form:
                decisions.append(Decision(mention.id, previous.id))
    return decisions


@dataclass(frozen=True)
class Judged:
    """A pronoun that is an anaphor of the key or was answered, and how it went.

    Attributes:
        mention: the key's, or the response's where the key has no such anaphor.
        is_anaphor: it is an anaphor of the key.
        decision: what the response said of it, None if nothing.
        outcome: what it adds to the counts.
    """

    mention: Mention
    is_anaphor: bool
    decision: Decision | None
    outcome: Outcomes


def judged(pair: DocumentPair, match: str = "head", scope: str = PRONOUNS) -> Iterable[Judged]:
    """Each pronoun that is an anaphor of the key or was answered: the anaphors first.

    With nothing but clauses in scope only a clause, or what is right, counts as an answer.
    """
    # What counts chains alone starts faster without.
    from anaphora_workbench.evaluation.pronouns.common_candidates import CommonCandidates

    if scope != PRONOUNS:
        of_key, of_response = _with_deixis(pair.key_layer), _with_deixis(pair.response_layer)
        pair = replace(pair, key_layer=of_key, response_layer=of_response)
    anaphors = key_anaphors(pair, scope)
    response_mentions = pair.response.mention_by_id()
    same = SameMentions(pair, match)
    decisions = decisions_of(pair, scope)
    takes_up_clause = _with_clause(pair.response, pair.response_layer) if scope == CLAUSES else frozenset()
    answer_for = same.answers(anaphors, decisions)
    common = CommonCandidates(pair.key)
    for anaphor in anaphors:
        decision = answer_for.get(anaphor.id)
        if decision is not None and decision.excluded:
            yield Judged(anaphor, True, decision, Outcomes(excluded=1))
            continue
        outcome, right = Outcomes(anaphors=1), False
        if decision is not None:
            chosen = response_mentions.get(decision.antecedent) if decision.antecedent is not None else None
            right = chosen is not None and same.is_right(anaphor, chosen)
            counts = scope != CLAUSES or right or decision.anaphor in takes_up_clause
            outcome.attempted = outcome.answered = int(decision.antecedent is not None and counts)
            outcome.identified = int(decision.identified)
            outcome.correct = int(right)
            outcome.before, outcome.after = len(decision.candidates_before), len(decision.candidates)
            if outcome.before > 1:
                outcome.non_trivial, outcome.non_trivial_correct = 1, int(right)
            if outcome.after > 1:
                outcome.critical, outcome.critical_correct = 1, int(right)
        candidates, agreeing = common.of(anaphor)
        if candidates > 1:
            outcome.common_non_trivial, outcome.common_non_trivial_correct = 1, int(right)
        if agreeing > 1:
            outcome.common_critical, outcome.common_critical_correct = 1, int(right)
        yield Judged(anaphor, True, decision, outcome)
    used = {id(decision) for decision in answer_for.values()}
    for decision in decisions:
        if id(decision) in used or decision.excluded or (scope == CLAUSES and decision.anaphor not in takes_up_clause):
            continue
        mention = response_mentions.get(decision.anaphor)
        if mention is not None:
            attempted = int(decision.antecedent is not None)
            yield Judged(mention, False, decision, Outcomes(attempted=attempted, identified=int(decision.identified)))


def outcome_of_each(
    pair: DocumentPair, match: str = "head", scope: str = PRONOUNS
) -> Iterable[tuple[Mention, Outcomes]]:
    """Each pronoun that is an anaphor of the key or was answered, and what it adds to the counts."""
    return ((pronoun.mention, pronoun.outcome) for pronoun in judged(pair, match, scope))


class SameMentions:
    """Which mentions of key and response are taken for the same.

    By head a mention of the response is the same as one of the key whose head, or one of whose other heads, is its
    head; without a place on one side, and by exact match, the one that has its name.

    Args:
        match: ``head`` or ``exact``, see MATCH.
    """

    def __init__(self, pair: DocumentPair, match: str = "head") -> None:
        self._by_head = match == "head"
        self._entity_of = pair.key_layer.entity_of()
        self._key_names, self._response_names = _names(pair)
        self._response_mentions = pair.response.mention_by_id()
        self._of_key = _Lookup(pair.key.mention_by_id().values(), self._key_names)
        self._of_response = _Lookup(self._response_mentions.values(), self._response_names, other_heads=False)

    def is_right(self, anaphor: Mention, chosen: Mention) -> bool:
        """Whether a mention of the response is the same as another mention of a key mention's entity."""
        members = self._entity_of[anaphor.id].mentions
        heads = {chosen.head} if self._by_head and chosen.start >= 0 else None
        same = self._of_key.found(self._response_names[chosen.id], heads)
        return any(mention.id != anaphor.id and mention.id in members for mention in same)

    def responses(self, key: Mention) -> Iterable[Mention]:
        """The mentions of the response that are the same as one of the key."""
        heads = {key.head, *key.other_heads} if self._by_head and key.start >= 0 else None
        return self._of_response.found(self._key_names[key.id], heads)

    def answers(self, anaphors: Sequence[Mention], decisions: Iterable[Decision]) -> dict[str, Decision]:
        """The decision about each anaphor, by the key's id; the first where there are several."""
        by_name: dict[Hashable, Decision] = {}
        by_head: dict[int, Decision] = {}
        for decision in decisions:
            mention = self._response_mentions.get(decision.anaphor)
            if mention is not None:
                by_name.setdefault(self._response_names[mention.id], decision)
                if mention.start >= 0:
                    by_head.setdefault(mention.head, decision)
        answer_for = {}
        for anaphor in anaphors:
            answer = by_name.get(self._key_names[anaphor.id])
            if answer is None and self._by_head and anaphor.start >= 0:
                answer = by_head.get(anaphor.head)
            if answer is not None:
                answer_for[anaphor.id] = answer
        return answer_for


class _Lookup:
    """The mentions of one side by the keys that match mentions of the other.

    Args:
        names: by id.
        other_heads: the other heads of a mention count, too.
    """

    def __init__(self, mentions: Iterable[Mention], names: dict[str, Hashable], other_heads: bool = True) -> None:
        self._named: dict[Hashable, list[Mention]] = {}
        self._headed: dict[int, list[Mention]] = {}
        for mention in mentions:
            self._named.setdefault(names[mention.id], []).append(mention)
            if mention.start >= 0:
                for head in {mention.head, *(mention.other_heads if other_heads else ())}:
                    self._headed.setdefault(head, []).append(mention)

    def found(self, name: Hashable, heads: Iterable[int] | None) -> Iterator[Mention]:
        """The mentions with one of some heads, and of those without a place the ones with a name.

        Args:
            heads: None where the name alone tells, whether a mention has a place or not.
        """
        for head in heads or ():
            yield from self._headed.get(head, ())
        for mention in self._named.get(name, ()):
            if heads is None or mention.start < 0:
                yield mention


def _names(pair: DocumentPair) -> tuple[dict[str, Hashable], dict[str, Hashable]]:
    """Names of the mentions of key and response, by id; equal where the mentions are the same."""
    return exact_names(pair.key.mentions, pair.response.mentions, ids_are_shared(pair.key, pair.response))


def _facts(pair: DocumentPair, mention: Mention, of_key: Mention | None) -> MentionFacts:
    """What is known of a mention of the response: by the same one of the key where it has only its place or its id."""
    if pair.response.words:
        return mention_facts(pair.response, mention)
    if mention.start >= 0 and pair.key.words:
        return mention_facts(pair.key, mention)
    if of_key is not None and not (mention.text or mention.upos or mention.xpos or mention.pronoun_type):
        return mention_facts(pair.key, of_key)
    return mention_facts(pair.response, mention)


def _tally(outcome: Outcomes) -> Tally:
    return Tally(outcome.by_name().items())


def count(comparison: Comparison, options: Options) -> Tally:
    """The Outcomes of the document by name."""
    return _tally(outcomes(comparison.documents.pair, options["match"], options["scope"]))


def by_mention(comparison: Comparison, options: Options) -> Iterable[tuple[Hashable, Tally]]:
    """What each pronoun adds; answers about pronouns that are in no chain have no name and are left out."""
    documents = comparison.documents
    pair = documents.pair
    of_key = {facts.id: name for name, facts in documents.key_facts.items()}
    of_response = {facts.id: name for name, facts in documents.response_facts.items()}
    key_mentions = pair.key.mention_by_id()
    for mention, outcome in outcome_of_each(pair, options["match"], options["scope"]):
        names = of_key if key_mentions.get(mention.id) is mention else of_response
        if mention.id in names:
            yield names[mention.id], _tally(outcome)


def _rate(
    rank: int,
    name: str,
    description: str,
    source: str,
    above: str,
    below: tuple[str, ...],
    needs: Needs = Needs.DECISIONS,
) -> Metric:
    return Metric(
        name,
        description,
        source,
        count,
        RatioOf((above,), below),
        needs,
        options=_OPTIONS,
        by_mention=by_mention,
        definition=outcomes,
        rank=rank,
    )


PRECISION = _rate(
    20, "precision", "correct answers among pronouns given an antecedent, pleonastic ones included",
    "Aone & Bennett (1995); Mitkov (2000)", "correct", ("attempted",),
)  # fmt: skip
RECALL = _rate(
    21, "recall", "correct answers among pronouns that the system took for anaphors",
    "Aone & Bennett (1995)", "correct", ("identified",),
)  # fmt: skip
SUCCESS_RATE = _rate(
    22, "success_rate", "correct answers among all anaphors of the key",
    "Mitkov (2000, 2002); Barbu & Mitkov (2001)", "correct", ("anaphors",),
)  # fmt: skip
NON_TRIVIAL_SUCCESS_RATE = _rate(
    23, "non_trivial_success_rate", "success rate over anaphors with more than one candidate before any filter",
    "Mitkov (2000, 2002)", "non_trivial_correct", ("non_trivial",), Needs.CANDIDATES,
)  # fmt: skip
CRITICAL_SUCCESS_RATE = _rate(
    24, "critical_success_rate",
    "success rate over anaphors with more than one candidate after the morphological filter",
    "Mitkov (1998, 2000, 2002)", "critical_correct", ("critical",), Needs.CANDIDATES,
)  # fmt: skip
COMMON_NON_TRIVIAL_SUCCESS_RATE = _rate(
    27, "common_non_trivial_success_rate",
    "success rate over anaphors with more than one candidate, the candidates being the same for all methods",
    "Barbu & Mitkov (2001)", "common_non_trivial_correct", ("common_non_trivial",),
)  # fmt: skip
COMMON_CRITICAL_SUCCESS_RATE = _rate(
    28, "common_critical_success_rate",
    "success rate over anaphors with which more than one of these candidates agrees in number and gender",
    "Barbu & Mitkov (2001)", "common_critical_correct", ("common_critical",),
)  # fmt: skip
RESOLUTION_RATE = _rate(
    25, "resolution_rate", "correct answers among all anaphors of the key, those outside the system's scope included",
    "Byron (2001)", "correct", ("anaphors", "excluded"),
)  # fmt: skip
RESOLUTION_F1 = Metric(
    "resolution_f1",
    "harmonic mean of success rate and precision; answering too often or too rarely lowers it",
    "van Rijsbergen (1979), of the rates of Mitkov (2000)",
    count,
    F1Of(RatioOf(("correct",), ("anaphors",)), RatioOf(("correct",), ("attempted",))),
    Needs.DECISIONS,
    options=_OPTIONS,
    by_mention=by_mention,
    definition=outcomes,
    rank=26,
)
