"""Whatever format key and response go through, the partitions that scorers compare stay the same."""

from pathlib import Path

import pytest

from anaphora_workbench.corpora import FormatError, formats, read
from anaphora_workbench.corpora.document import CoreferenceLayer, Document, Entity, Mention, Paragraph, Sentence, Word
from anaphora_workbench.corpora.formats.losses import TANGLED

SPAN_FORMATS = ("np-xml", "conllu", "conll2012", "litbank", "ontogum", "semeval2010", "jsonlines", "chains-json")


def _partition(document: Document) -> list[list[tuple[int, int]]]:
    """Entities as spans in a canonical order."""
    by_id = document.mention_by_id()
    layer = next(iter(document.coreference.values()))
    return sorted(sorted((by_id[name].start, by_id[name].end) for name in entity.mentions) for entity in layer.entities)


def _through(document: Document, name: str, folder: Path) -> Document:
    its_format = formats.get_format(name)
    assert its_format.write is not None
    file = folder / f"converted{its_format.suffixes[0]}"
    its_format.write([document], file)
    (again,) = its_format.read(file)
    return again


@pytest.mark.parametrize("name", SPAN_FORMATS)
def test_scorer_cases(public_corpora: Path, tmp_path: Path, name: str) -> None:
    for document in read(public_corpora / "scorer-cases"):
        for word in document.words:
            word.form = word.form or "x"
        assert _partition(_through(document, name, tmp_path)) == _partition(document), document.source


def test_elided_words_do_not_unbalance_the_columns(public_corpora: Path, tmp_path: Path) -> None:
    elided = 0
    for document in read(public_corpora / "corefud-cases" / "zeros"):
        for name in ("conll2012", "semeval2010"):
            again = _through(document, name, tmp_path)
            lost = next(
                (loss for loss in formats.get_format(name).cannot_hold(document) if "elided words only" in loss), "0"
            )
            assert len(document.mentions) - len(again.mentions) == int(lost.split(" ")[0])
            elided += int(lost.split(" ")[0])
    assert elided > 0


@pytest.mark.parametrize("name", ["conllu", "conll2012", "litbank", "ontogum", "semeval2010"])
@pytest.mark.parametrize(
    ("spans", "held"),
    [
        ([(0, 3), (1, 4)], False),
        ([(0, 3), (2, 4)], True),
        ([(0, 4), (1, 3)], True),
        ([(0, 4), (1, 4)], True),
        ([(0, 4), (0, 3)], True),
    ],
)
def test_crossing_mentions_of_one_entity(tmp_path: Path, name: str, spans: list[tuple[int, int]], held: bool) -> None:
    """Brackets close the mention of an entity that was opened last; with one word in common the first closes first."""
    mentions = [Mention(f"m{number}", start, end, end - 1) for number, (start, end) in enumerate(spans)]
    layer = CoreferenceLayer("gold", [Entity("1", [mention.id for mention in mentions])])
    words = [Word(f"w{number}") for number in range(4)]
    document = Document("d", words, [Sentence(0, 4)], [Paragraph()], mentions, {"gold": layer})
    assert (TANGLED not in formats.get_format(name).cannot_hold(document)) is held
    if held:
        assert _partition(_through(document, name, tmp_path)) == _partition(document)
    else:
        with pytest.raises(FormatError, match=r"mentions m0 \('w0 w1 w2'\) and m1 \('w1 w2 w3'\) of one entity cross"):
            _through(document, name, tmp_path)
