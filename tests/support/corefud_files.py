"""CorefUD files for tests: written from a plain description, made at random, and damaged at random.

A word is (sentence, number, sub-number), all counted from 1 but the sub-number of a full word, which is 0; 4.1 of the
second sentence is (2, 4, 1), and an empty node before the first word has number 0. Order in the text is the order of
these triples. A mention is its words in this order and the position of its head among them, from 0.

Damage done to a response (each kind at random, see ``damaged``): empty nodes are dropped, added, and moved to another
word of the sentence; the DEPS of an empty node get another parent, another relation, a second dependency, or none;
mentions are lost, invented (a new mention of words that no mention has), repeated inside their entity, and moved to
another entity; a boundary is moved outwards or inwards by one word; a gap is torn into a mention, or one is closed;
another word of the mention is stated as its head; two entities are joined, and a mention becomes one of its own.
What is kept, so that the definitions (metrics.md, section 18) leave no choice: full words and sentences are the same
on both sides; no words belong to two mentions of different entities; empty nodes are numbered without gaps; mentions
stay within a document, and every entity has a mention. Mentions may cross, nest, span sentences and have gaps, and may
share their head; two mentions of one entity never cross each other, since brackets could not say which ends where.
"""

import random
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

Place = tuple[int, int, int]
RELATIONS = ("nsubj", "obj", "dep", "nmod:of")


@dataclass(frozen=True)
class StatedMention:
    """The words of a mention in text order, and which of them is its head (from 0)."""

    words: tuple[Place, ...]
    head: int = 0

    @property
    def is_zero(self) -> bool:
        return self.words[self.head][2] > 0


@dataclass
class CorefudDocument:
    """A document of a CorefUD file.

    Attributes:
        lengths: number of full words in each sentence.
        empty: DEPS of each empty node, "_" for none.
        entities: mentions by the entity's id.
    """

    lengths: list[int]
    empty: dict[Place, str] = field(default_factory=dict)
    entities: dict[str, list[StatedMention]] = field(default_factory=dict)
    name: str = "d1"

    def places(self) -> list[Place]:
        """All words in text order."""
        full = [(sentence, word, 0) for sentence, n in enumerate(self.lengths, 1) for word in range(1, n + 1)]
        return sorted([*full, *self.empty])

    def mentions(self) -> list[StatedMention]:
        return [mention for mentions in self.entities.values() for mention in mentions]


def document(lengths: Sequence[int], empty: str = "", name: str = "d1", **entities: str) -> CorefudDocument:
    """A document from a short notation.

    Args:
        lengths: words in each sentence.
        empty: empty nodes with DEPS, ``"3.1<4:nsubj 2:0.1<_"``; the sentence stands before a colon, 1 if left out.
        entities: mentions divided by ``;``, the head marked by a star: ``e1="1 2* ; 2:4"``.

    >>> document([4], "3.1<4:nsubj", e1="1 2* ; 3.1").entities["e1"][1].is_zero
    True
    """
    made = CorefudDocument(list(lengths), name=name)
    for node in empty.split():
        place, _, dependencies = node.partition("<")
        made.empty[_place(place)] = dependencies
    for entity, text in entities.items():
        made.entities[entity] = []
        for mention in text.split(";"):
            written = mention.split()
            head = next((position for position, word in enumerate(written) if word.endswith("*")), 0)
            made.entities[entity].append(StatedMention(tuple(_place(word.rstrip("*")) for word in written), head))
    return made


def conllu(documents: CorefudDocument | Iterable[CorefudDocument]) -> str:
    """The file of one or several documents."""
    lines: list[str] = []
    for made in [documents] if isinstance(documents, CorefudDocument) else documents:
        brackets = _brackets(made)
        lines += [f"# newdoc id = {made.name}", "# global.Entity = eid-etype-head-other"]
        sentence = 0
        for place in made.places():
            while place[0] > sentence:
                lines += [""] * (sentence > 0)
                sentence += 1
                lines += [f"# sent_id = {made.name}-{sentence}"]
            number = f"{place[1]}.{place[2]}" if place[2] else str(place[1])
            misc = f"Entity={brackets[place]}" if place in brackets else "_"
            form = "_" if place[2] else f"w{place[0]}-{place[1]}"
            deps = made.empty.get(place, "_")
            lines.append("\t".join((number, form, "_", "_", "_", "_", "_" if place[2] else "0", "_", deps, misc)))
        lines.append("")
    return "\n".join(lines) + "\n"


