"""Success of resolvers on constructed sentences by class of grammar: ``python -m benchmarks.grammar [RESOLVER …]``.

The sentences are those of ``tests/resolvers/grammar_sentences.tsv``, one question each: the pronoun between asterisks,
the antecedents that grammar allows (``none`` for nothing in the text), and the source. A part of a name alone is the
name: *Tom* for *Tom's*.
"""

from __future__ import annotations

import csv
import re
import sys
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from anaphora_workbench.corpora.document import Document
from anaphora_workbench.preprocessing import Preprocessor
from anaphora_workbench.resolvers import Resolution, default_options, get_resolver, share_reading, shipped

SENTENCES = Path(__file__).parent.parent / "tests" / "resolvers" / "grammar_sentences.tsv"
NONE = "none"
_ARTICLE = re.compile(r"^(?:the|a|an) ")
_RELATIVE_CLAUSE = re.compile(r" (?:who|whom|that|which) .*$")


@dataclass(frozen=True)
class Sentence:
    """A line of the table.

    Attributes:
        kind: class of grammar.
        text: the pronoun is between asterisks.
        answers: any of these is right.
    """

    kind: str
    text: str
    answers: tuple[str, ...]
    source: str

    @property
    def plain(self) -> str:
        return self.text.replace("*", "")

    def is_right(self, document: Document, resolution: Resolution) -> bool:
        """Whether a resolver's answer is one that grammar allows; a pronoun left out is one without an answer."""
        mentions, place = document.mention_by_id(), self.text.index("*")
        head, character = -1, 0
        for offset, word in enumerate(document.words):
            character = self.plain.index(word.form, character)
            if character == place:
                head = offset
            character += len(word.form)
        found = NONE
        for decision in resolution.decisions:
            if mentions[decision.anaphor].start == head and decision.antecedent is not None:
                found = document.mention_text(mentions[decision.antecedent])
        return _core(found) in map(_core, self.answers)


def _core(phrase: str) -> str:
    """A phrase without article, possessive mark and relative clause."""
    plain = re.sub(r" ?['’]s\b", "", phrase.lower()).strip(" .,’'")
    return _RELATIVE_CLAUSE.sub("", _ARTICLE.sub("", plain))


def sentences() -> list[Sentence]:
    """All of the table."""
    with SENTENCES.open(encoding="utf-8", newline="") as file:
        rows = csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE)
        return [Sentence(row["class"], row["text"], tuple(row["answer"].split(" | ")), row["source"]) for row in rows]


def success(names: Sequence[str], asked: Iterable[Sentence]) -> Mapping[tuple[str, str], float]:
    """By class and resolver the share of sentences answered rightly, reciprocals among them."""
    resolvers = {
        name: get_resolver(name, **({"reciprocals": True} if "reciprocals" in default_options(name) else {}))
        for name in names
    }
    share_reading(resolvers.values())
    preprocessor = Preprocessor()
    right: Counter[tuple[str, str]] = Counter()
    every: Counter[str] = Counter()
    for sentence in asked:
        document = preprocessor.process(sentence.plain)
        every[sentence.kind] += 1
        for name, resolver in resolvers.items():
            right[sentence.kind, name] += sentence.is_right(document, resolver.resolve(document))
    return {(kind, name): right[kind, name] / every[kind] for kind in every for name in names}


def _lines(names: Sequence[str]) -> Iterator[str]:
    shares = success(names, sentences())
    kinds = list(dict.fromkeys(kind for kind, _ in shares))
    yield "\t".join(("class", *names))
    for kind in kinds:
        yield "\t".join((kind, *(f"{100 * shares[kind, name]:.0f}" for name in names)))


if __name__ == "__main__":
    print("\n".join(_lines(sys.argv[1:] or shipped("algorithm", "full", "learned"))))
