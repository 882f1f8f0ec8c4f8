"""Texts over a limit of the page: the first sentences that fit, with what of a key lies in them."""

from dataclasses import replace
from pathlib import Path

import pytest

from anaphora_workbench.corpora import read
from anaphora_workbench.corpora.document import Document
from anaphora_workbench.corpora.support.samples import packaged
from anaphora_workbench.workbench.page.questions.document import document_asked, shortened

SAMPLES = sorted(packaged("samples").glob("*.conllu"))


@pytest.mark.parametrize("sample", SAMPLES, ids=lambda path: path.stem)
def test_what_is_left_of_an_annotated_document_is_its_beginning(sample: Path) -> None:
    (whole,) = read(sample)
    # Each mention is in the next but one, which may lie beyond the cut.
    around = [mention.id for mention in whole.mentions[2:]]
    inner = [replace(mention, embedded_in=id) for mention, id in zip(whole.mentions, around, strict=False)]
    whole = replace(whole, mentions=[*inner, *whole.mentions[-2:]])
    for longest in (len(whole.words) - 1, len(whole.words) // 2, whole.sentences[1].end):
        short = shortened(whole, longest)
        end = len(short.words)
        assert end == max(sentence.end for sentence in whole.sentences if sentence.end <= longest) <= longest
        assert short.words == whole.words[:end]
        assert [(m.id, m.start, m.end) for m in short.mentions] == [
            (m.id, m.start, m.end) for m in whole.mentions if m.end <= end
        ]
        inside = {mention.id for mention in short.mentions}
        assert short.key is not None
        assert whole.key is not None
        assert [entity.mentions for entity in short.key.entities] == [
            kept for entity in whole.key.entities if (kept := [id for id in entity.mentions if id in inside])
        ]
        assert {m.id: m.embedded_in for m in short.mentions} == {
            m.id: m.embedded_in if m.embedded_in in inside else None for m in whole.mentions if m.id in inside
        }
    assert shortened(whole, len(whole.words)) is whole


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        pytest.param("One two. Three four. Five six.", "One two. Three four.", id="at a sentence"),
        pytest.param("One two three four five six", "One two three four five", id="one endless sentence"),
        pytest.param("One two three four\n\nfive six", "One two three four\n\n", id="at a paragraph"),
        pytest.param("One two three four five", "One two three four five", id="at the limit"),
    ],
)
def test_a_plain_text_is_cut_at_a_sentence_and_the_note_says_so(tmp_path: Path, text: str, kept: str) -> None:
    assert shortened(Document("text", raw_text=text), 5).raw_text == kept
    (tmp_path / "text.txt").write_text(text, encoding="utf-8")
    words = [len(each.split()) for each in (text, kept)]
    note = document_asked(tmp_path / "text.txt", 0, 5)[2]
    assert note == ("" if words[0] == 5 else f"The text has {words[0]} words; the first {words[1]} are shown.")
