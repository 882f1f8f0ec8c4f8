"""What else a name goes by: *two-scale model (TSM)*, *the U.S.*, *Captain Voss … the captain*, *Mary Lennox … Mary*.

Source: our own, after the acronyms of Lee et al. (2013) and the demonyms and countries of Lee et al. (2011).
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from anaphora_workbench.corpora.document import NEUTER
from anaphora_workbench.resolvers.discourse import Discourse
from anaphora_workbench.resolvers.listed_names import (
    CITIES,
    CITIES_AND_COUNTRIES,
    CITY_STATES,
    COUNTRIES,
    listed,
    plain,
)
from anaphora_workbench.resolvers.telling_words import determiners, telling_words

_KINDS = ("ORG", "GPE", "LOC")
_TITLES = (
    "surface_titles.masculine", "surface_titles.feminine", "surname_titles.words", "kinds.title", "kinds.short_title",
)  # fmt: skip
# Pairs of lists of the language's grammar: what people are called for short, and in full.
NICKNAMES = ("nicknames.short", "nicknames.full")
_ONE_SEX = (frozenset("m"), frozenset("f"))
_SENTENCES = 3
_IN_BRACKETS = re.compile(r"([A-Z][A-Z.]*[A-Z])\.?s?")
# *II* and *Jr.* tell son from father.
_SURNAME = re.compile(r"(?![IVX]+$)[^\W\d_].*(?<!\.)")


def in_brackets(discourse: Discourse) -> dict[int, int]:
    """Acronyms in brackets, each with the longest noun phrase before the bracket that it may stand for, by position.

    Its letters are first letters of words of the noun phrase in their order, among them those of the first word and the
    last: *the Board of Trade (BOT)*. A later mention of the acronym has the bracket's.
    """
    document, mentions = discourse.document, discourse.mentions
    ending: dict[int, list[int]] = {}
    for position, mention in enumerate(mentions):
        ending.setdefault(mention.end, []).append(position)
    links: dict[int, int] = {}
    explained: dict[str, int] = {}
    for position, mention in enumerate(mentions):
        start, end = mention.start, mention.end
        known = explained.get(" ".join(telling_words(discourse, position)))
        if known is not None and mentions[known].end <= start:
            links[position] = known
        if end - start != 1 or not 0 < start < len(document.words) - 1:
            continue
        letters = _IN_BRACKETS.fullmatch(document.words[start].form)
        if letters is None or (document.words[start - 1].form, document.words[end].form) != ("(", ")"):
            continue
        long = [
            place
            for place in ending.get(start - 1, ())
            if not mentions[place].is_pronoun and _stands_for(letters[1].replace(".", ""), discourse, place)
        ]
        if long:
            links[position] = min(long, key=lambda place: mentions[place].start)
            explained.setdefault(document.words[start].form, position)
    return links


def _stands_for(letters: str, discourse: Discourse, position: int) -> bool:
    mention, left_out = discourse.mentions[position], determiners(discourse.language)
    words = discourse.document.words[mention.start : mention.end]
    parts = [part for word in words if word.form.lower() not in left_out for part in re.split(r"\W", word.form) if part]
    initials = "".join(part[0] for part in parts).upper()
    if not initials or (letters[0], letters[-1]) != (initials[0], initials[-1]):
        return False
    rest = iter(initials)
    return all(letter in rest for letter in letters)


def nicknames(discourse: Discourse) -> dict[int, int]:
    """Names by which a fuller name calls its bearer in quotation marks, each with the nearest such name, by position.

    *Elizabeth “Betty” Warren … Betty*, *… Betty Warren*.
    """
    words, closing = discourse.document.words, discourse.language.quotation_marks
    called: dict[tuple[str, ...], int] = {}
    links = {}
    for position, mention in enumerate(discourse.mentions):
        if mention.kind != "proper":
            continue
        telling = tuple(telling_words(discourse, position))
        if telling in called and discourse.mentions[called[telling]].end <= mention.start:
            links[position] = called[telling]
        for opening in range(mention.start + 1, mention.end - 3):
            if words[opening + 2].form == closing.get(words[opening].form):
                nickname = words[opening + 1].form
                called |= {(nickname,): position, (nickname, words[mention.end - 1].form): position}
    return links


def given_names(discourse: Discourse) -> dict[int, int]:
    """Names that are others without the surname, or with it, each with the nearest such name before it, by position.

    *Mary Lennox … Mary*, *Lady Bridget O’Hara … Lady Bridget*, *Miss Marcie Voss … Marcie*; *Gabriel … Gabriel Oak*;
    with the language's ``nicknames`` *Robert Miller … Bob Miller*, *… Bob*.
    Only of persons whose sex is known and the same, where all names before that begin so have one surname, and for the
    first mention of the name. Of such pairs that the key can tell 20 of 25 are coreferent in GUM train, 22 of 23 in
    LitBank without its development part.
    """
    titles = frozenset().union(*(discourse.language.words(name) for name in _TITLES))
    full_name = discourse.language.paired(*NICKNAMES)
    # By their first words, each name with its last mention: a hero's thousand are one.
    named: dict[str, dict[_PersonName, int]] = {}
    written: set[tuple[str, ...]] = set()
    links = {}
    for position, mention in enumerate(discourse.mentions):
        telling, gender = telling_words(discourse, position), discourse.gender[position]
        if mention.kind != "proper" or not telling or gender not in _ONE_SEX:
            continue
        title = telling[0].lower().removesuffix(".")
        titled = len(telling) > 1 and title in titles
        first, *others = telling[titled:]
        full = full_name.get(first.lower(), "").capitalize() or first
        own = _PersonName(title if titled else "", (full, *others), gender)
        before = named.setdefault(full, {})
        as_written = (first, *others)
        same = [place for other, place in before.items() if own.words == other.words and own.gender == other.gender]
        if same and as_written not in written and discourse.mentions[same[-1]].end <= mention.start:
            links[position] = same[-1]
        elif all(own.words != other.words for other in before):
            for other, place in reversed(before.items()):
                short, longer = sorted((own, other), key=lambda name: len(name.words))
                fuller = {name.words for name in (*before, own) if short.begins(name)} - {short.words}
                ended = discourse.mentions[place].end <= mention.start
                if short.is_without_surname_of(longer) and ended and len(fuller) == 1:
                    links[position] = place
                    break
        before.pop(own, None)
        before[own] = position
        written.add(as_written)
    return links


@dataclass(frozen=True, slots=True)
class _PersonName:
    """A name and the sex of who bears it.

    Attributes:
        title: in lower case, "" for none.
        words: those behind it, as written.
    """

    title: str
    words: tuple[str, ...]
    gender: frozenset[str]

    def begins(self, other: _PersonName) -> bool:
        return self.words == other.words[: len(self.words)]

    def is_without_surname_of(self, fuller: _PersonName) -> bool:
        return (
            self.begins(fuller)
            and len(fuller.words) == len(self.words) + 1
            and self.title in ("", fuller.title)
            and self.gender == fuller.gender
            and _SURNAME.fullmatch(fuller.words[-1]) is not None
        )


def countries(discourse: Discourse) -> dict[int, int]:
    """Names of countries, each with the nearest one before it of which it is another name, by position.

    *The United States … the U.S. … America*. The names are those of ``countries`` in the language's grammar.
    """
    names = discourse.language.paired("countries.other", "countries.name")
    full = frozenset(names.values())
    told: dict[str, list[tuple[int, str]]] = {}
    links = {}
    for position, mention in enumerate(discourse.mentions):
        if mention.kind != "proper" or NEUTER not in mention.gender:
            continue
        form = " ".join(telling_words(discourse, position)).lower()
        name = names.get(form, form if form in full else "")
        if not name:
            continue
        before = told.setdefault(name, [])
        others = [place for place, other in before if other != form and discourse.mentions[place].end <= mention.start]
        if others:
            links[position] = others[-1]
        before.append((position, form))
    return links


def called_by_kind(discourse: Discourse) -> dict[int, int]:
    """*The* and a noun, each with the name before it that has the noun as its title or is of that kind, by position.

    *Captain Ahab … the captain*, *Gov. Kelly … the governor*; *Paris … the city*. Only where nothing before has that
    noun for its head, and where one name has the title, or one name of that kind stands in the last sentences. What is
    listed as a country is no *city*, nor a city a *country* or *state*.
    """
    language = discourse.language
    articles = language.words("determiners.definite_article")
    kinds = {noun: kind for kind in _KINDS for noun in language.words(f"kinds.{kind}")}
    titles, full = language.words("kinds.title"), language.paired("kinds.short_title", "kinds.full_title")
    seen: set[str] = set()
    holders: dict[str, list[int]] = {}
    named: list[int] = []
    links = {}
    for position, mention in enumerate(discourse.mentions):
        words = [word.form.lower() for word in discourse.document.words[mention.start : mention.end]]
        if mention.kind == "proper" or _is_recognised(words, discourse, position):
            telling = telling_words(discourse, position)
            title = telling[0].lower().removesuffix(".") if len(telling) > 1 else ""
            title = full.get(title, title)
            if title in titles:
                holders.setdefault(title, []).append(position)
            named.append(position)
            continue
        head = discourse.lemma(position)
        if len(words) == 2 and words[0] in articles and words[1] not in seen:
            found = holders.get(words[1], []) or _of_kind(discourse, position, named, kinds.get(words[1], ""))
            found = _possible(discourse, found, words[1])
            if len({tuple(telling_words(discourse, place)) for place in found}) == 1:
                links[position] = found[-1]
        if not mention.is_pronoun:
            seen |= {head, words[mention.head - mention.start]}
    return links


def _is_recognised(words: list[str], discourse: Discourse, position: int) -> bool:
    """Whether a word that the tagger takes for a noun is a name to the recogniser: *Finland* at the beginning."""
    mention = discourse.mentions[position]
    form = discourse.document.words[mention.head].form
    return len(words) == 1 and mention.kind == "common" and mention.entity_type in _KINDS and form[0].isupper()


def _of_kind(discourse: Discourse, position: int, named: list[int], kind: str) -> list[int]:
    first = discourse.sentence[position] - _SENTENCES
    return [
        place
        for place in named
        if kind
        and discourse.mentions[place].entity_type == kind
        and discourse.sentence[place] >= first
        and not _is_beside_a_person(discourse, place)
    ]


def _possible(discourse: Discourse, found: list[int], noun: str) -> list[int]:
    """The names that may be what a noun says, but for those inside one that is not: *D.C.* in *Washington, D.C.*."""
    possible = []
    other: int | None = None
    for place in found:
        if other is not None and discourse.inside(place, other):
            continue
        if _is_none(discourse, place, noun):
            other = place
        else:
            possible.append(place)
    return possible


def _is_none(discourse: Discourse, position: int, noun: str) -> bool:
    """Whether a name is listed as that of a country where a noun is *city*, or of a city where it is *state*.

    *Athens* may be a city and a state, but no *country*. Where a name is not listed as a whole, what stands before its
    first comma is looked up: *London, England*.
    """
    language, mention = discourse.language, discourse.mentions[position]
    whole = plain(" ".join(telling_words(discourse, position)))
    places = listed(language, *COUNTRIES, CITIES, CITY_STATES, CITIES_AND_COUNTRIES)
    first, _, _ = discourse.document.text(mention.start, mention.end).partition(",")
    name = whole if whole in places else plain(first)
    if noun in language.words("kinds.of_states"):
        return name in listed(language, CITIES)
    if noun in language.words("kinds.of_countries"):
        return name in listed(language, CITIES, CITY_STATES)
    cities = listed(language, CITIES, CITY_STATES, CITIES_AND_COUNTRIES)
    return noun in language.words("kinds.of_cities") and name in listed(language, *COUNTRIES) and name not in cities


def _is_beside_a_person(discourse: Discourse, position: int) -> bool:
    """Whether a noun says of a name that it is a man's or a woman's: *her husband, Jorge*, who is no firm."""
    noun = discourse.position.get(discourse.mentions[position].apposition_of or "")
    return noun is not None and discourse.mentions[noun].gender in _ONE_SEX
