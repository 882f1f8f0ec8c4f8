"""What the scripts of a page call things, as data."""

from __future__ import annotations

from anaphora_workbench.resolvers.agreement import DIMENSIONS
from anaphora_workbench.workbench.report import reasons
from anaphora_workbench.workbench.report.factor_words import FACTORS, NAMES, VALUES
from anaphora_workbench.workbench.report.feature_words import FEATURE_VALUES, FEATURES, PUBLISHED, WHOLE_FACTORS
from anaphora_workbench.workbench.report.page_forms import WordsOnPage
from anaphora_workbench.workbench.report.reason_words import (
    CONDITIONS_ON_PAGE,
    LABELS,
    NO_ANSWER_ON_PAGE,
    OF_OTHERS,
    RULES_ON_PAGE,
)
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
        "factor_names": {**NAMES, **WHOLE_FACTORS},
        "learned": {"features": FEATURES, "values": FEATURE_VALUES, "published": PUBLISHED},
        "labels": LABELS,
        "rules": RULES_ON_PAGE,
        "conditions": CONDITIONS_ON_PAGE,
        "of_others": OF_OTHERS,
        "no_answer": {**reasons.NO_ANSWER, **NO_ANSWER_ON_PAGE},
        "skipped": reasons.SKIPPED,
        "values": VALUES,
        "verdicts": {
            verdict.letter: {"name": verdict.name, "sign": verdict.sign, "text": verdict.text}
            for verdict in (*VERDICTS, *WITHOUT_KEY, UNSEEN)
        },
    }