def random_document(source: random.Random, name: str = "d1") -> CorefudDocument:
    """A key: a few sentences with empty nodes, nested, crossing and discontinuous mentions, singletons and chains."""
    made = CorefudDocument([source.randint(3, 9) for _ in range(source.randint(1, 4))], name=name)
    for sentence, length in enumerate(made.lengths, 1):
        for _ in range(source.choice((0, 0, 1, 2, 3))):
            _add_empty(made, source, sentence, source.randint(0, length))
    for number in range(source.randint(2, 6)):
        mentions: list[StatedMention] = []
        for _ in range(source.choice((1, 1, 2, 3, 4))):
            mention = _random_mention(made, source)
            if mention is not None and _fits(made, mentions, mention):
                mentions.append(mention)
        if mentions:
            made.entities[f"e{number + 1}"] = mentions
    return made


def damaged(key: CorefudDocument, source: random.Random) -> CorefudDocument:
    """A response to a key: the damage that the docstring of this module lists."""
    made = CorefudDocument(list(key.lengths), name=key.name)
    rate = source.choice((0.05, 0.15, 0.3))
    renamed = _damage_empty_nodes(key, made, source, rate)
    names = [*key.entities]
    joined = {name: source.choice(names) if source.random() < rate else name for name in names}
    places = [(joined[name], mention) for name, mentions in key.entities.items() for mention in mentions]
    for number, (name, stated) in enumerate(places):
        mention = _renamed(stated, renamed)
        if mention is None or source.random() < rate:
            continue
        if source.random() < rate:
            name = source.choice([*names, f"s{number}"])
        wanted = [_changed(made, mention, source), mention] if source.random() < rate else [mention]
        for each in wanted:
            if _fits(made, made.entities.get(name, []), each):
                made.entities.setdefault(name, []).append(each)
                break
    for _ in range(source.choice((0, 0, 1, 2))):
        invented = _random_mention(made, source)
        name = source.choice([*made.entities, "new"])
        if invented is not None and _fits(made, made.entities.get(name, []), invented):
            made.entities.setdefault(name, []).append(invented)
    for mentions in made.entities.values():
        if source.random() < rate:
            mentions.insert(source.randrange(len(mentions) + 1), source.choice(mentions))
    return made


def _place(text: str) -> Place:
    sentence, colon, word = text.rpartition(":")
    number, _, sub = word.partition(".")
    return int(sentence) if colon else 1, int(number), int(sub or 0)


def _brackets(made: CorefudDocument) -> dict[Place, str]:
    closings: dict[Place, list[str]] = {}
    openings: dict[Place, list[tuple[int, str]]] = {}
    singles: dict[Place, list[str]] = {}
    order = {place: position for position, place in enumerate(made.places())}
    for entity, mentions in made.entities.items():
        for mention in mentions:
            parts: list[list[Place]] = []
            for place in mention.words:
                if parts and order[place] == order[parts[-1][-1]] + 1:
                    parts[-1].append(place)
                else:
                    parts.append([place])
            for number, part in enumerate(parts, 1):
                name = f"{entity}[{number}/{len(parts)}]" if len(parts) > 1 else entity
                opening = f"({name}-x-{mention.head + 1}-"
                if len(part) == 1:
                    singles.setdefault(part[0], []).append(opening + ")")
                else:
                    openings.setdefault(part[0], []).append((-len(part), opening))
                    closings.setdefault(part[-1], []).append(f"{name})")
    return {
        place: "".join(closings.get(place, []))
        + "".join(text for _, text in sorted(openings.get(place, []), key=lambda opening: opening[0]))
        + "".join(singles.get(place, []))
        for place in {*closings, *openings, *singles}
    }


def _add_empty(made: CorefudDocument, source: random.Random, sentence: int, number: int) -> Place:
    place = sentence, number, 1 + sum(other[:2] == (sentence, number) for other in made.empty)
    made.empty[place] = _random_dependencies(made, source, sentence)
    return place


