"""The nominal passes of the sieve, from the most to the least precise.

Source: Raghunathan et al. (2010), Table 1 and 4.2; those of Lee et al. (2011) that need no web resource, from memory
(relaxed string match, proper head noun match). resolvers.md, 6.3.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

from anaphora_workbench.corpora.document import NEUTER
from anaphora_workbench.corpora.trees.labels import NOUN_MODIFIER
from anaphora_workbench.resolvers.discourse import telling_words
from anaphora_workbench.resolvers.discourse.discourse import Discourse
from anaphora_workbench.resolvers.nominal.head_match import PERSONS, premodifiers
from anaphora_workbench.resolvers.sieve.clusters import Clusters, is_nominal, nearby

# Mentions that share a word are looked back at this far; a frequent one would else cost the square of its mentions.
FARTHEST = 100
PLACES = frozenset({"GPE", "LOC", "LOCATION", "FAC"})
_TITLES = ("surface_titles.masculine", "surface_titles.feminine", "surname_titles.words", "kinds.title")


@dataclass
class Sieve:
    """The state that the passes look at.

    Attributes:
        clusters: as the passes before have left them.
        index: positions by a key, in text order; by the function that makes the keys of a mention.
        nested: by position the mentions around another one or in it, as far as they were asked for.
        via: by what construct two mentions were linked, where a pass says it.
    """

    discourse: Discourse
    clusters: Clusters
    index: dict[Callable[[Sieve, int], list[str]], dict[str, list[int]]] = field(default_factory=dict)
    nested: dict[int, list[int]] = field(default_factory=dict)
    via: str = ""

    def before(self, position: int, keys: Callable[[Sieve, int], list[str]], key: str) -> list[int]:
        """The mentions before another one that have a key, the latest of them."""
        return nearby(self._under(keys, key), position, FARTHEST)

    def around(self, position: int, keys: Callable[[Sieve, int], list[str]], key: str) -> list[int]:
        """The mentions before and after another one that have a key, the nearest of them, and itself."""
        return nearby(self._under(keys, key), position, FARTHEST, FARTHEST)

    def _under(self, keys: Callable[[Sieve, int], list[str]], key: str) -> list[int]:
        if keys not in self.index:
            by_key: dict[str, list[int]] = {}
            for position in range(len(self.discourse.mentions)):
                for word in keys(self, position):
                    by_key.setdefault(word, []).append(position)
            self.index[keys] = by_key
        return self.index[keys].get(key, [])

    def is_nominal(self, position: int) -> bool:
        """Whether it is a name or noun phrase."""
        return is_nominal(self.discourse, position)

    def one_inside_the_other(self, mention: int, candidate: int) -> bool:
        """i-within-i, of whatever is in the clusters of a mention and a candidate.

        *Italy* is not *Rome* where that is *the capital of Italy*, wherever the text says so.
        """
        of, members, discourse = self.clusters.of, self.clusters.members, self.discourse
        directly = discourse.inside(mention, candidate) or discourse.inside(candidate, mention)
        return directly or any(
            of[place] == of[candidate] for member in members[of[mention]] for place in self._nested(member)
        )

    def _nested(self, position: int) -> list[int]:
        """The mentions that a mention contains or that contain it, of those that stand next to it."""
        if position not in self.nested:
            discourse = self.discourse
            around = range(max(0, position - FARTHEST), min(len(discourse.mentions), position + FARTHEST + 1))
            self.nested[position] = [
                place for place in around if discourse.inside(position, place) or discourse.inside(place, position)
            ]
        return self.nested[position]

    def agree(self, one: int, other: int) -> bool:
        """Whether the clusters of two mentions have a number and a gender in common."""
        features, of = self.clusters.features, self.clusters.of
        return all(a & b for a, b in zip(features[of[one]], features[of[other]], strict=True))


@dataclass(frozen=True)
class Pass:
    """A model of the sieve.

    Attributes:
        name: as the option ``without`` knows it.
        candidates: positions of mentions that it may link a mention to, in any order, perhaps later ones too.
        links: whether a mention is linked to an earlier one.
        every_nominal: it looks at indefinite mentions too.
    """

    name: str
    candidates: Callable[[Sieve, int], Iterator[int]]
    links: Callable[[Sieve, int, int], bool]
    every_nominal: bool = False


def text(sieve: Sieve, position: int) -> list[str]:
    return [sieve.discourse.form(position)] if sieve.is_nominal(position) else []


def text_to_head(sieve: Sieve, position: int) -> list[str]:
    """The words up to the head: what follows it (*who lit it*, *of the house*) is left off."""
    if not sieve.is_nominal(position):
        return []
    mention, document = sieve.discourse.mentions[position], sieve.discourse.document
    return [document.text(mention.start, mention.head + 1).lower()]


def head(sieve: Sieve, position: int) -> list[str]:
    nominal = sieve.is_nominal(position) and sieve.discourse.mentions[position].kind != "coordination"
    return [sieve.clusters.own_head[position]] if nominal else []


def content(sieve: Sieve, position: int) -> list[str]:
    return list(sieve.clusters.own_words[position]) if sieve.is_nominal(position) else []


def _same_key(keys: Callable[[Sieve, int], list[str]]) -> Callable[[Sieve, int], Iterator[int]]:
    """Mentions that have a key of the mention's own."""

    def candidates(sieve: Sieve, position: int) -> Iterator[int]:
        for key in keys(sieve, position):
            yield from sieve.before(position, keys, key)

    return candidates


