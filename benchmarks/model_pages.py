"""Writes docs/models.md and docs/reference/weights.md from the models that the package carries.

``python -m benchmarks.model_pages``; the figures of scores in docs/models.md are those that the models state.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from anaphora_workbench.resolvers import available
from benchmarks.models import FOLDER
from benchmarks.places import DOCS

_HEAD = """# Model cards

The models that come with the package, as their files state it. `python -m benchmarks.model_pages` writes this page,
`make models` trains the models anew. Every model is a readable file: [Learned resolvers](reference/learned.md), 5.

None has seen a development or test document, but `best` the validation part of GAP. They are English only. They learnt
from the written and spoken English of GUM and from English fiction of 1719 to 1922 (LitBank), `best` a little from
Wikipedia (GAP), and what these texts say of men and women is in their weights; [results.md](results.md) has resolvers
on the corpora of bias. They are made for comparing resolvers and for reading: who decides anything about people by them
should look at their errors first.

Licence: CC BY-NC-SA 4.0, as they were trained on GUM; see the NOTICE next to the files.
"""

_CLASSIFIERS = ("mentions", "status")


def models() -> dict[str, dict[str, Any]]:
    """The models of the package by name."""
    return {file.stem: json.loads(file.read_text(encoding="utf-8")) for file in sorted(FOLDER.glob("*.json"))}


def cards() -> str:
    """The page of model cards."""
    lines = [_HEAD]
    for name, model in models().items():
        size = (FOLDER / f"{name}.json").stat().st_size
        lines += [f"## {name}", "", f"- For: {available()[name].description}."]
        corpora = (
            f"{corpus['name']} ({len(corpus['documents'])} documents, {corpus['licence']}, `{corpus['checksum']}`)"
            for corpus in model["trained_on"]
        )
        lines.append(f"- Trained on: {'; '.join(corpora)}.")
        lines.append(f"- Made by `python -m benchmarks.models {name}`; the file has the command with all documents.")
        made_with = ", ".join(f"{package} {version}" for package, version in model["versions"].items())
        lines.append(f"- Made with: {made_with}.")
        weights = sum(1 for _ in rows(model["learnt"]))
        joined, of_joined = conjunctions(model["learnt"])
        told = f", {weights} weights" if weights else ""
        told += f", {joined} conjunctions with {of_joined} more" if joined else ""
        lines.append(f"- Size: {size // 1024} KiB{told}.")
        lines.append(f"- Features: {', '.join(model['features'])}.")
        for what, figures in model["tuned"].items():
            if isinstance(figures, dict):
                told = "; ".join(f"{tried}: {figure}" for tried, figure in figures.items())
                lines.append(f"- On training documents not learnt from, {what}: {told}.")
        lines.append("")
    return "\n".join(lines)


def rows(learnt: Mapping[str, Any]) -> Iterator[tuple[str, str, str, float]]:
    """Ranker or classifier of mentions, line, value and weight of all weights; none of a system without rankers."""
    of_mentions = {name: {"alone": learnt[name]["weights"], "pairs": {}} for name in _CLASSIFIERS if learnt.get(name)}
    for ranker, of_ranker in {**learnt.get("rankers", learnt), **of_mentions}.items():
        for side in ("pairs", "alone") if isinstance(of_ranker, dict) and "alone" in of_ranker else ():
            for line, weights in of_ranker[side].items():
                for value, weight in sorted(weights.items(), key=lambda item: (-item[1], item[0])):
                    yield ranker, line, value, weight


def conjunctions(learnt: Mapping[str, Any]) -> tuple[int, int]:
    """How many conjunctions the rankers have, and how many weights these have."""
    found = [
        len(conjunction["weights"])
        for ranker in learnt.get("rankers", {}).values()
        for side in ranker.get("conjunctions", {}).values()
        for conjunction in side
    ]
    return len(found), sum(found)


def weight_table() -> str:
    """The page with all weights of ranking-pronouns."""
    learnt = models()["ranking-pronouns"]["learnt"]
    by_line: dict[str, list[str]] = {}
    for _, line, value, weight in rows(learnt):
        by_line.setdefault(line, []).append(f"{value} {weight:+.2f}".replace("|", "\\|").replace("<", "&lt;"))
    lines = [
        "# The weights of ranking-pronouns",
        "",
        "All of them, a row for each line of the feature table, from the value that speaks most for a candidate to the",
        "one that speaks most against it. The candidate with the largest sum is the antecedent; a difference of 1",
        "makes it 2.7 times as probable. `python -m benchmarks.model_pages` writes this page; how to read the names of",
        "features stands in [Learned resolvers](learned.md).",
        "",
        "| features | values and weights |",
        "|---|---|",
    ]
    lines += [f"| {line} | {'; '.join(values)} |" for line, values in by_line.items()]
    return "\n".join(lines) + "\n"


PAGES: dict[Path, Any] = {DOCS / "models.md": cards, DOCS / "reference" / "weights.md": weight_table}


def main() -> None:
    for path, text in PAGES.items():
        path.write_text(text(), encoding="utf-8")


if __name__ == "__main__":
    main()
