"""Resolvers: a Document in, a Resolution out."""

from resolvers.resolver import Resolution, Resolver, ResolverInfo, available, get_resolver
from resolvers.sharing import share_reading
from resolvers.trace import Candidate, Trace

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
