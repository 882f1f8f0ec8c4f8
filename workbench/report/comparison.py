"""Results of an experiment as tables: one for each corpus and setting, resolvers in rows."""

from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import replace

from anaphora_workbench.corpora.languages import in_words
from anaphora_workbench.corpora.support.errors import quantity
from anaphora_workbench.evaluation.arithmetic.scores import Ratio, Score
from anaphora_workbench.evaluation.counting.counting import COUNTING_SINGLETONS, total
from anaphora_workbench.evaluation.counting.metric import Needs
from anaphora_workbench.evaluation.counting.options import described
from anaphora_workbench.evaluation.counting.registry import anaphora_metrics, get_metric, metric_rules, metrics_named
from anaphora_workbench.evaluation.pronouns.anaphora import CLAUSES, PRONOUNS, WITH_CLAUSES
from anaphora_workbench.resolvers import role_of
from anaphora_workbench.workbench.base.errors import Failure, first_of
from anaphora_workbench.workbench.base.settings import Setting
from anaphora_workbench.workbench.base.signature import METRIC_RULES, RESOLVER, Signature, shared
from anaphora_workbench.workbench.experiments.results import FACE as FACE
from anaphora_workbench.workbench.experiments.results import CorpusResults, Outcome, Results, of_nothing
from anaphora_workbench.workbench.report.explanations.words import words_of_counting_filter
from anaphora_workbench.workbench.report.figures import OVER_ANAPHORS, as_shown, plain_ones
from anaphora_workbench.workbench.report.tables import Column, Plain, Table, columns_of

RANKED_BY = "success_rate"
_HEADINGS = {
    "success_rate": "success",
    "non_trivial_success_rate": "non-trivial",
    "critical_success_rate": "critical",
    "common_non_trivial_success_rate": "common non-trivial",
    "common_critical_success_rate": "common critical",
    "resolution_rate": "resolution",
    "resolution_f1": "F1",
    "muc": "MUC",
    "b_cubed": "B³",
    "ceaf_m": "CEAF-m",
    "ceaf_e": "CEAF-e",
    "blanc": "BLANC",
    "lea": "LEA",
    "conll": "CoNLL",
}
_MEANINGS = {
    "gap": "F1 over the two names of each snippet, also by the pronoun's gender; bias: feminine F1 / masculine F1",
    "success_rate": "correct answers / all anaphors of the key",
    "precision": "correct answers / pronouns given an antecedent",
    "recall": "correct answers / pronouns taken for anaphors",
    "critical_success_rate": "success on anaphors that {filter} leaves more than one candidate",
    "non_trivial_success_rate": "success on anaphors with more than one candidate before any filter",
    "resolution_rate": "correct answers / all anaphors, those out of a resolver's scope included",
    "resolution_f1": "harmonic mean of success and precision",
    "conll": "mean of MUC, B³ and CEAF-e",
    "mentions": "F1 over mentions, whatever their chains",
}
# Parts of a score that tables show beside it.
_BESIDE = {
    "gap": (
        *columns_of("percent", gap_masculine="masculine", gap_feminine="feminine", gap_other="other"),
        Column("gap_bias", "bias", "number"),
        Column("gap_bias_interval", "95%", "interval"),
    )
}
# Metrics whose recall is over the mentions of the key, and their precision over those of the response.
_OF_MENTIONS = ("b_cubed", "ceaf_m", "mentions")
_OF_SOME_ANAPHORS = ("non_trivial_success_rate", "critical_success_rate")
# Documents left out that a note names.
_NAMED = 5


def heading(metric: str) -> str:
    """The name of a metric as tables show it."""
    return _HEADINGS.get(metric, metric.replace("_", " "))


def comparison_tables(results: Results) -> list[Table]:
    """A table for each corpus and setting, and where rows have other documents one over those of all."""
    return [
        table
        for corpus in results.corpora.values()
        for setting in corpus.settings
        for table in (comparison_table(results, corpus, setting), common_table(results, corpus, setting))
        if table is not None
    ]


def common_table(results: Results, corpus: CorpusResults, setting: Setting) -> Table | None:
    """The scores over the documents that all rows answered; None where these are the documents of each row."""
    common = corpus.common(setting)
    if common is corpus.settings[setting] or not any(outcome.documents for outcome in common.values()):
        return None
    table = comparison_table(results, replace(corpus, settings={setting: common}, failed={}, _common={}), setting)
    return replace(table, title=f"{corpus.name}, {setting}, common: {_size(common)} that all rows answered", notes=())


