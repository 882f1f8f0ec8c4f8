"""What a resolver is, what it returns, and how one is found by its name.

A resolver is a class with ``name``, ``description``, ``source`` and ``Options``, made from one instance of
those options, that answers the pronouns of a Document. It is registered by an entry point of the group
``anaphora_workbench.resolvers``; installing a package with one is all a plug-in needs.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, ClassVar

from anaphora_workbench.corpora.document import CoreferenceLayer, Decision, Document, Entity
from anaphora_workbench.corpora.plugins import Registry
from anaphora_workbench.resolvers.discourse import Discourse
from anaphora_workbench.resolvers.options import OptionInfo, PronounOptions, ResolverOptions, describe, make
from anaphora_workbench.resolvers.trace import UNTRACED, Trace

if TYPE_CHECKING:
    from anaphora_workbench.resolvers.joined import Joined

JOIN = "+"

Link = tuple[int, int]


@dataclass(slots=True)
class Resolution:
    """What a resolver made of one document.

    Attributes:
        decisions: one for each pronoun in scope, in the order of processing.
        chains: all mentions as entities, singletons included: ids in text order, entities by their first mention.
        traces: one for each decision, in the same order; a plug-in may leave none.
        tables: what the algorithm gathered over the whole document (how often each rule fired, its terms …).
    """

    document_id: str
    resolver: str
    options: dict[str, Any]
    decisions: list[Decision]
    chains: list[list[str]]
    traces: list[Trace]
    tables: dict[str, Any] = field(default_factory=dict)

    def traced(self, document: Document) -> list[Trace]:
        """A trace for each decision; where the resolver left none, one that only says what was decided.

        Args:
            document: the one that was resolved.
        """
        known = {trace.decision.anaphor: trace for trace in self.traces}
        if all(decision.anaphor in known for decision in self.decisions):
            return self.traces
        discourse = Discourse(document)
        return [known.get(one.anaphor) or self._untraced(one, discourse) for one in self.decisions]

    def _untraced(self, decision: Decision, discourse: Discourse) -> Trace:
        position = discourse.position
        antecedent = None if decision.antecedent is None else position[decision.antecedent]
        return Trace(
            discourse, self.resolver, self.options, position[decision.anaphor], antecedent=antecedent, rule=UNTRACED
        )

    def layer(self) -> CoreferenceLayer:
        """The answer as a coreference layer, its annotator the resolver's name."""
        entities = [Entity(f"{number}", list(chain)) for number, chain in enumerate(self.chains, start=1)]
        return CoreferenceLayer(self.resolver, entities, list(self.decisions))


class Resolver(ABC):
    """Common ground of the resolvers; a subclass answers the pronouns of a Discourse.

    Attributes:
        name, description, source: as listed by ``workbench list resolvers``.
        parts: names of the factors and rules that the option ``without`` can leave out.
        needs_key: it asks for the key (an oracle); no other resolver ever sees one.
        answers_make_chains: the answers to pronouns are links of the chains too.
        discourse_of: reads a document; one function for resolvers that share their reading (``sharing.py``).
    """

    name: ClassVar[str]
    description: ClassVar[str]
    source: ClassVar[str]
    Options: ClassVar[type[ResolverOptions]] = ResolverOptions
    parts: ClassVar[tuple[str, ...]] = ()
    needs_key: ClassVar[bool] = False
    answers_make_chains: ClassVar[bool] = True
    discourse_of: Callable[[Document], Discourse] = Discourse

    def __init__(self, options: ResolverOptions | None = None) -> None:
        self.settings: Any = options if options is not None else self.Options()
        self._options = {name: getattr(self.settings, name) for name in describe(self.Options)}
        _check_parts(self)

    @property
    def options(self) -> dict[str, Any]:
        """All options with the values in force."""
        return dict(self._options)

    def resolve(self, document: Document, key: Document | None = None) -> Resolution:
        """Answer every pronoun in scope of a document.

        Args:
            key: the same text with a gold layer; only for a resolver that ``needs_key``.

        Raises:
            ValueError: a key is needed and missing, or two mentions have one id.
        """
        if self.needs_key and (key is None or key.key is None):
            raise ValueError(f"{self.name} needs a key for {document.id}; expected a document with a gold layer")
        discourse = self.discourse_of(document)
        if getattr(self.settings, "singular_they", False):
            discourse = discourse.with_singular_they()
        tables: dict[str, Any] = {}
        traces = list(self.answer(discourse, key, tables))
        links = self.nominal_links(discourse, key)
        if self.answers_make_chains:
            links += [(trace.anaphor, trace.antecedent) for trace in traces if trace.antecedent is not None]
        chains = closure(discourse.ids, links)
        decisions = [trace.decision for trace in traces]
        return Resolution(document.id, self.name, self.options, decisions, chains, traces, tables)

    @abstractmethod
    def answer(self, discourse: Discourse, key: Document | None, tables: dict[str, Any]) -> Iterable[Trace]:
        """A trace for each pronoun in scope, in the order of processing; may fill the document's tables."""

    def nominal_links(self, discourse: Discourse, key: Document | None) -> list[Link]:
        """Links of mentions that are no pronouns in scope, (later, earlier) by position."""
        return []

    def idle_parts(self) -> frozenset[str]:
        """Parts that the options leave without effect: to leave them out says nothing about them."""
        return frozenset({"syntax"}) if getattr(self.settings, "filter", "") == "none" else frozenset()

    def trace(self, discourse: Discourse, anaphor: int, **facts: Any) -> Trace:
        """A trace that carries the resolver's name and options."""
        return Trace(discourse, self.name, self._options, anaphor, **facts)


