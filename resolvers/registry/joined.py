"""Resolvers joined by ``+``: a pronoun resolver and a nominal one make full coreference."""

from collections import ChainMap
from collections.abc import Iterable, Sequence
from collections.abc import Set as AbstractSet
from itertools import pairwise
from pathlib import Path
from typing import Any

from anaphora_workbench.corpora.document import Decision, Document, sorted_mentions
from anaphora_workbench.corpora.document.closure import closure_by_id
from anaphora_workbench.resolvers.contract.case import Case
from anaphora_workbench.resolvers.contract.resolver import Resolution, Resolver, link_types
from anaphora_workbench.resolvers.discourse.discourse import Discourse, is_speech
from anaphora_workbench.resolvers.registry.guard import Guarded

JOIN = "+"


def joined_names(name: str) -> list[str]:
    """The resolvers that a name joins; one for a name without ``+``.

    >>> joined_names("mitkov+head-match")
    ['mitkov', 'head-match']
    """
    return name.split(JOIN)


class Joined:
    """Several resolvers on the same document; chains are the closure of all their links.

    A pronoun is answered by the first of them that has it in scope; later ones give it no antecedent, but other
    mentions may take it up. A first or second person is linked by the first part that links it to anything, and to no
    mention besides. A resolver of full coreference behind one that answers pronouns resolves the others only.
    """

    def __init__(self, parts: Sequence[Resolver | Guarded]) -> None:
        answered = [any(other.answers_pronouns for other in parts[:place]) for place in range(len(parts))]
        self.parts = [
            part.leaving_pronouns() if others and isinstance(part, Resolver) else part
            for part, others in zip(parts, answered, strict=True)
        ]
        self.name = JOIN.join(part.name for part in parts)
        self.needs_key = any(part.needs_key for part in parts)
        self.answers_pronouns = any(part.answers_pronouns for part in parts)
        self.learnt_in = frozenset(code for part in parts for code in part.learnt_in)
        self.learnt_from = frozenset(document for part in parts for document in part.learnt_from)

    def __repr__(self) -> str:
        return f"<resolver {self.name}>"

    @property
    def options(self) -> dict[str, Any]:
        """Options of all parts, each as ``NAME.OPTION``."""
        return {f"{part.name}.{name}": value for part in self.parts for name, value in part.options.items()}

    def resolve(self, document: Document, key: Document | None = None) -> Resolution:
        """Answer a document by all parts.

        Raises:
            ValueError: a part needs a key and there is none.
        """
        mention_of = document.mention_by_id()
        in_order = sorted(self.parts, key=lambda part: not getattr(part, "answers_first", False))
        resolutions = [part.resolve(document, key if part.needs_key else None) for part in in_order]
        added = [mention for resolution in resolutions for mention in resolution.added]
        mentions = sorted_mentions([*document.mentions, *added])
        answered: dict[str, tuple[Decision, Case[Any]]] = {}
        links: list[tuple[str, str]] = []
        speech = {mention.id for mention in document.mentions if is_speech(mention)}
        linked: set[str] = set()
        traces: dict[str, list[Case[Any]]] = {}
        for resolution in resolutions:
            taken = {anaphor for anaphor, (decision, _) in answered.items() if not decision.excluded}
            links += _links(resolution, taken | linked)
            for trace in resolution.mention_traces:
                _add_trace(traces.setdefault(trace.pronoun.id, []), trace, linked)
            linked |= {mention for chain in resolution.chains if len(chain) > 1 for mention in chain} & speech
            for decision, trace in zip(resolution.decisions, resolution.traced(document), strict=True):
                if decision.anaphor not in taken:
                    answered[decision.anaphor] = decision, trace
        tables = {resolution.resolver: resolution.tables for resolution in resolutions if resolution.tables}
        chains = closure_by_id(links, [mention.id for mention in mentions])
        # A mention that one part leaves out is in no chain unless another links it, nor is a clause.
        left_out = frozenset(mention.id for mention in added)
        left_out = left_out.union(*(resolution.left_out for resolution in resolutions))
        chains = [chain for chain in chains if len(chain) > 1 or chain[0] not in left_out]
        return Resolution(
            document.id,
            self.name,
            self.options,
            [decision for decision, _ in answered.values()],
            chains,
            [trace for _, trace in answered.values()],
            tables,
            [trace for of_mention in traces.values() for trace in of_mention],
            link_types(document, mention_of | {mention.id: mention for mention in added}, chains),
            left_out=left_out.difference(*chains).intersection(mention_of),
            moved=dict(ChainMap(*(dict(resolution.moved) for resolution in resolutions))),
            added=added,
        )


def is_foreign(resolver: object) -> bool:
    """Whether code of another distribution answers, alone, joined with others, or as a filter of one of ours."""
    return isinstance(resolver, Guarded) or (isinstance(resolver, Joined) and any(map(is_foreign, resolver.parts)))


def _add_trace(traces: list[Case[Any]], trace: Case[Any], linked: AbstractSet[str]) -> None:
    """Add what a part says of a mention that is no pronoun in scope, but for what another has told or said otherwise.

    Args:
        traces: of the mention, by the parts before.
        linked: first and second persons that these have linked.
    """
    if trace.antecedent is None:
        if not traces:
            traces.append(trace)
    elif linked.isdisjoint((trace.pronoun.id, trace.mention(trace.antecedent).id)):
        traces[:] = [*(other for other in traces if other.antecedent is not None), trace]


def _links(resolution: Resolution, taken: AbstractSet[str]) -> list[tuple[str, str]]:
    """What a resolution holds together, by ids, but for what it says of pronouns that another has answered.

    Args:
        taken: these pronouns.
    """
    answers = {decision.anaphor: decision.antecedent for decision in resolution.decisions if not decision.excluded}
    # Where it leaves a pronoun to others, links to it are of mentions that take it up.
    cut = taken - {decision.anaphor for decision in resolution.decisions if decision.excluded}
    # What was answered by such a pronoun belongs to whatever that is linked to now.
    follows = [
        (later, found) for later, found in answers.items() if found is not None and found in cut and later not in taken
    ]
    apart = cut | {later for later, _ in follows}
    others = ([mention for mention in chain if mention not in apart] for chain in resolution.chains)
    return [*(link for chain in others for link in pairwise(chain)), *follows]


def share_reading(resolvers: Iterable[object], kept_in: Path | None = None) -> None:
    """Let resolvers read each document once for all of them, as they take the documents by turns.

    A document must not change between them. A plug-in that is not a ``Resolver`` reads for itself.

    Args:
        kept_in: folder of the cache, where they may keep what is costly to work out of a document.
    """
    reading = _Latest()
    for resolver in resolvers:
        for part in resolver.parts if isinstance(resolver, Joined) else [resolver]:
            if isinstance(part, Resolver):
                part.discourse_of, part.kept_in = reading, kept_in


class _Latest:
    """The Discourse of the document asked for last."""

    def __init__(self) -> None:
        self._discourse: Discourse | None = None

    def __call__(self, document: Document) -> Discourse:
        if self._discourse is None or self._discourse.document is not document:
            self._discourse = Discourse(document)
        return self._discourse
