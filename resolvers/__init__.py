"""Resolvers: a Document in, a Resolution out."""

from anaphora_workbench.corpora.document import Decision
from anaphora_workbench.resolvers.case import Candidate, Case, Trace
from anaphora_workbench.resolvers.joined import is_foreign, joined_names
from anaphora_workbench.resolvers.pronouns import PronounResolver
from anaphora_workbench.resolvers.registry import (
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
)
from anaphora_workbench.resolvers.resolver import Resolution, Resolver
from anaphora_workbench.resolvers.sharing import share_reading
from anaphora_workbench.resolvers.stages.filter import Filter, candidate_filter

__all__ = [
    "Candidate",
    "Case",
    "Decision",
    "Filter",
    "PronounResolver",
    "Resolution",
    "Resolver",
    "ResolverInfo",
    "Trace",
    "available",
    "candidate_filter",
    "default_options",
    "files_named",
    "get_resolver",
    "is_foreign",
    "joined_names",
    "plug_ins_of",
    "role_of",
    "rules_of",
    "share_reading",
    "shipped",
    "with_origins",
]