def comparison_table(results: Results, corpus: CorpusResults, setting: Setting) -> Table:
    """The scores of every resolver on one corpus in one setting, with intervals; ranked over what all answered."""
    outcomes = corpus.settings[setting]
    wanted = results.experiment.metrics
    metrics = wanted or FACE
    columns = [Column("resolver", "resolver")]
    if not all(outcome.is_complete for outcome in outcomes.values()):
        columns.append(Column("answered", "documents"))
    for place, name in enumerate(metrics):
        columns.append(Column(name, heading(name), "percent"))
        columns.append(Column(f"{name}_interval", "95%", "interval"))
        columns += _BESIDE.get(name, ())
        if not place and not wanted:
            columns.append(Column("attempted", "attempted", "count"))
    if not wanted:
        # One interval is enough to see how far apart two resolvers must be.
        columns = [column for column in columns if column.kind != "interval" or column.key == f"{RANKED_BY}_interval"]
    ranked_by = wanted[0] if wanted else RANKED_BY
    common = corpus.common(setting)
    blocks = _blocks(common if all(outcome.documents for outcome in common.values()) else outcomes, ranked_by)
    rows = [_values(name, outcomes[name], results) | undefined(outcomes[name]) for block in blocks for name in block]
    title = f"{corpus.name}, {setting}: {setting.meaning}; {_size(outcomes)}"
    # Other systems have mentions of their own.
    own = [name for name in outcomes if name in results.experiment.resolvers]
    notes = [
        *_left_out(metrics, outcomes),
        *_narrow(corpus, setting, metrics),
        *_foreign_models(corpus, outcomes),
        *_learnt_by_heart(outcomes),
        *_without_singletons(corpus, setting),
        *_key_without_singletons(outcomes, setting, metrics),
        *_mentions_in_no_chain({name: outcomes[name] for name in own}, setting, metrics),
        *_documents_left_out(corpus),
        *_incomplete(corpus, outcomes),
        *_asked(outcomes),
        str(_shared_by_all(outcomes, metrics)),
        *_changed_options(outcomes),
    ]
    return Table(title, columns, rows, [len(block) for block in blocks], notes)


_OF_PRONOUNS = (
    "third person personal, possessive and reflexive pronouns of the key that have an earlier mention in their entity"
)
# What the scope counts as anaphors, for the legend.
_ANAPHORS = {
    PRONOUNS: _OF_PRONOUNS,
    WITH_CLAUSES: f"{_OF_PRONOUNS}, and demonstratives that take up a clause",
    CLAUSES: "pronouns and demonstratives of the key that take up a clause",
}


def _size(outcomes: Mapping[str, Outcome]) -> str:
    """*11 documents, 302 anaphors*: of the rows that have most of them."""
    documents, anaphors = (
        max(map(of, outcomes.values())) for of in (lambda row: len(row.documents), lambda row: row.anaphors)
    )
    return f"{quantity(documents, 'document')}, {quantity(anaphors, 'anaphor')}"


def legend(results: Results) -> str:
    """The meaning of the columns, in a few lines."""
    counted = {name for outcome in results.outcomes for name in outcome.scores.keys() - undefined(outcome).keys()}
    metrics = [name for name in results.experiment.metrics or FACE if name in counted]
    counting_filter = words_of_counting_filter().survived
    plain = ", ".join(map(heading, plain_ones(metrics)))
    unit = f"All scores in %, but for {plain}" if plain else "All scores in %"
    anaphors = _ANAPHORS[str(results.experiment.metric_options.get("scope", PRONOUNS))]
    lines = [f"{unit}. Anaphors: {anaphors}; attempted: pronouns given an antecedent, anaphors or not."]
    over_chains = [name for name in metrics if name not in _MEANINGS and _is_f1_over_chains(results, name)]
    for name in metrics:
        if name in _MEANINGS:
            lines.append(f"{heading(name)}: {_MEANINGS[name].format(filter=counting_filter)}.")
        elif name not in over_chains:
            lines.append(f"{heading(name)}: {get_metric(name).description}.")
    if over_chains:
        lines.append(f"{', '.join(map(heading, over_chains))}: F1 over all chains.")
    intervals = ((row.intervals_shown(metrics), row.wilson(metrics), row.bias_interval) for row in results.outcomes)
    if any(any(of_row) for of_row in intervals):
        lines.append("95%: interval of the column before it, by Student's t over documents; *: over 5 to 19 of them.")
    if any(outcome.wilson(metrics) for outcome in results.outcomes):
        lines.append(OVER_ANAPHORS)
    return "\n".join(lines)


