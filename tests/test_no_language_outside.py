"""Outside corpora/languages no decision compares with an English word or a Penn tag, and one file names labels.

Source: the repository's rule that a language is a folder (docs/guides/language.md). What is allowed nevertheless
stands in the two lists of exceptions, each with its reason.
"""

from fnmatch import fnmatch
from functools import cache

import pytest
from strings_in_decisions import Constant, constants

from anaphora_workbench.corpora.languages import LANGUAGES


def listed(text: str) -> frozenset[str]:
    return frozenset(text.split())


# Folders, and what of them is left out: readers know the words of their formats, commands and report speak to people.
FOLDERS = {
    "corpora": ("corpora/formats/", "corpora/samples/", "corpora/languages/"),
    "preprocessing": (),
    "resolvers": (),
    "evaluation": (),
    "workbench": ("workbench/commands/", "workbench/page/", "workbench/report/"),
}
# The tags of Santorini (1990) but for SYM, which is a universal tag too, and those of punctuation.
PENN_TAGS = listed("""
    CC CD DT EX FW IN JJ JJR JJS LS MD NN NNS NNP NNPS PDT POS PRP PRP$ RB RBR RBS RP TO UH VB VBD VBG VBN VBP VBZ
    WDT WP WP$ WRB
""")
# The relations of Universal Dependencies 2 (de Marneffe et al. 2021) and of spaCy's English models (CLEAR; Choi 2012).
UD_LABELS = listed("""
    acl advcl advmod amod appos aux case cc ccomp clf compound conj cop csubj dep det discourse dislocated expl fixed
    flat goeswith iobj list mark nmod nsubj nummod obj obl orphan parataxis punct reparandum root vocative xcomp
""")
CLEAR_LABELS = listed("""
    ROOT acl acomp advcl advmod agent amod appos attr aux auxpass case cc ccomp compound conj csubj csubjpass dative
    dep det dobj expl intj mark meta neg nmod npadvmod nsubj nsubjpass nummod oprd parataxis pcomp pobj poss preconj
    predet prep prt punct quantmod relcl xcomp
""")

# File (a pattern) → words that may stand there, and why.
Exceptions = dict[str, tuple[frozenset[str], str]]
WORDS: Exceptions = {
    "evaluation/matching/minimum_spans.py": (frozenset({"CC", "DT", "IN"}),
        "tags of the definition, for corpora in Penn tags"),
    "resolvers/*.py": (frozenset({"none", "no", "on"}), "values of options: filter=none, yes and no, on and off"),
    "resolvers/discourse/telling_words.py": (frozenset({"sa"}), "S.A. of a firm, in a text of any language"),
    "resolvers/contract/case.py": (frozenset({"why"}), "a key of the trace in JSON"),
    "resolvers/contract/resolver.py": (frozenset("e"), "the letter of a class of coreference (Žitkus et al. 2023)"),
    "workbench/analysis/packed_traces.py": (frozenset("aeou"), "keys of what the page is given of a trace"),
    "evaluation/pronouns/gap.py": (
        frozenset({"he", "him", "his", "she", "her", "hers", "they", "them", "their", "theirs", "it", "its"}),
        "the corpus GAP is English and defined by six forms (Webster et al. 2018, section 2); others count as other"),
    "resolvers/features/ng_cardie.py": (frozenset({"both", "neither", "one", "either"}),
        "values of features, as the paper has them, and a key of words.toml"),
    "resolvers/features/first_pass.py": (frozenset({"later"}), "a value of a feature"),
    "resolvers/neural/scorer.py": (frozenset({"later", "both"}), "names of weights"),
    "resolvers/neural/learning.py": (frozenset({"later"}), "names of weights"),
    "resolvers/pair_models/relaxcor_attributes.py": (frozenset({"both", "neither"}), "values of a feature"),
    "resolvers/pair_models/ng_cardie.py": (frozenset({"all"}), "value of an option: all features"),
    "evaluation/linguistic/prague.py": (frozenset({"any"}), "value of an option: any antecedent"),
    "evaluation/arithmetic/twinless.py": (frozenset({"all"}), "value of an option: all twinless mentions"),
    "workbench/*.py": (frozenset({"none", "by", "a"}), "values of options, keys of files of experiments and JSON"),
}  # fmt: skip
LABELS: Exceptions = {
    "preprocessing/parser/turns.py": (
        frozenset({"ROOT", "compound", "dep"}),
        "what the words of a name are given, in CLEAR",
    ),
    "resolvers/*.py": (frozenset({"dep", "flat"}), "values of the option filter: over dependencies, or flat"),
    "evaluation/linguistic/prague.py": (frozenset({"root"}), "value of an option: the first mention of a chain"),
    "resolvers/features/syntax.py": (frozenset({"ROOT"}), "a grammatical function (resolvers.md, 9.3)"),
    "corpora/document/document.py": (frozenset({"ROOT"}), "a grammatical function of noun phrases"),
    "workbench/exercise/preparing.py": (frozenset({"appos"}), "a type of coreference in OntoNotes and GUM"),
}


