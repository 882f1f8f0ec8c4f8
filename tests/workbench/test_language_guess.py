"""A text in a language without a folder is refused in words, and only where it is plain. The sentences are our own."""

from __future__ import annotations

import pytest

from anaphora_workbench.workbench.page.language_guess import check_language

pytestmark = pytest.mark.model
REFUSED = [
    pytest.param("Die Frau hat die Pumpe geprüft, und dann hat sie den Filter gereinigt, weil er alt war.", "German"),
    pytest.param(
        "De vrouw heeft de pomp bekeken, en daarna heeft zij het filter schoongemaakt, want het was oud.", "Dutch"
    ),
]
TAKEN = [
    pytest.param("The woman checked the pump, and then she cleaned the filter, since it was not new.", id="English"),
    pytest.param("Rinse pump. Dry filter. Check seals. Close valves. Start motor. Watch gauges. Note all.", id="terse"),
    pytest.param("Die Hard was shown in Berlin, but the audience left it before the hero was home.", id="names"),
    pytest.param("Die Pumpe ist neu.", id="too short to tell"),
    pytest.param("", id="a document with words of its own"),
]


@pytest.mark.parametrize(("text", "language"), REFUSED)
def test_another_language_is_named(text: str, language: str) -> None:
    with pytest.raises(ValueError, match=f"the text seems to be {language}; expected one of .*English"):
        check_language(text, "en")


SPANISH = "La mujer que vive en la casa de su madre no sabe que él la quiere. Ella lo ve todos los días en el parque."


def test_one_of_ours_is_refused_where_the_document_does_not_name_it() -> None:
    with pytest.raises(ValueError, match="the text seems to be Spanish and would be read as English; expected a file"):
        check_language(SPANISH, "en")
    check_language(SPANISH, "es")


@pytest.mark.parametrize("text", TAKEN)
def test_what_is_not_plain_is_taken(text: str) -> None:
    check_language(text, "en")