def _is_f1_over_chains(results: Results, name: str) -> bool:
    """Whether a metric has recall and precision and asks nothing but who is in one chain with whom."""
    two_sided = all(isinstance(outcome.scores[name], Score) for outcome in results.outcomes if name in outcome.scores)
    return two_sided and get_metric(name).needs is Needs.PARTITIONS


def long_table(results: Results) -> Table:
    """All figures in one table, a row for each corpus, setting and resolver, and for each part of a breakdown."""
    breakdowns = results.experiment.by
    columns = columns_of("text", "corpus", "setting", "resolver", *(("by", "part") if breakdowns else ()))
    columns += columns_of("count", "documents", "anaphors", "attempted", "correct")
    names = dict.fromkeys(name for outcome in results.outcomes for name in results.experiment.metrics or outcome.scores)
    for name in names:
        sided = any(isinstance(outcome.scores.get(name), Score) for outcome in results.outcomes)
        if sided:
            columns += [Column(f"{name}_{side}", "", "percent") for side in ("recall", "precision")]
        columns.append(Column(name, name, "percent"))
        columns += _BESIDE.get(name, ())
        if any(name in outcome.intervals(results.experiment.metrics) for outcome in results.outcomes):
            columns.append(Column(f"{name}_interval", "", "interval"))
    columns += [Column("seconds", "seconds", "seconds")] if results.timed else []
    columns.append(Column("signature", "signature"))
    rows = []
    for corpus in results.corpora.values():
        for setting, outcomes in corpus.settings.items():
            for name, outcome in outcomes.items():
                place = {"corpus": corpus.name, "setting": str(setting), "signature": outcome.signature}
                rows.append(place | _values(name, outcome, results))
                rows += [
                    place | {"by": breakdown, "part": part} | _values(name, of_part, results) | {"seconds": None}
                    for breakdown in breakdowns
                    for part, of_part in outcome.parts(breakdown).items()
                ]
    return Table("scores", columns, rows)


def _shared_by_all(outcomes: Mapping[str, Outcome], metrics: Iterable[str]) -> Signature:
    """The signature without the resolver, and without what metrics add that are counted for other outputs only."""
    outcome = next(iter(outcomes.values()))
    wanted = [name for name in (*metrics, *anaphora_metrics()) if name in outcome.total.tallies]
    counted, named = (
        described(metrics_named(names).values(), outcome.total.options) for names in (outcome.total.tallies, wanted)
    )
    others = {name.replace("_", "-") for name in counted.keys() - named.keys()}
    common = shared(outcome.depends_on for outcome in outcomes.values()).without(*others)
    return Signature({**common, METRIC_RULES: metric_rules(wanted)})


def _narrow(corpus: CorpusResults, setting: Setting, metrics: Iterable[str]) -> Iterator[str]:
    """What precision means where keys annotate some kinds of noun phrases only, and resolvers are given others, too."""
    if corpus.narrow and setting.mentions == "system" and "precision" in metrics:
        yield (
            f"precision: the key of {corpus.narrow} of {quantity(len(corpus.documents), 'document')} has few of the "
            "noun phrases; an answer to a pronoun that it does not mention counts as wrong, and may be right"
        )


def _foreign_models(corpus: CorpusResults, outcomes: Mapping[str, Outcome]) -> Iterator[str]:
    """Which learned resolvers have a model of other languages than those of the documents."""
    learnt: dict[frozenset[str], list[str]] = {}
    for name, outcome in outcomes.items():
        if outcome.learnt_in and not outcome.learnt_in.issuperset(corpus.languages):
            learnt.setdefault(outcome.learnt_in, []).append(name)
    for codes, names in learnt.items():
        yield (
            f"{', '.join(names)}: with models trained on {in_words(codes)}; the documents are in "
            f"{in_words(corpus.languages)}. workbench train makes others."
        )


def _learnt_by_heart(outcomes: Mapping[str, Outcome]) -> Iterator[str]:
    """Which learned resolvers have learnt from some of the documents, as far as their names tell."""
    seen: dict[int, list[str]] = {}
    for name, outcome in outcomes.items():
        if of_these := outcome.learnt_from_these:
            seen.setdefault(of_these, []).append(name)
    for of_these, names in sorted(seen.items()):
        yield (
            f"{', '.join(names)}: with models trained on {of_these} of these documents, by their names; such "
            "scores say little about other texts"
        )


