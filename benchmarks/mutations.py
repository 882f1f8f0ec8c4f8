"""``python -m benchmarks.mutations [--help] [ROOM...]``: how many changes of the code the tests of a room notice.

Mutants are drawn from the syntax trees of the room. Each is judged by the tests that come past its block, fastest
first, in a process forked from one that has collected them: it exists there alone, and all runs in a copy of the
repository. Commands that a test starts as processes have the code unchanged.
"""

from __future__ import annotations

import argparse
import ast
import builtins
import contextlib
import csv
import gc
import hashlib
import importlib
import itertools
import json
import os
import re
import resource
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from importlib.machinery import SourceFileLoader
from importlib.util import spec_from_file_location
from pathlib import Path
from types import CodeType, FunctionType
from typing import Any, NamedTuple

from benchmarks.places import DOCS, ROOT

PAGE = ROOT / "CONTRIBUTING.md"
RATES, SURVIVORS = DOCS / "data" / "mutations.csv", DOCS / "data" / "mutants-surviving.csv"
SAMPLE = 150
# Seconds of processors that the tests of one mutant take, and how many times as many they may take with it.
LONGEST, PATIENCE = 10.0, 8
MEMORY = 3 << 30
_BY_COMMAND = ("are_scoring", "breakdowns", "counts_of_other_scorers", "error_analysis", "matching_of_mentions")
_BY_COMMAND += ("option_spellings", "score_command")
# The tests of each room; an inner room is no part of the outer one.
ROOMS = {
    "evaluation": " ".join(["tests/evaluation", *(f"tests/workbench/test_{name}.py" for name in _BY_COMMAND)]),
    "corpora/formats": "tests/corpora",
    "resolvers/rules": "tests/resolvers",
    "resolvers/pronouns": "tests/resolvers",
    "preprocessing": "tests/preprocessing tests/test_languages.py tests/workbench/test_languages_named.py "
    "tests/workbench/test_other_languages.py tests/workbench/test_parsed_elsewhere.py",
    "corpora": "tests/corpora tests/test_languages.py tests/workbench/test_output_places.py "
    "tests/resolvers/test_resolver_registry.py",
    "resolvers": "tests/resolvers",
    # A browser shows what processes of their own have made.
    "workbench": "tests/workbench --ignore-glob=*_in_browser.py",
}
_BOUNDARIES = "Lt LtE GtE, LtE Lt Gt, Gt GtE LtE, GtE Gt Lt, Eq NotEq, NotEq Eq, Is IsNot, IsNot Is, In NotIn, NotIn In"
_COMPARED = {first: rest for first, *rest in map(str.split, _BOUNDARIES.split(","))}
_OPPOSITE = {"min": "max", "max": "min", "any": "all", "all": "any"}
# No test is to notice types, what errors say, and what holds of the code itself.
_SPARED = {"annotation", "returns", "decorator_list", "exc", "strict", "stacklevel", "__all__", "TYPE_CHECKING"}


class Mutant(NamedTuple):
    """A change: its file and line, the first lines of the outermost function and of the block, which of its kind."""

    path: str
    line: int
    function: int
    block: int
    change: str
    occurrence: int


def mutants(path: str, tree: ast.Module) -> Iterator[tuple[Mutant, Callable[[], None]]]:
    """The mutants of a file, each with what makes the tree into it."""
    occurrences: dict[str, Iterator[int]] = defaultdict(lambda: itertools.count(1))

    def below(node: ast.AST, line: int, function: int, block: int) -> Iterator[tuple[Mutant, Callable[[], None]]]:
        if isinstance(node, ast.Assert) or not _SPARED.isdisjoint(_heads(node)):
            return
        for field, value in ast.iter_fields(node):
            if field in _SPARED:
                continue
            inside = function, block
            if isinstance(node, ast.FunctionDef) and field == "body":
                inside = function or min(one.lineno for one in (node, *node.decorator_list)), value[0].lineno
            elif function and _is_block(value):
                inside = function, value[0].lineno
            for place, child in enumerate(value if isinstance(value, list) else [value]):
                if not isinstance(child, ast.AST):
                    continue
                at = getattr(child, "lineno", line)
                for changed in _changed(child):

                    def apply(place: int = place, new: Any = changed, field: str = field, old: Any = value) -> None:
                        setattr(node, field, [*old[:place], new, *old[place + 1 :]] if isinstance(old, list) else new)
                        ast.fix_missing_locations(tree)

                    change = " → ".join(ast.unparse(one).partition("\n")[0][:80] for one in (child, changed))
                    yield Mutant(path, at, *inside, change, next(occurrences[change])), apply
                yield from below(child, at, *inside)

    return below(tree, 0, 0, 0)


