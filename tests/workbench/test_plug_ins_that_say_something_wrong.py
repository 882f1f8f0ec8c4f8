"""Resolvers of plug-ins whose class, stages or traces are not what was expected: told by name, and nobody else hurt."""

import json
import re
from pathlib import Path

import pytest

from plug_in import install, run_with
from rows import rows
from tiny_corpus import ANN, conllu

HEAD = """
from dataclasses import dataclass, field
from anaphora_workbench.resolvers import PronounResolver
from anaphora_workbench.resolvers.nominal.head_match import NominalResolver
from anaphora_workbench.resolvers.options import PronounOptions, option


class Good(PronounResolver):
    name, description, source = "good", "the nearest", "a test"

    def choose(self, case):
        return case.left[0].position if case.left else None


class Undecorated(PronounOptions):
    skip: int = option(0, "passed over")


@dataclass(frozen=True, kw_only=True)
class WithoutDefault(PronounOptions):
    skip: int = field()


@dataclass(frozen=True, kw_only=True)
class OfUnknownType(PronounOptions):
    skip: "Number" = option(0, "passed over")


def options(kind, default, **further):
    return dataclass(frozen=True, kw_only=True)(
        type("Made", (PronounOptions,), {"__annotations__": {"skip": kind}, "skip": option(default, "", **further)})
    )
"""
# A resolver, what its class says, and what is told of it.
CLASSES = rows(
    """
role  |  role = 'nomnal'  |  has the role 'nomnal'; expected one of algorithm, full, learned, llm, baseline
parts  |  parts = 'agreement'  |  has the parts 'agreement'; expected a tuple of names
description  |  description = None  |  has the description None; expected text
dictionary  |  Options = dict  |  has the Options <class 'dict'>; expected a frozen dataclass
undecorated  |  Options = Undecorated
  |  has Options of Undecorated, which is not a dataclass; expected a frozen dataclass
without-default  |  Options = WithoutDefault  |  has an option 'skip' without a default; expected options that
of-unknown-type  |  Options = OfUnknownType  |  has Options whose types cannot be read: name 'Number' is not defin
of-lists  |  Options = options(list[str], ())  |  has an option 'skip' of type list[str]; expected bool, int
of-dictionaries  |  Options = options(dict, None)  |  has an option 'skip' of type dict; expected bool, int
of-two-types  |  Options = options(int | str, 1)  |  has an option 'skip' of type int | str; expected bool, int
of-numbers  |  Options = options(tuple[int, ...], ())  |  has an option 'skip' of type tuple[int, ...]; expected
default-of-text
  |  Options = options(int, 'x')  |  has an option 'skip' whose default cannot be: 'x' is not a whole number
default-of-none  |  Options = options(str, None)  |  has an option 'skip' whose default cannot be: None is not te
default-no-tuple
  |  Options = options(tuple[str, ...], None)
  |  has an option 'skip' whose default cannot be: None is not a list of names
least-of-text  |  Options = options(str, 'x', least=1)  |  has an option 'skip' whose default cannot be: '<' not
default-no-choice
  |  Options = options(str, 'near', choices=('far', 'none'))
  |  has an option 'skip' whose default cannot be: 'near' is not one of far, none
default-too-small
  |  Options = options(int | None, 0, least=1)
  |  has an option 'skip' whose default cannot be: 0 is too small; expected at least 1
a+b  |  pass  |  has the name 'a+b'; expected one without +, which joins resolvers
factors  |  factors = [print]  |  has the factors [<built-in function print>]; expected what speaks for a ca
"""
)


def test_a_class_that_says_something_wrong_is_named_and_the_others_work(tiny: Path) -> None:
    code, entries = HEAD, "[anaphora_workbench.resolvers]\n"
    for number, (name, says, _) in enumerate(CLASSES):
        code += f"\n\nclass Wrong{number}(Good):\n    name = {name!r}\n    {says}\n"
        entries += f"{name} = wrong_classes:Wrong{number}\n"
    site = install(tiny.parent / "site", "wrong_classes", code, entries)
    listed = run_with(site, "list", "resolvers", "--format", "json")
    assert (listed.returncode, listed.stderr) == (0, "")
    told = {row["name"]: row["description"] for row in json.loads(listed.stdout)}
    for number, (name, _, says) in enumerate(CLASSES):
        assert told[name].startswith(f"resolver {name!r} (wrong_classes:Wrong{number}) {says}")
    others = run_with(site, "explain", tiny / "tom.conllu", "-r", "most-recent", "--no-cache")
    assert (others.returncode, others.stderr) == (0, "")
    wrong = run_with(site, "compare", tiny, "-s", "true-gold", "-r", "role", "-r", "oracle", "--no-cache")
    assert wrong.returncode == 2
    assert wrong.stderr.startswith("error: resolver 'role' (wrong_classes:Wrong0) has the role 'nomnal'; expected one")