def _random_dependencies(made: CorefudDocument, source: random.Random, sentence: int) -> str:
    count = source.choice((0, 1, 1, 1, 2))
    pairs = {(source.randint(0, made.lengths[sentence - 1]), source.choice(RELATIONS)) for _ in range(count)}
    return "|".join(f"{parent}:{relation}" for parent, relation in sorted(pairs)) or "_"


def _random_mention(made: CorefudDocument, source: random.Random) -> StatedMention | None:
    places = made.places()
    if made.empty and source.random() < 0.4:
        words = [source.choice(sorted(made.empty))]
    else:
        start = source.randrange(len(places))
        words = places[start : start + source.choice((1, 1, 2, 3, 4, 6))]
    if len(words) > 2 and source.random() < 0.25:
        del words[source.randrange(1, len(words) - 1)]
    taken = {mention.words for mention in made.mentions()}
    return None if tuple(words) in taken else StatedMention(tuple(words), source.randrange(len(words)))


def _fits(made: CorefudDocument, mentions: Sequence[StatedMention], mention: StatedMention) -> bool:
    """Whether a mention may join these of an entity: no other has its words, and brackets can tell it from them."""
    if any(other.words == mention.words for other in (*made.mentions(), *mentions)):
        return False
    order = {place: position for position, place in enumerate(made.places())}
    for other in mentions:
        (start, end), (first, last) = (
            (order[mentioned.words[0]], order[mentioned.words[-1]]) for mentioned in (mention, other)
        )
        apart = end < first or last < start
        nested = (start <= first and last <= end) or (first <= start and end <= last)
        gaps = any(
            order[mentioned.words[-1]] - order[mentioned.words[0]] >= len(mentioned.words)
            for mentioned in (mention, other)
        )
        if not apart and (gaps or not nested):
            return False
    return True


def _damage_empty_nodes(
    key: CorefudDocument, made: CorefudDocument, source: random.Random, rate: float
) -> dict[Place, Place]:
    """Drop, move, add and change empty nodes; the new place of each old one that is left."""
    renamed: dict[Place, Place] = {}
    for old, dependencies in sorted(key.empty.items()):
        sentence, number, _ = old
        if source.random() < rate / 2:
            continue
        if source.random() < rate / 2:
            number = source.randint(0, made.lengths[sentence - 1])
        if source.random() < rate / 2:
            _add_empty(made, source, sentence, number)
        place = _add_empty(made, source, sentence, number)
        if source.random() >= rate:
            made.empty[place] = dependencies
        renamed[old] = place
    for sentence, length in enumerate(made.lengths, 1):
        if source.random() < rate:
            _add_empty(made, source, sentence, source.randint(0, length))
    return renamed


def _renamed(mention: StatedMention, renamed: dict[Place, Place]) -> StatedMention | None:
    """A mention after damage to empty nodes; None where nothing of it is left."""
    moved = {place: renamed.get(place) if place[2] else place for place in mention.words}
    words = sorted(place for place in moved.values() if place is not None)
    head = moved[mention.words[mention.head]]
    return StatedMention(tuple(words), words.index(head) if head is not None else 0) if words else None


def _changed(made: CorefudDocument, mention: StatedMention, source: random.Random) -> StatedMention:
    """A mention with another boundary, gap or head."""
    places = made.places()
    words = list(mention.words)
    head = words[mention.head]
    before, after = places.index(words[0]) - 1, places.index(words[-1]) + 1
    kind = source.choice(("longer", "shorter", "gap", "close", "head", "head"))
    if kind == "longer" and source.random() < 0.5 and before >= 0:
        words.insert(0, places[before])
    elif kind == "longer" and after < len(places):
        words.append(places[after])
    elif kind == "shorter" and len(words) > 1:
        words.pop(source.choice((0, -1)))
    elif kind == "gap" and len(words) > 2:
        words.pop(source.randrange(1, len(words) - 1))
    elif kind == "close":
        words = places[before + 1 : after]
    elif kind == "head":
        head = source.choice(words)
    return StatedMention(tuple(words), words.index(head) if head in words else source.randrange(len(words)))
