"""Heads of bare spans: the last full word, and words of MIN, in any order of spans and without looking twice."""

from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from anaphora_workbench.corpora import read
from anaphora_workbench.corpora.document import Document, Mention, Word
from anaphora_workbench.corpora.formats.parts.mention_heads import (
    FullWords,
    minimum_words,
    stated_head,
    with_head_restated,
)
from anaphora_workbench.corpora.formats.parts.word_sequences import Sequences

FORMS = st.lists(st.sampled_from(["a", "b", ".", "-"]), min_size=1, max_size=12)
SPANS = st.lists(st.tuples(st.integers(0, 11), st.integers(1, 12)), max_size=12)


@given(FORMS, SPANS)
def test_the_last_full_word_is_that_of_a_walk_back(forms, spans):
    full_words = FullWords(forms.__getitem__)
    for start, end in spans:
        if start < end <= len(forms):
            full = [offset for offset in range(start, end) if forms[offset].isalnum()]
            assert full_words.last([(start, end)]) == (full[-1] if full else end - 1)


def test_nested_spans_of_marks_are_looked_at_once():
    asked = []
    full_words = FullWords(lambda offset: asked.append(offset) or ".")
    for end in range(1_000, 0, -1):
        assert full_words.last([(0, end)]) == end - 1
    assert len(asked) == 1_000


@given(FORMS, st.lists(st.tuples(FORMS, st.integers(0, 11), st.integers(1, 12), st.integers(1, 12)), max_size=8))
def test_a_sequence_is_found_where_a_walk_finds_it_first(forms, asked):
    words = []
    sequences = Sequences(words)
    for wanted, start, end, known in asked:
        # The text grows between two questions.
        words += map(Word, forms[len(words) : known])
        end = min(end, len(words))
        places = range(start, end - len(wanted) + 1)
        expected = next((at for at in places if forms[at : at + len(wanted)] == wanted), None)
        assert sequences.first(tuple(wanted), start, end) == expected


def test_the_heads_of_nested_mentions_by_min(tmp_path):
    opened = "".join(f'<COREF ID="{number}" TYPE="IDENT" MIN="Lamp">red ' for number in range(50))
    (tmp_path / "nested.sgm").write_text(f"<DOC><TEXT>{opened}lamp here{'</COREF>' * 50}.</TEXT></DOC>")
    (document,) = read(tmp_path / "nested.sgm")
    assert {mention.head for mention in document.mentions} == {50}


def test_the_first_of_several_minima_counts(tmp_path):
    (tmp_path / "a.sgm").write_text('<DOC><TEXT><COREF ID="1" MIN="red|lamp">a red lamp</COREF>.</TEXT></DOC>')
    (document,) = read(tmp_path / "a.sgm")
    assert [mention.head for mention in document.mentions] == [1]


def test_minima_are_counted_without_empty_nodes():
    document = Document("d", [Word("a"), Word("_", empty=True), Word("lamp"), Word("here")])
    for stated, words in (("1", (0,)), ("2,3", (2, 3)), ("2", (2,)), ("4", ()), ("x", ())):
        assert minimum_words(Mention("m", 0, 4, 2, extra={"Min": stated}), document) == words


def test_a_stated_head_is_the_same_word_where_words_are_put_inside_a_mention() -> None:
    """*que ∅ vive en Roma*, *vive* the head."""
    before = Mention("m", 0, 4, 1, extra={"head": "2"})
    moved = replace(before, end=5, head=2)
    longer = with_head_restated(moved, before, lambda offset: offset + (offset >= 1))
    assert (longer.extra, stated_head(longer)) == ({"head": "3"}, 2)
    assert with_head_restated(before, longer, {0: 0, 2: 1, 3: 2, 4: 3}.get).extra == before.extra
    assert with_head_restated(before, longer, {0: 0, 3: 2}.get).extra == {}
