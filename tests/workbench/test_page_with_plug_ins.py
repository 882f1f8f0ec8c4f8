"""The page with a resolver of another distribution that never ends: it costs its own column, and nobody else's turn."""

import json
from collections.abc import Iterator

import pytest

from anaphora_workbench.corpora.support.samples import packaged
from plug_in import install
from served_page import Served, form, served

pytestmark = pytest.mark.model
CODE = """
import os, sys, time
from dataclasses import dataclass

from anaphora_workbench.resolvers import PronounResolver
from anaphora_workbench.resolvers.options import PronounOptions, option


@dataclass(frozen=True, kw_only=True)
class SleepyOptions(PronounOptions):
    seconds: int = option(0, "how long it sleeps before each answer", least=0)


class Sleepy(PronounResolver):
    name, description, source, Options = "sleepy", "ends with some options", "a test", SleepyOptions

    def choose(self, case):
        time.sleep(case.memory.parameters.seconds)
        return case.candidates[0].position


class Large:
    name, description, source = "large", "loads more than there is memory for", "a test"

    def __init__(self):
        # The server makes it too, to see whether it can be offered, and is not what is tested here.
        if sys.argv[0] == "-c":
            self.model = b"x" * (3000 << 20)
            time.sleep(3600)

    def resolve(self, document, key=None):
        return None


class Ending:
    name, description, source = "ending", "forks and ends its process", "a test"

    def resolve(self, document, key=None):
        os.fork() or time.sleep(3600)
        os._exit(9)


class Hoarding:
    name, description, source = "hoarding", "takes all memory", "a test"

    def resolve(self, document, key=None):
        hoard = b"x" * (3000 << 20)
        time.sleep(3600)


class Hanging:
    name, description, source = "hanging", "never ends", "a test"

    def resolve(self, document, key=None):
        time.sleep(3600)
"""
ENTRY = "[anaphora_workbench.resolvers]\nhanging = hanging_resolver:Hanging\nending = hanging_resolver:Ending\n"
ENTRY += "sleepy = hanging_resolver:Sleepy\n"
ENTRY += "hoarding = hanging_resolver:Hoarding\nlarge = hanging_resolver:Large\n"
# Seconds, which a loaded machine needs to fill the memory, and MiB.
LIMIT, MEMORY = 6, 700
REASON = f"it took more than {LIMIT} seconds (--timeout)"


@pytest.fixture(scope="module")
def page(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    site = install(tmp_path_factory.mktemp("site"), "hanging_resolver", CODE, ENTRY)
    with served(
        tmp_path_factory.mktemp("served"), "--jobs", "1", *("--timeout", str(LIMIT), "--memory", str(MEMORY)), site=site
    ) as running:
        yield running


@pytest.mark.slow
def test_its_column_says_why_and_the_others_are_answered(page: Served) -> None:
    columns = [{"resolver": "hobbs"}, {"resolver": "hanging"}, {"resolver": "most-recent"}]
    taken = page.post("/ask", {"tab": "a", "columns": json.dumps(columns), "sample": "news_keeper"})
    told = page.events(taken.json["job"])
    assert "hanging" in [event["resolver"] for event in told]
    answer = page.request("GET", f"/jobs/{taken.json['job']}").json
    assert [column["failure"] for column in answer["columns"]] == ["", REASON, ""]
    verdicts = [row[7] for row in answer["answered"]["pronouns"]["rows"]]
    assert verdicts
    assert {letters[1] for letters in verdicts} == {"-"}
    assert "-" not in {letters[0] + letters[2] for letters in verdicts}


def test_one_that_ends_its_process_costs_its_column(page: Served) -> None:
    columns = [{"resolver": "ending"}, {"resolver": "most-recent"}]
    taken = page.post("/ask", {"tab": "c", "columns": json.dumps(columns), "sample": "news_keeper"})
    assert page.events(taken.json["job"])[-1]["state"] == "done"
    answer = page.request("GET", f"/jobs/{taken.json['job']}").json
    assert [column["failure"] for column in answer["columns"]] == ["exit status 9", ""]


@pytest.mark.slow
def test_one_that_takes_all_memory_costs_its_column(page: Served) -> None:
    answer = page.ask([{"resolver": "hoarding"}, {"resolver": "most-recent"}], text="Ann slept. She snored.").json
    assert [column["failure"] for column in answer["columns"]] == [f"it took more than {MEMORY} MiB of memory", ""]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("resolver", "reason"), [("hanging", REASON), ("large", f"it took more than {MEMORY} MiB of memory")]
)
def test_it_is_left_out_of_a_comparison_by_name(page: Served, resolver: str, reason: str) -> None:
    file = packaged("samples") / "news_keeper.conllu"
    resolvers = [("resolver", resolver), ("resolver", "most-recent")]
    kind, body = form(("tab", "b"), ("setting", "true-predicted"), ("file", (file.name, file.read_bytes())), *resolvers)
    taken = page.request("POST", "/corpus/ask", body, {"Content-Type": kind, "Origin": page.origin})
    assert page.events(taken.json["job"])[-1]["reason"] == ""
    answer = page.request("GET", f"/jobs/{taken.json['job']}").json
    assert answer == {"failures": [], "left_out": [f"{resolver}: {reason}"]}
    report = page.request("GET", f"/corpus/{taken.json['report']}/").body.decode()
    assert 'data-resolver="most-recent"' in report
    assert f'data-resolver="{resolver}"' not in report
