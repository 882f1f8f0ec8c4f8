"""The figures of the difficulty command, on a text small enough to count by hand."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from anaphora_workbench.corpora.document import CoreferenceLayer, Decision, Document, Entity, Mention, Sentence, Word
from anaphora_workbench.evaluation.matching.mention_facts import mention_facts
from anaphora_workbench.evaluation.statistics.difficulty import difficulty, third_person_pronouns


def small_text() -> Document:
    """*Ann met Bob . She greeted him and the man smiled .* Offsets 0 to 11; clauses 0, 1 and 2."""
    document = Document("d", annotation="gold")
    tagged = [
        ("Ann", "PROPN"), ("met", "VERB"), ("Bob", "PROPN"), (".", "PUNCT"), ("She", "PRON"), ("greeted", "VERB"),
        ("him", "PRON"), ("and", "CCONJ"), ("the", "DET"), ("man", "NOUN"), ("smiled", "VERB"), (".", "PUNCT"),
    ]  # fmt: skip
    clauses = [0, 0, 0, 0, 1, 1, 1, 2, 2, 2, 2, 2]
    document.words = [
        Word(form, upos=upos, clause=clause) for (form, upos), clause in zip(tagged, clauses, strict=True)
    ]
    document.sentences = [Sentence(0, 4), Sentence(4, 12)]
    document.mentions = [
        Mention("ann", 0, 1, 0), Mention("bob", 2, 3, 2), Mention("she", 4, 5, 4), Mention("him", 6, 7, 6),
        Mention("man", 8, 10, 9),
    ]  # fmt: skip
    entities = [Entity("1", ["ann", "she"]), Entity("2", ["bob", "him", "man"])]
    document.coreference["gold"] = CoreferenceLayer("gold", entities)
    return document


def test_figures_counted_by_hand() -> None:
    figures = difficulty([small_text()]).as_json()
    expected = {
        "documents": 1,
        "sentences": 2,
        "tokens": 12,
        "mentions": 5,
        "entities": 2,
        "non_singleton_entities": 2,
        "singletons": 0,
        "singletons_of_mentions": 0,
        "entity_sizes": {"2": 1, "3": 1},
        "average_entity_size": 5 / 2,
        "average_entity_size_without_singletons": 5 / 2,
        # Ann-she: 3 tokens between, bob-him 3, him-man 1.
        "distance_tokens": 7 / 3,
        "distance_tokens_macro": 7 / 3,
        "distance_sentences": 2 / 3,
        # Bob between Ann and she, she between Bob and him, nothing between him and the man.
        "distance_mentions": 2 / 3,
        # 0.25/(0.5+0.25), 0.25/(0.5+0.25+0.125), (0.5+0.125)/(0.5+0.25+0.125+0.0625)
        "decayed_density": (1 / 3 + 2 / 7 + 2 / 3) / 3,
        "pronouns": 2,
        "anaphoric_pronouns": 2,
        "candidates_per_anaphor": None,
        "anaphors_with_several_candidates": None,
        "anaphor_distance_sentences": 1,
        "anaphor_distance_clauses": 1,
        "anaphor_distance_noun_phrases": 1,
        "intrasentential": 0,
        "intersentential": 2,
    }
    assert figures.pop("entity_sizes") == expected.pop("entity_sizes")
    assert {name: figures[name] for name in expected} == pytest.approx(expected)
    assert figures["pronoun_types"] == {"personal": 2, "possessive": 0, "reflexive": 0}
    classes = {name: number for name, number in figures["mention_classes"].items() if number}
    assert classes == {"P_3G": 2, "CN_N": 1}
    assert sum(classes.values()) == figures["mentions"] - figures["entities"]


@pytest.mark.parametrize(
    ("spans", "empty", "tokens", "mentions"),
    [
        pytest.param([(0, 1), (1, 2), (1, 3)], None, 0, 1, id="of those that begin at one word the longer comes first"),
        pytest.param([(0, 3), (5, 6)], None, 2, 0, id="words from the end of the earlier one"),
        pytest.param([(0, 3), (1, 2)], None, 0, 0, id="one inside the other"),
        pytest.param([(0, 1), (5, 6)], 3, 3, 0, id="an empty node is no word of the text"),
    ],
)
def test_distances_of_a_link(spans: list[tuple[int, int]], empty: int | None, tokens: int, mentions: int) -> None:
    """metrics.md, section 25; the first two mentions corefer and stand in the key in the other order."""
    document = Document("d", [Word(f"w{place}", empty=place == empty) for place in range(8)])
    document.sentences = [Sentence(0, 8)]
    document.mentions = [Mention(f"m{n}", start, end, end - 1) for n, (start, end) in enumerate(spans)]
    entities = [Entity("1", ["m1", "m0"]), *(Entity(f"m{n}", [f"m{n}"]) for n in range(2, len(spans)))]
    document.coreference["gold"] = CoreferenceLayer("gold", entities)
    figures = difficulty([document]).as_json()
    assert (figures["distance_tokens"], figures["distance_mentions"]) == (tokens, mentions)
    assert (figures["non_singleton_entities"], figures["average_entity_size_without_singletons"]) == (1, 2)


@pytest.mark.parametrize(
    ("parts", "between"),
    [pytest.param([(2, 3), (4, 5)], 0, id="around the anaphor"), pytest.param([(1, 2), (3, 4)], 1, id="between")],
)
def test_a_noun_phrase_in_two_parts_is_between_with_both(parts: list[tuple[int, int]], between: int) -> None:
    """metrics.md, section 16: of *Ann*, word 0, and *she*, word 4, and a third noun phrase."""
    other = Mention("x", parts[0][0], parts[-1][1], parts[0][0], tuple(parts))
    assert noun_phrases_between(0, [other]) == between


@given(
    st.integers(0, 3), st.sets(st.tuples(st.integers(0, 5), st.integers(1, 6)).filter(lambda span: span[0] < span[1]))
)
def test_noun_phrases_between_are_those_after_the_antecedent_and_before_the_anaphor(
    ann: int, spans: set[tuple[int, int]]
) -> None:
    others = [Mention(f"x{number}", *span, span[0]) for number, span in enumerate(sorted(spans))]
    assert noun_phrases_between(ann, others) == sum(ann + 1 <= start and end <= 4 for start, end in spans)


def noun_phrases_between(ann: int, others: list[Mention]) -> object:
    """How many of other noun phrases are between *Ann*, at a word before, and *she*, word 4 of six."""
    words = [Word("b", upos="NOUN") for _ in range(6)]
    words[4] = Word("she", upos="PRON")
    document = Document("d", words, [Sentence(0, 6)])
    document.mentions = [Mention("ann", ann, ann + 1, ann), Mention("she", 4, 5, 4), *others]
    document.coreference["gold"] = CoreferenceLayer("gold", [Entity("1", ["ann", "she"])])
    return difficulty([document]).as_json()["anaphor_distance_noun_phrases"]


def test_candidates_come_from_the_answers_of_a_resolver() -> None:
    decisions = {"d": [Decision("she", "ann", ("ann", "bob"), ("ann",)), Decision("him", "bob", ("ann", "bob", "she"))]}
    figures = difficulty([small_text()], decisions).as_json()
    assert figures["candidates_per_anaphor"] == 5 / 2
    assert figures["candidates_per_anaphor_after_filter"] == 1 / 2
    assert figures["anaphors_with_several_candidates"] == 2
    assert figures["anaphors_with_several_candidates_after_filter"] == 0


@pytest.mark.parametrize(
    ("left_of_him", "rank", "entropy"),
    [((), 2, 1), (("bob",), 3 / 2, 1), (("bob", "she"), 2, 0), (("ann", "she"), 2, 1)],
)
def test_the_place_of_the_right_candidate_among_those_that_agree(
    left_of_him: tuple[str, ...], rank: float, entropy: float
) -> None:
    """Of *she* Ann is right, the second from there; none, or *Bob*, of *him*."""
    decisions = [Decision("she", "bob", ("ann", "bob"), ("ann", "bob")), Decision("him", None, (), left_of_him)]
    figures = difficulty([small_text()], {"d": decisions}).as_json()
    assert (figures["recency_rank"], figures["recency_entropy"]) == (rank, entropy)


def test_documents_add_up_and_macro_averages_documents() -> None:
    first, second = small_text(), small_text()
    second.id = "e"
    second.coreference["gold"].entities[1] = Entity("2", ["bob", "him"])
    total = difficulty([first, second])
    figures = total.as_json()
    assert figures["mentions"] == 9
    assert figures["distance_tokens"] == pytest.approx((7 + 6) / 5)
    assert figures["distance_tokens_macro"] == pytest.approx((7 / 3 + 3) / 2)
    assert total.by_document["e"].as_json() == difficulty([second]).as_json()
    assert (difficulty([first]) + difficulty([second])).as_json() == figures


def test_a_document_without_a_key_has_words_and_no_means() -> None:
    document = small_text()
    document.coreference.clear()
    figures = difficulty([document]).as_json()
    assert (figures["tokens"], figures["pronouns"], figures["mentions"]) == (12, 2, 0)
    # interfaces.md, section 4: a ratio with denominator 0 has value 0.
    assert figures["average_entity_size"] == figures["decayed_density"] == figures["distance_tokens_macro"] == 0


def test_chains_without_a_nominal_and_with_a_cataphoric_start() -> None:
    tags = {"a": "NNP", "b": "PRP", "c": "PRP", "d": "PRP", "e": "NN", "f": "DT", "g": "NN", "h": "PRP"}
    document = Document("d", mentions=[Mention(name, -1, -1, -1, xpos=tag) for name, tag in tags.items()])
    chains = [["a", "b"], ["c", "h"], ["d", "e"], ["f", "g"]]
    document.coreference["gold"] = CoreferenceLayer("gold", [Entity(chain[0], chain) for chain in chains])
    figures = difficulty([document]).as_json()
    assert (figures["chains_without_nominal"], figures["cataphoric_chains"]) == (1, 1)
    assert (figures["chains_without_nominal_of_chains"], figures["cataphoric_chains_of_chains"]) == (1 / 4, 1 / 4)


@pytest.mark.parametrize(
    ("language", "words", "personal", "possessive", "reflexive"),
    [
        # Marie prend le livre et la lampe ; elle les donne à son frère , qui la remercie .
        pytest.param("fr", "le/DET la/DET elle/PRON les/PRON son/DET la/PRON", 3, 1, 0, id="French"),
        # La reina coge las llaves ; se las da a su hermano .
        pytest.param("es", "La/DET las/DET se/PRON las/PRON su/DET", 1, 1, 1, id="Spanish"),
        # El rei obre la porta i la tanca amb la seva clau .
        pytest.param("ca", "El/DET la/DET la/PRON la/DET seva/DET", 1, 1, 0, id="Catalan"),
        pytest.param("fr", "la/ lui/", 2, 0, 0, id="words without tags"),
        pytest.param("en", "her/DET it/PRON its/DET", 2, 1, 0, id="English as it is tagged"),
    ],
)
def test_an_article_is_no_pronoun_of_the_same_form(
    language: str, words: str, personal: int, possessive: int, reflexive: int
) -> None:
    document = Document("d", language=language)
    document.words = [Word(form, upos=tag) for form, tag in (word.split("/") for word in words.split())]
    figures = difficulty([document]).as_json()
    assert figures["pronouns"] == personal + possessive + reflexive
    assert figures["pronoun_types"] == {"personal": personal, "possessive": possessive, "reflexive": reflexive}


@pytest.mark.parametrize(
    ("tag", "form", "language", "kind", "pronoun_type", "asked"),
    [
        pytest.param("pp3ms000", "", "en", "pronoun", "personal", True, id="he"),
        pytest.param("pp1cs000", "", "en", "pronoun", "personal", False, id="I"),
        pytest.param("pr0cn000", "", "en", "pronoun", "relative", False, id="who"),
        pytest.param("WP", "", "en", "pronoun", "relative", False, id="who, tag of Penn"),
        pytest.param("PRP", "", "en", "pronoun", None, True, id="any, tag of Penn"),
        pytest.param("px3ms000", "", "en", "pronoun", "possessive", True, id="his"),
        pytest.param("dp1css", "", "en", "pronoun", "possessive", False, id="my"),
        pytest.param("dp3cs0", "su", "es", "pronoun", "possessive", True, id="su, determiner"),
        pytest.param("da0fs0", "la", "es", "other", None, False, id="la, article"),
        pytest.param("pd0fs000", "la", "es", "pronoun", "demonstrative", False, id="la, demonstrative"),
        pytest.param("pp3fsa00", "la", "es", "pronoun", "personal", True, id="la, personal"),
        pytest.param("pp3cn000", "se", "es", "pronoun", "reflexive", True, id="se"),
        pytest.param("p0000000", "se", "es", "pronoun", "reflexive", True, id="se, nothing but its form"),
        pytest.param("", "la", "es", "pronoun", "personal", True, id="la, no tag"),
    ],
)
def test_a_tag_says_before_the_form_which_pronouns_are_asked(
    tag: str, form: str, language: str, kind: str, pronoun_type: str | None, asked: bool
) -> None:
    mention = Mention("m1", -1, -1, -1, text=form, xpos=tag)
    document = Document("d", language=language, mentions=[mention])
    facts = mention_facts(document, mention)
    assert (facts.kind, facts.pronoun_type, facts.anaphoric_form) == (kind, pronoun_type, asked)
    assert third_person_pronouns(document) == ({"m1": pronoun_type} if asked else {})


def test_what_a_document_without_text_has_no_figures_of() -> None:
    document = Document("d", mentions=[Mention("a", -1, -1, -1), Mention("b", -1, -1, -1), Mention("c", -1, -1, -1)])
    document.coreference["gold"] = CoreferenceLayer("gold", [Entity("1", ["a", "b"]), Entity("2", ["c"])])
    figures = difficulty([document]).as_json()
    assert (figures["mentions"], figures["singletons"], figures["average_entity_size"]) == (3, 1, 3 / 2)
    assert set(figures["mention_classes"].values()) == {0}
    assert {name for name, value in figures.items() if value is None} == {
        "sentences", "tokens", "distance_tokens", "distance_tokens_macro", "distance_sentences",
        "distance_sentences_macro", "distance_mentions", "distance_mentions_macro", "decayed_density",
        "chains_without_nominal", "chains_without_nominal_of_chains", "cataphoric_chains",
        "cataphoric_chains_of_chains", "decayed_density_macro", "candidates_per_anaphor",
        "candidates_per_anaphor_after_filter", "recency_rank", "recency_entropy",
        "anaphors_with_several_candidates", "anaphors_with_several_candidates_after_filter",
        "anaphor_distance_sentences", "anaphor_distance_clauses", "anaphor_distance_noun_phrases", "intrasentential",
        "intersentential",
    }  # fmt: skip
    # Beside a document with text, the figures are of that one.
    both = difficulty([document, small_text()]).as_json()
    assert (both["documents"], both["tokens"], both["distance_tokens"]) == (2, 12, 7 / 3)


def test_genres_add_up_their_documents() -> None:
    documents = [small_text() for _ in range(4)]
    for document, (name, genre) in zip(
        documents, [("a", "news"), ("b", ""), ("c", "court"), ("d", "news")], strict=True
    ):
        document.id = name
        document.genre = genre
    by_genre = difficulty(documents).by_genre()
    assert {name: figures.counts["documents"] for name, figures in by_genre.items()} == {
        "court": 1,
        "news": 2,
        "none": 1,
    }
    assert list(by_genre) == ["court", "news", "none"]
    assert by_genre["news"].as_json() == difficulty([documents[0], documents[3]]).as_json()