def _in_clusters(keys: Callable[[Sieve, int], list[str]]) -> Callable[[Sieve, int], Iterator[int]]:
    """Mentions of clusters in which a mention has the mention's head as a key."""

    def candidates(sieve: Sieve, position: int) -> Iterator[int]:
        nominals, of = sieve.clusters.nominals, sieve.clusters.of
        for key in head(sieve, position):
            for entity in dict.fromkeys(of[other] for other in sieve.around(position, keys, key)):
                yield from nearby(nominals[entity], position, FARTHEST)

    return candidates


def exact_match(sieve: Sieve, mention: int, candidate: int) -> bool:
    """*A small pump* … *a small pump*."""
    return True


def relaxed_match(sieve: Sieve, mention: int, candidate: int) -> bool:
    """*The keeper of the lamp* … *the keeper who left*."""
    return _head_match(sieve, mention, candidate)


def word_inclusion(sieve: Sieve, mention: int, candidate: int) -> bool:
    """All content words of the mention's cluster are in the candidate's."""
    words, of = sieve.clusters.words, sieve.clusters.of
    return words[of[mention]] <= words[of[candidate]]


def compatible_modifiers(sieve: Sieve, mention: int, candidate: int) -> bool:
    """All nouns and adjectives that modify the mention modify the candidate."""
    return premodifiers(sieve.discourse, mention) <= premodifiers(sieve.discourse, candidate)


def _head_match(sieve: Sieve, mention: int, candidate: int) -> bool:
    """The candidates share the head by their clusters; neither inside the other, and they agree."""
    return sieve.agree(mention, candidate) and not sieve.one_inside_the_other(mention, candidate)


def strict_head(sieve: Sieve, mention: int, candidate: int) -> bool:
    """*A small pump* … *the pump*."""
    return (
        _head_match(sieve, mention, candidate)
        and word_inclusion(sieve, mention, candidate)
        and compatible_modifiers(sieve, mention, candidate)
    )


def without_modifiers(sieve: Sieve, mention: int, candidate: int) -> bool:
    """Words of the whole cluster count as the candidate's."""
    return _head_match(sieve, mention, candidate) and word_inclusion(sieve, mention, candidate)


def without_inclusion(sieve: Sieve, mention: int, candidate: int) -> bool:
    """*The pump* … *the pump that Tom mended*."""
    return _head_match(sieve, mention, candidate) and compatible_modifiers(sieve, mention, candidate)


def proper_head(sieve: Sieve, mention: int, candidate: int) -> bool:
    """*Clara Voss* … *old Voss*: two names of one head, without a place or number that the other lacks.

    *Yale University* and *Harvard University* (section 4.2.3) each have a name that the other lacks.
    """
    mentions = sieve.discourse.mentions
    return (
        mentions[mention].kind == mentions[candidate].kind == "proper"
        and _head_match(sieve, mention, candidate)
        and _places(sieve, mention) == _places(sieve, candidate)
        and _numerals(sieve, mention) <= _numerals(sieve, candidate)
        and (_names(sieve, mention) <= _names(sieve, candidate) or _names(sieve, candidate) <= _names(sieve, mention))
    )


