"""Relative pronouns take the noun that their clause modifies; without a parse the nearest noun phrase that agrees."""

import pytest

from anaphora_workbench.corpora.document import Document, Sentence, Word
from anaphora_workbench.preprocessing import Preprocessor
from anaphora_workbench.resolvers import get_resolver

FIN = "Mood=Ind|Number=Sing|Person=3|VerbForm=Fin"


def chains(language: str, *rows: str, parsed: bool = True) -> list[list[str]]:
    """The chains with several mentions of a sentence of rows *form tag head relation features*."""
    words = []
    for row in rows:
        form, upos, head, relation, morphology = (*row.split(" "), "")[:5]
        words.append(Word(form, form.lower(), upos, "", morphology))
        if parsed:
            words[-1].head, words[-1].relation = int(head) - 1, relation
    document = Document("d", words, [Sentence(0, len(words))], language=language)
    document.relations = "ud" if parsed else ""
    annotated = Preprocessor().annotate(document, "gold")
    mentions = annotated.mention_by_id()
    found = get_resolver("most-recent+relative-pronouns").resolve(annotated).chains
    return [[annotated.mention_text(mentions[id]) for id in chain] for chain in found if len(chain) > 1]


WOMAN = ("La DET 2 det PronType=Art", "mujer NOUN 8 nsubj Gender=Fem|Number=Sing")


@pytest.mark.parametrize(
    ("language", "rows", "expected"),
    [
        pytest.param("es", [*WOMAN, "de ADP 4 case", "Ana PROPN 2 nmod", "que PRON 6 nsubj PronType=Rel",
                            f"llegó VERB 2 acl:relcl {FIN}", "tarde ADV 6 advmod", f"duerme VERB 0 root {FIN}"],
                     [["La mujer de Ana que llegó tarde", "que"]], id="what the clause modifies, not the nearest"),
        pytest.param("fr", ["Le DET 2 det", "chat NOUN 6 nsubj", "que PRON 5 obj PronType=Rel", "Luc PROPN 5 nsubj",
                            f"voit VERB 2 acl:relcl {FIN}", f"dort VERB 0 root {FIN}"],
                     [["Le chat que Luc voit", "que"]], id="an object"),
        pytest.param("es", ["Que PRON 2 nsubj PronType=Rel", f"duerme VERB 0 root {FIN}"], [], id="of no noun"),
    ],
)  # fmt: skip
def test_a_relative_pronoun_takes_what_its_clause_modifies(
    language: str, rows: list[str], expected: list[list[str]]
) -> None:
    assert chains(language, *rows) == expected


MAN_AND_WOMAN = (
    "Vyras NOUN - - Gender=Masc|Number=Sing", "ir CCONJ - -", "moteris NOUN - - Gender=Fem|Number=Sing",
)  # fmt: skip


@pytest.mark.parametrize(
    ("rows", "expected"),
    [
        ([*MAN_AND_WOMAN, "kuri PRON - - Gender=Fem|Number=Sing", "atvyko VERB - -"], [["moteris", "kuri"]]),
        ([*MAN_AND_WOMAN, "kuris PRON - - Gender=Masc|Number=Sing", "atvyko VERB - -"], [["Vyras", "kuris"]]),
        (["Moteris NOUN - - Gender=Fem|Number=Sing", "kuriems PRON - - Gender=Masc|Number=Plur"], []),
    ],
)  # fmt: skip
def test_without_a_parse_agreement_tells(rows: list[str], expected: list[list[str]]) -> None:
    assert chains("lt", *rows, parsed=False) == expected
