"""Whether a resolver treats women and men alike: the same texts with all genders exchanged.

A bias on GAP has two possible sources: the resolver, which knows more of one gender, or the texts, of which those
about one gender are harder. Where *she* is *he*, and every mention that was feminine is masculine, a bias of the
resolver stays where it was, and a bias of the texts turns round. The names themselves, and words as *aunt*, stay.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

from anaphora_workbench.corpora import read, write
from anaphora_workbench.corpora.document import FEMININE, MASCULINE, Document, Mention, Word
from anaphora_workbench.workbench.base.corpus import Corpus
from anaphora_workbench.workbench.report.tables import Row
from benchmarks.columns import columns_of
from benchmarks.runs import Runs

RESOLVERS = ("parallelism", "kennedy-boguraev+head-match", "ranking-pronouns+head-match")
_GENDERS = {MASCULINE: FEMININE, FEMININE: MASCULINE}
_MORPHOLOGY = {"Gender=Masc": "Gender=Fem", "Gender=Fem": "Gender=Masc"}
_POSSESSIVE = "PRP$"
_EXCHANGED = "exchanged_"
_PAIRS = (("he", "she"), ("him", "her"), ("his", "hers"), ("himself", "herself"))
# By whether it stands before a noun: *her book*, *saw her*.
_FORMS = {
    True: {"his": "her", "her": "his"},
    False: dict(pair for one, other in _PAIRS for pair in ((one, other), (other, one))),
}


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


def exchanged_rows(texts: Corpus, runs: Runs, scratch: Path) -> Iterator[Row]:
    """Bias on a part of GAP as it is and with genders exchanged.

    Args:
        scratch: folder for the exchanged texts.
    """
    folder, prepared = scratch / texts.name, runs.prepared()
    write((with_genders_exchanged(prepared.get(document, "predicted")) for document in read(texts.path)), folder)
    found: dict[tuple[str, str], Row] = defaultdict(dict)
    for prefix, corpus in (("", texts), (_EXCHANGED, Corpus(folder, f"{texts.name} exchanged"))):
        results = runs.compared(corpus, RESOLVERS, metrics=("gap",))
        for setting, outcomes in results.corpora[corpus.name].settings.items():
            for resolver, outcome in outcomes.items():
                scores = outcome.scores["gap"].parts
                found[str(setting), resolver] |= {f"{prefix}{name}": score.figure for name, score in scores.items()}
    for (setting, resolver), row in sorted(found.items(), key=lambda item: (item[0][0], RESOLVERS.index(item[0][1]))):
        own = math.sqrt(row["bias"] * row[f"{_EXCHANGED}bias"])
        place = {"corpus": texts.name, "setting": setting, "resolver": resolver}
        yield {**place, **row, "own": own, "texts": row["bias"] / own}


EXCHANGED = columns_of(
    "corpus; setting; resolver; masculine (percent); feminine (percent); bias (number); "
    "exchanged_masculine: exchanged: masculine (percent); exchanged_feminine: feminine (percent); "
    "exchanged_bias: bias (number); own: of the resolver (number); texts: of the texts (number)"
)
