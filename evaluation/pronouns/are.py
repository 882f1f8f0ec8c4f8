"""The measures of the Anaphora Resolution Exercise of 2007.

Tasks 1 and 3 resolve pronouns, in given and in found mentions; tasks 2 and 4 find chains, likewise.

Source: Orăsan, Cristea, Mitkov & Branco (2008, section 3.3); metrics.md, section 26, for what it leaves open.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Hashable, Mapping, Sequence
from fractions import Fraction
from typing import Any

from anaphora_workbench.corpora.document import CoreferenceLayer, Document, DocumentPair, Mention, text_order
from anaphora_workbench.corpora.document.closure import Union
from anaphora_workbench.corpora.languages import tables_for
from anaphora_workbench.corpora.support.notation import looked_up
from anaphora_workbench.evaluation.arithmetic.formula import RatioOf
from anaphora_workbench.evaluation.arithmetic.scores import Result
from anaphora_workbench.evaluation.assignment.first_assignment import first_assignment
from anaphora_workbench.evaluation.clusters import muc
from anaphora_workbench.evaluation.counting.metric import (
    OF_KEY,
    RECALL,
    Metric,
    Needs,
    Option,
    Options,
    Tally,
    recall_and_precision,
    tally_of,
)
from anaphora_workbench.evaluation.matching import pronoun_forms as pronouns
from anaphora_workbench.evaluation.matching.alignment import exact_names
from anaphora_workbench.evaluation.matching.comparison import Comparison
from anaphora_workbench.evaluation.matching.minimum_spans import KeyParse
from anaphora_workbench.evaluation.pronouns.anaphora import decisions_of

Offsets = Collection[int]
_HALF = Fraction(1, 2)
_HEAD, _MINIMUM = "head", "min"
OVERLAP = {
    "are_overlap": Option(
        "words",
        "how spans are compared: by their words, their heads, or the words of their minimal spans in the key's parse",
        ("words", _HEAD, _MINIMUM),
        spelled="are.overlap",
        rare=True,
    )
}


def link_credit(
    pronoun: Hashable,
    answers: Mapping[Hashable, Hashable],
    chain: Collection[Hashable],
    is_pronoun: Callable[[Hashable], bool],
) -> Fraction:
    """The credit of the answer for a pronoun: 1, ½ or 0.

        success rate = Σ credit / pronouns to resolve

    1 for another member of its key chain that is not a pronoun, or a pronoun from which the answers, all right,
    lead to one; ½ for a pronoun of the chain where they do not; else 0. Position does not matter.

    Args:
        answers: antecedent by pronoun; a pronoun without an answer is absent.
        chain: the key chain of the pronoun.
    """
    antecedent = answers.get(pronoun)
    if antecedent is None or antecedent == pronoun or antecedent not in chain:
        return Fraction(0)
    seen = {pronoun}
    while antecedent is not None and antecedent in chain and antecedent not in seen:
        if not is_pronoun(antecedent):
            return Fraction(1)
        seen.add(antecedent)
        antecedent = answers.get(antecedent)
    return _HALF


def overlap(span: Offsets, other_span: Offsets) -> Fraction:
    """Words that two spans share, divided by the length of the longer."""
    longer = max(len(span), len(other_span))
    return Fraction(len(set(span) & set(other_span)), longer) if longer else Fraction(0)


def resolved_spans(
    pronouns: Mapping[Hashable, Offsets],
    chains: Sequence[Mapping[Hashable, Offsets]],
    answers: Mapping[tuple[int, ...], tuple[int, ...]],
    is_pronoun: Callable[[Hashable], bool],
) -> Fraction:
    """Sum over key pronouns of how well the span chosen fits their chain, times the credit of the link (Task 3).

        recall = Σ overlap · credit / pronouns of the key    precision = Σ overlap · credit / pronouns answered

    Args:
        pronouns: key pronouns to resolve, with the offsets of their words.
        chains: key chains, each member with its offsets.
        answers: offsets of the antecedent by offsets of the pronoun.
    """
    chain_of = {member: chain for chain in chains for member in chain}
    place = {member: number for chain in chains for number, member in enumerate(chain)}
    # Looked up by word: a novel may have thousands of pronouns and members in one chain.
    with_word: dict[tuple[int, int], list[Hashable]] = {}
    for chain in chains:
        for member, offsets in chain.items():
            for offset in offsets:
                with_word.setdefault((id(chain), offset), []).append(member)
    links: dict[Hashable, Hashable] = {}
    fit: dict[Hashable, Fraction] = {}
    for pronoun, offsets in pronouns.items():
        chosen, own = answers.get(tuple(offsets), ()), chain_of.get(pronoun, {})
        near = {member for offset in chosen for member in with_word.get((id(own), offset), ()) if member != pronoun}
        if near:
            # Of equally good members one that is not a pronoun, so that the order of the chain does not matter.
            best = max(near, key=lambda member: (overlap(chosen, own[member]), not is_pronoun(member), -place[member]))
            fit[pronoun] = overlap(chosen, own[best])
            links[pronoun] = best
    return sum(
        (fit[pronoun] * link_credit(pronoun, links, chain_of[pronoun], is_pronoun) for pronoun in fit), Fraction(0)
    )


def aligned_links(key: Sequence[Sequence[Offsets]], response: Sequence[Sequence[Offsets]]) -> Fraction:
    """Links in common when mentions are aligned one to one for the greatest overlap (Task 4).

        recall = Σ_KR (Σ w − max w) / Σ (|K| − 1)    precision = Σ_KR (Σ w − max w) / Σ (|R| − 1)
        w: overlaps of the aligned mentions of a key chain K and a response chain R

    Aligned mentions that share key and response chain earn the sum of their overlaps less the largest one;
    where all spans are exact this is the numerator of MUC. Of alignments with equal overlap the one counts that is
    first in the text: the first key mention gets the first response mention it can have, and so on.

    Args:
        key, response: chains, each mention as the offsets of its words; in any order.
    """
    can_earn = _earning(key, response)
    key_mentions, response_mentions = (
        [(number, offsets) for number, offsets in _in_text_order(side) if can_earn(offsets)] for side in (key, response)
    )
    with_word: dict[int, list[int]] = {}
    for row, (_, offsets) in enumerate(key_mentions):
        for offset in offsets:
            with_word.setdefault(offset, []).append(row)
    rows, columns, overlaps = [], [], []
    for column, (_, offsets) in enumerate(response_mentions):
        for row in dict.fromkeys(row for offset in offsets for row in with_word.get(offset, ())):
            rows.append(row)
            columns.append(column)
            overlaps.append(overlap(key_mentions[row][1], offsets))
    together: dict[tuple[int, int], list[Fraction]] = {}
    for cell in first_assignment(rows, columns, overlaps):
        chains = key_mentions[rows[cell]][0], response_mentions[columns[cell]][0]
        together.setdefault(chains, []).append(overlaps[cell])
    return sum((sum(weights, Fraction(0)) - max(weights) for weights in together.values()), Fraction(0))


def _earning(key: Sequence[Sequence[Offsets]], response: Sequence[Sequence[Offsets]]) -> Callable[[Offsets], bool]:
    """Whether a mention can earn something or compete with one that does, so that it has to be aligned.

    Mentions that share words, one after the other, can compete. Where none of such a group has another mention in its
    chain on one of the sides, all earn nothing. Chains of one mention are often many, and in one another.
    """
    groups: Union[int] = Union()
    for chain in (*key, *response):
        for offsets in chain:
            first, *others = offsets or (-1,)
            for word in others:
                groups.join(first, word)
    of_several = [
        {groups.top(next(iter(offsets))) for chain in side if len(chain) > 1 for offsets in chain if offsets}
        for side in (key, response)
    ]
    earning = of_several[0] & of_several[1]
    return lambda offsets: bool(offsets) and groups.top(next(iter(offsets))) in earning


def _in_text_order(chains: Sequence[Sequence[Offsets]]) -> list[tuple[int, Offsets]]:
    """Number of its chain and offsets of each mention: by start, longer first.

    Mentions of equal offsets stand in the order of what else their chains hold, so never in that of the chains.
    """
    ordered = [(tuple(sorted(offsets)), number, offsets) for number, chain in enumerate(chains) for offsets in chain]
    members = [sorted(tuple(sorted(offsets)) for offsets in chain) for chain in chains]
    ordered.sort(key=lambda mention: (mention[0][:1], -(mention[0] or (0,))[-1], mention[0], members[mention[1]]))
    return [(number, offsets) for _, number, offsets in ordered]


def is_pronoun(document: Document, mention: Mention) -> bool:
    """Whether a mention is a pronoun, by its form alone, so that an answer counts the same with tags and without."""
    forms = _forms(document, mention)
    # Capitals tell the country from the pronoun: US, WHO, IT.
    country = len(forms) == 1 and len(forms[0]) > 1 and forms[0].isupper()
    return not country and pronouns.is_pronoun(tuple(form.lower() for form in forms), tables_for(document))


def pronouns_to_resolve(document: Document, layer: CoreferenceLayer) -> list[str]:
    """Ids of the third person pronouns that have an earlier mention in their chain: what a key without a list asks."""
    later = later_members(document, layer)
    language = tables_for(document)
    return [
        mention.id
        for mention in document.mentions
        if mention.id in later
        and is_pronoun(document, mention)
        and pronouns.is_third_person(looked_up(" ".join(_forms(document, mention))), language)
    ]


def later_members(document: Document, layer: CoreferenceLayer) -> set[str]:
    """Ids of the mentions that are not the first of their chain; chains without places are in order."""
    mention_of = document.mention_by_id()
    later: set[str] = set()
    for entity in layer.entities:
        chain = [mention_of[name] for name in entity.mentions]
        if all(mention.start >= 0 for mention in chain):
            chain.sort(key=text_order)
        later.update(mention.id for mention in chain[1:])
    return later


def _forms(document: Document, mention: Mention) -> list[str]:
    """The words of a mention; what the key says they are where there is no text."""
    if document.words and mention.start >= 0:
        return [document.words[offset].form for offset in mention.offsets]
    return mention.text.split()


def _pronoun_test(document: Document, names: Mapping[str, Hashable]) -> Callable[[Hashable], bool]:
    listed = set(document.anaphors or ())
    names_of_pronouns = {
        names[mention.id]
        for mention in document.mentions
        if mention.id in names and (mention.id in listed or is_pronoun(document, mention))
    }
    return names_of_pronouns.__contains__


def _to_resolve(pair: DocumentPair) -> list[Mention]:
    """The pronouns that the key lists, else those that its words tell; ValueError where it has neither."""
    asked = pair.key.anaphors
    if asked is None:
        chained = {name for entity in pair.key_layer.entities if len(entity.mentions) > 1 for name in entity.mentions}
        wordless = next(
            (mention for mention in pair.key.mentions if mention.id in chained and not _forms(pair.key, mention)), None
        )
        if wordless is not None:
            raise ValueError(
                f"{pair.key.source or pair.id}: document {pair.key.id!r} does not say which pronouns to resolve: "
                f"no list of anaphors, and no words of mention {wordless.id!r}; expected one of them "
                '(in chains-json "anaphors" of the document, or "text" of each mention)'
            )
        asked = pronouns_to_resolve(pair.key, pair.key_layer)
    mention_of = pair.key.mention_by_id()
    return [mention_of[name] for name in asked]


def _answers(pair: DocumentPair) -> list[tuple[Mention, Mention]]:
    """Pronoun and antecedent of each answer, as mentions of the response; the first of several for a pronoun."""
    mention_of = pair.response.mention_by_id()
    answers: dict[str, tuple[Mention, Mention]] = {}
    for decision in decisions_of(pair):
        if decision.antecedent is not None:
            answers.setdefault(decision.anaphor, (mention_of[decision.anaphor], mention_of[decision.antecedent]))
    return list(answers.values())


def count_task1(comparison: Comparison, options: Options) -> Tally:
    """Credit earned, and pronouns to resolve."""
    pair = comparison.documents.pair
    key_names, response_names = exact_names(pair.key.mentions, pair.response.mentions)
    answers = {response_names[pronoun.id]: response_names[antecedent.id] for pronoun, antecedent in _answers(pair)}
    chain_of = {
        key_names[name]: {key_names[member] for member in entity.mentions}
        for entity in pair.key_layer.entities
        for name in entity.mentions
    }
    pronominal = _pronoun_test(pair.key, key_names)
    asked = [key_names[mention.id] for mention in _to_resolve(pair)]
    earned = (link_credit(pronoun, answers, chain_of.get(pronoun, ()), pronominal) for pronoun in asked)
    return {RECALL: sum(earned, Fraction(0)), OF_KEY: len(asked)}


def _compared(pair: DocumentPair, options: Options) -> Callable[[Mention], Offsets]:
    """The words of a mention that are compared; ValueError for minimal spans of a key without a parse."""
    parse = KeyParse(pair.key) if options["are_overlap"] == _MINIMUM else None

    def words(mention: Mention) -> Offsets:
        if mention.start < 0 or options["are_overlap"] not in (_HEAD, _MINIMUM):
            return tuple(mention.offsets)
        return (mention.head,) if parse is None else tuple(sorted(parse.minimum_span(mention)))

    return words


def count_task3(comparison: Comparison, options: Options) -> Tally:
    """Credit earned, pronouns of the key, and pronouns answered."""
    pair = comparison.documents.pair
    mentions, compared = pair.key.mention_by_id(), _compared(pair, options)
    chains: list[dict[Hashable, Offsets]] = [
        {name: compared(mentions[name]) for name in entity.mentions} for entity in pair.key_layer.entities
    ]
    answered = _answers(pair)
    answers = {
        tuple(pronoun.offsets): tuple(compared(antecedent)) for pronoun, antecedent in answered if pronoun.start >= 0
    }
    asked: dict[Hashable, Offsets] = {mention.id: tuple(mention.offsets) for mention in _to_resolve(pair)}
    pronominal = _pronoun_test(pair.key, {mention.id: mention.id for mention in pair.key.mentions})
    earned = resolved_spans(asked, chains, answers, pronominal)
    return tally_of((earned, len(asked)), (earned, len(answered)))


def count_task4(comparison: Comparison, options: Options) -> Tally:
    """Links in common, of the key and of the response."""
    pair = comparison.documents.pair
    compared = _compared(pair, options)
    key, response = (
        [[compared(mention_of[name]) for name in entity.mentions] for entity in layer.entities]
        for mention_of, layer in (
            (pair.key.mention_by_id(), pair.key_layer),
            (pair.response.mention_by_id(), pair.response_layer),
        )
    )
    earned = aligned_links(key, response)
    of_key, of_response = (sum(len(chain) - 1 for chain in chains) for chains in (key, response))
    return tally_of((earned, of_key), (earned, of_response))


def _task(
    number: int,
    description: str,
    count: Callable[[Comparison, Options], Tally],
    definition: Callable[..., Any],
    score: Callable[[Tally, Options], Result] = recall_and_precision,
    also: str = "",
    options: Mapping[str, Option] = OVERLAP,
) -> Metric:
    source = "Orăsan et al. (2008, section 3.3)" + also
    return Metric(
        f"are_task{number}", description, source, count, score, Needs.EXERCISE, options,
        definition=definition, rank=59 + number,
    )  # fmt: skip


TASK1 = _task(
    1, "pronouns resolved among given mentions", count_task1, link_credit, RatioOf((RECALL,), (OF_KEY,)), options={}
)
TASK2 = _task(
    2, "chains of given mentions, as MUC", muc.METRIC.count, muc.recall, also="; Vilain et al. (1995)", options={}
)
TASK3 = _task(3, "pronouns resolved in text, by overlap of spans", count_task3, resolved_spans)
TASK4 = _task(4, "chains found in text, as MUC by overlap of spans", count_task4, aligned_links)
