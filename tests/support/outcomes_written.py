"""Files whose scores have given counts of outcomes, so that a table printed in a paper can be recomputed."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

# For each outcome of a mention m: its key chain and its response chain; N and X are nouns.
_CHAINS = {"tp": ("Nm", "Nm"), "wl": ("Nm", "Xm"), "fn": ("Nm", ""), "fp": ("", "Xm")}


def links_with_outcomes(folder: Path, counts: Mapping[str, Mapping[str, int]]) -> tuple[Path, Path]:
    """A key and a response whose mentions of each tag have so many of each outcome of ARCS.

    Args:
        counts: number of each outcome, by the tag of the mention.
    """
    mentions: list[dict[str, Any]] = []
    chains: tuple[list[list[str]], list[list[str]]] = ([], [])
    for tag, outcomes in counts.items():
        for outcome, number in outcomes.items():
            for _ in range(number):
                start = len(mentions)
                for place, (name, its_tag) in enumerate({"N": "NN", "X": "NN", "m": tag}.items()):
                    at = start + place
                    mentions.append({"id": f"{name}{start}", "start": at, "end": at + 1, "head": at, "tag": its_tag})
                for side, chain in zip(chains, _CHAINS[outcome], strict=True):
                    if chain:
                        side.append([f"{name}{start}" for name in chain])
    return _written(folder, mentions, chains[0], "key"), _written(folder, mentions, chains[1], "response")


def _written(folder: Path, mentions: list[dict[str, Any]], chains: list[list[str]], name: str) -> Path:
    path = folder / f"{name}.json"
    path.write_text(json.dumps({"documents": [{"id": "d", "mentions": mentions, "chains": chains}]}))
    return path
