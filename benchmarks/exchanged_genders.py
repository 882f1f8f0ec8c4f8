"""Whether a resolver treats women and men alike: the same texts with all genders exchanged.

A bias on GAP has two possible sources: the resolver, which knows more of one gender, or the texts, of which those
about one gender are harder. Where *she* is *he*, and every mention that was feminine is masculine, a bias of the
resolver stays where it was, and a bias of the texts turns round. The names themselves, and words as *aunt*, stay.
"""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from dataclasses import replace
from pathlib import Path

from anaphora_workbench.corpora import read, write
from anaphora_workbench.corpora.document import FEMININE, MASCULINE, Document, Mention, Word
from anaphora_workbench.evaluation.gap import gender_of
from anaphora_workbench.workbench.corpus import Corpus
from anaphora_workbench.workbench.prepared import PreparedDocuments
from anaphora_workbench.workbench.report.tables import Column, Row, Table
from anaphora_workbench.workbench.runs.comparing import run
from anaphora_workbench.workbench.runs.experiment import Experiment

RESOLVERS = ("parallelism", "kennedy-boguraev+head-match", "best")
_GENDERS = {MASCULINE: FEMININE, FEMININE: MASCULINE}
_MORPHOLOGY = {"Gender=Masc": "Gender=Fem", "Gender=Fem": "Gender=Masc"}
_POSSESSIVE = "PRP$"
_EXCHANGED = "exchanged_"
# By whether it stands before a noun: *her book*, *saw her*.
_FORMS = {
    True: {"his": "her", "her": "his"},
    False: {
        "he": "she",
        "she": "he",
        "him": "her",
        "her": "him",
        "his": "hers",
        "hers": "his",
        "himself": "herself",
        "herself": "himself",
    },
}
_NOTE = (
    "bias: feminine F1 / masculine F1. Exchanged: he for she and she for he, feminine mentions masculine and masculine "
    "ones feminine. Of the resolver: the geometric mean of both biases, 1 if it treats women and men alike; of the "
    "texts: the first bias without it."
)

_KNOWN = ("the same", "open", "another")
_KNOWN_NOTE = (
    "In per cent of the names: those that preprocessing takes to be of the pronoun's gender, to be of either, to be of "
    "another. What it knows of names stays with these where genders are exchanged, and counts to the texts."
)


def with_genders_exchanged(document: Document) -> Document:
    """The same text about men where it was about women, and the other way round.

    Args:
        document: preprocessed.
    """
    pronouns = {
        mention.head: mention.pronoun_type == "possessive" for mention in document.mentions if mention.is_pronoun
    }
    words = [
        _exchanged_word(word, pronouns.get(place, word.xpos == _POSSESSIVE if word.upos == "PRON" else None))
        for place, word in enumerate(document.words)
    ]
    return replace(document, words=words, mentions=[_exchanged(mention) for mention in document.mentions])


def _exchanged_word(word: Word, possessive: bool | None) -> Word:
    """A word, with another form if it is a pronoun.

    Args:
        possessive: whether it stands before a noun; None for what is no pronoun.
    """
    forms = {} if possessive is None else _FORMS[possessive]
    if word.form.lower() not in forms:
        return word
    form = _as_written(forms[word.form.lower()], word.form)
    lemma = _as_written(forms.get(word.lemma.lower(), word.lemma), word.lemma)
    morphology = "|".join(_MORPHOLOGY.get(feature, feature) for feature in word.morphology.split("|"))
    return replace(word, form=form, lemma=lemma, morphology=morphology)


def _as_written(word: str, like: str) -> str:
    """A word with its first letter, or all, as large as another's."""
    if like.isupper():
        return word.upper()
    return word.capitalize() if like[:1].isupper() else word


def _exchanged(mention: Mention) -> Mention:
    return replace(mention, gender=frozenset(_GENDERS.get(gender, gender) for gender in mention.gender))


def known_table(gap: Path, part: str, prepared: PreparedDocuments) -> Table:
    """How often preprocessing knows the gender of the two names of a snippet, by the gender of the pronoun."""
    counted: dict[str, Counter[str]] = defaultdict(Counter)
    for document in read(gap / f"gap-{part}.tsv"):
        annotated = prepared.get(document, "predicted")
        named = [mention for mention in annotated.mentions if mention.source == "true"]
        (pronoun,) = (mention for mention in named if mention.is_pronoun)
        counted[gender_of(annotated.mention_text(pronoun))].update(
            _as_known(name, pronoun) for name in named if name is not pronoun
        )
    rows: list[Row] = [
        {"pronoun": gender, **{known: of_gender[known] / of_gender.total() for known in _KNOWN}}
        for gender, of_gender in sorted(counted.items(), reverse=True)
    ]
    columns = [Column("pronoun", "pronoun"), *(Column(known, known, "percent") for known in _KNOWN)]
    return Table(f"GAP {part}: gender of the two names, as the pronoun's", columns, rows, notes=[_KNOWN_NOTE])


def _as_known(name: Mention, pronoun: Mention) -> str:
    if name.gender == pronoun.gender:
        return "the same"
    return "open" if name.gender & pronoun.gender else "another"


def exchanged_table(gap: Path, part: str, prepared: PreparedDocuments, scratch: Path, cache: Path, jobs: int) -> Table:
    """Bias on a part of GAP as it is and with genders exchanged.

    Args:
        gap: folder of the corpus. part: ``development`` or ``validation``.
        scratch: folder for the exchanged texts. cache: folder of preprocessed documents.
    """
    file = gap / f"gap-{part}.tsv"
    folder = scratch / f"gap-{part}"
    write((with_genders_exchanged(prepared.get(document, "predicted")) for document in read(file)), folder)
    found: dict[tuple[str, str], Row] = defaultdict(dict)
    texts = {"": Corpus(file, f"GAP {part}"), _EXCHANGED: Corpus(folder, f"GAP {part} exchanged")}
    for prefix, corpus in texts.items():
        results = run(Experiment((corpus,), RESOLVERS, metrics=("gap",)), cache, jobs)
        if results.failures:
            raise ValueError(f"{len(results.failures)} snippets without result: {results.failures[0].reason}")
        for setting, outcomes in results.corpora[corpus.name].settings.items():
            for resolver, outcome in outcomes.items():
                scores = outcome.scores["gap"].parts
                found[str(setting), resolver] |= {f"{prefix}{name}": score.figure for name, score in scores.items()}
    rows: list[Row] = []
    for (setting, resolver), row in sorted(found.items(), key=lambda item: (item[0][0], RESOLVERS.index(item[0][1]))):
        own = math.sqrt(row["bias"] * row[f"{_EXCHANGED}bias"])
        rows.append({"setting": setting, "resolver": resolver, **row, "own": own, "texts": row["bias"] / own})
    return Table(f"GAP {part}, genders exchanged", _COLUMNS, rows, notes=[_NOTE])


_COLUMNS = (
    Column("setting", "setting"),
    Column("resolver", "resolver"),
    Column("masculine", "masculine", "percent"),
    Column("feminine", "feminine", "percent"),
    Column("bias", "bias", "number"),
    Column(f"{_EXCHANGED}masculine", "exchanged: masculine", "percent"),
    Column(f"{_EXCHANGED}feminine", "feminine", "percent"),
    Column(f"{_EXCHANGED}bias", "bias", "number"),
    Column("own", "of the resolver", "number"),
    Column("texts", "of the texts", "number"),
)