def _changed(node: ast.AST) -> Iterator[ast.AST]:
    match node:
        case ast.Compare(left, ops, right):
            for place, op in enumerate(ops):
                for other in _COMPARED[type(op).__name__]:
                    yield ast.Compare(left, [*ops[:place], getattr(ast, other)(), *ops[place + 1 :]], right)
        case ast.BinOp(left, ast.Add() | ast.Sub() as op, right) if not (_is_text(left) or _is_text(right)):
            yield ast.BinOp(left, ast.Sub() if isinstance(op, ast.Add) else ast.Add(), right)
        case ast.AugAssign(target, ast.Add() | ast.Sub() as op, value) if not _is_text(value):
            yield ast.AugAssign(target, ast.Sub() if isinstance(op, ast.Add) else ast.Add(), value)
            yield ast.Pass()
        case ast.BoolOp(op, values):
            yield ast.BoolOp(ast.Or() if isinstance(op, ast.And) else ast.And(), values)
        case ast.UnaryOp(ast.Not(), operand):
            yield operand
        case ast.If(ast.Name() | ast.Attribute() | ast.Call() as test, body, orelse) if not _heads(node) & _SPARED:
            yield ast.If(ast.UnaryOp(ast.Not(), test), body, orelse)
        case ast.Constant(bool() as value):
            yield ast.Constant(not value)
        case ast.Constant(int() as value):
            yield from (ast.Constant(value + 1), ast.Constant(value - 1))
        case ast.Constant(float() as value) if value:
            yield from (ast.Constant(value * 1.1), ast.Constant(value * 0.9))
        case ast.Return(ast.AST() as value) if ast.unparse(value) != "None":
            yield ast.Return(ast.Constant(None))
        case ast.Slice(lower, upper, step):
            if lower and not isinstance(lower, ast.Constant | ast.UnaryOp):
                yield ast.Slice(ast.BinOp(lower, ast.Add(), ast.Constant(1)), upper, step)
            if upper and not isinstance(upper, ast.Constant | ast.UnaryOp):
                yield ast.Slice(lower, ast.BinOp(upper, ast.Sub(), ast.Constant(1)), step)
        case ast.Call(ast.Name(name), args, keywords) if name in _OPPOSITE:
            yield ast.Call(ast.Name(_OPPOSITE[name], ast.Load()), args, keywords)
        case ast.Break() | ast.Continue():
            yield ast.Continue() if isinstance(node, ast.Break) else ast.Break()
        case ast.Raise() | ast.Delete() | ast.Assign([ast.Attribute() | ast.Subscript()]):
            yield ast.Pass()
        case ast.Expr(value) if not isinstance(value, ast.Constant):
            yield ast.Pass()


def _heads(node: ast.AST) -> set[str | None]:
    """The names by which a statement or an argument is spared."""
    if isinstance(node, ast.keyword):
        return {node.arg}
    heads = node.targets if isinstance(node, ast.Assign) else [node.test] if isinstance(node, ast.If) else []
    return {head.id for head in heads if isinstance(head, ast.Name)}


def _is_block(value: object) -> bool:
    return isinstance(value, list) and bool(value) and isinstance(value[0], ast.stmt)


def _is_text(node: ast.AST) -> bool:
    return isinstance(node, ast.JoinedStr) or (isinstance(node, ast.Constant) and isinstance(node.value, str))


def drawn(room: str, seed: int, number: int = SAMPLE) -> list[Mutant]:
    """The sample of a room: the smallest hashes, smallest first; most of it stays when code of the room changes."""
    inner = tuple(f"{other}/" for other in ROOMS if other.startswith(f"{room}/"))
    every: list[Mutant] = []
    for file in sorted((ROOT / room).rglob("*.py")):
        if not (path := file.relative_to(ROOT).as_posix()).startswith(inner):
            every += [mutant for mutant, _ in mutants(path, ast.parse(file.read_text(encoding="utf-8")))]
    ranks = {one: hashlib.sha256(f"{seed} {one.path} {one.change} {one.occurrence}".encode()).digest() for one in every}
    return sorted(every, key=ranks.__getitem__)[:number]