# What a class does when it chooses, when it links nominals, or in its attributes, and what is told of it.
DEEDS = rows(
    """
links: return [('m2', 'm1')]  |  nominal_links returned the link ('m2', 'm1'); expected pairs
links: return [(-1, 0)]  |  nominal_links returned the link (-1, 0); expected pairs
links: return [(True, False)]  |  nominal_links returned the link (True, False); expected pairs
links: return [{1, 0}]  |  nominal_links returned the link {0, 1}; expected pairs
choose: return True  |  choose returned True for mention m3; expected None or the position
window = (lambda case, positions: [True],)  |  the window <lambda> returned [True] for mention m3; expected positions
choose: case.left[0].factors = {'near': 10 ** 400}  |  the factor 'near' of m1 for m3 is 1000000000
choose: case.left[0].factors = {3: 1}  |  a factor of m1 for m3 is called 3; expected text
choose: case.left[0].rank = 'first'  |  the rank of m1 for m3 is 'first'; expected a whole number, or None
choose: case.left[0].rejected_by = True  |  the rejected_by of m1 for m3 is True; expected text
choose: case.left[0].why = 3  |  the why of m1 for m3 is 3; expected text
links: pass  |  nominal_links returned None; expected pairs
window = (lambda case, positions: [-1],)  |  the window <lambda> returned [-1] for mention m3; expected positions
window = (lambda case, positions: None,)  |  the window <lambda> returned None for mention m3; expected positions
choose: case.left[0].factors = {'near': float('nan')}
  |  the factor 'near' of m1 for m3 is nan; expected a finite number
choose: case.left[0].factors = {'near': 'much'}  |  the factor 'near' of m1 for m3 is 'much'; expected a finite number
choose: case.note = 5  |  the note of the trace of m3 is 5; expected text
choose: case.none = {'often': 'much'}  |  the trace of m3 cannot be shown: unsupported operand
choose: case.none, case.against_none = {}, (99, {})  |  a trace is of 'position 99'; expected mentions of the document
choose: case.none, case.against_none = {}, ()  |  what resolver 'wrong' returned is not an answer: tuple index
choose: case.entities = {0: ([-1], 1)}  |  a trace is of 'position -1'; expected mentions of the document
choose: case.left[0].sources = {'near': [(-1, 0)]}  |  a trace is of 'position -1'; expected mentions of the document
choose: case.resolved_to = 99  |  a trace is of 'position 99'; expected mentions of the document
choose: case.left[0].represented_by = -1  |  a trace is of 'position -1'; expected mentions of the document
choose: case.left[0].linked_to = 99  |  a trace is of 'position 99'; expected mentions of the document
choose: case.left[0].marks = {'by': object}
  |  the trace of m3 cannot be shown: <class 'object'> is of type type; expected text, numbers and lists
choose: case.tried = [('first',)]  |  the trace of m3 cannot be shown: not enough values to unpack
filters = (len,)  |  filters of wrong has <built-in function len>; expected what candidate_filter makes, or a Filter
"""
)


def test_links_may_be_rows_of_an_array(tiny: Path) -> None:
    does = "def nominal_links(self, discourse, key):\n        import numpy; return numpy.array([[1, 0]])"
    code = f"{HEAD}\n\nclass Rows(NominalResolver):\n    name, description, source = 'rows', 'a', 'b'\n    {does}\n"
    site = install(tiny.parent / "site", "rows", code, "[anaphora_workbench.resolvers]\nrows = rows:Rows\n")
    words = ("resolve", tiny / "ann.conllu", "-r", "rows", "-o", "o", "--to", "chains-json", "--no-cache")
    ran = run_with(site, *words)
    assert ran.returncode == 0, ran.stderr
    (written,) = (tiny.parent / "o").iterdir()
    (document,) = json.loads(written.read_text(encoding="utf-8"))["documents"]
    assert len(document["chains"][0]) == 2


def deeds_by_document(stage: str, method: str, discourse: str) -> str:
    """A method that does on each document what the deed of that number does in a class of its own."""
    code = f"\n    def {method}:\n        done = super().{method.replace('self, ', '')}\n"
    for number, (does, _) in enumerate(DEEDS):
        if does.startswith(stage):
            body = does.removeprefix(stage)
            code += (
                f"        if {discourse}.document.id == 'd{number:02}':\n            {body}\n            return None\n"
            )
    return code + "        return done\n"


