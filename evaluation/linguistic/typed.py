"""Typed evaluation: is each mention linked to the right name of its entity, by the right type of coreference?

Source: Žitkus, Butkienė & Butleris (2023); metrics.md, section 15.
"""

from __future__ import annotations

import operator
import re
from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any, NamedTuple

from anaphora_workbench.corpora.document.links import Link, links_of
from anaphora_workbench.evaluation.arithmetic.contingency import Entities
from anaphora_workbench.evaluation.arithmetic.exact import exact, rational
from anaphora_workbench.evaluation.arithmetic.scores import Score, f_beta, score
from anaphora_workbench.evaluation.counting.metric import Metric, Needs, Option, Options, Tally, add_to
from anaphora_workbench.evaluation.matching.comparison import Comparison
from anaphora_workbench.evaluation.matching.mention_facts import MentionFacts

FULL_NAME, ABBREVIATED_NAME, PARTIAL_NAME, NOUN_PHRASE, ELLIPSIS, CANNOT = range(6)


def dominant(entity: Sequence[MentionFacts]) -> int:
    """Place of the mention that dominates an entity: the one marked, else the best by rank, of equals the first.

    Full name, abbreviated name, partial name, noun phrase, ellipsis of the same object; pronouns cannot dominate. The
    paper shows these names by examples; the tests on words are ours.

    Args:
        entity: in text order.
    """
    marked = next((place for place, mention in enumerate(entity) if mention.dominant), None)
    if marked is not None:
        return marked
    names = {mention.content for mention in entity if mention.kind == "name"}
    return min(range(len(entity)), key=lambda place: (rank(entity[place], names), place))


def rank(mention: MentionFacts, names: set[tuple[str, ...]]) -> int:
    """How well a mention can stand for its entity, the smaller the better.

    Args:
        names: the words of all names of the entity, determiners apart.
    """
    if mention.zero:
        return ELLIPSIS
    if mention.kind == "pronoun":
        return CANNOT
    if mention.kind != "name":
        return NOUN_PHRASE
    if any(_is_abbreviation(mention.content, name) for name in names if name != mention.content):
        return ABBREVIATED_NAME
    if any(set(mention.content) < set(name) for name in names):
        return PARTIAL_NAME
    return FULL_NAME


def _is_abbreviation(short: tuple[str, ...], long: tuple[str, ...]) -> bool:
    """*B. Obama* of *Barack Obama*, *UN* of *United Nations*; of two different names."""
    if len(short) == 1 and len(long) > 1:
        return short[0].replace(".", "") == "".join(word[0] for word in long if word)
    if len(short) != len(long):
        return False
    return all(
        word == long_word or (len(word.rstrip(".")) == 1 and long_word.startswith(word.rstrip(".")))
        for word, long_word in zip(short, long, strict=True)
    )


TP, WT, WL, WTL, FN, FP = "tp", "wt", "wl", "wtl", "fn", "fp"
OUTCOMES = (TP, WT, WL, WTL, FN, FP)
# Of those where the dominant mention may be right or wrong, how many have no letter of a type in common.
UNTYPED = "untyped"
UNKNOWN = "?"
# Class, relation, direction, one or group, as the annotations of the paper's corpus have them; or a class and a number,
# as its appendix has them.
_OF_SCHEME = re.compile(
    r"(?:p(?:[peor?](?:[iap?][sga?]?)?)?|[gd](?:[abfhmst?](?:[iap?][sga?]?)?)?|[ae](?:[-?](?:[iap?][sga?]?)?)?|[pgdae]\d.*)?"
)
COEFFICIENTS = {
    "typed_tp": Option(1.0, "credit where dominant mention and type are right"),
    "typed_wt": Option(0.75, "credit where only the type is wrong"),
    "typed_wl": Option(0.5, "credit where only the dominant mention is wrong"),
    "typed_wtl": Option(0.25, "credit where both are wrong"),
}
SCHEME = Option("", "letters of all classes of the annotation scheme; empty: those in key or response")
ATTEMPTED = Option("", "letters of the classes that count as attempted; empty: all in key or response")
LEVEL = Option(0, "how many letters of a type must be right; 0: those that key and response both have")
IGNORED = Option("", "types that count as equal, by their first letters: A=B,C=D")
BETA = Option(1.0, "weight of recall against precision in F_beta")
_ATTEMPTED = "attempted"
# Referent → (dominant mention, type).
Annotations = Mapping[Hashable, tuple[Hashable, str]]


