"""Any spelling of a text aligns with its words without a loss."""

import unicodedata
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from anaphora_workbench.corpora import read
from anaphora_workbench.corpora.document import Document, Mention, Sentence, Word
from anaphora_workbench.corpora.pairing.alignment import align
from anaphora_workbench.corpora.pairing.shared_words import over_words_of_source
from examples import examples
from word_pieces import KINDS, in_pieces, trained


def _without_empty(document: Document) -> Document:
    """A corpus without its empty nodes, and the mentions that are nothing else."""
    words = [word for word in document.words if not word.empty]
    if len(words) == len(document.words):
        return document
    bare = Document(document.id, words)
    kept = over_words_of_source(document, bare)
    kept.mentions = [mention for mention in kept.mentions if mention.start >= 0]
    return kept


def _stretches(mentions: list[Mention]) -> list[tuple[tuple[int, int], ...]]:
    return [mention.stretches for mention in mentions]


CORPORA = [
    pytest.param("gum/dev", "*.conllu", 5, id="GUM dev"),
    pytest.param("litbank/conll", "*.conll", 1, id="LitBank", marks=pytest.mark.slow),
    pytest.param("ancora-ca", "**/*.conllu", 1, id="AnCora", marks=pytest.mark.slow),
]


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize(("folder", "files", "step"), CORPORA)
def test_pieces_of_words_are_the_words(public_corpora: Path, folder: str, files: str, step: int, kind: str) -> None:
    paths = sorted((public_corpora / folder).glob(files))[::step]
    documents = [_without_empty(document) for path in paths for document in read(path)]
    assert documents
    tokenizer = trained(kind, ([word.form for word in document.words] for document in documents))
    for document in documents:
        aligned = align(in_pieces(document, tokenizer, kind), document)
        assert (aligned.unaligned, aligned.missing_words) == ([], 0), document.id
        assert _stretches(aligned.document.mentions) == _stretches(document.mentions), document.id


_WORDS = st.text(st.sampled_from("Aabßéİñőçø1.-(`\"'"), min_size=1, max_size=5) | st.sampled_from(
    ("-LRB-", "``", "''", "Ann", "José", "CD-ROM", "#", "##a", "co-op", "İzmir", "naïve")
)
_SPELLINGS = {
    "as it is": str,
    "in lower case": str.lower,
    "in capitals": lambda form: form if "ß" in form else form.upper(),
    "letters apart": lambda form: unicodedata.normalize("NFD", form),
    "without accents": lambda form: "".join(
        letter for letter in unicodedata.normalize("NFD", form) if not unicodedata.combining(letter)
    ),
    "with soft hyphens": lambda form: "\u00ad".join(form),
    "with marks of no width": lambda form: "\u200b".join(form) + "\ufeff",
    "brackets and quotes": lambda form: {"-LRB-": "(", "``": "“", "''": '"'}.get(form, form),
}


@settings(max_examples=examples(20_000, 100))
@given(st.data())
def test_any_spelling_and_any_cut_of_a_text_aligns_without_a_loss(data: st.DataObject) -> None:
    words = data.draw(st.lists(_WORDS, min_size=1, max_size=12))
    mentions = []
    for number in range(data.draw(st.integers(1, 4))):
        start = data.draw(st.integers(0, len(words) - 1))
        end = data.draw(st.integers(start + 1, len(words)))
        mentions.append(Mention(f"m{number}", start, end, start))
    key = Document("d", list(map(Word, words)), [Sentence(0, len(words))], mentions=mentions)
    spell = _SPELLINGS[data.draw(st.sampled_from(sorted(_SPELLINGS)))]
    forms: list[str] = []
    first = [0]
    for form in map(spell, words):
        cut = data.draw(st.integers(0, len(form)))
        # Half a mark is no spelling of it.
        whole = form if form in ("-LRB-", "``", "''") else None
        forms += [form] if whole else [piece for piece in (form[:cut], form[cut:]) if piece]
        first.append(len(forms))
    moved = [replace(mention, start=first[mention.start], end=first[mention.end]) for mention in mentions]
    response = Document("d", list(map(Word, forms)), [Sentence(0, len(forms))], mentions=moved)
    aligned = align(response, key)
    assert not aligned.unaligned
    assert _stretches(aligned.document.mentions) == _stretches(mentions)
