"""Objects as bytes: what is kept comes back, and what somebody else has packed runs nothing."""

from __future__ import annotations

import os
import pickle
import sys
import zlib
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from anaphora_workbench.evaluation.arithmetic.exact import ExactSum
from anaphora_workbench.evaluation.counting.counting import Counts
from anaphora_workbench.evaluation.linguistic.outcomes import Outcome
from anaphora_workbench.evaluation.statistics.difficulty import Difficulty, Mean
from anaphora_workbench.evaluation.statistics.disclosure import Disclosure, FormCounts
from anaphora_workbench.workbench.analysis.details import Answer
from anaphora_workbench.workbench.analysis.error_analysis import DocumentErrors, Example, JudgedPronoun
from anaphora_workbench.workbench.analysis.verdicts import DocumentVerdicts, PronounVerdict, VerdictDetails
from anaphora_workbench.workbench.base.settings import SETTINGS
from anaphora_workbench.workbench.commands.preprocess import Annotate
from anaphora_workbench.workbench.engine.pickles import packed, unpacked
from anaphora_workbench.workbench.experiments.preprocessing import Preprocessing
from anaphora_workbench.workbench.runs.measuring import Measure


@pytest.mark.parametrize(
    "content",
    [
        pytest.param({"a": [1, 2.5, None, True, "x", b"y"], ("b", 2): {"c"}}, id="plain values"),
        pytest.param(Counter({("span", "name"): 2}), id="Counter"),
        pytest.param(Fraction(1, 3), id="Fraction"),
        pytest.param(ExactSum({3: 1}), id="ExactSum"),
        pytest.param(Counts({"muc": {"recall": Fraction(1, 2), Outcome.TP: 1}}, {"beta": 1}), id="Counts"),
        pytest.param(Difficulty(means={"size": Mean.of([1, 3])}), id="Difficulty"),
        pytest.param(Disclosure({"he": FormCounts(raw=1)}), id="Disclosure"),
        pytest.param(Answer(3, "right", None, "nearest"), id="Answer"),
        pytest.param(
            DocumentErrors([JudgedPronoun("d", 3, "he", True, True, 0, "", "x", Example("a", "b", "c", "d"))]),
            id="classes with slots",
        ),
        pytest.param(DocumentVerdicts([PronounVerdict(3, "right")]), id="verdicts"),
        pytest.param({SETTINGS[0]: 1}, id="a named tuple"),
    ],
)
def test_what_is_kept_comes_back(content: object) -> None:
    assert unpacked(packed(content)) == content


@dataclass
class AnswerOfAPlugIn(Answer):
    """Data of another package, though of a class of ours."""


class Called:
    """What is pickled as a call."""

    def __init__(self, called: Callable[..., Any], *arguments: Any) -> None:
        self.call = called, arguments

    def __reduce__(self) -> tuple[Callable[..., Any], tuple[Any, ...]]:
        return self.call


MEASURE = Measure("mitkov", Preprocessing(), None)
ANNOTATE = Annotate(Preprocessing(model="a_folder"), "predicted")


@pytest.mark.parametrize(
    ("hostile", "says"),
    [
        pytest.param(Called(os.getpid), "posix.getpid is not kept", id="a function of the system"),
        pytest.param(Called(eval, "1"), "builtins.eval is not kept", id="eval"),
        pytest.param(Called(packed, 1), "pickles.packed is not kept", id="a function of ours"),
        pytest.param(MEASURE, "measuring.Measure is not kept", id="data that can be called"),
        pytest.param(Called(MEASURE), "measuring.Measure is not kept", id="a call of it"),
        pytest.param(Called(ANNOTATE), "preprocess.Annotate is not kept", id="a call that loads a model"),
        pytest.param(VerdictDetails(), "verdicts.VerdictDetails is not kept", id="next to what is kept"),
        pytest.param(Path("x"), "pathlib.* is not kept", id="another package's"),
        pytest.param(AnswerOfAPlugIn(3, "right", None, ""), "AnswerOfAPlugIn is not kept", id="a class made of ours"),
        pytest.param(Called(Fraction, "x"), "damaged: Invalid literal for Fraction: 'x'", id="a value that is none"),
    ],
)
def test_what_is_not_kept_is_refused(hostile: object, says: str) -> None:
    with pytest.raises(pickle.UnpicklingError, match=says):
        unpacked(packed(hostile))


@pytest.mark.parametrize(
    ("pickled", "says"),
    [
        pytest.param(
            b"canaphora_workbench.evaluation.counting\nCounts.by\n.",
            "damaged: Can't get attribute 'Counts.by'",
            id="a method",
        ),
        pytest.param(
            b"canaphora_workbench.evaluation.counting.counting\ntotal\n.", "total is not kept", id="next to a class"
        ),
        pytest.param(b"canaphora_workbench.__main__\nmain\n.", "__main__.main is not kept", id="a module that runs"),
        pytest.param(b"canaphora_workbench_of_mine\nCounts\n.", "mine.Counts is not kept", id="a like-named package"),
        pytest.param(b"c__builtin__\nset\n.", "__builtin__.set is not kept", id="an old name"),
        pytest.param(b"I01\n", "damaged: Ran out of input", id="no end"),
        pytest.param(
            b"canaphora_workbench.evaluation.arithmetic.exact\nExactSum\n)R)R.",
            "damaged: 'ExactSum' object is not callable",
            id="a call of what is kept",
        ),
        pytest.param(b"cfractions\nFraction\n(I1\nI0\ntR.", r"damaged: Fraction\(1, 0\)", id="a value that is none"),
        pytest.param(b".", "unpickling stack underflow", id="an end alone"),
        pytest.param(b"h\x05.", "Memo value not found at index 5", id="what was not said before"),
    ],
)
def test_bytes_that_no_pickler_makes_are_refused(pickled: bytes, says: str) -> None:
    with pytest.raises(pickle.UnpicklingError, match=says):
        unpacked(zlib.compress(pickled))


def test_refusing_imports_nothing() -> None:
    """A module may do something when it is imported."""
    with pytest.raises(pickle.UnpicklingError):
        unpacked(zlib.compress(b"cantigravity\nx\n."))
    assert "antigravity" not in sys.modules


def test_this_process_reads_what_it_has_packed_of_any_kind() -> None:
    assert unpacked(packed(AnswerOfAPlugIn(3, "right", None, "")), trusted=True) == AnswerOfAPlugIn(
        3, "right", None, ""
    )
