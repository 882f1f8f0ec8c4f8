"""Files whose scores have given counts of outcomes, so that a table printed in a paper can be recomputed."""

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


# For each outcome of a referent m: its key chain and its response chain, dominated by D or X, and the response's type.
_TYPED = {
    "tp": ("Dm", "Dm", "1"), "wt": ("Dm", "Dm", "2"), "wl": ("Dm", "Xm", "1"), "wtl": ("Dm", "Xm", "2"),
    "fn": ("Dm", "", ""), "fp": ("", "Xm", "1"),
}  # fmt: skip


def typed_links_with_outcomes(folder: Path, counts: Mapping[str, Mapping[str, int]]) -> tuple[Path, Path]:
    """A key and a response whose referents of each class have so many of each outcome of typed coreference."""
    sides: list[list[dict[str, Any]]] = [[], []]
    chains: tuple[list[list[str]], list[list[str]]] = ([], [])
    number = 0
    for letter, outcomes in counts.items():
        for outcome, times in outcomes.items():
            for _ in range(times):
                number += 1
                *both, kind = _TYPED[outcome]
                for side, chain, of_side, told in zip(sides, both, chains, ("1", kind), strict=True):
                    of_side += [[f"{name}{number}" for name in chain]] if chain else []
                    for name in chain:
                        mention = {"id": f"{name}{number}", "dominant": name != "m", "pos": "NOUN"}
                        side.append(mention | ({"coreference_type": letter + told} if name == "m" else {}))
    return _written(folder, sides[0], chains[0], "key"), _written(folder, sides[1], chains[1], "response")


def _written(folder: Path, mentions: list[dict[str, Any]], chains: list[list[str]], name: str) -> Path:
    path = folder / f"{name}.json"
    path.write_text(json.dumps({"documents": [{"id": "d", "mentions": mentions, "chains": chains}]}))
    return path
