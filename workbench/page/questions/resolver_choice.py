"""The resolvers that a reader of the page can choose: those that can be loaded and made."""

import warnings
from collections.abc import Mapping
from functools import cache

from anaphora_workbench.corpora.support.plugins import DISTRIBUTION, PluginWarning
from anaphora_workbench.resolvers import Resolver, ResolverInfo, available, get_resolver
from anaphora_workbench.resolvers.contract.resolver import Role
from anaphora_workbench.resolvers.registry.registry import RESOLVERS

# What the page calls the resolvers of each role, in the order in which it lists them.
ROLES: Mapping[Role, str] = {
    "algorithm": "Algorithms",
    "full": "Full coreference",
    "learned": "Learned",
    "llm": "Language models",
    "baseline": "Baselines",
    "nominal": "For some mentions",
    "oracle": "With the key",
}


def known_resolvers() -> dict[str, ResolverInfo]:
    """All resolvers by name but those that would ask a server that nobody has named."""
    known = {}
    for name, info in available().items():
        # A plug-in may say nothing of what it asks for around it.
        if info.error or not issubclass(kind := RESOLVERS.get(name), Resolver) or kind.has_server():
            known[name] = info
    return known


@cache
def offered_resolvers() -> tuple[ResolverInfo, ...]:
    """The resolvers offered, plug-ins included; a warning says why one is left out."""
    offered = []
    for info in known_resolvers().values():
        problem = info.error or _why_not_made(info.name)
        if problem:
            warnings.warn(f"{problem}; the page does not offer it", PluginWarning, stacklevel=2)
        else:
            offered.append(info)
    return tuple(offered)


def _why_not_made(name: str) -> str:
    """Why a plug-in's resolver cannot be made as nobody sets its options, "" if it can; ours are taken to be whole."""
    if RESOLVERS.origin(name).package == DISTRIBUTION:
        return ""
    try:
        get_resolver(name)
    except ValueError as error:
        return str(error)
    return ""
