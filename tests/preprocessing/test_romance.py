"""Noun phrases of Spanish, Catalan, French and Lithuanian, zeros among them, and who renames whom."""

from pathlib import Path

import pytest

from anaphora_workbench.corpora import read
from anaphora_workbench.corpora.document import Document, Mention, Quotation, Sentence, Word
from anaphora_workbench.corpora.formats.parts.mention_heads import stated_head
from anaphora_workbench.corpora.languages import language_named
from anaphora_workbench.preprocessing import Preprocessor
from anaphora_workbench.preprocessing.parser.clitics import put_right, split_enclitics

FIN = "Mood=Ind|Number=Sing|Person=3|VerbForm=Fin"
PRS = "Person=3|PronType=Prs"
POSS = "Number=Sing|Person=3|Poss=Yes|PronType=Prs"


def sentence(language: str, *rows: str) -> Document:
    """A sentence of rows *form tag head relation features*, parsed by hand; *de+* has no space after it."""
    words = []
    for row in rows:
        form, upos, head, relation, *morphology = row.split(" ")
        lemma = form.lower().removesuffix("+")
        word = Word(
            form.removesuffix("+"), lemma, upos, "", morphology[0] if morphology else "", int(head) - 1, relation
        )
        word.space_after = not form.endswith("+")
        words.append(word)
    return Document("d", words, [Sentence(0, len(words))], relations="ud", language=language)


def annotated(language: str, *rows: str) -> Document:
    """The same, with what the preprocessor makes of it as gold annotation."""
    return Preprocessor().annotate(sentence(language, *rows), "gold")


def phrases(document: Document) -> list[str]:
    return [document.mention_text(mention) for mention in document.mentions]


def mention(document: Document, text: str) -> Mention:
    return next(mention for mention in document.mentions if document.mention_text(mention) == text)


@pytest.mark.parametrize(
    ("form", "parts"),
    [
        pytest.param("celebrarlos", ["celebrar", "los"], id="infinitive"),
        pytest.param("Verla", ["Ver", "la"], id="short infinitive"),
        pytest.param("dándosela", ["dando", "se", "la"], id="gerund with two"),
        pytest.param("dárselo", ["dar", "se", "lo"], id="infinitive with two"),
        pytest.param("dime", ["di", "me"], id="imperative"),
        pytest.param("suerte", ["suerte"], id="a noun like an infinitive"),
        pytest.param("comparte", ["comparte"], id="a listed verb form"),
        pytest.param("cartas", ["cartas"], id="nothing of the kind"),
        pytest.param("mar", ["mar"], id="no pronoun"),
    ],
)
def test_pronouns_are_split_from_spanish_verbs(form: str, parts: list[str]) -> None:
    assert split_enclitics(form, language_named("es")) == parts
    assert split_enclitics(form, language_named("en")) == [form]


