"""Resolvers: a Document in, a Resolution out."""

from anaphora_workbench.resolvers.resolver import Resolution, Resolver, ResolverInfo, available, get_resolver
from anaphora_workbench.resolvers.sharing import share_reading
from anaphora_workbench.resolvers.trace import Candidate, Trace

__all__ = [
    "Candidate",
    "Resolution",
    "Resolver",
    "ResolverInfo",
    "Trace",
    "available",
    "get_resolver",
    "share_reading",
]