def _without_singletons(corpus: CorpusResults, setting: Setting) -> Iterator[str]:
    """Which responses have no singletons where the key has some, and their score where nobody's count."""
    for name, outcome in corpus.settings[setting].items():
        counts = corpus.without_singletons.get((setting, name))
        if counts and outcome.total.lacks_singletons == "response":
            given = outcome.scores.get("conll")
            said = f"CoNLL {100 * given.figure:.1f} as given, " if given is not None else "CoNLL "
            yield (
                f"{name} has no singletons, and the key has {outcome.total.singletons[0]}: {said}"
                f"{100 * total(counts).scores()['conll'].figure:.1f} with --singletons drop, which leaves them out of "
                "the key and of every row."
            )


def _key_without_singletons(outcomes: Mapping[str, Outcome], setting: Setting, metrics: Iterable[str]) -> Iterator[str]:
    """That mentions in no chain of the key count as errors where they are left alone, which is the corpus's choice."""
    alone = [outcome.total for outcome in outcomes.values() if outcome.total.lacks_singletons == "key"]
    asked = [heading(name) for name in metrics if name in COUNTING_SINGLETONS]
    if alone and asked and setting.mentions == "system":
        of_key, of_response = alone[0].singletons[0], max(counts.singletons[1] for counts in alone)
        yield (
            f"the key has {quantity(of_key, 'singleton') if of_key else 'no singletons'}: the mentions that a resolver "
            f"leaves alone, up to {of_response}, count as wrong in {', '.join(asked)}; with --singletons drop they "
            "are in no row."
        )


def _mentions_in_no_chain(outcomes: Mapping[str, Outcome], setting: Setting, metrics: Iterable[str]) -> Iterator[str]:
    """That resolvers are given mentions that the key has in no chain, so that even the oracle is not without error."""
    asked = [heading(name) for name in metrics if name in COUNTING_SINGLETONS]
    kept = [outcome.scores for outcome in outcomes.values() if outcome.total.options.get("singletons") != "drop"]
    counted = [scores[name] for scores in kept for name in _OF_MENTIONS if name in scores]
    beyond = [int(of.precision.denominator - of.recall.denominator) for of in counted if isinstance(of, Score)]
    if asked and setting.mentions == "true" and max(beyond, default=0) > 0:
        yield (
            f"{quantity(max(beyond), 'mention')} of the key in none of its chains: where a resolver leaves one alone, "
            f"it counts as wrong in {', '.join(asked)}; with --singletons drop it is in no row."
        )


def _left_out(metrics: Iterable[str], outcomes: dict[str, Outcome]) -> Iterator[str]:
    """Over how many anaphors the rates are that leave some out, which makes them higher than the success rate."""
    anaphors = max(outcome.anaphors for outcome in outcomes.values())
    for name in metrics:
        if name not in _OF_SOME_ANAPHORS:
            continue
        scores = [outcome.scores.get(name) for outcome in outcomes.values()]
        counted = sorted({int(score.denominator) for score in scores if isinstance(score, Ratio) and score.denominator})
        if counted and counted[0] < anaphors:
            numbers = " to ".join(map(str, dict.fromkeys((counted[0], counted[-1]))))
            yield (
                f"{heading(name)}: over {numbers} of {quantity(anaphors, 'anaphor')}, "
                "those that a resolver finds and has several candidates for."
            )


def _changed_options(outcomes: dict[str, Outcome]) -> list[str]:
    """The resolvers that ran with options of their own, and responses, of which a signature says more than the name."""
    said = {name: outcome.depends_on.get(RESOLVER, name) for name, outcome in outcomes.items()}
    return [f"{RESOLVER}:{resolver}" for name, resolver in said.items() if resolver != name]


def _values(name: str, outcome: Outcome, results: Results) -> dict[str, object]:
    row: dict[str, object] = {
        "resolver": name,
        "documents": len(outcome.documents),
        "answered": outcome.answered,
        "anaphors": outcome.anaphors,
        "attempted": outcome.attempted,
        "correct": outcome.correct,
    }
    if results.timed:
        row["seconds"] = round(outcome.seconds, 4)
    for metric, score in outcome.scores.items():
        row[metric] = as_shown(metric, score.figure)
        if isinstance(score, Score):
            row[f"{metric}_recall"] = as_shown(metric, score.recall.value)
            row[f"{metric}_precision"] = as_shown(metric, score.precision.value)
            if metric in _BESIDE:
                row |= {f"{metric}_{part}": of_part.figure for part, of_part in score.parts.items()}
    wanted = results.experiment.metrics
    for metric, interval in (outcome.intervals_shown(wanted) | outcome.wilson(wanted)).items():
        row[f"{metric}_interval"] = as_shown(metric, interval)
    if outcome.bias_interval is not None:
        row["gap_bias_interval"] = tuple(map(Plain, outcome.bias_interval))
    return row