@pytest.mark.parametrize(
    ("language", "rows", "expected"),
    [
        ("es", ["La DET 2 det PronType=Art", "puerta NOUN 4 nsubj", f"se PRON 4 obj {PRS}|Reflex=Yes",
                            f"cerró VERB 0 root {FIN}"], ["La puerta"]),
        ("es", ["Ana PROPN 4 nsubj", f"se PRON 4 iobj {PRS}|Reflex=Yes", f"lo PRON 4 obj {PRS}",
                            f"dio VERB 0 root {FIN}"], ["Ana", "se", "lo"]),
        ("es", ["Ana PROPN 2 nsubj", f"habla VERB 0 root {FIN}", "de ADP 4 case", f"sí PRON 2 obl {PRS}"],
                     ["Ana", "sí"]),
        ("es", ["Luis PROPN 2 nsubj", f"vio VERB 0 root {FIN}", "a ADP 4 case", "Ana PROPN 2 obj"], ["Luis", "Ana"]),
        ("es", ["El DET 2 det PronType=Art", "hombre NOUN 6 nsubj", "que PRON 4 nsubj PronType=Rel",
                            f"llegó VERB 2 acl:relcl {FIN}", "tarde ADV 4 advmod", f"duerme VERB 0 root {FIN}"],
                     ["El hombre que llegó tarde", "que"]),
        ("es", ["Ana PROPN 2 nsubj", f"compró VERB 0 root {FIN}", "una DET 4 det PronType=Ind",
                            "lámpara NOUN 2 obj", "de ADP 6 case", "mesa NOUN 4 nmod"],
                     ["Ana", "una lámpara de mesa"]),
        ("ca", [f"Hi PRON 2 obl {PRS}", f"haver VERB 0 root {FIN}", "pa NOUN 2 obj"], ["pa"]),
        ("ca", ["La DET 3 det PronType=Art", f"seva DET 3 det {POSS}", "casa NOUN 4 nsubj",
                            f"crema VERB 0 root {FIN}"], ["La seva casa", "La seva"]),
        ("ca", ["Reus PROPN 5 nsubj", "(+ PUNCT 3 punct", "Camp+ PROPN 1 flat", ") PUNCT 3 punct",
                            f"creix VERB 0 root {FIN}"], ["Reus (Camp)", "Reus", "(Camp)"]),
        ("ca", ["Poble NOUN 5 nsubj", "(+ PUNCT 3 punct", "Camp+ PROPN 1 nmod", ") PUNCT 3 punct",
                            f"creix VERB 0 root {FIN}"], ["Poble (Camp)"]),
        ("ca", ["Pau+ PROPN 5 nsubj", ", PUNCT 3 punct", "metge+ NOUN 1 appos", ", PUNCT 3 punct",
                            f"dorm VERB 0 root {FIN}"], ["Pau, metge,", ", metge,"]),
        ("ca", ["Reus+ PROPN 4 nsubj", ", PUNCT 3 punct", "Falset PROPN 1 flat",
                            f"creixen VERB 0 root {FIN}"], ["Reus", "Falset"]),
        ("ca", ["Parlen VERB 0 root", "de ADP 4 case", "la DET 4 det PronType=Art", "venda NOUN 1 obl",
                            "i CCONJ 6 cc", "entrega NOUN 4 conj", "de ADP 8 case", "Reus PROPN 6 nmod"],
                     ["la venda i entrega de Reus", "la venda", "entrega de Reus", "Reus"]),
        ("es", ["Hablan VERB 0 root", "de ADP 4 case", "la DET 4 det PronType=Art", "venta NOUN 1 obl",
                            "y CCONJ 6 cc", "entrega NOUN 4 conj"], ["la venta", "entrega"]),
        ("ca", ["Puja VERB 0 root", "més ADV 5 advmod", "de ADP 2 case", "cent NUM 2 nummod",
                            "metres NOUN 1 obj"], ["més de cent metres"]),
        ("ca", ["Puja VERB 0 root", "només ADV 4 advmod", "cent NUM 4 nummod", "metres NOUN 1 obj"], ["cent metres"]),
        ("ca", ["El DET 3 det PronType=Art", "'+ PUNCT 3 punct", "Gavina+ PROPN 5 nsubj", "' PUNCT 3 punct",
                            f"salpa VERB 0 root {FIN}"], ["El 'Gavina'"]),
        ("fr", ["La DET 2 det", "lampe NOUN 5 nsubj", "de+ ADP 4 case", "le DET 4 det",
                            f"tombe VERB 0 root {FIN}"], ["La lampe"]),
        ("fr", ["Luc PROPN 2 nsubj", f"voit VERB 0 root {FIN}", "la DET 4 det", "lampe NOUN 2 obj",
                            "de+ ADP 7 case", "le DET 7 det PronType=Art", "gardien NOUN 4 nmod"],
                     ["Luc", "la lampe dele gardien", "gardien"]),
    ],
)  # fmt: skip
def test_which_phrases_are_mentions(language: str, rows: list[str], expected: list[str]) -> None:
    assert phrases(annotated(language, *rows)) == expected


@pytest.mark.parametrize(
    ("rows", "phrase", "gender", "animacy"),
    [
        (["La DET 2 det Gender=Fem", "lámpara NOUN 3 nsubj Gender=Fem", f"cae VERB 0 root {FIN}"],
                     "La lámpara", "f", "unknown"),
        (["El DET 2 det Gender=Masc", "vecino NOUN 3 nsubj Gender=Masc|Number=Sing",
                      f"cae VERB 0 root {FIN}"], "El vecino", "m", "yes"),
        (["La DET 2 det Gender=Fem", "víctima NOUN 3 nsubj Gender=Fem|Number=Sing",
                      f"cae VERB 0 root {FIN}"], "La víctima", "fm", "yes"),
        (["La DET 2 det Gender=Fem", "periodista NOUN 3 nsubj Number=Sing", f"cae VERB 0 root {FIN}"],
                     "La periodista", "f", "yes"),
        (["Ana PROPN 4 nsubj Gender=Fem", "y CCONJ 3 cc", "Luis PROPN 1 conj Gender=Masc",
                      f"caen VERB 0 root {FIN}"], "Ana y Luis", "m", "yes"),
        (["Ana PROPN 4 nsubj Gender=Fem", "y CCONJ 3 cc", "Rosa PROPN 1 conj Gender=Fem",
                      f"caen VERB 0 root {FIN}"], "Ana y Rosa", "f", "yes"),
        ([f"Su DET 2 det {POSS}", "casa NOUN 3 nsubj Gender=Fem", f"cae VERB 0 root {FIN}"], "Su", "fmn", "unknown"),
    ],
)  # fmt: skip
def test_gender_is_grammatical_and_apart_from_animacy(rows: list[str], phrase: str, gender: str, animacy: str) -> None:
    found = mention(annotated("es", *rows), phrase)
    assert ("".join(sorted(found.gender)), found.animacy) == (gender, animacy)