class Tests:
    """Tests in a copy of the repository; also the finder of the packages of that copy."""

    def __init__(self, copy: Path, places: Sequence[str]) -> None:
        self.copy, self.places = copy, places
        self.progress = os.dup(2)
        self.codes: dict[str, CodeType] = {}
        self.marks: set[tuple[str, int]] = set()
        self.failures: list[Any] = []
        self.seconds: dict[str, float] = {}
        self.passing: dict[tuple[str, int], set[str]] = defaultdict(set)

    def judged(self, sample: Sequence[Mutant], most_seconds: float) -> list[str]:
        """For each mutant, while time lasts, the test that fails, "time" if none does in time, "" if it survives."""
        blocks = {(one.path, one.block) for one in sample}
        measured = forked(7200, self._run, self.places, lambda items: self._measured(items, blocks), True)
        if isinstance(measured, str):
            sys.exit(f"the tests could not be measured: {measured}")
        for test, (seconds, passed) in measured.items():
            self.seconds[test] = seconds
            for path, block in passed:
                self.passing[path, block].add(test)
        judged = forked(36000, self._run, self.places, lambda items: self._judged(items, sample, most_seconds))
        if isinstance(judged, str):
            sys.exit(f"the mutants could not be judged: {judged}")
        return judged

    def _measured(
        self, items: dict[str, Any], blocks: set[tuple[str, int]]
    ) -> dict[str, tuple[float, list[tuple[str, int]]]]:
        """Of each test that passes with the code unchanged, its seconds and which of some blocks it comes past.

        All blocks of all tests would take more memory than a process may.
        """
        measured = {}
        for test, following in zip(items, [*[*items][1:], ""], strict=True):
            self.marks.clear()
            start = sum(os.times()[:4])
            if not self._failing(items, [test], following):
                files = {(path, 0) for path, _ in self.marks}
                measured[test] = (sum(os.times()[:4]) - start, [*blocks & (self.marks | files)])
        return measured

    def _judged(self, items: dict[str, Any], sample: Sequence[Mutant], most_seconds: float) -> list[str]:
        begun = time.monotonic()
        functions: dict[str, list[FunctionType]] = defaultdict(list)
        for one in gc.get_objects():
            if isinstance(one, FunctionType):
                functions[one.__code__.co_filename].append(one)
        judged: list[str] = []
        for mutant in sample:
            if time.monotonic() - begun > most_seconds:
                break
            while True:
                tests = self._chosen(mutant)
                limit = 20 + PATIENCE * sum(self.seconds[test] for test in tests)
                killer = forked(limit, self._with, mutant, functions, items, tests) if tests else ""
                known = killer in judged or killer not in self.seconds
                # A test that also fails alone with nothing changed has killed nothing.
                if known or not forked(60, self._failing, items, [killer]):
                    break
                del self.seconds[killer]
            judged.append(killer)
            told = f"{len(judged)}/{len(sample)} {mutant.path}:{mutant.line} {mutant.change}: {killer or 'SURVIVES'}"
            os.write(self.progress, f"{told}\n".encode())
        return judged

    def _chosen(self, mutant: Mutant) -> list[str]:
        """The tests that come past the block: those named like file or folder, then the fastest, in all ``LONGEST``."""
        passing = self.passing[mutant.path, mutant.block] or (set() if mutant.function else {*self.seconds})
        words = re.findall(r"[^\W_]{4,}", "/".join(Path(mutant.path).with_suffix("").parts[-2:]))
        passing = passing & {*self.seconds}
        named = {test for test in passing if any(word in Path(test.partition("::")[0]).name for word in words)}
        ranked = sorted((test not in named, self.seconds[test], test) for test in passing)
        begins = itertools.accumulate((seconds for _, seconds, _ in ranked), initial=0.0)
        return [test for (_, _, test), start in zip(ranked, begins, strict=False) if start < LONGEST]

    def _with(self, mutant: Mutant, functions: Any, items: dict[str, Any], tests: Sequence[str]) -> str:
        """The first test that fails with a mutant; what runs at import is imported anew."""
        place = str(self.copy / mutant.path)
        tree = ast.parse(Path(place).read_text(encoding="utf-8"))
        next(apply for other, apply in mutants(mutant.path, tree) if other == mutant)()
        self.codes[place] = code = compile(tree, place, "exec", dont_inherit=True)
        named = [one for one in _inside(code) if one.co_name[0] != "<" or one.co_name == "<lambda>"]
        new = {_known_as(one): one for one in named}
        old = [one for one in functions[place] if mutant.function <= one.__code__.co_firstlineno <= mutant.line]
        with contextlib.suppress(ValueError, KeyError):  # code that uses other variables of the scope around it
            if mutant.function and old and len(new) == len(named):
                for function in old:
                    function.__code__ = new[_known_as(function.__code__)]
                return self._failing(items, tests)
        for name, module in [*sys.modules.items()]:
            if str(getattr(module, "__file__", None)).startswith(f"{self.copy}/") or name == "benchmarks":
                del sys.modules[name]
        return self._run([*tests], lambda items: self._failing(items, [test for test in tests if test in items]))

    def _failing(self, items: dict[str, Any], tests: Sequence[str], following: str = "") -> str:
        """The first test that fails."""
        for test, after in zip(tests, [*tests[1:], following], strict=True):
            self.failures.clear()
            items[test].config.hook.pytest_runtest_protocol(item=items[test], nextitem=items.get(after))
            if self.failures:
                return test
        return ""

    def _run(self, tests: Sequence[str], loop: Callable[[dict[str, Any]], Any], marked: bool = False) -> Any:
        """Collect tests; returns what a loop over them returns, "import" if nothing can be collected."""
        import pytest
        from hypothesis import Phase, settings

        made: list[Any] = []

        class Plugin:
            @staticmethod
            def pytest_collection() -> None:
                phases = (Phase.explicit, Phase.generate)
                settings.register_profile("mutants", settings.get_profile("no deadline"), phases=phases, database=None)
                settings.load_profile("mutants")

            @staticmethod
            @pytest.hookimpl(tryfirst=True)
            def pytest_runtestloop(session: Any) -> bool:
                made.append(loop({item.nodeid: item for item in session.items}))
                return True

            @staticmethod
            def pytest_runtest_logreport(report: Any) -> None:
                self.failures += [] if report.passed else [report]

        def get_code(loader: SourceFileLoader, name: str) -> Any:
            if marked and name.startswith("anaphora_workbench."):
                return self._marked(Path(loader.path))
            return self.codes.get(loader.path) or original(loader, name)

        if self not in sys.meta_path:
            original = SourceFileLoader.get_code
            SourceFileLoader.get_code = get_code  # type: ignore[method-assign]
            sys.meta_path.insert(0, self)  # type: ignore[arg-type]
            builtins.__marks__ = self.marks  # type: ignore[attr-defined]
            os.environ.setdefault("WORKBENCH_CORPORA", str(ROOT.parent / "shared" / "corpora"))
            os.chdir(self.copy)
            sys.path.remove(str(ROOT))
        words = ["-q", "-p", "no:cacheprovider", "-m", "not slow", "-W", "ignore::pytest.PytestAssertRewriteWarning"]
        words += ["--hypothesis-seed=0", "-o", "tmp_path_retention_policy=none", "--continue-on-collection-errors"]
        # What tests have left open is an error at the end, and takes nothing from the answer.
        with contextlib.suppress(pytest.PytestWarning):
            pytest.main([*words, *tests], plugins=[Plugin()])
        return made[0] if made else "import"

    def _marked(self, file: Path) -> CodeType:
        """The code of a file in which each block of a function leaves a mark."""
        path = file.relative_to(self.copy).as_posix()
        tree = ast.parse(file.read_text(encoding="utf-8"))
        for node in [*ast.walk(tree)]:
            for block in [value for _, value in ast.iter_fields(node) if _is_block(value)]:
                if not isinstance(node, ast.Module | ast.ClassDef):
                    mark = ast.parse(f"__marks__.add({(path, block[0].lineno)!r})").body[0]
                    is_text = isinstance(block[0], ast.Expr) and isinstance(block[0].value, ast.Constant)
                    block.insert(is_text, ast.copy_location(mark, block[0]))
        return compile(ast.fix_missing_locations(tree), str(file), "exec", dont_inherit=True)

    def find_spec(self, name: str, path: object = None, target: object = None) -> Any:
        """The packages of the copy."""
        top, _, inner = name.partition(".")
        place = self.copy / (inner or top) / "__init__.py"
        return spec_from_file_location(name, place) if top == "anaphora_workbench" and place.exists() else None