@dataclass(frozen=True)
class TypedScore:
    """Scores over classes of coreference.

    Attributes:
        micro: ratio of sums over the attempted classes.
        macro: mean over the attempted classes.
        macro_types: the same over full types of these classes.
        scheme: sum over the attempted classes, divided by the number of classes of the scheme.
        classes, types: scores of each class and of each full type.
    """

    micro: Score
    macro: Score
    macro_types: Score
    scheme: Score
    classes: Mapping[str, Score]
    types: Mapping[str, Score]

    @property
    def figure(self) -> float:
        return self.micro.f1

    def as_json(self) -> dict[str, Any]:
        means = {"macro": self.macro, "macro_types": self.macro_types, "scheme": self.scheme}
        return {
            "micro": self.micro.as_json(),
            # Of no class there is no mean.
            **{name: mean.as_json() for name, mean in means.items() if mean.recall.denominator},
            "classes": {name: score.as_json() for name, score in self.classes.items()},
            "types": {name: score.as_json() for name, score in self.types.items()},
        }


def annotated(entities: Entities, facts: Mapping[Hashable, MentionFacts]) -> dict[Hashable, tuple[Hashable, str]]:
    """The dominant mention and the type of each referent, that is of every mention that does not dominate.

    Args:
        facts: of the side the entities are from; marks and types are taken from them.
    """
    annotations: dict[Hashable, tuple[Hashable, str]] = {}
    for entity in entities:
        if len(entity) < 2:
            continue
        best = entity[dominant([facts[mention] for mention in entity])]
        for mention in entity:
            if mention != best:
                annotations[mention] = best, facts[mention].coreference_type or ""
    return annotations


class Further(NamedTuple):
    """A further link of a mention that has one already.

    Attributes:
        number: from 2.
    """

    referent: Hashable
    number: int


def linked(
    links: Iterable[Link], entities: Entities, facts: Mapping[Hashable, MentionFacts], names: Mapping[str, Hashable]
) -> dict[Hashable, tuple[Hashable, str]]:
    """The same of the links of an annotation as they stand: a mention that is no referent of a link is none here.

    The dominant mention is that of the chain that the antecedent is in; of a group of antecedents it is the set.

    Args:
        names: of mentions by id.
    """
    best_of: dict[Hashable, Hashable] = {}
    for entity in entities:
        best_of |= dict.fromkeys(entity, entity[dominant([facts[mention] for mention in entity])])
    annotations: dict[Hashable, tuple[Hashable, str]] = {}
    times: Counter[Hashable] = Counter()
    for link in links:
        referent, *antecedents = (names[id] for id in (link.referent, *link.antecedents))
        if not {referent, *antecedents} <= best_of.keys():
            # A mention of it is not scored.
            continue
        times[referent] += 1
        place = referent if times[referent] == 1 else Further(referent, times[referent])
        best = best_of[antecedents[0]] if len(antecedents) == 1 else frozenset(antecedents)
        annotations[place] = best, link.type
    return annotations


def outcomes(
    key: Annotations, response: Annotations, same_type: Callable[[str, str], bool] = operator.eq
) -> Iterable[tuple[Hashable, str, str]]:
    """Referent, full type and outcome; the type is the key's, for false positives the response's."""
    for referent, (best, kind) in key.items():
        if referent not in response:
            yield referent, kind, FN
            continue
        other_best, other_kind = response[referent]
        if best == other_best:
            yield referent, kind, TP if same_type(kind, other_kind) else WT
        else:
            yield referent, kind, WL if same_type(kind, other_kind) else WTL
    for referent, (_, kind) in response.items():
        if referent not in key:
            yield referent, kind, FP


def count(comparison: Comparison, options: Options) -> Tally:
    """The outcomes by type, and how many annotations of each class the response has."""
    tally: Tally = {}
    for _, of_referent in by_mention(comparison, options):
        add_to(tally, of_referent)
    return tally


def types_confused(ignored: str) -> Callable[[str, str], bool]:
    """Whether two types are equal, or a pair that may be confused.

    Args:
        ignored: pairs ``A=B`` separated by commas; a type belongs to A if it begins with it.

    Raises:
        ValueError: it is not of this form.

    >>> types_confused("db=dt")("dtis", "dbis"), types_confused("db=dt")("dtis", "gtis")
    (True, False)
    """
    pairs = [pair.partition("=") for pair in ignored.split(",") if pair]
    for first, equals, second in pairs:
        if not (first and equals and second):
            raise ValueError(f"typed_ignore {ignored!r}; expected pairs of types A=B, separated by commas")

    def same(kind: str, other: str) -> bool:
        return kind == other or any(
            (kind.startswith(first) and other.startswith(second))
            or (kind.startswith(second) and other.startswith(first))
            for first, _, second in pairs
        )

    return same


