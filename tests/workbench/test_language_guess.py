"""A text in a language without a folder is refused in words, and only where it is plain. The sentences are our own."""

from __future__ import annotations

import re

import pytest

from anaphora_workbench.corpora.document import Document, Word
from anaphora_workbench.corpora.formats import read
from anaphora_workbench.corpora.languages import LANGUAGES
from anaphora_workbench.corpora.support.samples import packaged
from anaphora_workbench.preprocessing.parser.language_check import mismatch
from anaphora_workbench.workbench.page.questions.document import check_language

pytestmark = pytest.mark.model
REFUSED = [
    pytest.param("Die Frau hat die Pumpe geprüft, und dann hat sie den Filter gereinigt, weil er alt war.", "German"),
    pytest.param("Die Frau hat die Pumpe geprüft, und sie hat den Filter gereinigt.", "German", id="twelve words"),
    pytest.param(
        "De vrouw heeft de pomp bekeken, en daarna heeft zij het filter schoongemaakt, want het was oud.", "Dutch"
    ),
    pytest.param(
        "Stary mężczyzna kupił lampę na targu. W nocy ją wyczyścił i potem była znowu nowa. Jego żona patrzyła na "
        "niego i powiedziała mu, że to dobra lampa, ale on jej nie wierzył.",
        "Polish",
    ),
    pytest.param(
        "Starý muž koupil lampu na trhu. V noci ji vyčistil a potom byla zase nová. Jeho žena se na něj dívala a řekla "
        "mu, že je to dobrá lampa, ale on jí nevěřil a chtěl ji vrátit.",
        "Czech",
    ),
    pytest.param(
        "Bătrânul a cumpărat o lampă la piață. A curățat-o noaptea și apoi era din nou nouă. Soția lui s-a uitat la el "
        "și i-a spus că este o lampă bună, dar el nu a crezut-o.",
        "Romanian",
    ),
]
# What is in another script needs no words to be told.
SCRIPTS = [
    pytest.param("老人在市场上买了一盏灯。他在晚上把它擦干净了。", "Chinese"),
    pytest.param("老人は市場でランプを買った。彼はそれを夜に磨いた。", "Japanese"),
    pytest.param("노인은 시장에서 등불을 샀다.", "Korean"),
    pytest.param("მოხუცმა ბაზარში ლამპა იყიდა.", "Georgian"),
    pytest.param("Старик купил на рынке лампу LUX.", "Cyrillic"),
]
TAKEN = [
    pytest.param("The woman checked the pump, and then she cleaned the filter, since it was not new.", id="English"),
    pytest.param("Rinse pump. Dry filter. Check seals. Close valves. Start motor. Watch gauges. Note all.", id="terse"),
    pytest.param("Die Hard was shown in Berlin, but the audience left it before the hero was home.", id="names"),
    pytest.param("Die Pumpe ist neu.", id="too short to tell"),
    pytest.param("Die Frau hat die Pumpe geprüft, und sie hat ihn gereinigt.", id="eleven words, too few to tell"),
    pytest.param("", id="a document with words of its own"),
    pytest.param("The sign said 出口, and she took it for Ωmega.", id="words in other scripts"),
    pytest.param("10 + 20 = 30.", id="no letters"),
]


@pytest.mark.parametrize(("text", "language"), REFUSED)
def test_another_language_is_named(text: str, language: str) -> None:
    with pytest.raises(ValueError, match=f"the text seems to be {language}; expected one of .*English"):
        check_language(text, "en")


@pytest.mark.parametrize(("text", "script"), SCRIPTS)
def test_another_script_is_named(text: str, script: str) -> None:
    with pytest.raises(ValueError, match=f"the text is in {script} script; expected one of .*English"):
        check_language(text, "en")
    document = Document("a", words=[Word(form) for form in text.split()])
    assert mismatch(document, LANGUAGES.get("en")).startswith(f"taken for English, but it is in {script} script; ")


@pytest.mark.parametrize(("text", "language"), REFUSED)
def test_the_command_line_warns_of_it(text: str, language: str) -> None:
    document = Document("a", words=[Word(form) for form in re.findall(r"\w+|\S", text)])
    assert mismatch(document, LANGUAGES.get("en")).startswith(f"taken for English, but looks like {language}; ")


@pytest.mark.parametrize("code", ["", "es", "fr"])
def test_the_samples_are_in_their_languages(code: str) -> None:
    documents = list(read(packaged(f"samples/{code}")))
    assert documents
    for document in documents:
        language = LANGUAGES.get(document.language)
        assert (language.code, mismatch(document, language)) == (code or "en", "")
        check_language(" ".join(word.form for word in document.words), language.code)


SPANISH = "La mujer que vive en la casa de su madre no sabe que él la quiere. Ella lo ve todos los días en el parque."


def test_one_of_ours_is_refused_where_the_document_does_not_name_it() -> None:
    with pytest.raises(ValueError, match="the text seems to be Spanish and would be read as English; expected a file"):
        check_language(SPANISH, "en")
    check_language(SPANISH, "es")


@pytest.mark.parametrize("text", TAKEN)
def test_what_is_not_plain_is_taken(text: str) -> None:
    check_language(text, "en")
