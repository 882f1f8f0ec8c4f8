"""The contract of a resolver: its interface and its result.

A resolver is a class with ``name``, ``description``, ``source`` and ``Options``, made from one instance of
those options, that answers the pronouns of a Document; ``registry.py`` finds it by its name.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence, Set
from dataclasses import dataclass, field, replace
from numbers import Integral
from pathlib import Path
from typing import Any, ClassVar, Literal, get_args

from anaphora_workbench.corpora.document import CoreferenceLayer, Decision, Document, Entity, Mention
from anaphora_workbench.corpora.document.closure import closure
from anaphora_workbench.corpora.document.links import Link as TypedLink
from anaphora_workbench.corpora.document.links import note_links
from anaphora_workbench.corpora.support.errors import brief, quantity
from anaphora_workbench.corpora.support.known_names import there_are
from anaphora_workbench.corpora.support.tabular import Tabular
from anaphora_workbench.resolvers.contract.case import UNTRACED, Candidate, Case
from anaphora_workbench.resolvers.discourse.discourse import Discourse
from anaphora_workbench.resolvers.discourse.language_gaps import foreign_model
from anaphora_workbench.resolvers.options import ResolverOptions, describe
from anaphora_workbench.resolvers.words import Words

# The table of a resolution that counts what was asked of a language model.
ASKED = "language model"
PRONOMINAL, GENERIC, DEFINITE, ELLIPSIS = "p", "g", "d", "e"


def link_types(
    document: Document, mention_of: Mapping[str, Mention], chains: Iterable[Sequence[str]]
) -> Mapping[str, str]:
    """The type of each mention of a chain of several, by id, as far as it follows; which of them dominates is not said.

    The letters are those of Žitkus et al. (2023): class; ``t`` total, ``a`` partial repetition of an earlier mention;
    ``a`` after, ``p`` before its antecedent, ``i`` where a repetition tells; ``s`` for one antecedent; ``?`` unknown.

    Args:
        mention_of: the document's mentions by id, as they were before a resolver saw them.
    """
    types = {}
    for chain in chains:
        seen: set[tuple[str, ...]] = set()
        for name in chain if len(chain) > 1 else ():
            mention = mention_of[name]
            lemmas = _content(mention, document)
            types[name] = _link_type(mention, document, lemmas, seen, is_first=name == chain[0])
            if lemmas and not mention.is_pronoun:
                seen.add(lemmas)
    return types


def _link_type(
    mention: Mention, document: Document, lemmas: tuple[str, ...], seen: Set[tuple[str, ...]], is_first: bool
) -> str:
    direction = "p" if is_first else "a"
    if not document.words or mention.start < 0:
        return PRONOMINAL if mention.is_pronoun else DEFINITE if mention.kind == "proper" else GENERIC
    if document.words[mention.head].empty:
        return f"{ELLIPSIS}-{direction}s"
    if mention.is_pronoun:
        return f"{PRONOMINAL}?{direction}s"
    name = DEFINITE if mention.kind == "proper" else GENERIC
    if lemmas in seen:
        return f"{name}tis"
    return f"{name}ais" if any(not set(lemmas).isdisjoint(other) for other in seen) else f"{name}??s"


def _content(mention: Mention, document: Document) -> tuple[str, ...]:
    """The lemmas of a mention, determiners left out."""
    if not document.words or mention.start < 0:
        return ()
    words = document.words[mention.start : mention.end]
    return tuple((word.lemma or word.form).lower() for word in words if word.upos != "DET")


Link = tuple[int, int]
Role = Literal["algorithm", "full", "learned", "llm", "baseline", "oracle", "nominal"]
ROLES: tuple[str, ...] = get_args(Role)


def pronouns_by_role(role: str) -> bool:
    """Whether resolvers of a role answer pronouns, unless they say otherwise."""
    return role != "nominal"


def nouns_by_role(role: str) -> bool:
    """Whether the chains of resolvers of a role are of names and noun phrases too, unless they say otherwise."""
    return role in ("nominal", "full", "learned")


def require_words(document: Document) -> None:
    """Refuse a text that was not preprocessed: it has no mentions, which is not the same as nothing to resolve.

    Raises:
        ValueError: the message says how to preprocess it.
        TypeError: it is no Document.
    """
    if not isinstance(document, Document):
        raise ValueError(
            f"expected a Document, got {type(document).__name__}; aw.resolve(text, name) takes text "
            "(import anaphora_workbench as aw)"
        )
    if document.raw_text and not document.words:
        raise ValueError(
            f"{document.id}: a text without words; expected a preprocessed one: Preprocessor().annotate(document)"
        )


def is_position(said: object, size: int) -> bool:
    """Whether something that a plug-in said is a place among so many mentions; True would be that of the second."""
    return isinstance(said, Integral) and not isinstance(said, bool) and 0 <= int(said) < size


def _links_of_positions(links: Iterable[Link], size: int) -> list[Link]:
    """What ``nominal_links`` returned; ValueError for what is no link, as -1 would be one of the last mention."""
    expected = f"expected pairs of positions of mentions, from 0 to {size - 1}"
    if not isinstance(links, Iterable):
        raise ValueError(f"nominal_links returned {brief(repr(links))}; {expected}")
    checked = []
    for link in links:
        # A row of an array is no Sequence; of a set nobody knows which is the later one.
        ordered = isinstance(link, Collection) and not isinstance(link, Set | Mapping)
        if not (ordered and len(link) == 2 and all(is_position(place, size) for place in link)):
            raise ValueError(f"nominal_links returned the link {brief(repr(link))}; {expected}")
        later, earlier = map(int, link)
        checked.append((later, earlier))
    return checked


@dataclass(slots=True, repr=False)
class Resolution(Tabular):
    """The result of a resolver for one document.

    Attributes:
        decisions: one for each pronoun in scope, in the order of processing.
        chains: the mentions as entities, singletons included: ids in text order, entities by their first mention. All
            mentions are in them but those of ``left_out``.
        traces: one for each decision, in the same order; a plug-in may leave none.
        mention_traces: one for each other mention that a resolver of full coreference looked at.
        tables: what the algorithm gathered over the whole document (how often each rule fired, its terms …).
        types: of the links, by mention id; a plug-in may leave none.
        links: with their antecedents, where one may have several that are meant together; None where chains say all.
        dominant: ids of mentions that name their entities best, where the resolver knows; others go by rank.
        left_out: ids of mentions that are in no chain, as they are none by the guideline that the resolver follows.
        moved: by id the start and end of mentions that the resolver bounds otherwise than they were given.
        added: clauses that it made mentions of, chosen or not; those in chains are mentions of the response.
        from_chains: the decisions were read off the chains, which say nothing of a pronoun that is first in its own.

    >>> made = Resolution("rain", "hobbs", {}, [Decision("m2", antecedent="m1")], [["m1", "m2"]], traces=[])
    >>> [(decision.anaphor, decision.antecedent) for decision in made.decisions]
    [('m2', 'm1')]
    """

    document_id: str
    resolver: str
    options: dict[str, Any]
    decisions: list[Decision]
    chains: list[list[str]]
    traces: list[Case[Any]]
    tables: dict[str, Any] = field(default_factory=dict)
    mention_traces: list[Case[Any]] = field(default_factory=list)
    types: Mapping[str, str] = field(default_factory=dict)
    from_chains: bool = False
    left_out: frozenset[str] = frozenset()
    links: Sequence[TypedLink] | None = None
    dominant: frozenset[str] = frozenset()
    moved: Mapping[str, tuple[int, int]] = field(default_factory=dict)
    added: Sequence[Mention] = ()

    def bounded(self, given: Document, every: bool = False) -> Document:
        """The document that was resolved, with its mentions as the resolver bounds them, and the clauses that it chose.

        Args:
            every: with all clauses that it looked at.
        """
        if self.added:
            chained = {name for chain in self.chains for name in chain}
            chosen = [mention for mention in self.added if every or mention.id in chained]
            given = replace(given, mentions=[*given.mentions, *chosen])
        if not self.moved:
            return given
        spans = {mention.id: self.moved.get(mention.id, (mention.start, mention.end)) for mention in given.mentions}
        mentions = [replace(one, start=spans[one.id][0], end=spans[one.id][1]) for one in given.mentions]
        return replace(given, mentions=mentions)

    def __repr__(self) -> str:
        chains = sum(len(chain) > 1 for chain in self.chains)
        made = f"{quantity(len(self.decisions), 'decision')}, {quantity(chains, 'chain')} of several mentions"
        return f"<Resolution of {self.document_id!r} by {self.resolver}: {made}>"

    def records(self) -> list[dict[str, Any]]:
        """A row for each decision, with the words of both mentions where the resolver left a trace."""
        trace_of = {trace.decision.anaphor: trace for trace in self.traces}

        def words(name: str | None, trace: Case[Any] | None) -> str | None:
            if trace is None or name is None:
                return None
            document, position = trace.discourse.document, trace.discourse.position
            return document.mention_text(trace.mention(position[name]))

        return [
            {
                "document": self.document_id,
                "anaphor": each.anaphor,
                "anaphor_text": words(each.anaphor, trace_of.get(each.anaphor)),
                "antecedent": each.antecedent,
                "antecedent_text": words(each.antecedent, trace_of.get(each.anaphor)),
                "rule": trace_of[each.anaphor].rule if each.anaphor in trace_of else None,
            }
            for each in self.decisions
        ]

    def traced(self, document: Document) -> list[Case[Any]]:
        """A trace for each decision; where the resolver left none, one that only says what was decided.

        Args:
            document: the one that was resolved.
        """
        trace_of = {trace.decision.anaphor: trace for trace in self.traces}
        if all(decision.anaphor in trace_of for decision in self.decisions):
            return self.traces
        discourse = Discourse(document)
        return [trace_of.get(decision.anaphor) or self._untraced(decision, discourse) for decision in self.decisions]

    def _untraced(self, decision: Decision, discourse: Discourse) -> Case[Any]:
        position = discourse.position
        antecedent = None if decision.antecedent is None else position[decision.antecedent]
        return Case(
            discourse, self.resolver, self.options, position[decision.anaphor], antecedent=antecedent, rule=UNTRACED
        )

    def layer(self) -> CoreferenceLayer:
        """The answer as a coreference layer, its annotator the resolver's name."""
        types = self.types
        entities = [
            Entity(
                f"{number}",
                list(chain),
                {name: types[name] for name in chain if name in types},
                dominant=next((name for name in chain if name in self.dominant), None),
            )
            for number, chain in enumerate(self.chains, start=1)
        ]
        layer = CoreferenceLayer(self.resolver, entities, list(self.decisions))
        clauses = {mention.id for mention in self.added}
        layer.discourse_deixis = [entity for entity in entities if not clauses.isdisjoint(entity.mentions)]
        if self.links is not None:
            note_links(layer, self.links)
        return layer


