"""Chains side by side: which number or letter and colour each has, by the scripts of the page and the report."""

import json
import shutil
import subprocess
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest

from anaphora_workbench.corpora import read
from anaphora_workbench.corpora.support.samples import packaged
from anaphora_workbench.preprocessing import Preprocessor
from anaphora_workbench.resolvers import available
from anaphora_workbench.workbench.base.prepared_documents import PreparedDocuments
from anaphora_workbench.workbench.base.settings import setting_named
from anaphora_workbench.workbench.report.document.page_data import answered_document
from anaphora_workbench.workbench.runs.column import Column
from anaphora_workbench.workbench.runs.columns import answered_by_columns

TEMPLATES = Path(__file__).parents[2] / "workbench" / "report" / "templates"
SAMPLES = sorted(packaged("samples").glob("*.conllu"))
# Two that answer very differently, and one that links more than pronouns.
QUICK = ("hobbs", "mitkov+head-match+speech-pronouns", "most-recent")
# Those of a document, as the page has them: the key first, then each pair of columns alone.
SCRIPT = """
const answered = JSON.parse(require("fs").readFileSync(0, "utf8"));
const {text, mentions: given} = answered;
const key = keyChains(text, given);
const of = given.chains.map((chains) => namedChains(chains, given.spans, given.pronouns));
const pairs = of.flatMap((one, at) => of.slice(at + 1).map((other, more) => (
  [at, at + 1 + more, labelledChains([one, other]), labelledChains([key, one, other])])));
process.stdout.write(JSON.stringify(pairs));
"""


def labelled(answered: Any, folder: Path) -> Any:
    """The columns of each pair of rows, alone and next to the key, as the scripts label their chains."""
    node = shutil.which("node")
    if node is None:
        pytest.skip("no node; it runs the scripts of the page")
    script = folder / "chains.cjs"
    script.write_text((TEMPLATES / "chains.js").read_text(encoding="utf-8") + SCRIPT, encoding="utf-8")
    sent = json.dumps(answered)
    return json.loads(subprocess.run([node, script], input=sent, capture_output=True, text=True, check=True).stdout)


def names(answered: Any, row: int) -> dict[tuple[int, int], tuple[int, int]]:
    """By span of each pronoun in a chain of a row the span of the mention that names the chain."""
    given = answered["mentions"]
    pronouns, found = set(given["pronouns"]), {}
    for chain in given["chains"][row]:
        nouns = [position for position in chain if position not in pronouns]
        start, end, *_ = min((given["spans"][position] for position in nouns or chain), key=lambda s: (s[0], -s[1]))
        spans = [given["spans"][position] for position in chain if position in pronouns]
        found.update({(span[0], span[1]): (start, end) for span in spans})
    return found


def labels(column: list[dict[str, Any]], spans: set[tuple[int, int]]) -> dict[tuple[int, int], tuple[str, int]]:
    of_members = [((member[0], member[1]), chain) for chain in column for member in chain["members"]]
    return {span: (chain["label"], chain["hue"]) for span, chain in of_members if span in spans}


def check(sample: Path, setting: str, resolvers: tuple[str, ...], folder: Path) -> int:
    """Checks all pairs of resolvers on a sample; how many pronouns have the same name in both."""
    (document,) = read(sample)
    prepared = PreparedDocuments(Preprocessor(), None)
    columns = [Column(name) for name in resolvers]
    columns = answered_by_columns(document, columns, prepared, (), setting_named(setting))
    rows = [str(number) for number in range(len(resolvers))]
    answered = answered_document({str(row): details for row, details in columns.details.items()}, rows)
    pairs = labelled(answered, folder)
    assert [(one, other) for one, other, *_ in pairs] == list(combinations(range(len(resolvers)), 2))
    same = 0
    for one, other, *shown in pairs:
        named = [names(answered, row) for row in (one, other)]
        both = set(named[0]) & set(named[1])
        for one_column, other_column in (shown[0], shown[1][1:]):
            first, second = labels(one_column, both), labels(other_column, both)
            assert set(first) == set(second) == both
            for span in both:
                is_same = named[0][span] == named[1][span]
                assert (first[span] == second[span]) == (first[span][0] == second[span][0]) == is_same, span
                same += is_same
        assert all(chain["label"].isdigit() and not chain["own"] for chain in shown[0][0])
        in_key = {chain["label"] for chain in shown[1][0]}
        assert all(chain["own"] != (chain["label"] in in_key) for column in shown[1][1:] for chain in column)
    return same


@pytest.mark.parametrize("sample", SAMPLES, ids=lambda path: path.stem)
def test_a_pronoun_has_one_number_in_two_columns_exactly_if_one_mention_names_both_chains(
    sample: Path, tmp_path: Path
) -> None:
    assert check(sample, "true-gold", QUICK, tmp_path)


@pytest.mark.slow
@pytest.mark.model
@pytest.mark.parametrize("setting", ["true-gold", "system-predicted"])
@pytest.mark.parametrize("sample", SAMPLES, ids=lambda path: path.stem)
def test_the_same_of_all_pairs_of_resolvers(sample: Path, setting: str, tmp_path: Path) -> None:
    resolvers = tuple(name for name, info in available().items() if info.role in ("algorithm", "baseline"))
    assert check(sample, setting, resolvers, tmp_path)