def of_scheme(annotations: Annotations, scheme: str) -> dict[Hashable, tuple[Hashable, str]]:
    """The annotations with types of another scheme as none: *coref* and *pred* are no adverbs and pronouns.

    Args:
        scheme: letters of its classes, where it is not that of the paper; then any type that begins with one is of it.
    """

    def known(kind: str) -> str:
        is_of_it = kind[:1].casefold() in scheme.casefold() if scheme else _OF_SCHEME.fullmatch(kind.casefold())
        return kind if is_of_it else ""

    return {referent: (best, known(kind)) for referent, (best, kind) in annotations.items()}


def letters_of_both(kind: str, other: str) -> list[tuple[str, str]]:
    """The letters of two types, place by place, where both have one."""
    return [pair for pair in zip(kind, other, strict=False) if UNKNOWN not in pair]


def types_compared(level: float, confused: Callable[[str, str], bool]) -> Callable[[str, str], bool]:
    """Whether two types are the same: in the letters that both have, or in as many as are asked for.

    Args:
        level: how many; 0 for those that both have, be it none.
        confused: whether they are equal, or count as equal.

    >>> of_both, all_four = (types_compared(level, types_confused("")) for level in (0, 4))
    >>> of_both("dtis", "d"), of_both("dtis", "g"), of_both("ppas", "p?as"), of_both("dtis", ""), all_four("dtis", "d")
    (True, False, True, True, False)
    """

    def same(kind: str, other: str) -> bool:
        if confused(kind, other):
            return True
        if level:
            asked = int(level)
            return kind[:asked] == other[:asked] and UNKNOWN not in kind[:asked]
        return all(letter == theirs for letter, theirs in letters_of_both(kind, other))

    return same


def typed_score(tally: Tally, options: Options) -> TypedScore:
    """Micro, macro and scheme scores (Žitkus et al. 2023, equations 43 and following).

        P_i = (k1 TP + k2 WT + k3 WL + k4 WTL) / (TP + WT + WL + WTL + FP)    R_i the same over (… + FN)
        micro: sums of numerators and denominators over the classes i    macro: Σ P_i / n_a    scheme: Σ P_i / n

    n_a are the attempted classes, n those of the scheme; each F is the harmonic mean of its P and R. Annotations
    without a type are in micro, and are no class.
    Each sum sign stands for numerator and denominator separately; metrics.md, section 20, has the misprints.
    """
    credit = {name: rational(options[f"typed_{name}"]) for name in (TP, WT, WL, WTL)}
    untyped = 0
    attempted: dict[str, bool] = {}
    by_class: dict[str, dict[str, int]] = {}
    by_type: dict[str, dict[str, int]] = {}
    for place, number in tally.items():
        assert isinstance(place, tuple)
        kind, outcome = place
        if kind == UNTYPED:
            untyped += int(exact(number))
            continue
        if kind == _ATTEMPTED:
            attempted[outcome] = bool(number)
            continue
        for table, name in ((by_class, kind[:1]), (by_type, kind)):
            counts = table.setdefault(name, dict.fromkeys(OUTCOMES, 0))
            counts[outcome] += int(exact(number))
    classes = {*by_class, *(name for name, any_of_it in attempted.items() if any_of_it)} - {""}
    chosen = set(options["typed_attempted"].casefold())
    if chosen and chosen.isdisjoint(map(str.casefold, classes)):
        there = ", ".join(sorted(classes)) or "none"
        raise ValueError(f"typed_attempted is {options['typed_attempted']!r}; the classes of the links are: {there}")
    pooled = [counts for name, counts in by_class.items() if not chosen or name.casefold() in chosen]
    nothing = dict.fromkeys(OUTCOMES, 0)
    taken = [by_class.get(name, nothing) for name in sorted(classes) if not chosen or name.casefold() in chosen]
    number_of_classes = len(set(options["typed_scheme"])) or len(classes)
    if number_of_classes < len(taken):
        raise ValueError(
            f"there are {len(taken)} attempted classes of coreference, typed_scheme has only {number_of_classes}"
        )
    precisions = [_fraction(*_precision(counts, credit)) for counts in taken]
    recalls = [_fraction(*_recall(counts, credit)) for counts in taken]
    # Its own option is the older one.
    types = [counts for name, counts in by_type.items() if name and (not chosen or name[:1].casefold() in chosen)]
    beta = float(options["typed_beta"] if options["typed_beta"] != 1 else options.get("f_beta", 1))
    return TypedScore(
        micro=_with_beta(
            score(
                _pooled([_recall(counts, credit) for counts in pooled]),
                _pooled([_precision(counts, credit) for counts in pooled]),
                {name: sum(counts[name] for counts in pooled) for name in OUTCOMES}
                | ({UNTYPED: untyped} if untyped else {}),
            ),
            beta,
        ),
        macro=_with_beta(score((sum(recalls), len(taken)), (sum(precisions), len(taken))), beta),
        macro_types=_with_beta(score(_mean_of(types, _recall, credit), _mean_of(types, _precision, credit)), beta),
        scheme=_with_beta(score((sum(recalls), number_of_classes), (sum(precisions), number_of_classes)), beta),
        classes=_scores(by_class, credit, beta),
        types=_scores(by_type, credit, beta),
    )