@pytest.mark.parametrize(
    ("rows", "pattern"),
    [
        (["Il PRON 2 nsubj", f"pleuvoir VERB 0 root {FIN}"], "impersonal verb"),
        (["Il PRON 3 nsubj", f"y PRON 3 obl {PRS}", f"avoir VERB 0 root {FIN}", "pain NOUN 3 obj"], "there is"),
        (["Il PRON 3 nsubj", f"est AUX 3 cop {FIN}", "important ADJ 0 root", "de ADP 5 mark",
                      "partir VERB 3 ccomp VerbForm=Inf"], "predicate with clause"),
        (["Il PRON 2 nsubj", f"dormir VERB 0 root {FIN}"], ""),
        (["Il PRON 3 nsubj", f"est AUX 3 cop {FIN}", "important ADJ 0 root"], ""),
    ],
)  # fmt: skip
def test_impersonal_il(rows: list[str], pattern: str) -> None:
    il = mention(annotated("fr", *rows), "Il")
    assert (il.pleonastic, il.pleonastic_pattern) == (bool(pattern), pattern)


@pytest.mark.parametrize(
    ("rows", "zeros"),
    [
        ([f"Duerme VERB 0 root {FIN}"], 1),
        ([f"Ha AUX 2 aux {FIN}", "dormido VERB 0 root VerbForm=Part"], 1),
        (["Ana PROPN 2 nsubj", f"duerme VERB 0 root {FIN}", "y CCONJ 4 cc", f"sueña VERB 2 conj {FIN}"], 1),
        ([f"Llover VERB 0 root {FIN}"], 0),
        ([f"Haber VERB 0 root {FIN}", "pan NOUN 1 obj"], 0),
        ([f"Se PRON 2 expl:impers {PRS}", f"vive VERB 0 root {FIN}", "bien ADV 2 advmod"], 0),
        ([f"Parecer VERB 0 root {FIN}", "que SCONJ 4 mark", "Ana PROPN 4 nsubj",
                      f"duerme VERB 1 ccomp {FIN}"], 0),
        ([f"Se PRON 2 expl:impers {PRS}", f"dedicar VERB 0 root {FIN}", "a ADP 4 mark",
                      "pintar VERB 2 xcomp"], 1),
        ([f"Se PRON 2 expl:pv {PRS}", f"tratar VERB 0 root {FIN}", "de ADP 4 case", "Ana PROPN 2 obl"], 0),
        (["Dormir VERB 0 root VerbForm=Inf"], 0),
        (["Duerme VERB 0 root Mood=Imp|Number=Sing|Person=2|VerbForm=Fin"], 0),
    ],
)  # fmt: skip
def test_which_verbs_get_a_zero_subject(rows: list[str], zeros: int) -> None:
    document = annotated("es", *rows)
    assert phrases(document).count("∅") == zeros == sum(word.empty for word in document.words)


def test_a_zero_subject_stands_before_clitics_and_negation_and_moves_what_follows() -> None:
    rows = ["Ana PROPN 2 nsubj", f"vino VERB 0 root {FIN}", "y CCONJ 6 cc", "no ADV 6 advmod", f"lo PRON 6 obj {PRS}",
            f"vio VERB 2 conj {FIN}", "hoy ADV 6 advmod"]  # fmt: skip
    document = annotated("es", *rows)
    assert [word.form for word in document.words] == ["Ana", "vino", "y", "_", "no", "lo", "vio", "hoy"]
    assert [word.head for word in document.words] == [1, -1, 6, -1, 6, 6, 1, 6]
    assert (document.words[3].enhanced, document.sentences[0].end) == ("6:nsubj", 8)
    zero = mention(document, "∅")
    assert (zero.pronoun_type, zero.person, zero.function, zero.number) == ("personal", 3, "SUBJ", frozenset("s"))


