"""Resolvers: a Document in, a Resolution out. Called, the module says which are installed.

>>> import anaphora_workbench as aw
>>> "mitkov" in aw.resolvers()
True
"""

from anaphora_workbench.corpora.document import Decision
from anaphora_workbench.resolvers.contract.case import LINKED, Candidate, Case, Trace
from anaphora_workbench.resolvers.contract.resolver import ASKED, Resolution, Resolver
from anaphora_workbench.resolvers.discourse.agreement import DIMENSIONS, VALUES, agree
from anaphora_workbench.resolvers.pronouns.pronoun_resolver import PronounResolver
from anaphora_workbench.resolvers.pronouns.stages.filter import FILTERS, Filter, candidate_filter
from anaphora_workbench.resolvers.registry.joined import is_foreign, joined_names, share_reading
from anaphora_workbench.resolvers.registry.registry import (
    BOUNDS,
    SUGGESTED,
    ResolverInfo,
    available,
    default_options,
    files_named,
    get_resolver,
    plug_ins_of,
    role_of,
    rules_of,
    shipped,
    with_origins,
    words_of,
)
from anaphora_workbench.resolvers.words import IS, REASONS, FactorWords, FeatureWords, Words, are_weights, says

__all__ = [
    "ASKED", "BOUNDS", "DIMENSIONS", "FILTERS", "IS", "LINKED", "REASONS", "SUGGESTED", "VALUES", "Candidate", "Case",
    "Decision", "FactorWords", "FeatureWords", "Filter", "PronounResolver", "Resolution", "Resolver", "ResolverInfo",
    "Trace", "Words", "agree", "are_weights", "available", "candidate_filter", "default_options", "files_named",
    "get_resolver", "is_foreign", "joined_names", "plug_ins_of", "role_of", "rules_of", "says", "share_reading",
    "shipped", "with_origins", "words_of",
]  # fmt: skip
