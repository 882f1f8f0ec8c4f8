"""With gold annotation no published resolver's answers change, whatever is moved, merged or taken out around it.

WRITE_GOLDEN=1 writes a digest where the table has none; to let an answer change, take its line out by hand and say why.
"""

import csv
import hashlib
import json
import os
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import get_args

import pytest

from anaphora_workbench.corpora import read
from anaphora_workbench.corpora.document import Document
from anaphora_workbench.preprocessing import Preprocessor
from anaphora_workbench.resolvers import default_options, get_resolver, share_reading, shipped
from anaphora_workbench.resolvers.contract.resolver import Role
from anaphora_workbench.resolvers.options import AS_PUBLISHED

TABLE = Path(__file__).with_name("frozen_answers.tsv")
# Our own: published by nobody, and re-learnt with the features that they share with others; or asked of a server.
OURS = ("neural", "ranking-pronouns", "llm-choice", "llm-tagged")
PUBLISHED = [name for name in sorted(shipped(*get_args(Role))) if name not in OURS]
_SHOWN = 16
# Of thirty texts three.
_EVERY = 10


@pytest.mark.corpora
def test_answers_on_a_few_texts_are_frozen(public_corpora: Path) -> None:
    _check("gum-dev-few", list(read(public_corpora / "gum" / "dev"))[::_EVERY])


@pytest.mark.slow
@pytest.mark.corpora
def test_answers_on_all_texts_are_frozen(public_corpora: Path) -> None:
    _check("gum-dev", read(public_corpora / "gum" / "dev"))


def _check(corpus: str, documents: Iterable[Document]) -> None:
    today = dict(_digests(corpus, documents))
    frozen = _frozen()
    if os.environ.get("WRITE_GOLDEN"):
        frozen = {**today, **frozen}
        _write(frozen)
    assert {case: digest for case, digest in frozen.items() if case[0] == corpus} == today


def _digests(corpus: str, documents: Iterable[Document]) -> Iterator[tuple[tuple[str, str, str], str]]:
    resolvers = {name: get_resolver(name, **_as_published(name)) for name in PUBLISHED}
    share_reading(resolvers.values())
    sums = {(corpus, setting, name): hashlib.sha256() for setting in ("true-gold", "system-gold") for name in resolvers}
    preprocessor = Preprocessor()
    for document in documents:
        whole = preprocessor.annotate(document, "gold")
        for source in ("true", "system"):
            given = whole.with_mentions(source)
            for name, resolver in resolvers.items():
                resolution = resolver.resolve(given, whole if resolver.needs_key else None)
                decisions = [(decision.anaphor, decision.antecedent) for decision in resolution.decisions]
                answers = json.dumps([document.id, decisions, resolution.chains])
                sums[corpus, f"{source}-gold", name].update(answers.encode())
    for case, checksum in sums.items():
        yield case, checksum.hexdigest()[:_SHOWN]


def _as_published(name: str) -> dict[str, str]:
    """The option that leaves out what grammar is certain of, where a resolver has it."""
    return {"grammar": AS_PUBLISHED} if "grammar" in default_options(name) else {}


def _frozen() -> dict[tuple[str, str, str], str]:
    if not TABLE.exists():
        return {}
    with TABLE.open(encoding="utf-8", newline="") as file:
        return {
            (row["corpus"], row["setting"], row["resolver"]): row["digest"]
            for row in csv.DictReader(file, delimiter="\t")
        }


def _write(frozen: dict[tuple[str, str, str], str]) -> None:
    lines = ["\t".join((*case, digest)) for case, digest in sorted(frozen.items())]
    TABLE.write_text("\n".join(["corpus\tsetting\tresolver\tdigest", *lines, ""]), encoding="utf-8")