@pytest.fixture(scope="module")
def told_of_deeds(tmp_path_factory: pytest.TempPathFactory) -> list[str]:
    """What is said of each deed: of a window by a run of its own, of all else by document."""
    folder = tmp_path_factory.mktemp("deeds")
    corpus = folder / "corpus"
    corpus.mkdir()
    windows = {number: does for number, (does, _) in enumerate(DEEDS) if not does.startswith(("choose: ", "links: "))}
    code = f"{HEAD}\n\nclass Wrong(Good):\n    name = 'wrong'\n"
    code += deeds_by_document("choose: ", "choose(self, case)", "case.discourse")
    code += deeds_by_document("links: ", "nominal_links(self, discourse, key)", "discourse")
    for number in range(len(DEEDS)):
        if number not in windows:
            (corpus / f"d{number:02}.conllu").write_text(conllu(f"d{number:02}", ANN), encoding="utf-8")
    words = ("explain", corpus, "-r", "wrong", "--format", "json", "--no-cache")
    points = "[anaphora_workbench.resolvers]\nwrong = wrong:Wrong\n"
    ran = run_with(install(folder / "site", "wrong", code, points), *words)
    assert ran.returncode == 2, ran.stderr
    lines = dict(re.findall(r"d(\d\d)\.conllu: (.*)", ran.stderr))
    (corpus / "alone").mkdir()
    (corpus / "alone" / "d.conllu").write_text(conllu("d", ANN), encoding="utf-8")
    for number, does in windows.items():
        code = f"{HEAD}\n\nclass Wrong(Good):\n    name = 'wrong'\n    {does}\n"
        site = install(folder / f"site-{number}", "wrong", code, points)
        lines[f"{number:02}"] = run_with(site, *words[:1], corpus / "alone", *words[2:]).stderr
    return [lines[f"{number:02}"] for number in range(len(DEEDS))]


@pytest.mark.parametrize("number", range(len(DEEDS)), ids=[does for does, _ in DEEDS])
def test_what_a_stage_does_wrong_is_told_with_the_resolver(told_of_deeds: list[str], number: int) -> None:
    told = DEEDS[number][1]
    before, found, _ = told_of_deeds[number].partition(told)
    assert found, told_of_deeds[number]
    assert "wrong" in before


def test_options_without_a_limit_and_marks_as_numpy_and_sets_have_them_are_shown(tiny: Path) -> None:
    does = "Options = options('float', float('inf'))\n    def choose(self, case):\n        import numpy, pathlib"
    marks = "{'a': numpy.True_, 'b': {'x'}, 'c': pathlib.Path('y'), 'd': numpy.float32(1)}"
    does += f"\n        case.left[0].marks = {marks}; return case.left[0].position"
    code = f"{HEAD}\n\nclass Free(Good):\n    name = 'free'\n    {does}\n"
    site = install(tiny.parent / "site", "free", code, "[anaphora_workbench.resolvers]\nfree = free:Free\n")
    ran = run_with(site, "resolve", tiny / "ann.conllu", "-r", "free", "-o", "o", "--to", "chains-json", "--no-cache")
    assert ran.returncode == 0, ran.stderr


STAGES = """
from anaphora_workbench.resolvers.pronouns.stages.anaphoricity import Anaphoricity


def forgets(case):
    case.discourse.document.words.clear()
    return ""


TRUTH = Anaphoricity("truth", "a truth", "a test", lambda case: True)
FORGETS = Anaphoricity("forgets", "takes the words away", "a test", forgets)
"""


def test_a_stage_of_anaphoricity_is_held_to_its_word_with_our_resolvers(tiny: Path) -> None:
    points = "[anaphora_workbench.anaphoricity]\ntruth = stages:TRUTH\nforgets = stages:FORGETS\n"
    site = install(tiny.parent / "site", "stages", STAGES, points)
    words = ("explain", tiny / "ann.conllu", "--format", "json", "--no-cache", "-r", "most-recent", "--option")
    told = run_with(site, *words, "anaphoricity=truth")
    assert told.returncode == 2
    assert "what resolver 'most-recent' returned is not an answer: the note of the trace of m3 is True" in told.stderr
    # What grammar bars is read from the words.
    twice = ("-r", "recent-subject", "--option", "most-recent.grammar=as-published")
    twice += ("--option", "most-recent.anaphoricity=forgets")
    others = run_with(site, *words[:-1], *twice)
    alone = run_with(site, *words[:-1], "-r", "recent-subject")
    assert json.loads(others.stdout)[1::2] == json.loads(alone.stdout)[1::2], others.stderr
