"""The agreement of two annotators for the page: its tables, and every mention with what each of them says of it."""

from collections.abc import Callable
from typing import Any

from anaphora_workbench.corpora.document import Document
from anaphora_workbench.evaluation.matching.mention_facts import mention_facts
from anaphora_workbench.evaluation.statistics.annotators import Item, Mark
from anaphora_workbench.workbench.page.questions.key_form import LONGEST_KEY, form_of_key
from anaphora_workbench.workbench.page.questions.questions import AgreementQuestion
from anaphora_workbench.workbench.rankings.annotators import agreement_of, difference_in_words
from anaphora_workbench.workbench.report.annotators import kappa_table, measure_table
from anaphora_workbench.workbench.report.tables import plain


def agreed(question: AgreementQuestion, told: Callable[[str], str]) -> dict[str, Any]:
    """Agreement and differences of two annotators in their first common document.

    Args:
        told: a reason as readers are told it.

    Raises:
        ValueError: a file cannot be read, or they have no document in common, or it is too long.
    """
    agreement = agreement_of(question.first, question.second)
    name, twice = next(iter(agreement.documents.items()))
    words = len(twice.document.words)
    if words > LONGEST_KEY:
        raise ValueError(f"the text has {words} words; expected at most {LONGEST_KEY}")
    form, names = form_of_key(twice.document), ("A", "B")
    return {
        "form": form | {"mentions": []},
        "others": [other for other in agreement.documents if other != name],
        "failures": [told(failure.reason) for failure in agreement.failures],
        "tables": [plain(kappa_table(agreement, names)), plain(measure_table(agreement, names))],
        "items": [[_mark(twice.document, item, side) for side in (0, 1)] for item in twice.items],
        "differences": [{"item": number, **difference_in_words(twice, number)} for number in twice.differences],
    }


def _mark(document: Document, item: Item, side: int) -> dict[str, Any] | None:
    mark: Mark | None = item.marks[side]
    if mark is None:
        return None
    mention = mark.mention
    return {
        "start": mention.start,
        "end": mention.end,
        "head": mention.head,
        "is_pronoun": mention_facts(document, mention).kind == "pronoun",
        "parts": [list(part) for part in mention.parts],
        "reference": mention.reference,
        "chained": mark.is_chained,
        "antecedent": mark.antecedents[0] if mark.antecedents else -1,
    }
