"""Difficulty figures of real texts against a count that knows nothing of the workbench."""

from pathlib import Path
from typing import Any

import pytest

from anaphora_workbench.corpora import read
from anaphora_workbench.evaluation.statistics.difficulty import difficulty

pytestmark = pytest.mark.corpora

# Counted from the columns of the CoNLL-U files alone: brackets of Entity= paired by their ids, parts [1/2] joined,
# words of the tags PRP and PRP$ by their forms. The pronouns of Coron were read through by eye as well: *itself* is
# emphatic and no mention; *its*, *they maintain*, *their* and *it is growing* have their antecedent in the sentence.
# Distances are sums over the links.
COUNTED: dict[str, dict[str, Any]] = {
    "GUM_voyage_coron": {
        "sentences": 30, "tokens": 582, "mentions": 165, "entities": 104, "singletons": 84,
        "entity_sizes": {"1": 84, "2": 9, "3": 6, "4": 1, "5": 2, "8": 1, "23": 1},
        "links": 61, "distance_tokens": 3351, "distance_sentences": 174, "distance_mentions": 956,
        "pronouns": 9, "pronoun_types": {"personal": 6, "possessive": 2, "reflexive": 1},
        "anaphoric_pronouns": 8, "intrasentential": 4, "intersentential": 4,
    },
    # It has three empty nodes, which are no words of the text.
    "GUM_textbook_labor": {
        "sentences": 24, "tokens": 640, "mentions": 168, "entities": 134, "singletons": 110,
        "entity_sizes": {"1": 110, "2": 18, "3": 4, "4": 1, "6": 1},
        "links": 34, "distance_tokens": 1945, "distance_sentences": 65, "distance_mentions": 508,
        "pronouns": 19, "pronoun_types": {"personal": 10, "possessive": 8, "reflexive": 1},
        "anaphoric_pronouns": 14, "intrasentential": 14, "intersentential": 0,
    },
    "GUM_news_homeopathic": {
        "sentences": 23, "tokens": 649, "mentions": 193, "entities": 93, "singletons": 72,
        "entity_sizes": {"1": 72, "2": 10, "3": 3, "4": 3, "6": 1, "8": 1, "12": 1, "18": 1, "36": 1},
        "links": 100, "distance_tokens": 3561, "distance_sentences": 132, "distance_mentions": 1087,
        "pronouns": 40, "pronoun_types": {"personal": 16, "possessive": 23, "reflexive": 1},
        "anaphoric_pronouns": 38, "intrasentential": 30, "intersentential": 8,
    },
}  # fmt: skip
# The same count over the whole of dev; its first five figures stand in the corpora's README too.
DEV = {
    "sentences": 1575, "tokens": 28119, "mentions": 7897, "entities": 3940, "singletons": 2838,
    "links": 3957, "distance_tokens": 212916, "distance_sentences": 11133, "distance_mentions": 59060,
    "pronouns": 836, "anaphoric_pronouns": 742, "intrasentential": 446, "intersentential": 296,
}  # fmt: skip
_DISTANCES = ("distance_tokens", "distance_sentences", "distance_mentions")


def figures_named(figures: dict[str, Any], names: dict[str, Any]) -> dict[str, Any]:
    links = figures["mentions"] - figures["entities"]
    sums = {name: pytest.approx(figures[name] * links) for name in _DISTANCES}
    return {name: ({"links": links} | sums).get(name, figures.get(name)) for name in names}


@pytest.mark.parametrize("name", COUNTED)
def test_figures_of_a_text_are_those_counted_by_hand(public_corpora: Path, name: str) -> None:
    figures = difficulty(read(public_corpora / "gum" / "dev" / f"{name}.conllu")).as_json()
    assert figures_named(figures, COUNTED[name]) == COUNTED[name]


def test_figures_of_gum_dev(public_corpora: Path) -> None:
    files = sorted((public_corpora / "gum" / "dev").glob("*.conllu"))
    total = difficulty(document for file in files for document in read(file))
    assert figures_named(total.as_json(), DEV) == DEV
    genres = total.by_genre()
    # Two of each, as the corpora's README says.
    assert (len(genres), {figures.counts["documents"] for figures in genres.values()}) == (15, {2})
