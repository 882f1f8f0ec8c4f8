"""What language models cost a run: kills, memory, and the table of docs/language-models.md."""

import os
import re
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from anaphora_workbench.corpora.support.samples import packaged
from llm_server import LanguageServer, decided, serving
from tiny_corpus import ANN, TOM, Run, conllu

PAGE = Path(__file__).parents[2] / "docs" / "language-models.md"
_COMMAND = [sys.executable, "-m", "anaphora_workbench", "compare"]
_KILLS = 10
_MEBIBYTE = 1 << 20


def told(number: int) -> list:
    """A text of its own: the same prompts would be asked once."""
    return [[(f"lamp{number}" if word[0] == "lamp" else word[0], *word[1:]) for word in sentence] for sentence in ANN]


@pytest.fixture
def server(tiny: Path) -> Iterator[LanguageServer]:
    with serving(LanguageServer(decided(tiny, "most-recent", "true-gold"))) as running:
        yield running


@pytest.mark.slow
def test_ten_kills_cost_nothing(tiny: Path, server: LanguageServer, run: Run, tmp_path: Path) -> None:
    for number in range(12):
        (tiny / f"ann{number}.conllu").write_text(conllu(f"ann{number}", [*told(number), *TOM]), encoding="utf-8")
    words = [str(tiny), "-s", "true-gold", "-r", "most-recent", "-r", "llm-choice", "--jobs", "1"]
    words += ["--option", f"llm.url={server.url}", "--option", "llm-choice.pronouns=1", "--option", "llm.concurrency=2"]
    assert run("compare", *words, "-o", "whole.json", "--cache", "whole").status == 0
    asked = len(server.bodies)
    assert asked > 3 * _KILLS
    server.delay = 0.05
    begin, resume = [*words, "--run", "run"], ["--resume", "run"]
    for kill in range(_KILLS):
        before = len(server.bodies)
        process = subprocess.Popen([*_COMMAND, *(resume if kill else begin)], cwd=tmp_path, stderr=subprocess.DEVNULL)
        while len(server.bodies) < before + 3 and process.poll() is None:
            time.sleep(0.01)
        process.kill()
        assert process.wait() == -9, kill
    server.delay = 0
    assert run("compare", *resume, "-o", "resumed.json").status == 0
    assert (tmp_path / "resumed.json").read_bytes() == (tmp_path / "whole.json").read_bytes()
    # What was on its way at a kill is asked for again, and nothing else.
    assert len(server.bodies) <= 2 * asked + 4 * _KILLS


@pytest.mark.slow
def test_two_thousand_pronouns_at_twenty_requests_take_little_memory(tiny: Path, tmp_path: Path) -> None:
    for number in range(40):
        (tiny / f"long{number}.conllu").write_text(conllu(f"long{number}", told(number) * 25), encoding="utf-8")

    def peak(*words: str) -> int:
        command = [*_COMMAND, str(tiny), "-s", "true-gold", "--jobs", "1", *words]
        process = subprocess.Popen(command, cwd=tmp_path, stdout=subprocess.DEVNULL)
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        assert process.returncode == 0
        return usage.ru_maxrss * 1024

    without = peak("-r", "mitkov")
    with serving(LanguageServer(decided(tiny, "most-recent", "true-gold"))) as server:
        options = ("--option", f"llm.url={server.url}", "--option", "llm.concurrency=20")
        asking = peak("-r", "llm-choice", *options, "--option", "llm-choice.pronouns=1")
        assert len(server.bodies) >= 2000
    assert asking - without <= 60 * _MEBIBYTE, f"{(asking - without) / _MEBIBYTE:.1f} MiB more"


@pytest.mark.slow
@pytest.mark.model
def test_the_table_of_the_docs_is_made_by_its_command(run: Run, tmp_path: Path) -> None:
    page = PAGE.read_text(encoding="utf-8")
    (command,) = re.findall(r"^workbench (compare samples .* -m .*)$", page, re.MULTILINE)
    cache = tmp_path / "cache"
    with serving(LanguageServer(decided(packaged("samples"), "mitkov", cache=cache))) as server:
        ran = run(*command.split(), "--option", f"llm.url={server.url}", "--cache", cache)
    assert ran.status == 0, ran.err
    shown = [line for line in ran.out.splitlines() if line.startswith(("resolver  ", "llm-choice", "mitkov"))]
    begin, rest = page.split("<!-- samples -->\n", 1)
    end = rest[rest.index("<!-- end of samples -->") :]
    written = f"{begin}<!-- samples -->\n\n```text\n" + "\n".join(shown) + f"\n```\n\n{end}"
    if os.environ.get("WRITE_GOLDEN"):
        PAGE.write_text(written, encoding="utf-8")
    assert written == PAGE.read_text(encoding="utf-8")