def _documents_left_out(corpus: CorpusResults) -> list[str]:
    """A note on the documents that no row counts, and because of whom; none where all have results."""
    failures = corpus.left_out
    if not failures:
        return []
    named = [f"{failure.where} ({_whose(failure)})" for failure in failures[:_NAMED]]
    more = f" and {len(failures) - _NAMED} more" if len(failures) > _NAMED else ""
    return [f"Left out of every row, because of: {', '.join(named)}{more}."]


def _incomplete(corpus: CorpusResults, outcomes: Mapping[str, Outcome]) -> Iterator[str]:
    """Which rows have not answered which documents, and which of them none."""
    for row in (*corpus.failed, *corpus.unanswered):
        if row not in outcomes:
            yield f"{row}: no document answered, so it is left out."
    for row, outcome in outcomes.items():
        if outcome.failed:
            counted = "which count as empty" if row in corpus.unanswered else "which are not in its figures"
            yield (
                f"{row}: {outcome.answered} documents answered, without {first_of(list(outcome.failed))}, {counted}."
            )


def _asked(outcomes: Mapping[str, Outcome]) -> Iterator[str]:
    """What rows have asked of language models, and what went wrong."""
    for row, outcome in outcomes.items():
        if outcome.asked:
            told = dict(outcome.asked_in_all)
            requests, tokens, asked = (told.pop(name, 0) for name in ("requests", "tokens", "asked"))
            wrong = [f"malformed {told.pop('malformed', 0):,} of {asked:,}"]
            wrong += [f"{name} {number:,}" for name, number in told.items()]
            yield f"{row}: {quantity(requests, 'request')}, {quantity(tokens, 'token')}; {', '.join(wrong)}."


def _whose(failure: Failure) -> str:
    """Whose failure it is that a document has no results."""
    if failure.response:
        return f"response {failure.response}"
    return f"resolver {failure.resolver}" if failure.resolver else "its input"


def undefined(outcome: Outcome) -> dict[str, None]:
    """Rates of nothing, which count as 0 but are not shown as if something had failed."""
    of_nothing_in = [name for name, score in outcome.scores.items() if of_nothing(score)]
    for metric, score in outcome.scores.items():
        if metric in _BESIDE and isinstance(score, Score):
            of_nothing_in += [f"{metric}_{part}" for part, of_part in score.parts.items() if of_nothing(of_part)]
    return dict.fromkeys(of_nothing_in)


def in_blocks(figures: Mapping[str, float], with_key: Collection[str] = ()) -> list[list[str]]:
    """Names of resolvers, then of baselines, then of oracles; within each the best first.

    Args:
        figures: by name, what they are ranked by.
        with_key: those that had the key, which stand with the oracles.
    """

    ranked_names = sorted(figures, key=lambda name: (-figures[name], name))
    role = {name: "oracle" if name in with_key else role_of(name) for name in ranked_names}
    blocks = (("algorithm", "full", "nominal", "learned", "llm"), ("baseline",), ("oracle",))
    return [[name for name in ranked_names if role[name] in block] for block in blocks]


def _blocks(outcomes: dict[str, Outcome], ranked_by: str) -> list[list[str]]:
    scores = {name: outcome.scores.get(ranked_by) for name, outcome in outcomes.items()}
    figures = {name: score.figure if score is not None else 0.0 for name, score in scores.items()}
    return in_blocks(figures, [name for name, outcome in outcomes.items() if outcome.sees_key])


def ranked(outcomes: dict[str, Outcome], metric: str) -> list[str]:
    """Names of the resolvers in the order of the tables."""
    return [name for block in _blocks(outcomes, metric) for name in block]


def ranked_parts(corpus: CorpusResults, setting: Setting, breakdown: str) -> dict[str, dict[str, Outcome]]:
    """The parts of a breakdown by resolver, resolvers in the order of the leaderboard."""
    outcomes = corpus.settings[setting]
    return {name: outcomes[name].parts(breakdown) for name in ranked(outcomes, RANKED_BY)}
