"""Catalan: there is no spaCy pipeline, so use gold CoNLL-U (AnCora) or any ``--spacy-model``."""

from pathlib import Path

from anaphora_workbench.corpora.languages.language import Language

CATALAN = Language(
    "ca",
    "Catalan",
    Path(__file__).parent,
    grammatical_gender=True,
    drops_subjects=True,
    relatives_refer=True,
    names_hold_phrases=True,
    whole_phrases=True,
)