def test_a_zero_subject_stands_before_the_auxiliary_of_a_verb_with_a_preposition() -> None:
    document = annotated("ca", f"Ha AUX 3 aux {FIN}", "d'+ ADP 3 mark", "aprendre VERB 0 root VerbForm=Inf")
    assert [word.form for word in document.words] == ["_", "Ha", "d'", "aprendre"]
    assert mention(document, "∅").number == frozenset("s")


def test_a_zero_subject_before_the_first_word_moves_mentions_and_quotations() -> None:
    document = sentence("es", f"Duerme VERB 0 root {FIN}", "Ana PROPN 1 vocative")
    document.mentions = [Mention("a", 0, 2, 0)]
    document.quotations = [Quotation(0, 2, None, 1)]
    done = Preprocessor().completed(document)
    true, (quotation,) = done.mention_by_id()["a"], done.quotations
    assert [word.form for word in done.words] == ["_", "Duerme", "Ana"]
    assert (true.start, true.end, true.head) == (1, 3, 1)
    assert (quotation.start, quotation.end, quotation.speaker, quotation.addressee) == (1, 3, None, 2)


def test_a_zero_subject_of_an_auxiliary_is_that_of_its_verb() -> None:
    """As AnCora has it: ``1:nsubj`` is *va*, the auxiliary of *aprendre*."""
    document = sentence("ca", f"va AUX 2 aux {FIN}", "aprendre VERB 0 root VerbForm=Inf")
    document.words.insert(0, Word("_", upos="PRON", empty=True, enhanced="1:nsubj"))
    for word, head in zip(document.words[1:], (2, -1), strict=True):
        word.head = head
    document.sentences = [Sentence(0, 3)]
    kept = Preprocessor().annotate(document, "gold")
    assert [word.form for word in kept.words] == ["_", "va", "aprendre"]
    assert phrases(kept) == ["∅"]


@pytest.mark.parametrize(("verb", "zeros"), [("ateiti", 1), ("lyti", 0)])
def test_lithuanian_has_zero_subjects_where_there_is_a_parse(verb: str, zeros: int) -> None:
    assert phrases(annotated("lt", f"{verb} VERB 0 root {FIN}", "vakar ADV 1 advmod")).count("∅") == zeros


def test_a_possessive_with_its_article_is_a_pronoun() -> None:
    document = annotated("ca", "La DET 3 det PronType=Art", f"seva DET 3 det {POSS}", "casa NOUN 4 nsubj",
                         f"crema VERB 0 root {FIN}")  # fmt: skip
    seva = mention(document, "La seva")
    assert (seva.pronoun_type, seva.head, seva.function) == ("possessive", 1, "POSS")


FINITE = "Number=Sing|Person=3|VerbForm=Fin"
ARTICLE = "Definite=Def|Gender=Fem|Number=Sing|PronType=Art"


@pytest.mark.parametrize(
    ("language", "rows", "expected"),
    [
        ("fr", ["pour ADP 3 mark", f"la DET 3 obj {ARTICLE}", "payer VERB 0 root VerbForm=Inf"],
                     ["la PRON 3 obj Gender=Fem|Number=Sing|Person=3|PronType=Prs"]),
        ("fr", ["elle PRON 3 nmod Person=3", "le DET 3 det PronType=Art", "lui NOUN 5 nsubj Number=Sing",
                            f"a AUX 5 aux {FINITE}", "rendu VERB 0 root VerbForm=Part"],
                     ["elle PRON 5 nmod Person=3", "le PRON 5 obj Person=3|PronType=Prs",
                      "lui PRON 5 iobj Number=Sing|Person=3|PronType=Prs"]),
        ("fr", ["Le DET 2 det PronType=Art", "guide NOUN 4 nsubj", "lui PRON 2 nmod Person=3",
                            f"ouvre VERB 0 root {FINITE}"], ["lui PRON 4 iobj Person=3|PronType=Prs"]),
        ("fr", ["Il PRON 2 expl:subj Person=3", f"dort VERB 0 root {FINITE}"], ["Il PRON 2 nsubj Person=3"]),
        ("fr", ["Une DET 2 det Gender=Fem|Number=Sing|PronType=Art",
                            "chèvre VERB 3 nsubj Gender=Masc|VerbForm=Part", f"mange VERB 0 root {FINITE}"],
                     ["chèvre NOUN 3 nsubj Gender=Fem|Number=Sing"]),
        ("fr", ["La DET 2 det PronType=Art", f"clé AUX 3 nsubj {FINITE}", "tombe VERB 0 root VerbForm=Fin"],
                     ["clé NOUN 3 nsubj _"]),
        ("es", ["Quiere VERB 0 root VerbForm=Fin", "terminar+ VERB 1 xcomp VerbForm=Inf",
                            f"la DET 2 det {ARTICLE}", "pronto ADV 3 advmod"],
                     ["la PRON 2 obj Gender=Fem|Number=Sing|Person=3|PronType=Prs", "pronto ADV 2 advmod _"]),
        ("es", ["Ana PROPN 2 nsubj", f"ve VERB 0 root {FINITE}", f"la DET 4 det {ARTICLE}",
                            "lámpara NOUN 2 obj"], []),
        ("es", ["la DET 0 root PronType=Art", "ver VERB 1 acl VerbForm=Inf"],
                     ["la PRON 2 obj Person=3|PronType=Prs", "ver VERB 0 root VerbForm=Inf"]),
        ("en", ["la DET 2 obj PronType=Art", "ver VERB 0 root VerbForm=Inf"], []),
        ("en", ["It PRON 2 expl:subj", f"rains VERB 0 root {FINITE}"], []),
    ],
)  # fmt: skip
def test_confused_articles_are_put_right(language: str, rows: list[str], expected: list[str]) -> None:
    document = sentence(language, *rows)
    put_right(document)
    told = [
        f"{word.form} {word.upos} {word.head + 1} {word.relation} {word.morphology or '_'}" for word in document.words
    ]
    before = [f"{row.replace('+', '')} _" if row.count(" ") == 3 else row.replace("+", "") for row in rows]
    assert [row for row in told if row not in before] == expected


