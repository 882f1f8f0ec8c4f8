"""The tables that features are read from."""

import pytest
from benchmarks import english_words as build

from anaphora_workbench.corpora.languages import language_named
from anaphora_workbench.preprocessing import Preprocessor


def load_lexicon(path=None):
    return language_named("en").lexicon(path)


@pytest.mark.parametrize(
    ("name", "gender"),
    [
        ("Anna", "f"),
        ("Peter", "m"),
        ("Jean", "fm"),
        ("Byron", "m"),
        ("Heathcliff", "m"),
        ("Galadriel", "f"),
        ("Qzx", None),
    ],
)
def test_first_names(name, gender):
    sexes = load_lexicon().name_gender(name)
    assert (None if sexes is None else "".join(sorted(sexes))) == gender


@pytest.mark.parametrize(
    ("noun", "kind"),
    [("teacher", "person"), ("waitress", "person"), ("museum", "thing"), ("dog", "animal"), ("committee", "group")],
)
def test_noun_classes(noun, kind):
    assert load_lexicon().nouns[noun] == kind


@pytest.mark.parametrize("noun", sorted(build.ANIMALS))
def test_animals_that_wordnet_seldom_counts(noun):
    assert load_lexicon().nouns[noun] == "animal"


def test_own_lists_extend_and_replace(tmp_path):
    more = tmp_path / "more.toml"
    more.write_text('[gendered_nouns]\nfeminine = ["blorp"]\n', encoding="utf-8")
    assert load_lexicon(str(more)).words("gendered_nouns.feminine") > {"blorp", "woman"}
    assert load_lexicon(str(more)).version != load_lexicon().version
    only = tmp_path / "only.toml"
    only.write_text('replace = true\n[gendered_nouns]\nfeminine = ["blorp"]\n', encoding="utf-8")
    assert load_lexicon(str(only)).words("gendered_nouns.feminine") == {"blorp"}
    assert load_lexicon(str(only)).nouns == {}


@pytest.mark.parametrize(
    ("content", "message"),
    [("= broken", "not a lexicon"), ("a = 1", "outside a section"), ("[a]\nb = 1", "a.b is not a list of words")],
)
def test_a_broken_lexicon_is_named(tmp_path, content, message):
    path = tmp_path / "bad.toml"
    path.write_text(content, encoding="utf-8")
    with pytest.raises(ValueError, match=message) as error:
        load_lexicon(str(path))
    assert str(path) in str(error.value)


def test_without_tables_preprocessing_still_gives_mentions(tmp_path):
    empty = tmp_path / "empty.toml"
    empty.write_text("replace = true\n", encoding="utf-8")
    document = Preprocessor(lexicon=str(empty)).process("Anna saw the waitress. She left.")
    assert len(document.mentions) == 3
