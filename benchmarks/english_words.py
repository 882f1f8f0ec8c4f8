"""Builds ``nouns.tsv``, ``demonyms.tsv`` and ``acronyms.tsv`` from WordNet 3.0, names from nomquamgender and a census.

Run by hand when a source changes; users never need it:

    apt-get install wordnet-base && pip install nomquamgender names
    python -m benchmarks.english_words --wordnet /usr/share/wordnet

A noun's class comes from the lexicographer files of its senses, weighted by how often each sense was
tagged in the semantic concordances (``cntlist.rev``): the most frequent sense alone would make *model*
a person half the time it is none.
"""

from __future__ import annotations

import argparse
import importlib.util
import json
import re
from collections import defaultdict
from collections.abc import Container, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

PERSON, ANIMAL, GROUP, ARTIFACT, COMMUNICATION, LOCATION = 18, 5, 14, 6, 10, 15
# Pointers of WordNet: from *Norwegian* to *Norway*, and from the noun *Norwegian* to the adjective.
PERTAINS_TO, DERIVED_FROM = "\\", "+"
# The tops of three hierarchies stand in lexicographer file 3 (Tops); they belong to what they head.
TOPS = {"00007846": PERSON, "00015388": ANIMAL, "00031264": GROUP}
FEMALE_PERSON, MALE_PERSON = "09619168", "09624168"
# Pseudo-counts, so that senses never tagged still count a little and the first a little more.
FIRST_SENSE, LATER_SENSE = 0.5, 0.2
# Shares of all uses; chosen on GUM train, where they leave 4 % of nouns with the wrong animacy.
CERTAIN, POSSIBLE, MOSTLY_GROUP = 0.5, 0.12, 0.4
# Senses of nouns in *-er* and *-or* that are no persons, and how often those that are have to be tagged; on GUM train.
TOOLS, ATTESTED = {ARTIFACT, COMMUNICATION}, 3
# Animals, imaginary ones among them, that WordNet's rare counts make food, fur or what a person is like; our own.
ANIMALS = frozenset(Path(__file__).with_name("animals.txt").read_text(encoding="utf-8").split())
MIN_NAME_COUNT, MIN_NAME_SOURCES = 1000, 3
# Rare names, those of fiction among them (*Heathcliff*, *Galadriel*): only those that are no nouns and that one sex
# bears.
MIN_RARE_COUNT, MIN_RARE_SOURCES, CLEAR_SHARE = 20, 4, 0.85

# Percent of persons who bear a surname, 7,500 have more; and how many persons the census of 1990 counted.
MIN_SURNAME_PERCENT, PERSONS = 0.002, 250_000_000


def read_senses(path: Path) -> dict[str, list[str]]:
    """Synset offsets of each one-word noun, most frequent sense first."""
    senses = {}
    for line in path.read_text(encoding="utf-8").splitlines():
        if line.startswith("  "):
            continue
        fields = line.split()
        if re.fullmatch(r"[a-z][a-z.'-]*", fields[0]):
            senses[fields[0]] = fields[4 + int(fields[3]) + 2 :]
    return senses


def read_counts(path: Path) -> dict[str, dict[int, int]]:
    """How often each sense number of each noun was tagged."""
    counts: dict[str, dict[int, int]] = {}
    for line in path.read_text(encoding="utf-8").splitlines():
        key, number, count = line.split()
        word, place = key.split("%")
        if place.startswith("1:"):
            counts.setdefault(word, {})[int(number)] = int(count)
    return counts


def ancestors(offset: str, nouns: Mapping[str, Synset]) -> set[str]:
    """A synset and its hypernyms, instances included."""
    above: set[str] = set()
    waiting = [offset]
    while waiting:
        synset = waiting.pop()
        if synset not in above:
            above.add(synset)
            waiting += (target for symbol, target, _ in nouns[synset].pointers if symbol in ("@", "@i"))
    return above