def test_what_a_corpus_says_of_articles_is_kept() -> None:
    rows = (f"la DET 2 obj {ARTICLE}", "payer VERB 0 root VerbForm=Inf")
    assert annotated("fr", *rows).words[0].upos == "DET"


@pytest.mark.parametrize(
    ("rows", "gender"),
    [
        pytest.param(["una DET 2 det Gender=Fem", "llave NOUN 0 root Gender=Masc"], "f", id="a feminine article"),
        pytest.param(["el DET 2 det Gender=Masc", "agua NOUN 0 root Gender=Fem"], "f", id="el agua is feminine"),
    ],
)
def test_a_feminine_article_tells_the_gender_and_a_masculine_does_not(rows: list[str], gender: str) -> None:
    (noun,) = annotated("es", *rows).mentions
    assert "".join(noun.gender) == gender


@pytest.mark.model
@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Tom Brown, a doctor, met Dan.", [("a doctor", "apposition", "Tom Brown")]),
        ("My friend Clara Voss saw Tom.", [("Clara Voss", "apposition", "My friend")]),
        ("Tom is a doctor.", [("a doctor", "predicate", "Tom")]),
        ("Is Tom a doctor?", [("a doctor", "predicate", "Tom")]),
        ("This is an input file.", [("an input file", "predicate", "This")]),
        ("She became a doctor.", [("a doctor", "predicate", "She")]),
        ("Tom is not a doctor.", []),
        ("Tom is no doctor.", []),
        ("There is a lamp in the hall.", []),
        ("It was Tom who broke the pump.", []),
        ("Ann lives in Paris, Texas.", []),
        ("The lamp and the pump fell.", []),
    ],
)
def test_who_renames_whom(preprocessor, text, expected):
    document = preprocessor.process(text)
    by_id = document.mention_by_id()
    renamed = [
        (document.mention_text(mention), kind, document.mention_text(by_id[other]))
        for mention in document.mentions
        for kind, other in (("apposition", mention.apposition_of), ("predicate", mention.predicate_of))
        if other is not None
    ]
    assert renamed == expected


TEXT = """# global.Entity = eid-etype-head-other
# newdoc id = d
# meta::language = es
# sent_id = 1
1	Sabe	saber	VERB	_	Mood=Ind|Number=Sing|Person=3|VerbForm=Fin	0	root	_	_
2	que	que	SCONJ	_	_	3	mark	_	Entity=(e1-event-2-
3	vive	vivir	VERB	_	Mood=Ind|Number=Sing|Person=3|VerbForm=Fin	1	ccomp	_	_
4	aquí	aquí	ADV	_	_	3	advmod	_	Entity=e1)
5	.	.	PUNCT	_	_	1	punct	_	_

"""


def test_a_zero_made_inside_a_mention_moves_its_stated_head(tmp_path: Path) -> None:
    (tmp_path / "d.conllu").write_text(TEXT, encoding="utf-8")
    (document,) = read(tmp_path / "d.conllu")
    made = Preprocessor(zeros="make").annotate(document, "gold")
    (mention,) = (mention for mention in made.mentions if mention.source == "true")
    head = stated_head(mention)
    assert head is not None
    assert (made.words[head].form, mention.extra["head"]) == ("vive", "3")
