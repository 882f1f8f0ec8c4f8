"""What appositions and predicate nominals mean for every resolver (resolvers.md, 1.8)."""

from dataclasses import replace

import pytest

from anaphora_workbench.corpora.document import CoreferenceLayer, Document, Entity, Mention, Sentence, Word
from anaphora_workbench.preprocessing import Preprocessor
from anaphora_workbench.resolvers import get_resolver
from anaphora_workbench.resolvers.discourse.discourse import Discourse
from anaphora_workbench.resolvers.discourse.renaming import APPOSITIVE, PREDICATE

PUBLISHED = ("kennedy-boguraev", "lappin-leass", "hobbs", "mitkov", "mars", "cogniac")
M, F, N, ANY = frozenset("m"), frozenset("f"), frozenset("n"), frozenset("mfn")
S, P = frozenset("s"), frozenset("p")


@pytest.fixture(scope="module")
def preprocessor() -> Preprocessor:
    return Preprocessor()


def answer(document: Document, resolver: str, **options: str) -> str | None:
    (decision,) = get_resolver(resolver, **options).resolve(document).decisions
    chosen = document.mention_by_id().get(decision.antecedent or "")
    return chosen and document.mention_text(chosen)


@pytest.mark.model
@pytest.mark.parametrize("resolver", PUBLISHED)
@pytest.mark.parametrize(
    ("text", "expected"),
    [
        # Barbu & Mitkov (2001), section 2.
        ("This is an input file. It is used for evaluation.", "an input file"),
        ("Tom Brown, a doctor, met Anna. He slept.", "Tom Brown"),
        ("Alex Reed is a waitress. Tom met Dan. She slept.", "Alex Reed"),
        ("That was Tom. He was late.", "Tom"),
        # They do not agree, so each names for itself.
        ("The problem is the pumps. They leak.", "the pumps"),
    ],
)
def test_who_stands_for_both(preprocessor: Preprocessor, resolver: str, text: str, expected: str) -> None:
    assert answer(preprocessor.process(text), resolver) == expected


@pytest.mark.model
def test_the_option_takes_each_mention_by_itself(preprocessor: Preprocessor) -> None:
    document = preprocessor.process("Alex Reed is a waitress. Tom met Dan. She slept.")
    assert answer(document, "kennedy-boguraev", renaming="false") == "a waitress"
    document = preprocessor.process("This is an input file. It is used for evaluation.")
    assert answer(document, "hobbs", renaming="false") == "This"


@pytest.mark.model
def test_the_trace_names_the_demonstrative(preprocessor: Preprocessor) -> None:
    document = preprocessor.process("This is an input file. It is used for evaluation.")
    (trace,) = get_resolver("hobbs").resolve(document).traces
    assert trace.note == f"This ({document.mentions[0].id}) is named by its predicate nominal"


@pytest.mark.model
def test_an_oracle_answers_with_the_mention_of_the_key(preprocessor: Preprocessor) -> None:
    document = preprocessor.process("This is an input file. It is used for evaluation.")
    this, file, it, _ = document.mentions
    key = CoreferenceLayer("gold", [Entity("e", [this.id, it.id]), Entity("f", [file.id])])
    for oracle in ("oracle", "oracle-filtered"):
        given = get_resolver(oracle).resolve(document, replace(document, coreference={"gold": key}))
        (decision,) = given.decisions
        assert decision.antecedent == this.id


def document(first: Mention, second: Mention) -> Document:
    return Document("d", [Word("A"), Word("B")], [Sentence(0, 2)], mentions=[first, second])


@pytest.mark.parametrize(
    ("first", "second", "gender", "skip"),
    [
        ({"gender": M}, {"gender": ANY, "apposition_of": "1"}, [M, M], ["", APPOSITIVE]),
        ({"gender": ANY}, {"gender": F, "predicate_of": "1"}, [F, F], ["", PREDICATE]),
        ({"gender": M, "kind": "proper"}, {"gender": F, "predicate_of": "1"}, [F, F], ["", PREDICATE]),
        ({"gender": M, "kind": "common"}, {"gender": F, "predicate_of": "1"}, [M, F], ["", ""]),
        ({"gender": M, "kind": "proper"}, {"gender": N, "predicate_of": "1"}, [M, N], ["", ""]),
        ({"number": S}, {"number": P, "predicate_of": "1"}, [ANY, ANY], ["", ""]),
        ({"gender": F, "pronoun_type": "personal"}, {"gender": ANY, "predicate_of": "1"}, [F, ANY], ["", PREDICATE]),
        ({"gender": ANY, "pronoun_type": "demonstrative"}, {"gender": N, "predicate_of": "1"}, [N, N], ["", ""]),
        ({"gender": M}, {"gender": ANY, "apposition_of": "nobody"}, [M, ANY], ["", ""]),
    ],
)
def test_features_and_candidates(first: dict, second: dict, gender: list, skip: list) -> None:
    discourse = Discourse(document(Mention("1", 0, 1, 0, **first), Mention("2", 1, 2, 1, **second)))
    assert discourse.gender == gender
    assert discourse.skip == skip
    apart = discourse.without_renaming()
    assert apart.gender == [first.get("gender", ANY), second.get("gender", ANY)]
    assert apart.skip == ["", ""]
    assert apart.eligible() == [0, 1]