def _places(sieve: Sieve, position: int) -> frozenset[str]:
    """Names of places among the modifiers of a mention."""
    mention, words = sieve.discourse.mentions[position], sieve.discourse.document.words
    inside = (offset for offset in range(mention.start, mention.end) if offset != mention.head)
    return frozenset(words[offset].form.lower() for offset in inside if words[offset].entity_type.upper() in PLACES)


def _names(sieve: Sieve, position: int) -> frozenset[str]:
    """Names among a mention's modifiers, without titles and initials: *Mr. Voss*, *C. Voss* may be *Clara Voss*."""
    discourse = sieve.discourse
    mention, words = discourse.mentions[position], discourse.document.words
    inside = (words[offset] for offset in range(mention.start, mention.end) if offset != mention.head)
    names = {word.form.lower().removesuffix(".") for word in inside if word.upos == "PROPN"}
    return frozenset(name for name in names.difference(*map(discourse.language.words, _TITLES)) if len(name) > 1)


def _numerals(sieve: Sieve, position: int) -> frozenset[str]:
    mention, words = sieve.discourse.mentions[position], sieve.discourse.document.words
    return frozenset(word.form.lower() for word in words[mention.start : mention.end] if word.upos == "NUM")


def relaxed_head(sieve: Sieve, mention: int, candidate: int) -> bool:
    """*Judge N. Sanders Sauls* … *Sanders*: names of one type, the head any word of the candidate's cluster."""
    one, other = sieve.discourse.mentions[mention], sieve.discourse.mentions[candidate]
    return (
        one.kind == other.kind == "proper"
        and one.entity_type == other.entity_type != ""
        and _head_match(sieve, mention, candidate)
        and word_inclusion(sieve, mention, candidate)
    )


def construct_partners(sieve: Sieve, position: int) -> Iterator[int]:
    """Mentions that a precise construct may link a mention to."""
    discourse = sieve.discourse
    mention, above = discourse.mentions[position], discourse.tree.head[discourse.node[position]]
    for id in (mention.apposition_of, mention.predicate_of):
        if id is not None and id in discourse.position:
            yield discourse.position[id]
    yield from discourse.mentions_at.get(above, ())
    if mention.pronoun_type == "relative":
        yield from _host(discourse, position)
    for key in initials(sieve, position):
        yield from sieve.before(position, plain, key)
    for key in plain(sieve, position):
        yield from sieve.before(position, initials, key)
    for key in (*plain(sieve, position), *names_alike(sieve, position)):
        yield from sieve.before(position, names_alike, key)
        yield from sieve.before(position, plain, key)


def precise_constructs(sieve: Sieve, mention: int, candidate: int) -> bool:
    """One of the constructs holds; which one stands in ``via``."""
    sieve.via = next((name for name, holds in CONSTRUCTS.items() if holds(sieve, mention, candidate)), "")
    return sieve.via != ""


def apposition(sieve: Sieve, mention: int, candidate: int) -> bool:
    """*Tom*, *the keeper*."""
    return sieve.discourse.mentions[mention].apposition_of == sieve.discourse.ids[candidate]


def predicate_nominative(sieve: Sieve, mention: int, candidate: int) -> bool:
    """*Tom* is *the keeper*."""
    return sieve.discourse.mentions[mention].predicate_of == sieve.discourse.ids[candidate]


def role_appositive(sieve: Sieve, mention: int, candidate: int) -> bool:
    """*Keeper* in *keeper Tom Voss*: a person's name, and a modifier that is animate and not neuter.

    In the paper the name takes up the role; the name comes first here, as it begins no later and is longer.
    """
    role, name, discourse = sieve.discourse.mentions[mention], sieve.discourse.mentions[candidate], sieve.discourse
    return (
        name.entity_type.upper() in PERSONS
        and role.kind == "common"
        and discourse.inside(mention, candidate)
        and discourse.node[mention] in discourse.tree.dependents(discourse.node[candidate], NOUN_MODIFIER)
        and NEUTER not in discourse.gender[mention]
    )