def _known_as(code: CodeType) -> tuple[str, int]:
    return code.co_qualname, code.co_firstlineno


def _inside(code: CodeType) -> list[CodeType]:
    return [code, *(one for inner in code.co_consts if isinstance(inner, CodeType) for one in _inside(inner))]


def forked(limit: float, work: Callable[..., Any], *given: Any) -> Any:
    """What a function returns in a process of its own, or its error; "time" if it does not end, or takes longer."""
    with tempfile.TemporaryDirectory() as folder:
        answer = Path(folder) / "answer"
        if not (child := os.fork()):
            try:
                os.setpgid(0, 0)
                signal.alarm(int(limit))
                resource.setrlimit(resource.RLIMIT_DATA, (MEMORY, MEMORY))
                os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
                returned = work(*given)
            except BaseException as error:
                returned = f"{type(error).__name__}: {error}"
            with contextlib.suppress(BaseException):
                answer.write_text(json.dumps(returned), encoding="utf-8")
            os._exit(0)
        os.waitpid(child, 0)
        with contextlib.suppress(ProcessLookupError):
            os.killpg(child, signal.SIGKILL)
        return json.loads(answer.read_text(encoding="utf-8")) if answer.exists() else "time"


def write(room: str, seed: int, judged: dict[Mutant, str]) -> None:
    """Put the rate of a sample and its survivors in the place of those before; why one is equivalent is kept."""
    rates, survivors = _read(RATES), _read(SURVIVORS)
    why = {(row["path"], row["change"], row["occurrence"]): row["equivalent"] for row in survivors}
    sample = {"room": room, "seed": str(seed)}
    surviving = []
    for one in sorted(mutant for mutant, killer in judged.items() if not killer):
        named = {"path": one.path, "change": one.change, "occurrence": str(one.occurrence)}
        surviving.append({**sample, **named, "line": one.line, "equivalent": why.get(tuple(named.values()), "")})
    equivalent = sum(bool(one["equivalent"]) for one in surviving)
    rate = {**sample, "mutants": len(judged), "equivalent": equivalent, "surviving": len(surviving)}
    for path, old, new in ((RATES, rates, [rate]), (SURVIVORS, survivors, surviving)):
        rows = [row for row in old if (row["room"], row["seed"]) != (room, str(seed))] + new
        rows.sort(key=lambda row: (row["seed"], [*ROOMS].index(row["room"])))
        with path.open("w", encoding="utf-8", newline="") as file:
            writer = csv.DictWriter(file, [*rows[0]] if rows else [], lineterminator="\n")
            writer.writeheader()
            writer.writerows(rows)


