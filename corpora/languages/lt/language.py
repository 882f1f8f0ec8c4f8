"""Lithuanian: there is no pipeline and no treebank; gold morphology is enough (``nkas``)."""

from pathlib import Path

from anaphora_workbench.corpora.languages.language import Language

LITHUANIAN = Language(
    "lt",
    "Lithuanian",
    Path(__file__).parent,
    grammatical_gender=True,
    drops_subjects=True,
    relatives_refer=True,
    resolves_by_morphology=True,
)
