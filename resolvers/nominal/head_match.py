"""Linking of names and nouns by their words, so that a pronoun resolver can give full coreference.

Source: passes 1, 4 and the head matches of Lee et al. (2013) cut down, as in resolvers.md, 7.1.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from anaphora_workbench.corpora.document import Document
from anaphora_workbench.corpora.trees.labels import ADJECTIVE, NUMERAL, PART_OF_COMPOUND
from anaphora_workbench.resolvers.contract.case import OUT_OF_SCOPE, Case
from anaphora_workbench.resolvers.contract.resolver import Link, Resolver
from anaphora_workbench.resolvers.discourse.discourse import Discourse, Features
from anaphora_workbench.resolvers.discourse.entities import Entities
from anaphora_workbench.resolvers.discourse.telling_words import as_acronym, determiners, initials, telling_words
from anaphora_workbench.resolvers.options import ResolverOptions, option

# Mentions of one word that are looked back at; a frequent head would else cost the square of its mentions.
FARTHEST = 100

# The passes, as traces name them.
SAME_WORDS, APPOSITION, ACRONYM, PERSON, ORGANISATION, HEAD = (
    "same words", "apposition", "acronym", "person", "organisation", "head",
)  # fmt: skip
NOT_LINKED = "no pass links it"

_PREMODIFIERS = ADJECTIVE | PART_OF_COMPOUND | NUMERAL
PERSONS = frozenset({"PERSON", "PER"})
_ORGANISATIONS = frozenset({"ORG", "ORGANIZATION", "ORGANISATION"})


@dataclass(frozen=True, kw_only=True)
class NominalOptions(ResolverOptions):
    """Options of the nominal resolvers."""

    appositions: bool = option(False, "link appositives, for corpora whose chains hold them")


class NominalResolver(Resolver):
    """Links names and nouns, and says of every pronoun that it is out of its scope."""

    role = "nominal"

    def answer(self, discourse: Discourse, key: Document | None, tables: dict[str, Any]) -> Iterator[Case[Any]]:
        for position in range(len(discourse.mentions)):
            if discourse.in_scope(position):
                yield self.trace(discourse, position, rule=OUT_OF_SCOPE)


class ExactMatch(NominalResolver):
    """Names and definite noun phrases with the same words, acronyms, parts of names; no pronouns."""

    name = "exact-match"
    description = "links names and definite noun phrases by their words; for joining, as in mitkov+exact-match"
    source = "after Lee et al. 2013"
    Options = NominalOptions

    def answer(self, discourse: Discourse, key: Document | None, tables: dict[str, Any]) -> Iterator[Case[Any]]:
        yield from super().answer(discourse, key, tables)
        linking = linking_of(discourse, self.name, self.parameters.appositions)
        antecedent_of = dict(linking.links)
        for position in linking.nouns:
            rule = linking.made_by.get(position, NOT_LINKED)
            yield self.trace_of_link(discourse, position, antecedent_of.get(position), rule)


class HeadMatch(ExactMatch):
    """The links of ``exact-match``, and definite noun phrases with the head and modifiers of an earlier one."""

    name = "head-match"
    description = (
        "links names and definite noun phrases by words, heads and modifiers; for joining, as in mitkov+head-match"
    )


def linked_nouns(discourse: Discourse, passes: str = "head-match") -> list[Link]:
    """Links of names and nouns, (later, earlier) by position.

    Args:
        passes: ``names`` for names with the same words; ``exact-match`` for same words of nouns too, acronyms and
            parts of names; ``head-match`` for heads too.
    """
    return linking_of(discourse, passes).links


def linking_of(discourse: Discourse, passes: str, appositions: bool = False) -> Linking:
    """The links of ``linked_nouns``, with the pass that made each.

    Args:
        appositions: link appositives to what they stand by.
    """
    linking = Linking(discourse)
    if passes == "names":
        linking.run(SAME_WORDS, _words_of_name, linking.matches, takes_up=linking.is_given)
        return linking
    linking.run(SAME_WORDS, _words, linking.matches, takes_up=linking.is_given)
    if appositions:
        linking.link_appositions()
    linking.run(ACRONYM, initials, linking.matches, of_later=_as_acronym)
    linking.run(PERSON, _last_name, linking.same_person)
    linking.run(ORGANISATION, _name_words, linking.same_organisation, of_later=_head_word)
    if passes == "head-match":
        linking.run(HEAD, _head_lemma, linking.matches_head, takes_up=linking.is_given)
    return linking


class Linking:
    """The state of the passes: entities so far, and the links that made them.

    Attributes:
        links: (later, earlier) by position, in the order in which they were made.
        made_by: by position of the later mention the pass that made its link.
        nouns: positions of names and nouns.
    """

    def __init__(self, discourse: Discourse) -> None:
        self.discourse = discourse
        self.links: list[Link] = []
        self.made_by: dict[int, str] = {}
        self.entities = Entities(discourse)
        self.nouns = [
            position
            for position, mention in enumerate(discourse.mentions)
            if not mention.is_pronoun and mention.pronoun_type is None
        ]
        self._linked: set[int] = set()
        self._entity = {position: position for position in self.nouns}
        self._members = {position: [position] for position in self.nouns}
        # What the members nearby of each entity say together, and of how many members in all.
        self._features: dict[int, tuple[int, set[Features]]] = {}
        self._modifiers: dict[int, tuple[int, set[str]]] = {}
        self._premodifiers_of: dict[int, set[str]] = {}

    def run(
        self,
        name: str,
        index: Callable[[Discourse, int], list[str]],
        allows: Callable[[int, int], bool],
        of_later: Callable[[Discourse, int], list[str]] | None = None,
        takes_up: Callable[[int], bool] = lambda later: True,
    ) -> None:
        """One pass: link each noun phrase to the most recent one before it that shares an index word and is allowed.

        Args:
            name: of the pass.
            index: words under which a mention is found by later ones.
            allows: whether a later mention may be linked to an earlier one.
            of_later: words that a later mention looks under; those of ``index`` if not given.
            takes_up: whether a mention may be linked to any earlier one.
        """
        under: dict[str, list[int]] = {}
        for position in self.nouns:
            if position not in self._linked and takes_up(position):
                wanted = (of_later or index)(self.discourse, position)
                earlier = sorted({p for word in wanted for p in under.get(word, ())[-FARTHEST:]}, reverse=True)
                antecedent = next((p for p in self._agreeing(position, earlier) if allows(position, p)), None)
                if antecedent is not None:
                    self.link(position, antecedent, name)
            for word in index(self.discourse, position):
                under.setdefault(word, []).append(position)

    def link(self, position: int, antecedent: int, name: str) -> None:
        self.links.append((position, antecedent))
        self.made_by[position] = name
        self._linked.add(position)
        kept, merged = self._entity[antecedent], self._entity[position]
        if kept != merged:
            if len(self._members[kept]) < len(self._members[merged]):
                kept, merged = merged, kept
            for member in self._members.pop(merged):
                self._members[kept].append(member)
                self._entity[member] = kept

    def _agreeing(self, position: int, earlier: list[int]) -> Iterator[int]:
        """Those with whose entity nearby it has number and gender in common, neither inside the other."""
        discourse = self.discourse
        agrees: dict[int, bool] = {}
        for place in earlier:
            entity = self._entity[place]
            if entity not in agrees:
                agrees[entity] = self._agrees_with(position, entity)
            if agrees[entity] and not discourse.inside(position, place) and not discourse.inside(place, position):
                yield place

    def _agrees_with(self, position: int, entity: int) -> bool:
        number, gender = self.discourse.number[position], self.discourse.gender[position]
        return all(number & of_one and gender & of_other for of_one, of_other in self._features_of(entity))

    def _features_of(self, entity: int) -> set[Features]:
        """The pairs of number and gender that members nearby have."""
        members, discourse = self._members[entity], self.discourse
        known = self._features.get(entity)
        if known is None or known[0] != len(members):
            features = {(discourse.number[member], discourse.gender[member]) for member in members[-FARTHEST:]}
            known = self._features[entity] = len(members), features
        return known[1]

    def _modifiers_of(self, entity: int) -> set[str]:
        """The premodifiers of members nearby."""
        members = self._members[entity]
        known = self._modifiers.get(entity)
        if known is None or known[0] != len(members):
            modifiers = {modifier for member in members[-FARTHEST:] for modifier in self._premodifiers(member)}
            known = self._modifiers[entity] = len(members), modifiers
        return known[1]

    def _premodifiers(self, position: int) -> set[str]:
        if position not in self._premodifiers_of:
            self._premodifiers_of[position] = premodifiers(self.discourse, position)
        return self._premodifiers_of[position]

    def is_given(self, position: int) -> bool:
        """Whether it may take up something: a name or a definite noun phrase."""
        mention = self.discourse.mentions[position]
        return mention.kind == "proper" or mention.definiteness == "definite"

    def matches(self, later: int, earlier: int) -> bool:
        """Whatever is found under its index words."""
        return True

    def same_person(self, later: int, earlier: int) -> bool:
        """A person's name that ends in the last word of an earlier one and says no more than it."""
        discourse = self.discourse
        return len(words_of(discourse, later)) <= len(words_of(discourse, earlier)) or _titled(discourse, later)

    def same_organisation(self, later: int, earlier: int) -> bool:
        """The name of an organisation whose words all occur in an earlier one."""
        return set(words_of(self.discourse, later)) <= set(words_of(self.discourse, earlier))

    def matches_head(self, later: int, earlier: int) -> bool:
        """Same head lemma, and no premodifier that the earlier one's entity lacks."""
        mentions = self.discourse.mentions
        if "coordination" in (mentions[later].kind, mentions[earlier].kind):
            return False
        return self._premodifiers(later) <= self._modifiers_of(self._entity[earlier])

    def link_appositions(self) -> None:
        discourse = self.discourse
        for position in self.nouns:
            noun = discourse.position.get(discourse.mentions[position].apposition_of or "")
            if position not in self._linked and noun in self._entity:
                self.link(position, noun, APPOSITION)