def relative_pronoun(sieve: Sieve, mention: int, candidate: int) -> bool:
    """*The keeper* *who* lit the lamp."""
    relative = sieve.discourse.mentions[mention].pronoun_type == "relative"
    return relative and candidate in _host(sieve.discourse, mention)


def _host(discourse: Discourse, position: int) -> list[int]:
    hosts = discourse.clause_hosts(position)
    nearest = max((host for host in hosts if host < discourse.mentions[position].start), default=None)
    return [] if nearest is None else discourse.mentions_at.get(nearest, [])


def acronym(sieve: Sieve, mention: int, candidate: int) -> bool:
    """*The European Union* … *the EU*: its capitals, or as the table of acronyms has it."""
    mentions = sieve.discourse.mentions
    if not mentions[mention].kind == mentions[candidate].kind == "proper" or _is_indefinite(sieve, mention):
        return False
    one, other = plain(sieve, mention), plain(sieve, candidate)
    table = sieve.discourse.language.acronyms
    return any(
        short and long and (short[0] in initials_of or long[0] in table.get(short[0], ()))
        for short, long, initials_of in (
            (one, other, initials(sieve, candidate)),
            (other, one, initials(sieve, mention)),
        )
    )


def demonym(sieve: Sieve, mention: int, candidate: int) -> bool:
    """*Norway* … *the Norwegians*; not *a Norwegian*."""
    if _is_indefinite(sieve, mention):
        return False
    demonyms = sieve.discourse.language.demonyms
    one, other = plain(sieve, mention), plain(sieve, candidate)
    pairs = ((place, people) for place, people in ((one, other), (other, one)) if place and people)
    return any(people[0] in demonyms.get(place[0], ()) for place, people in pairs)


def _is_indefinite(sieve: Sieve, position: int) -> bool:
    return sieve.discourse.mentions[position].definiteness == "indefinite"


def plain(sieve: Sieve, position: int) -> list[str]:
    """The words of a name in lower case, without determiners and full stops."""
    if sieve.discourse.mentions[position].kind != "proper":
        return []
    mention, words = sieve.discourse.mentions[position], sieve.discourse.document.words
    kept = [
        word.form.lower().replace(".", "")
        for word in words[mention.start : mention.end]
        if word.upos not in ("DET", "PART")
    ]
    return [" ".join(kept)]


def initials(sieve: Sieve, position: int) -> list[str]:
    """The acronyms that a name may have, in lower case as ``plain`` has one."""
    return [letters.lower() for letters in telling_words.initials(sieve.discourse, position)]


def names_alike(sieve: Sieve, position: int) -> list[str]:
    """The demonyms of a place and the full names of an acronym."""
    language = sieve.discourse.language
    return [
        other
        for name in plain(sieve, position)
        for table in (language.demonyms, language.acronyms)
        for other in sorted(table.get(name, ()))
    ]


CONSTRUCTS: dict[str, Callable[[Sieve, int, int], bool]] = {
    "apposition": apposition,
    "predicate nominative": predicate_nominative,
    "role appositive": role_appositive,
    "relative pronoun": relative_pronoun,
    "acronym": acronym,
    "demonym": demonym,
}
# Links that some corpora do not hold (OntoNotes, OntoGUM): the mention is named twice in one phrase or clause.
NOT_CHAINED = frozenset({"apposition", "predicate nominative", "role appositive", "relative pronoun"})

PASSES = (
    Pass("exact-match", _same_key(text), exact_match, every_nominal=True),
    Pass("relaxed-match", _same_key(text_to_head), relaxed_match),
    Pass("precise-constructs", construct_partners, precise_constructs, every_nominal=True),
    Pass("strict-head", _in_clusters(head), strict_head),
    Pass("without-modifiers", _in_clusters(head), without_modifiers),
    Pass("without-inclusion", _in_clusters(head), without_inclusion),
    Pass("proper-head", _in_clusters(head), proper_head),
    Pass("relaxed-head", _in_clusters(content), relaxed_head),
)
