"""Features of learned resolvers, one file per idea: what a pair of mentions, a mention or an entity tells.

A feature is one function over arrays with a name, the names of its values and the papers that use it. A system's
feature set is a table of names at the top of its file; ``FEATURES`` finds them.
"""

from anaphora_workbench.resolvers.features import (
    agreement,
    denis_baldridge,
    distance,
    entities,
    first_pass,
    form,
    ng_cardie,
    soon,
    speech,
    strings,
    syntax,
    tree_words,
)
from anaphora_workbench.resolvers.features.entities import EntityState
from anaphora_workbench.resolvers.features.feature import Feature
from anaphora_workbench.resolvers.features.mention_table import MentionTable

FEATURES: dict[str, Feature] = {
    feature.name: feature
    for room in (
        form,
        agreement,
        distance,
        strings,
        syntax,
        speech,
        entities,
        soon,
        ng_cardie,
        tree_words,
        denis_baldridge,
        first_pass,
    )
    for feature in vars(room).values()
    if isinstance(feature, Feature)
}


def feature_named(name: str) -> Feature:
    """The feature of that name.

    Raises:
        ValueError: there is none; the message lists those there are.
    """
    if name not in FEATURES:
        raise ValueError(f"no feature {name!r}; there are: {', '.join(sorted(FEATURES))}")
    return FEATURES[name]


__all__ = ["FEATURES", "EntityState", "Feature", "MentionTable", "feature_named"]
