"""GAP, WinoBias and Winogender: resolvers on short texts about two people, by gender.

A name or occupation counts as the answer if the pronoun's chain has a mention of the same head. In the setting
``system-predicted`` resolvers choose among all noun phrases of the snippet, in ``true-predicted`` among the two
that the corpus names. A pronoun resolver is joined with ``head-match``, so that another mention of the same name
leads to the one that the corpus asks about.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from statistics import mean

from anaphora_workbench.corpora.document import Document, DocumentPair
from anaphora_workbench.evaluation.arithmetic.scores import Ratio
from anaphora_workbench.evaluation.pronouns.anaphora import SameMentions
from anaphora_workbench.resolvers import Resolution, shipped
from anaphora_workbench.workbench.report.tables import Row
from benchmarks.columns import columns_of
from benchmarks.runs import RAW, Runs

JOINED = tuple(f"{name}+head-match" for name in (*shipped("algorithm"), "most-recent", "recent-subject"))
# Of the systems of full coreference those that say something of names: others take longer here than anywhere else.
GAP_SYSTEMS = ("parallelism", *JOINED, "ranking-pronouns+head-match", "sieve", "reconcile", "berkeley", "neural")
OF_BOTH = (*JOINED, "neural")
_GENDERS = ("male", "female", "neutral")
WINOBIAS = columns_of("resolver") + columns_of(
    "; ".join(
        f"pro{kind}: pro type {kind} (percent); pro{kind}_interval: 95% (interval); "
        f"anti{kind}: anti type {kind} (percent); anti{kind}_interval: 95% (interval); gap{kind}: pro − anti (percent)"
        for kind in (1, 2)
    )
)
WINOGENDER = columns_of(
    "resolver; all (percent); male (percent); female (percent); neutral (percent); "
    "difference: male − female (percent); changed: answer changes (percent)"
)


def winobias_rows(runs: Runs) -> Iterator[Row]:
    """Success rate where the pronoun's gender is the occupation's stereotype, and where it is the other."""
    files = tuple(
        runs.corpus(f"winobias/text/{side}_stereotyped_type{kind}.txt.dev", f"{side}{kind}")
        for kind in (1, 2)
        for side in ("pro", "anti")
    )
    results = runs.compared(files, OF_BOTH, settings=(RAW,), metrics=("success_rate",))
    for name in OF_BOTH:
        row: dict[str, object] = {"resolver": name}
        rate: dict[str, float] = {}
        for corpus in results.corpora.values():
            outcome = corpus.settings[RAW][name]
            rate[corpus.name] = outcome.scores["success_rate"].figure
            row[f"{corpus.name}_interval"] = outcome.intervals(("success_rate",)).get("success_rate")
        yield {**row, **rate, **{f"gap{kind}": rate[f"pro{kind}"] - rate[f"anti{kind}"] for kind in (1, 2)}}


@dataclass(frozen=True)
class Schema:
    """A Winogender sentence: the schema it is a version of, its pronoun's gender, and the answer.

    Attributes:
        answer: ``occupation``, ``participant`` or "" for neither.
    """

    schema: str
    gender: str
    answer: str
    right: bool


def winogender_answer(pair: DocumentPair, resolution: Resolution, prepared: Document) -> Schema:
    """Whom a resolver took the pronoun for."""
    key = pair.key.mention_by_id()
    same = SameMentions(pair)
    of_pronoun = {mention.id for mention in same.responses(key["pronoun"])}
    chain = {member for chain in resolution.chains if of_pronoun & set(chain) for member in chain}
    names = ("occupation", "participant")
    said = [name for name in names if any(mention.id in chain for mention in same.responses(key[name]))]
    true = pair.key_layer.entity_of()["pronoun"].mentions
    schema, _, gender = pair.id.rpartition(".")
    return Schema(schema, gender, said[0] if len(said) == 1 else "", len(said) == 1 and said[0] in true)


def winogender_rows(runs: Runs) -> Iterator[Row]:
    """Right answers by gender of the pronoun, and how often the gender alone changes the answer."""
    corpus = runs.corpus("winogender/all_sentences.tsv", "winogender")
    wanted = {"settings": (RAW,), "metrics": ("success_rate",)}
    results = runs.compared(corpus, OF_BOTH, details=winogender_answer, **wanted)
    for name, outcome in results.corpora[corpus.name].settings[RAW].items():
        answers: list[Schema] = list(outcome.details.values())
        by_schema: Mapping[str, dict[str, str]] = defaultdict(dict)
        for answer in answers:
            by_schema[answer.schema][answer.gender] = answer.answer
        rate = {gender: _rate(answer for answer in answers if answer.gender == gender) for gender in _GENDERS}
        yield {
            "resolver": name,
            "all": _rate(answers),
            **rate,
            "difference": rate["male"] - rate["female"],
            "changed": mean(answer_of["male"] != answer_of["female"] for answer_of in by_schema.values()),
        }


def _rate(answers: Iterable[Schema]) -> float:
    listed = list(answers)
    return float(Ratio(sum(answer.right for answer in listed), len(listed)))
