"""``python -m benchmarks.texts``: every decision on the three texts in docs/data/texts, beside who has judged it.

Answers and judgements stay in files of their own: a program writes ``answers.csv``, people write ``judgements.csv``.
"""

from __future__ import annotations

import csv
from collections.abc import Iterator
from pathlib import Path

from anaphora_workbench.corpora.document import Document, Mention
from anaphora_workbench.preprocessing import Preprocessor
from anaphora_workbench.resolvers import get_resolver
from benchmarks.data import filled
from benchmarks.places import DOCS

FOLDER = DOCS / "data" / "texts"
ANSWERS, JUDGEMENTS = FOLDER / "answers.csv", FOLDER / "judgements.csv"
PAGE = DOCS / "teaching.md"
RESOLVERS = ("mitkov", "neural")
# Text, word of the pronoun, pronoun, resolver's antecedent and its first word: what a judgement is about.
Judged = tuple[str, str, str, str, str]
_COLUMNS = ("text", "word", "pronoun", "resolver", "antecedent", "its word")
_JUDGED = ("text", "word", "pronoun", "antecedent", "its word")


def texts() -> list[Path]:
    """The texts, in the order of their names."""
    return sorted(FOLDER.glob("*.txt"))


def answers() -> Iterator[dict[str, str]]:
    """A row for each pronoun and resolver, words counted from 1; no antecedent where it is left unanswered."""
    preprocessor = Preprocessor()
    for path in texts():
        document = preprocessor.process(path.read_text(encoding="utf-8"), id=path.stem)
        of = {name: _decided(document, name) for name in RESOLVERS}
        pronouns = [m for m in document.mentions if any(m.id in of[name] for name in RESOLVERS) and m.is_pronoun]
        for pronoun in sorted(pronouns, key=lambda mention: mention.start):
            for name in RESOLVERS:
                antecedent = document.mention_by_id().get(of[name].get(pronoun.id) or "")
                chosen = ("", "") if antecedent is None else _words(document, antecedent)
                place, form = _words(document, pronoun)
                yield dict(zip(_COLUMNS, (document.id, place, form, name, chosen[1], chosen[0]), strict=True))


def _words(document: Document, mention: Mention) -> tuple[str, str]:
    return str(mention.start + 1), document.mention_text(mention)


def _decided(document: Document, resolver: str) -> dict[str, str | None]:
    return {each.anaphor: each.antecedent for each in get_resolver(resolver).resolve(document).decisions}


def kept(path: Path) -> list[dict[str, str]]:
    """The rows of a file."""
    with path.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def about(row: dict[str, str]) -> Judged:
    """What a row of answers or of judgements is about."""
    text, word, pronoun, antecedent, its_word = (row[name] for name in _JUDGED)
    return text, word, pronoun, antecedent, its_word


def judgements() -> dict[Judged, str]:
    """``right`` or ``wrong``."""
    return {about(row): row["judgement"] for row in kept(JUDGEMENTS)}


def part() -> str:
    """The table of the page."""
    judged = judgements()
    lines = ["| text | " + " | ".join(RESOLVERS) + " |", "|---|" + "---:|" * len(RESOLVERS)]
    for path in texts():
        cells = []
        for name in RESOLVERS:
            told = [judged[about(row)] for row in kept(ANSWERS) if (row["text"], row["resolver"]) == (path.stem, name)]
            cells.append(f"{told.count('right')} of {len(told)}")
        lines.append(f"| {path.stem} | " + " | ".join(cells) + " |")
    return "\n".join(lines)


def main() -> None:
    """Write the answers; then the page, which takes a judgement of each."""
    with ANSWERS.open("w", encoding="utf-8", newline="") as file:
        writer = csv.DictWriter(file, _COLUMNS, lineterminator="\n")
        writer.writeheader()
        writer.writerows(answers())
    PAGE.write_text(filled(PAGE, {"three texts": part()}), encoding="utf-8")


if __name__ == "__main__":
    main()