def _check_parts(resolver: Resolver) -> None:
    if not isinstance(resolver.settings, PronounOptions):
        return
    known = (*resolver.parts, "number", "gender", "syntax")
    for part in resolver.settings.without:
        if part not in known:
            raise ValueError(f"option without of {resolver.name}: no part {part!r}; there are: {', '.join(known)}")


def closure(mentions: Sequence[str], links: Iterable[Link]) -> list[list[str]]:
    """The entities that links make of mentions: their transitive closure.

    Args:
        mentions: ids in text order.
        links: pairs of places in that order.
    """
    parent: dict[int, int] = {}

    def top(position: int) -> int:
        while (above := parent.setdefault(position, position)) != position:
            parent[position] = parent[above]
            position = above
        return position

    for one, other in links:
        first, second = sorted((top(one), top(other)))
        parent[second] = first
    entities = [[mention] for mention in mentions]
    # In text order, so that the first mention of an entity is its top and stands before the others.
    for position in sorted(parent):
        first = top(position)
        if first != position:
            entities[first].append(mentions[position])
            entities[position] = []
    return [entity for entity in entities if entity]


@dataclass(frozen=True, slots=True)
class ResolverInfo:
    """A resolver that is installed.

    Attributes:
        options: by name, with default and help.
        parts: what the option ``without`` can leave out beside ``number``, ``gender`` and ``syntax``.
        error: why it cannot be loaded, "" if it can.
    """

    name: str
    description: str
    source: str
    options: dict[str, OptionInfo] = field(default_factory=dict)
    parts: tuple[str, ...] = ()
    needs_key: bool = False
    error: str = ""


def _resolver_class(loaded: Any) -> Any:
    if not (isinstance(loaded, type) and callable(getattr(loaded, "resolve", None))):
        raise ValueError(f"is {loaded!r}; expected a class with name, description, source and resolve(document)")
    return loaded


RESOLVERS: Registry[Any] = Registry("anaphora_workbench.resolvers", "resolver", _resolver_class)


def available() -> dict[str, ResolverInfo]:
    """The installed resolvers by name, plug-ins included; one that cannot be loaded says why."""
    problems = RESOLVERS.problems()
    return {
        name: ResolverInfo(name, "", RESOLVERS.origin(name).value, error=problems[name])
        if name in problems
        else _described(name, RESOLVERS.get(name))
        for name in RESOLVERS.names()
    }


def _described(name: str, kind: Any) -> ResolverInfo:
    """What a class says of itself; of a plug-in that is no Resolver, what there is."""
    return ResolverInfo(
        name,
        getattr(kind, "description", ""),
        getattr(kind, "source", ""),
        describe(getattr(kind, "Options", ResolverOptions)),
        tuple(getattr(kind, "parts", ())),
        getattr(kind, "needs_key", False),
    )


def get_resolver(name: str, **options: Any) -> Resolver | Joined:
    """The resolver of that name, or several joined as in ``mitkov+head-match``.

    Args:
        options: values of its options; text is read as the option's type. Of joined resolvers each takes
            the options it has; ``**{"mitkov.window": 3}`` sets that of one.

    Raises:
        ValueError: no such resolver or option; the message lists those there are.

    >>> get_resolver("mitkov", window=3).options["window"]
    3
    """
    if JOIN in name:
        from anaphora_workbench.resolvers.joined import join  # it needs this module itself

        return join([part.strip() for part in name.split(JOIN)], options)
    kind = resolver_class(name)
    own = {key.removeprefix(f"{name}."): value for key, value in options.items()}
    made: Resolver = kind(make(kind.Options, name, own))
    return made


def resolver_class(name: str) -> Any:
    """The class registered under a name.

    Raises:
        ValueError: there is none, and the message lists those there are; or it cannot be loaded.
    """
    return RESOLVERS.get(name)