def noun_classes(wordnet: Path) -> dict[str, str]:
    """Class of each noun: person, person?, animal, group or thing; with ``:m`` or ``:f`` where it tells the sex."""
    nouns = dict(synsets(wordnet / "data.noun"))
    files = {offset: TOPS.get(offset, noun.file) for offset, noun in nouns.items()}
    counts = read_counts(wordnet / "cntlist.rev")
    classes = {}
    for noun, senses in read_senses(wordnet / "index.noun").items():
        weight: dict[int, float] = defaultdict(float)
        tagged: dict[int, int] = defaultdict(int)
        sexes: dict[str, float] = defaultdict(float)
        for number, offset in enumerate(senses, start=1):
            uses = counts.get(noun, {}).get(number, 0) + (FIRST_SENSE if number == 1 else LATER_SENSE)
            weight[files[offset]] += uses
            tagged[files[offset]] += counts.get(noun, {}).get(number, 0)
            if files[offset] == PERSON:
                above = ancestors(offset, nouns)
                female, male = FEMALE_PERSON in above, MALE_PERSON in above
                sexes["f" if female and not male else "m" if male and not female else ""] += uses
        total = sum(weight.values())
        person = weight[PERSON] / total
        if noun in ANIMALS:
            classes[noun] = "animal"
            continue
        agent_or_tool = noun.endswith(("er", "or")) and weight.keys() & TOOLS
        attested = tagged[PERSON] >= ATTESTED and not any(tagged[file] for file in TOOLS)
        if person >= CERTAIN and agent_or_tool and not attested:
            # *browser*, *viewer*, *pitcher*: the concordances are older than many tools. Of these, a third of the
            # tokens in GUM train are things; of those attested as persons (*driver*, *leader*), one in fifteen.
            classes[noun] = "person?"
        elif person >= CERTAIN:
            sex = max(sexes, key=lambda value: sexes[value])
            classes[noun] = f"person:{sex}" if sex else "person"
        elif person >= POSSIBLE:
            classes[noun] = "person?"
        elif weight[ANIMAL] / total >= CERTAIN:
            classes[noun] = "animal"
        elif weight[GROUP] / total >= MOSTLY_GROUP:
            classes[noun] = "group"
        else:
            classes[noun] = "thing"
    return classes


def first_names(nouns: Container[str]) -> dict[str, float]:
    """Share of women among the bearers of each first name, from nomquamgender.

    Args:
        nouns: what is no name where it is rare as one.
    """
    return {
        name: share
        for name, (sources, count, share) in _first_names().items()
        if _is_frequent(name, sources, count) or (name not in nouns and _is_rare_but_clear(name, sources, count, share))
    }


def _is_frequent(name: str, sources: int, count: int) -> bool:
    shaped = re.fullmatch(r"[a-z]{2,}(-[a-z]+)?", name) is not None
    return shaped and count >= MIN_NAME_COUNT and sources >= MIN_NAME_SOURCES


def _is_rare_but_clear(name: str, sources: int, count: int, share: float) -> bool:
    clear = share >= CLEAR_SHARE or share <= 1 - CLEAR_SHARE
    return (
        clear
        and re.fullmatch(r"[a-z]{3,}", name) is not None
        and count >= MIN_RARE_COUNT
        and sources >= MIN_RARE_SOURCES
    )


def surnames() -> dict[str, float]:
    """Share of those who bear a name as their surname among its bearers, by a census and nomquamgender."""
    lines = _data_of("names", "dist.all.last").splitlines()
    bearers = {name.lower(): float(percent) / 100 * PERSONS for name, percent, *_ in map(str.split, lines)}
    counts = {name: float(count) for name, (_, count, *_) in _first_names().items()}
    return {
        name: count / (count + counts.get(name, 0.0))
        for name, count in bearers.items()
        if count >= MIN_SURNAME_PERCENT / 100 * PERSONS
    }


def _first_names() -> dict[str, tuple[int, int, float]]:
    """Sources, bearers and share of women of each first name."""
    return {name: tuple(row[:3]) for name, row in json.loads(_data_of("nomquamgender", "name_data.json")).items()}


