"""Pronouns that a stage of anaphoricity leaves without an answer (resolvers.md, 1.9)."""

import pytest

from anaphora_workbench.preprocessing import Preprocessor
from anaphora_workbench.resolvers import get_resolver
from anaphora_workbench.resolvers.pronouns.stages.anaphoricity import STAGES, stage_named


@pytest.fixture(scope="module")
def preprocessor() -> Preprocessor:
    return Preprocessor()


@pytest.mark.model
@pytest.mark.parametrize("resolver", ["kennedy-boguraev", "cogniac", "hobbs", "mitkov", "most-recent"])
@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("Tom slept. They sell lamps there.", "no plural within 2 sentences"),
        ("Tom slept. It broke.", "nothing that agrees within 2 sentences"),
        ("The lamp broke. Tom slept. Tom left. Ann slept. It burns.", "nothing that agrees within 2 sentences"),
        ("The lamp broke. Tom made it, too.", "part of an idiom"),
        ("The lamps broke. They were old.", ""),
        ("The lamp broke. It was old.", ""),
        ("The lamp broke. Tom sold it.", ""),
        ("Tom left. Ann slept. Eva slept. Ann slept. He sang.", ""),
    ],
)
def test_rules(preprocessor: Preprocessor, resolver: str, text: str, why: str) -> None:
    document = preprocessor.process(text)
    for option in ("none", "rules"):
        trace = get_resolver(resolver, anaphoricity=option).resolve(document).traces[-1]
        left_out = option == "rules" and bool(why)
        assert (trace.rule == "not-anaphoric") == left_out
        if left_out:
            assert (trace.antecedent, trace.note, trace.decision.identified) == (None, why, False)


def test_a_stage_that_there_is_not() -> None:
    assert stage_named("none") is None
    assert "rules" in STAGES.names()
    with pytest.raises(
        ValueError, match=r"no stage of anaphoricity 'rule'; there are: learnt, rules; did you mean rules\?"
    ):
        stage_named("rule")
    with pytest.raises(
        ValueError, match=r"no stage of anaphoricity 'rule'; there are: learnt, rules; did you mean rules\?"
    ):
        get_resolver("hobbs", anaphoricity="rule")
