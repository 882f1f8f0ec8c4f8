"""What became of every pronoun of the text: the standard disclosure of Byron (2001)."""

from dataclasses import astuple, fields
from pathlib import Path

from anaphora_workbench.evaluation.statistics.disclosure import Disclosure, FormCounts
from anaphora_workbench.workbench.base.settings import Setting
from anaphora_workbench.workbench.experiments.results import CorpusResults, Outcome, Results
from anaphora_workbench.workbench.report.sections import Placed, Section
from anaphora_workbench.workbench.report.tables import Table, columns_of

_COUNTS = {
    "raw": "in the text",
    "non_referential": "non-referential or unannotated",
    "without_antecedent": "no antecedent in the key",
    "out_of_scope": "out of scope",
    "evaluated": "evaluated",
    "correct_intra": "correct, same sentence",
    "correct_inter": "correct, other sentence",
}


def disclosure_tables(results: Results) -> list[Placed]:
    """A table for each corpus, setting and resolver."""
    return [
        Placed(_table(corpus, setting, resolver), corpus.name, str(setting))
        for corpus in results.corpora.values()
        for setting, by_resolver in corpus.settings.items()
        for resolver, outcome in by_resolver.items()
        if outcome.details
    ]


def _table(corpus: CorpusResults, setting: Setting, resolver: str) -> Table:
    disclosure = disclosed(corpus.settings[setting][resolver])
    columns = columns_of("text", "corpus", "setting", "resolver", form="pronoun")
    columns += columns_of("count", **{name: _COUNTS[name] for name in _count_names()})
    columns += columns_of("percent", resolution_rate="resolution rate")
    place = {"corpus": corpus.name, "setting": str(setting), "resolver": resolver}
    counted = [(form, disclosure.forms[form]) for form in sorted(disclosure.forms)] + [("all", disclosure.total)]
    rows = [{**place, "form": form, **counts.by_name(), "resolution_rate": _rate(counts)} for form, counts in counted]
    return Table(f"{corpus.name}, {setting}, {resolver}: disclosure", columns, rows, [len(rows) - 1, 1])


def _rate(counts: FormCounts) -> float | None:
    """The resolution rate of a form, None where no anaphor has it."""
    rate = counts.resolution_rate
    return float(rate) if rate.denominator else None


def disclosed(outcome: Outcome) -> Disclosure:
    """The disclosure of all documents that a resolver answered."""
    return sum((details.disclosure for details in outcome.details.values()), Disclosure())


def _data(results: Results) -> dict[str, object]:
    """Headings, and the counts of each form by corpus, setting and resolver, in the order of the headings."""
    counts = {
        corpus.name: {
            str(setting): {resolver: _by_form(outcome) for resolver, outcome in by_resolver.items()}
            for setting, by_resolver in corpus.settings.items()
        }
        for corpus in results.corpora.values()
    }
    return {"headings": [_COUNTS[name] for name in _count_names()], "counts": counts}


def _by_form(outcome: Outcome) -> dict[str, tuple[int, ...]]:
    forms = disclosed(outcome).forms
    return {form: astuple(forms[form]) for form in sorted(forms)}


def _count_names() -> list[str]:
    return [field.name for field in fields(FormCounts)]


SECTION = Section(
    "disclosure",
    "What became of every pronoun",
    link="Disclosure",
    tables=disclosure_tables,
    template=Path(__file__).with_suffix(".html.j2"),
    script=Path(__file__).with_suffix(".js"),
    data=_data,
    export=lambda results: [placed.table for placed in disclosure_tables(results)],
)