def words() -> frozenset[str]:
    """All forms with a letter of the closed classes of all languages there are, and the tags of their tables."""
    forms: set[str] = set(PENN_TAGS)
    for language in LANGUAGES.available().values():
        forms |= {form for form in language.closed_class if any(letter.isalpha() for letter in form)}
        forms |= language.tags.keys()
    return frozenset(forms)


def offending(strings: list[Constant], forbidden: frozenset[str], exceptions: Exceptions) -> list[str]:
    """The constants that are forbidden and no exception, as places in files."""
    return [
        f"{constant.file}:{constant.line}: {constant.value!r}"
        for constant in strings
        if constant.value in forbidden
        and not any(
            fnmatch(constant.file, pattern) and constant.value in allowed
            for pattern, (allowed, _) in exceptions.items()
        )
    ]


@cache
def strings() -> list[Constant]:
    return constants(FOLDERS)


@cache
def strings_outside_of_trees() -> list[Constant]:
    return constants({**FOLDERS, "corpora": (*FOLDERS["corpora"], "corpora/trees")})


def test_no_decision_outside_of_languages_is_by_a_word_or_a_tag_of_one() -> None:
    assert len(strings()) > 1000
    places = offending(strings(), words(), WORDS)
    assert not places, "move the word to corpora/languages/en, or say why in WORDS: " + ", ".join(places)


def test_no_folder_but_one_names_a_label_of_a_tree() -> None:
    places = offending(strings_outside_of_trees(), _with_subtypes(strings_outside_of_trees()), LABELS)
    assert not places, "ask the tree by name (corpora/trees), or say why in LABELS: " + ", ".join(places)


def test_every_exception_is_needed() -> None:
    needless = _needless(strings(), words(), WORDS)
    needless += _needless(strings_outside_of_trees(), _with_subtypes(strings_outside_of_trees()), LABELS)
    assert not needless, "take them out: " + ", ".join(needless)


def _needless(strings: list[Constant], forbidden: frozenset[str], exceptions: Exceptions) -> list[str]:
    """The words of exceptions that stand in no file of their pattern, or are not forbidden."""
    return [
        f"{word!r} of {pattern}"
        for pattern, (allowed, _) in exceptions.items()
        for word in sorted(allowed)
        if not any(constant.value == word and fnmatch(constant.file, pattern) for constant in strings)
        or word not in forbidden
    ]


def _with_subtypes(strings: list[Constant]) -> frozenset[str]:
    """The labels, and those with a subtype that stand somewhere: ``nsubj:pass``."""
    labels = UD_LABELS | CLEAR_LABELS
    subtyped = {constant.value for constant in strings if constant.value.split(":")[0] in labels}
    return labels | {label for label in subtyped if ":" in label and " " not in label}


@pytest.mark.parametrize(
    "code",
    [
        'form == "the"', 'form in ("the", "lamp")', 'form in {"the"}', 'form in ["the"]', '{"the": 1}', '"the" in all',
        're.compile(r"(the|lamp)\\s")', 'form.endswith("the")', 'match x:\n    case "the": pass', '"the lamp".split()',
    ],
)  # fmt: skip
def test_the_walker_sees_a_word_wherever_it_decides(code: str, tmp_path, monkeypatch) -> None:
    (tmp_path / "code").mkdir()
    (tmp_path / "code" / "a.py").write_text(code, encoding="utf-8")
    monkeypatch.setattr("strings_in_decisions.REPOSITORY", tmp_path)
    assert "the" in {constant.value for constant in constants({"code": ()})}


@pytest.mark.parametrize("code", ['"""The lamp."""', 'raise ValueError("the")', 'x: Literal["the"] = y', 'f("the")'])
def test_the_walker_lets_messages_and_types_be(code: str, tmp_path, monkeypatch) -> None:
    (tmp_path / "code").mkdir()
    (tmp_path / "code" / "a.py").write_text(code, encoding="utf-8")
    monkeypatch.setattr("strings_in_decisions.REPOSITORY", tmp_path)
    assert "the" not in {constant.value for constant in constants({"code": ()})}
