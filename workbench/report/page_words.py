"""What the scripts of a page call things, as data."""

from __future__ import annotations

from anaphora_workbench.resolvers.agreement import DIMENSIONS
from anaphora_workbench.workbench.report import reasons
from anaphora_workbench.workbench.report.factor_words import FACTORS, NAMES, VALUES
from anaphora_workbench.workbench.report.page_forms import WordsOnPage
from anaphora_workbench.workbench.report.words import UNSEEN, VERDICTS, WITHOUT_KEY, words_of_filters


def words_on_page() -> WordsOnPage:
    """What the scripts of a page call things."""
    return {
        "features": DIMENSIONS,
        "filters": {
            name: {"cause": words.cause, "meaning": words.meaning, "compares": words.compares}
            for name, words in words_of_filters().items()
        },
        "factors": FACTORS,
        "factor_names": NAMES,
        "rules": reasons.RULES,
        "conditions": reasons.CONDITIONS,
        "no_answer": reasons.NO_ANSWER,
        "skipped": reasons.SKIPPED,
        "values": VALUES,
        "verdicts": {
            verdict.letter: {"name": verdict.name, "sign": verdict.sign, "text": verdict.text}
            for verdict in (*VERDICTS, *WITHOUT_KEY, UNSEEN)
        },
    }
