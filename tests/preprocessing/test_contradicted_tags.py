"""Tags that contradict the form or the tree, and names that something certain makes persons'."""

import hashlib
from collections.abc import Iterator

import pytest

from anaphora_workbench.corpora.languages import language_named
from anaphora_workbench.preprocessing import Preprocessor
from anaphora_workbench.preprocessing.parser.contradicted_tags import put_clauses_right
from parsed_words import text

ENGLISH = language_named("en").lexicon()


@pytest.mark.parametrize(
    ("sentence", "relations"),
    [
        pytest.param(
            "The/DT/3/det telephone/NN/3/compound rang/NN/0/ROOT", "det nsubj ROOT", id="no verb"
        ),
        pytest.param("telephone/NN/2/compound rang/NN/0/ROOT", "compound ROOT", id="a caption"),
        pytest.param(
            "The/DT/3/det telephone/NN/3/compound rang/FW/0/ROOT when/WRB/5/advmod left/VBD/3/advcl",
            "det nsubj ROOT advmod advcl", id="an adverbial clause",
        ),
        pytest.param(
            "The/DT/3/det telephone/NN/3/compound rang/NN/0/ROOT that/WDT/5/nsubj left/VBD/3/relcl",
            "det compound ROOT nsubj relcl", id="a relative clause",
        ),
        pytest.param(
            "The/DT/3/det garden/NN/3/compound path/NN/0/ROOT", "det compound ROOT", id="a noun"
        ),
        pytest.param(
            "The/DT/2/det kettle/NN/0/ROOT hissed/VBN/2/acl on/IN/2/prep ././2/punct", "det nsubj ROOT prep punct",
            id="a participle alone",
        ),
        pytest.param(
            "The/DT/2/det kettle/NN/0/ROOT hissed/VBN/2/acl ,/,/2/punct", "det ROOT acl punct", id="no full stop",
        ),
        pytest.param("A/DT/2/det kettle/NN/0/ROOT hissing/VBG/2/acl ././2/punct", "det ROOT acl punct", id="hissing"),
        pytest.param(
            "the/DT/2/det majority/NN/3/nsubj changes/NNS/5/advcl they/PRP/5/nsubj left/VBD/0/ROOT",
            "det nsubj advcl nsubj ROOT", id="a noun with a subject",
        ),
        pytest.param(
            "making/VBG/0/ROOT tourism/NN/3/nsubj player/NN/1/ccomp", "ROOT nsubj ccomp", id="a small clause",
        ),
        pytest.param(
            "The/DT/4/det small/JJ/4/amod one/CD/4/nummod barks/NNS/0/ROOT", "det amod nsubj ROOT", id="one barks"
        ),
        pytest.param(
            "asked/VBD/0/ROOT that/IN/5/mark the/DT/5/det mayor/NN/5/compound resign/NN/1/ccomp",
            "ROOT mark det nsubj ccomp", id="that the mayor resign",
        ),
        pytest.param(
            "Ann/NNP/2/nsubj made/VBD/0/ROOT her/PRP$/4/poss laugh/NN/2/dobj", "nsubj ROOT nsubj ccomp", id="laugh"
        ),
        pytest.param(
            "Ann/NNP/2/nsubj made/VBD/0/ROOT her/PRP$/4/poss cake/NN/2/dobj", "nsubj ROOT poss dobj", id="cake"
        ),
        pytest.param(
            "told/VBD/0/ROOT her/PRP$/5/poss Ann/NNP/5/poss 's/POS/3/case secret/NN/1/dobj",
            "ROOT dative poss case dobj", id="two possessors",
        ),
        pytest.param("held/VBD/0/ROOT her/PRP$/3/poss own/JJ/1/dobj", "ROOT poss dobj", id="her own"),
        pytest.param("called/VBD/0/ROOT her/PRP$/3/poss lazy/JJ/1/oprd", "ROOT nsubj ccomp", id="called her lazy"),
        pytest.param(
            "follow/VBP/0/ROOT one/CD/1/dobj another/DT/4/advmod quickly/RB/1/advmod", "ROOT det dobj advmod",
            id="one another",
        ),
    ],
)  # fmt: skip
def test_what_contradicts_its_tag_is_put_right(sentence: str, relations: str) -> None:
    document = text(sentence)
    for word in document.words:
        word.lemma = {"barks": "bark", "made": "make"}.get(word.form, word.form.lower())
    put_clauses_right(document, ENGLISH)
    assert [word.relation for word in document.words] == relations.split()


FRAMES = (
    "{first} {last}, who drives a van, lives here. {last} is tired.",
    "Yesterday {first} {last} bought a lamp. {last} sold it again.",
    "The meeting was opened by {first} {last}. {last} left early.",
    "{first} {last} met the mayor in the library. The clerk thanked {last}.",
    "We spoke with {first} {last} about the plan. {last} agreed.",
)


def full_names() -> Iterator[tuple[str, str, str]]:
    """100 names of the public tables, every third surname a noun as well, in an order that no one has chosen."""

    def drawn(names: list[str]) -> list[str]:
        return sorted(
            (name for name in names if name.isalpha()), key=lambda name: hashlib.sha256(name.encode()).digest()
        )

    firsts = [name for name in ENGLISH.first_names if name not in ENGLISH.nouns and not ENGLISH.is_mostly_surname(name)]
    surnames = drawn(list(ENGLISH.surnames))
    nouns = iter([name for name in surnames if name in ENGLISH.nouns])
    others = iter([name for name in surnames if name not in ENGLISH.nouns])
    of_sex = {sex: iter(drawn([n for n in firsts if ENGLISH.name_gender(n) == frozenset(sex)])) for sex in "fm"}
    for number in range(100):
        sex = "fm"[number % 2]
        last = next(nouns if number % 3 == 0 else others)
        yield next(of_sex[sex]).capitalize(), last.capitalize(), sex


@pytest.mark.slow
@pytest.mark.model
def test_full_names_have_their_gender_and_surnames_inherit_it() -> None:
    preprocessor = Preprocessor()
    right = {"full name": 0, "surname": 0}
    for first, last, sex in full_names():
        for frame in FRAMES:
            document = preprocessor.process(frame.format(first=first, last=last))
            heads = [offset for offset, word in enumerate(document.words) if word.form == last]
            genders = {mention.head: mention.gender for mention in document.mentions}
            right["full name"] += genders.get(heads[0]) == frozenset(sex)
            right["surname"] += genders.get(heads[-1]) == frozenset(sex)
    assert right["full name"] >= 495
    assert right["surname"] >= 485


@pytest.mark.model
@pytest.mark.parametrize(
    ("text", "name", "gender"),
    [
        ("Mrs. Archer sat down. Newland Archer looked at her.", "Newland Archer", "fm"),
        ("Miss Hall left. Dr. Hall was busy.", "Dr. Hall", "fm"),
        ("Thomas Voss won. Senator Voss smiled.", "Senator Voss", "m"),
        ("Robin Park, an actress, came in. Robin Park was tired.", "Robin Park", "f"),
    ],
)
def test_another_full_name_inherits_no_sex(preprocessor: Preprocessor, text: str, name: str, gender: str) -> None:
    document = preprocessor.process(text)
    told = ["".join(sorted(m.gender)) for m in document.mentions if document.mention_text(m) == name]
    assert told[-1] == gender