def _with_beta(of: Score, beta: float) -> Score:
    return of if beta == 1 else replace(of, f_beta=f_beta(of.recall.value, of.precision.value, beta))


def _scores(table: Mapping[str, Mapping[str, int]], credit: Mapping[str, Fraction], beta: float) -> dict[str, Score]:
    return {
        name: _with_beta(score(_recall(counts, credit), _precision(counts, credit), counts), beta)
        for name, counts in sorted(table.items())
    }


def _earned(counts: Mapping[str, int], credit: Mapping[str, Fraction]) -> Fraction:
    return sum((credit[name] * counts[name] for name in credit), Fraction(0))


def _recall(counts: Mapping[str, int], credit: Mapping[str, Fraction]) -> tuple[Fraction, int]:
    return _earned(counts, credit), sum(counts[name] for name in (TP, WT, WL, WTL, FN))


def _precision(counts: Mapping[str, int], credit: Mapping[str, Fraction]) -> tuple[Fraction, int]:
    return _earned(counts, credit), sum(counts[name] for name in (TP, WT, WL, WTL, FP))


def _pooled(ratios: list[tuple[Fraction, int]]) -> tuple[Fraction, int]:
    return sum((above for above, _ in ratios), Fraction(0)), sum(below for _, below in ratios)


def _mean_of(
    tables: Sequence[Mapping[str, int]], side: Callable[..., tuple[Fraction, int]], credit: Mapping[str, Fraction]
) -> tuple[Fraction, int]:
    return sum((_fraction(*side(counts, credit)) for counts in tables), Fraction(0)), len(tables)


def _fraction(above: Fraction, below: int) -> Fraction:
    return above / below if below else Fraction(0)


def by_mention(comparison: Comparison, options: Options) -> Iterable[tuple[Hashable, Tally]]:
    """The outcome of each referent, and the classes of its annotations."""
    same_type = types_compared(options["typed_level"], types_confused(options["typed_ignore"]))
    documents = comparison.documents
    sides = (
        (documents.pair.key_layer, comparison.key, documents.key_facts, documents.key_names),
        (documents.pair.response_layer, comparison.response, documents.response_facts, documents.response_names),
    )
    of_key, of_response = (
        of_scheme(
            annotated(entities, facts) if (links := links_of(layer)) is None else linked(links, entities, facts, names),
            options["typed_scheme"],
        )
        for layer, entities, facts, names in sides
    )
    for referent, kind, outcome in outcomes(of_key, of_response, same_type):
        tally: Tally = {(kind, outcome): 1}
        if referent in of_response:
            tally[_ATTEMPTED, of_response[referent][1][:1]] = 1
            if referent in of_key and not letters_of_both(of_key[referent][1], of_response[referent][1]):
                tally[UNTYPED, outcome] = 1
        yield referent.referent if isinstance(referent, Further) else referent, tally


METRIC = Metric(
    name="typed",
    description="mentions linked to the right name of their entity by the right type",
    source="Žitkus, Butkienė & Butleris (2023, equations 43 and following)",
    count=count,
    score=typed_score,
    definition=typed_score,
    needs=Needs.COREFERENCE_TYPES,
    options={
        **COEFFICIENTS,
        "typed_attempted": ATTEMPTED,
        "typed_scheme": SCHEME,
        "typed_ignore": IGNORED,
        "typed_level": LEVEL,
        "typed_beta": BETA,
    },
    by_mention=by_mention,
    rank=38,
)