def parts() -> dict[str, str]:
    """The table of CONTRIBUTING.md."""
    from anaphora_workbench.evaluation.statistics.significance import wilson
    from anaphora_workbench.workbench.report.tables import Table, as_markdown
    from benchmarks.columns import columns_of

    columns = columns_of(
        "room; seed; mutants (count); equivalent (count); killed (count); rate (percent); interval: 95% (interval)"
    )
    rows = []
    for row in _read(RATES):
        total = int(row["mutants"]) - int(row["equivalent"])
        killed = int(row["mutants"]) - int(row["surviving"])
        counts = {"mutants": int(row["mutants"]), "equivalent": int(row["equivalent"]), "killed": killed}
        rows.append({**row, **counts, "rate": killed / total, "interval": tuple(wilson(killed, total))})
    return {"mutations": as_markdown(Table("", columns, rows))}


def _read(path: Path) -> list[dict[str, Any]]:
    if not path.exists():
        return []
    with path.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("rooms", nargs="*", metavar="ROOM", help=f"of {', '.join(ROOMS)}; all if none is named")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument(
        "--mutants", type=int, default=SAMPLE, help="how many of each room; fewer are the first of more"
    )
    parser.add_argument("--minutes", type=float, default=600, help="to judge mutants, in the order of the draw")
    given = parser.parse_args()
    by_tests: dict[str, list[str]] = defaultdict(list)
    for room in given.rooms or ROOMS:
        by_tests[ROOMS[room]].append(room)
    for package in ("hypothesis", "lxml.etree", "numpy", "pytest", "spacy"):
        importlib.import_module(package)  # once, for all processes
    listed = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    files = subprocess.run(listed, cwd=ROOT, capture_output=True, text=True, check=True).stdout.split("\0")
    for tests, rooms in by_tests.items():
        samples = {room: drawn(room, given.seed, given.mutants) for room in rooms}
        with tempfile.TemporaryDirectory() as folder:
            copy = Path(folder) / "copy"
            for name in filter(None, files):
                (copy / name).parent.mkdir(parents=True, exist_ok=True)
                shutil.copy2(ROOT / name, copy / name)
            # Other runs of pytest clear away what is in their common folder.
            os.environ["PYTEST_DEBUG_TEMPROOT"] = folder
            sample = [mutant for room in rooms for mutant in samples[room]]
            killers = Tests(copy, tests.split()).judged(sample, 60 * given.minutes)
        judged = dict(zip(sample, killers, strict=False))
        for room in rooms:
            if own := {mutant: judged[mutant] for mutant in samples[room] if mutant in judged}:
                write(room, given.seed, own)
    return 0


if __name__ == "__main__":
    sys.exit(main())