def _data_of(package: str, file: str) -> str:
    found = importlib.util.find_spec(package)
    if found is None or found.origin is None:
        raise SystemExit(f"error: {package} is not installed; expected: pip install {package}")
    return (Path(found.origin).parent / file).read_text(encoding="utf-8")


@dataclass(frozen=True, slots=True)
class Synset:
    """A synset: its words as written, and where each of its pointers leads: symbol, offset, part of speech."""

    file: int
    words: tuple[str, ...]
    pointers: tuple[tuple[str, str, str], ...]

    @property
    def names(self) -> list[str]:
        """Its words with a capital."""
        return [word for word in self.words if word[:1].isupper()]


def synsets(path: Path) -> Iterator[tuple[str, Synset]]:
    """All synsets of a part of speech by offset."""
    for line in path.read_text(encoding="utf-8").splitlines():
        if line.startswith("  "):
            continue
        fields = line.split(" | ")[0].split()
        number = int(fields[3], 16)
        words = (re.sub(r"\(\w+\)$", "", fields[4 + 2 * place]).replace("_", " ") for place in range(number))
        first = 5 + 2 * number
        count = int(fields[first - 1])
        pointers = (fields[first + 4 * place : first + 4 * place + 3] for place in range(count))
        yield fields[0], Synset(int(fields[1]), tuple(words), tuple((a, b, c) for a, b, c in pointers))


def demonyms(wordnet: Path) -> set[tuple[str, str]]:
    """Places, each with the adjective that pertains to it or with what its people are called, in lower case."""
    nouns = dict(synsets(wordnet / "data.noun"))
    places: dict[str, list[str]] = {}
    pairs = set()
    for offset, adjective in synsets(wordnet / "data.adj"):
        for symbol, target, kind in adjective.pointers:
            if (symbol, kind) == (PERTAINS_TO, "n") and nouns[target].file == LOCATION:
                places.setdefault(offset, []).extend(nouns[target].names)
                pairs |= {(place, word) for place in nouns[target].names for word in adjective.names}
    for people in nouns.values():
        if people.file == PERSON:
            derived = (target for symbol, target, kind in people.pointers if (symbol, kind) == (DERIVED_FROM, "a"))
            names = [name for name in people.names if " " not in name]
            forms = [form for name in names for form in (name, f"{name}s")]
            pairs |= {(place, form) for target in derived for place in places.get(target, ()) for form in forms}
    return {(place.lower(), word.lower()) for place, word in pairs}


def acronyms(wordnet: Path) -> set[tuple[str, str]]:
    """Acronyms of places and groups, each with a full name, in lower case and without full stops."""
    pairs = set()
    for _, synset in synsets(wordnet / "data.noun"):
        if synset.file in (LOCATION, GROUP):
            short = [word for word in synset.words if re.fullmatch(r"[A-Z][A-Z.]+", word)]
            full = [name for name in synset.names if name not in short]
            pairs |= {(one.replace(".", "").lower(), other.replace(".", "").lower()) for one in short for other in full}
    return pairs


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--wordnet", type=Path, default=Path("/usr/share/wordnet"))
    parser.add_argument("--output", type=Path, default=Path(__file__).parents[1] / "corpora" / "languages" / "en")
    arguments = parser.parse_args()
    nouns = noun_classes(arguments.wordnet)
    lines = [f"{noun}\t{kind}" for noun, kind in sorted(nouns.items())]
    (arguments.output / "nouns.tsv").write_text("\n".join(lines) + "\n", encoding="utf-8")
    for table, pairs in (("demonyms", demonyms(arguments.wordnet)), ("acronyms", acronyms(arguments.wordnet))):
        rows = (f"{name}\t{other}\n" for name, other in sorted(pairs))
        (arguments.output / f"{table}.tsv").write_text("".join(rows), encoding="utf-8")
    for table, shares in (("names", first_names(nouns)), ("surnames", surnames())):
        shares_of = (f"{name}\t{share:.2f}\n" for name, share in sorted(shares.items()))
        (arguments.output / f"{table}.tsv").write_text("".join(shares_of), encoding="utf-8")


if __name__ == "__main__":
    main()