class Resolver(ABC):
    """Common ground of the resolvers; a subclass answers the pronouns of a Discourse.

    Attributes:
        name, description, source: as listed by ``workbench list resolvers``.
        parts: names of the factors and rules that the option ``without`` can leave out.
        role: what it is in a comparison, which tables sort by; nominal resolvers are for joining, and those of full
            coreference by rules (``full``) and learned ones are compared where they are named.
        words: what a person reads of its rules and factors, besides the words of its base classes.
        answers_pronouns: it gives third person pronouns an antecedent, so that others behind it in a join do not. Where
            a class that has a role does not say it, all do but nominal ones.
        answers_first: in a join it answers before the others, wherever it stands, and leaves them the rest.
        answers_nouns: its chains are of names and other noun phrases too, and nothing need be joined with it; likewise
            nominal resolvers, and those of full coreference.
        needs_key: it asks for the key (an oracle, or an option that does); no other resolver ever sees one.
        answers_make_chains: the answers to pronouns are links of the chains too.
        learnt_in: codes of the languages whose texts it learnt from; none for what has learnt nothing.
        learnt_from: ids of the documents that it learnt from; none for what has learnt nothing.
        kept_in: folder where it may keep what is costly to work out of a document; None for none.
        discourse_of: reads a document; one function for resolvers that share their reading (``sharing.py``).
    """

    name: ClassVar[str]
    description: ClassVar[str]
    source: ClassVar[str]
    Options: ClassVar[type[ResolverOptions]] = ResolverOptions
    parts: ClassVar[tuple[str, ...]] = ()
    role: ClassVar[Role] = "algorithm"
    words: ClassVar[Words] = Words()
    answers_pronouns: bool = True
    answers_nouns: ClassVar[bool] = False
    answers_first: ClassVar[bool] = False
    needs_key: bool = False
    learnt_in: frozenset[str] = frozenset()
    learnt_from: frozenset[str] = frozenset()
    answers_make_chains: ClassVar[bool] = True
    kept_in: Path | None = None
    discourse_of: Callable[[Document], Discourse] = Discourse

    def __init_subclass__(cls, **further: Any) -> None:
        super().__init_subclass__(**further)
        if "role" in vars(cls):
            for name, by_role in (("answers_pronouns", pronouns_by_role), ("answers_nouns", nouns_by_role)):
                if name not in vars(cls):
                    setattr(cls, name, by_role(cls.role))

    def __init__(self, options: ResolverOptions | None = None) -> None:
        self.parameters: Any = options if options is not None else self.Options()
        self._options = {name: getattr(self.parameters, name) for name in describe(self.Options)}
        removable = self.removable()
        for part in getattr(self.parameters, "without", ()):
            if part not in removable:
                raise ValueError(f"option without of {self.name}: no part {part!r}; {there_are(removable, part)}")

    def __repr__(self) -> str:
        return f"<resolver {self.name}>"

    @property
    def options(self) -> dict[str, Any]:
        """All options with the values in force."""
        return dict(self._options)

    @classmethod
    def missing(cls) -> str:
        """What has to be installed before it answers, in a line; "" for nothing."""
        return ""

    @classmethod
    def has_server(cls) -> bool:
        """Whether the environment names the server that it asks; True for one that asks none."""
        return True

    def resolve(self, document: Document, key: Document | None = None) -> Resolution:
        """Answer every pronoun in scope of a document.

        Args:
            key: the same text with a gold layer; only for a resolver that ``needs_key``.

        Raises:
            ValueError: a key is needed and missing, two mentions have one id, or the text is not in words yet.
        """
        require_words(document)
        if self.needs_key and (key is None or key.key is None):
            raise ValueError(f"{self.name} needs a key for {document.id}; expected a document with a gold layer")
        discourse = self.discourse_of(document)
        if not getattr(self.parameters, "renaming", True):
            discourse = discourse.without_renaming()
        if getattr(self.parameters, "singular_they", False):
            discourse = discourse.with_singular_they()
        discourse = self.reading_of(discourse)
        document = discourse.document
        mention_of = document.mention_by_id()
        tables: dict[str, Any] = {}
        cases = list(self.answer(discourse, key, tables))
        foreign = foreign_model(self.learnt_in, discourse.language)
        for case in cases if foreign else ():
            case.absent = {**case.absent, **foreign}
        links = _links_of_positions(self.nominal_links(discourse, key), len(discourse.mentions))
        if self.answers_make_chains:
            links += [(case.anaphor, case.antecedent) for case in cases if case.antecedent is not None]
        chains = closure(discourse.ids, self.consistent(discourse, cases, links))
        # Decisions are about pronouns only, whatever else was linked.
        reciprocals = getattr(self.parameters, "reciprocals", False)
        traces = [case for case in cases if discourse.in_scope(case.anaphor, reciprocals)]
        others = [case for case in cases if not discourse.in_scope(case.anaphor, reciprocals)]
        decisions = [trace.decision for trace in traces]
        types = link_types(document, mention_of, chains)
        return Resolution(document.id, self.name, self.options, decisions, chains, traces, tables, others, types)

    def reading_of(self, discourse: Discourse) -> Discourse:
        """The document as this resolver sees it, where it does not take the features of mentions as they are."""
        return discourse

    @abstractmethod
    def answer(self, discourse: Discourse, key: Document | None, tables: dict[str, Any]) -> Iterable[Case[Any]]:
        """A trace for each pronoun in scope, in the order of processing; may fill the document's tables.

        A resolver of full coreference gives one for each other mention too, which is a link and no decision.
        Who chooses antecedents writes a table of stages instead (``PronounResolver``), which has this loop.
        """

    def nominal_links(self, discourse: Discourse, key: Document | None) -> list[Link]:
        """Links of mentions that are no pronouns in scope, (later, earlier) by position."""
        return []

    def consistent(self, discourse: Discourse, cases: Sequence[Case[Any]], links: list[Link]) -> list[Link]:
        """The links that make the chains, where some contradict what the resolver is certain of."""
        return links

    def leaving_pronouns(self) -> Resolver:
        """The resolver to join behind one that answers pronouns: itself, unless it resolves all mentions together."""
        return self

    def removable(self) -> tuple[str, ...]:
        """Parts that the option ``without`` can leave out: factors and rules first, then parts of filters."""
        return self.parts

    def values(self) -> dict[str, float]:
        """Weights in force of the factors whose weights an option changes; empty where there are none."""
        return {}

    def idle_parts(self) -> frozenset[str]:
        """Parts that the options leave without effect: to leave them out says nothing about them."""
        return frozenset()

    def trace(self, discourse: Discourse, anaphor: int, **facts: Any) -> Case[Any]:
        """A trace that carries the resolver's name and options."""
        return Case(discourse, self.name, self._options, anaphor, **facts)

    def trace_of_link(
        self, discourse: Discourse, position: int, antecedent: int | None, rule: str, note: str = ""
    ) -> Case[Any]:
        """The trace of a mention whose antecedent a rule has found, or not, without others to compare it with."""
        candidates = [] if antecedent is None else [Candidate(antecedent, rank=1)]
        return self.trace(discourse, position, candidates=candidates, antecedent=antecedent, rule=rule, note=note)