def words_of(discourse: Discourse, position: int) -> list[str]:
    """The telling words in lower case."""
    return [form.lower() for form in telling_words(discourse, position)]


def _words(discourse: Discourse, position: int) -> list[str]:
    words = words_of(discourse, position)
    return [" ".join(words)] if words else []


def _words_of_name(discourse: Discourse, position: int) -> list[str]:
    return _words(discourse, position) if discourse.mentions[position].kind == "proper" else []


def _as_acronym(discourse: Discourse, position: int) -> list[str]:
    letters = as_acronym(discourse, position)
    return [letters] if letters else []


def _last_name(discourse: Discourse, position: int) -> list[str]:
    mention = discourse.mentions[position]
    words = words_of(discourse, position)
    return words[-1:] if mention.kind == "proper" and mention.entity_type.upper() in PERSONS else []


def _titled(discourse: Discourse, position: int) -> bool:
    """A title and a surname: two words, the first of them no name of its own."""
    words = words_of(discourse, position)
    return len(words) == 2 and words[0].rstrip(".") in discourse.language.words("surname_titles.words")


def _name_words(discourse: Discourse, position: int) -> list[str]:
    mention = discourse.mentions[position]
    organisation = mention.kind == "proper" and mention.entity_type.upper() in _ORGANISATIONS
    return words_of(discourse, position) if organisation else []


def _head_word(discourse: Discourse, position: int) -> list[str]:
    named = _name_words(discourse, position)
    form = discourse.document.words[discourse.mentions[position].head].form.lower()
    return [form] if form in named else []


def _head_lemma(discourse: Discourse, position: int) -> list[str]:
    return [discourse.lemma(position)]


def premodifiers(discourse: Discourse, position: int) -> set[str]:
    """Lemmas of the adjectives, nouns and numerals before the head; without a parse, of all words before it."""
    mention, words = discourse.mentions[position], discourse.document.words
    node = discourse.node[position]
    if discourse.parsed:
        tree = discourse.tree
        before = [word for word in tree.dependents(node, _PREMODIFIERS) if word < node]
    else:
        before = list(range(mention.start, mention.head))
    forms = {(words[offset].lemma or words[offset].form).lower() for offset in before}
    return forms - determiners(discourse.language)
