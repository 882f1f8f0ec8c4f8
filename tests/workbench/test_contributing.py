"""The three examples of CONTRIBUTING.md, installed as a plug-in and run."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from plug_in import install, run_with

REPOSITORY = Path(__file__).resolve().parents[2]
KINDS = {"resolvers": "farthest", "metrics": "whole_entities", "formats": "token-lines"}


@pytest.fixture
def plug_in(tmp_path: Path) -> Path:
    """A folder with the installed distribution that the page describes."""
    page = (REPOSITORY / "CONTRIBUTING.md").read_text(encoding="utf-8")
    blocks = re.findall(r"^   ```(\w+)\n(.*?)^   ```$", page, re.MULTILINE | re.DOTALL)
    code = [re.sub(r"^   ", "", text, flags=re.MULTILINE) for language, text in blocks if language == "python"]
    declared = [re.sub(r"^   ", "", text, flags=re.MULTILINE) for language, text in blocks if language == "toml"]
    assert (len(code), len(declared)) == (3, 3)
    points = re.sub(r'\[project\.entry-points\."(.*?)"\]', r"[\1]", "\n".join(declared)).replace('"', "")
    return install(tmp_path / "site", "my_package", "\n\n".join(code), points)


def workbench(plug_in: Path, *words: object) -> str:
    done = run_with(plug_in, *words)
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout


@pytest.mark.parametrize("kind", list(KINDS))
def test_each_is_listed_beside_ours_with_its_package(plug_in: Path, kind: str) -> None:
    packages = {row["name"]: row["package"] for row in json.loads(workbench(plug_in, "list", kind, "--format", "json"))}
    assert packages.pop(KINDS[kind]) == "my_package"
    assert len(packages) > 5
    assert set(packages.values()) == {"anaphora-workbench"}
    line = next(line for line in workbench(plug_in, "list", kind).splitlines() if line.startswith(KINDS[kind]))
    assert line.split()[1] == "my_package"


def test_the_resolver_and_the_metric_run_in_a_comparison(plug_in: Path, tiny: Path) -> None:
    """She → Ann, it → the lamp are the only candidates that agree; his → Tom and It → his key too."""
    command = ("compare", tiny, "-s", "true-gold", "-r", "farthest", "-m", "whole_entities", "--format", "json")
    outcome = json.loads(workbench(plug_in, *command))["corpora"]["tiny"]["true-gold"]["farthest"]
    assert (outcome["anaphors"], outcome["correct"]) == (4, 4)
    assert outcome["metrics"]["whole_entities"]["f1"] == 1.0


def test_the_format_is_read(plug_in: Path, tmp_path: Path) -> None:
    (tmp_path / "lamp.tok").write_text("Ann saw the lamp .\nShe lit it .\n", encoding="utf-8")
    rows = workbench(plug_in, "explain", tmp_path / "lamp.tok", "-r", "farthest", "--format", "json")
    assert [one["anaphor"]["form"] for one in json.loads(rows)] == ["She", "it"]
