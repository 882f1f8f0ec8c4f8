"""Scoring documents: alignment, what metrics see of mentions, breakdowns, order and pickling."""

import pickle
import random
from pathlib import Path

import pytest

from anaphora_workbench.corpora import read
from anaphora_workbench.corpora.document import (
    CoreferenceLayer,
    Decision,
    Document,
    DocumentPair,
    Entity,
    Mention,
    Sentence,
    Word,
)
from anaphora_workbench.evaluation.counting.counting import Counts, applicable, count, count_entities, total

PLACES = {"N": "PROPN", "n": "NOUN", "p": "PRON"}


def document(
    chains: list[list[tuple[int, int]]],
    tags: str = "",
    forms: str = "",
    types: dict[tuple[int, int], str] | None = None,
) -> Document:
    """A document of words tagged by letters (N name, n noun, p pronoun) with chains of spans."""
    made = Document("d")
    words = forms.split() or [f"w{place}" for place in range(max(len(tags), 20))]
    tags = tags.ljust(len(words), ".")
    made.words = [Word(form, upos=PLACES.get(tag, "")) for form, tag in zip(words, tags, strict=True)]
    made.sentences = [Sentence(0, len(words))]
    layer = CoreferenceLayer("gold")
    for number, chain in enumerate(chains):
        entity = Entity(str(number), [])
        for start, end in chain:
            mention = Mention(f"m{number}.{start}.{end}", start, end, end - 1)
            made.mentions.append(mention)
            entity.mentions.append(mention.id)
            if types and (start, end) in types:
                entity.types[mention.id] = types[start, end]
        layer.entities.append(entity)
    made.coreference["gold"] = layer
    return made


def pair(key: Document, response: Document) -> DocumentPair:
    return DocumentPair(key.id, key, key.key, response, response.key)


def mentions_by(key: Document, breakdown: str) -> dict[str, int]:
    """How many mentions of a key are in each part of a breakdown."""
    by = count(pair(key, key), ["mentions"], by=[breakdown]).by()[breakdown]
    return {name: scores["mentions"].recall.denominator for name, scores in by.items()}


def test_mentions_are_the_same_by_span_whatever_their_ids() -> None:
    key, response = document([[(0, 1), (2, 3)]]), document([[(5, 6)], [(0, 1), (2, 4)]])
    score = count(pair(key, response), ["mentions"]).scores()["mentions"]
    assert (score.recall.numerator, score.recall.denominator, score.precision.denominator) == (1, 2, 3)


def test_mentions_without_spans_are_the_same_by_id() -> None:
    key, response = Document("d"), Document("d")
    for made, names in ((key, "ab"), (response, "bc")):
        made.mentions = [Mention(name, -1, -1, -1) for name in names]
        made.coreference["gold"] = CoreferenceLayer("gold", [Entity("1", list(names))])
    response.mentions[0].start, response.mentions[0].end, response.mentions[0].head = 4, 5, 4
    assert count(pair(key, response), ["mentions"]).scores()["mentions"].recall == 1 / 2


def test_parts_of_a_discontinuous_mention_belong_to_its_place() -> None:
    key, response = document([[(0, 5), (7, 8)]]), document([[(0, 5), (7, 8)]])
    key.mentions[0].parts = ((0, 2), (4, 5))
    assert count(pair(key, response), ["mentions"]).scores()["mentions"].recall == 1 / 2
    response.mentions[0].parts = ((0, 2), (4, 5))
    assert count(pair(key, response), ["mentions"]).scores()["mentions"].recall == 1


def test_documents_of_other_words_are_refused() -> None:
    with pytest.raises(ValueError, match="has 3 words, and 20 in the key"):
        count(pair(document([[(0, 1)]]), document([[(0, 1)]], forms="a b c")), ["muc"])


@pytest.mark.parametrize(
    ("response", "recall", "precision"),
    [
        # Spans [0,4] head 2, [6,7] head 7 and [9,9] of metrics.md, section 3, ends exclusive here.
        ([(1, 4), (6, 7), (9, 10)], 1 / 2, 1 / 2),
        ([(2, 3), (2, 4), (9, 10), (11, 13)], 1 / 2, 3 / 8),
    ],
)
def test_half_credit(response: list[tuple[int, int]], recall: float, precision: float) -> None:
    key = document([[(0, 5)], [(6, 8)], [(9, 10)]])
    for mention, head in zip(key.mentions, (2, 7, 9), strict=True):
        mention.head = head
    scored = pair(key, document([[span] for span in response]))
    score = count(scored, ["mentions"], {"mention_credit": "partial"}).scores()["mentions"]
    assert (score.recall, score.precision) == (recall, precision)


def test_half_credit_is_for_what_lies_inside_and_as_often_as_possible() -> None:
    key = document([[(0, 5)], [(2, 4)], [(6, 8)]])
    for mention, head in zip(key.mentions, (2, 2, 7), strict=True):
        mention.head = head
    # Only the first key mention can have [1,2], so [2] is for the second; [7,9] holds a head but goes beyond.
    response = document([[(2, 3)], [(1, 3)], [(7, 10)]])
    score = count(pair(key, response), ["mentions"], {"mention_credit": "partial"}).scores()["mentions"]
    assert (score.recall, score.precision) == (1 / 3, 1 / 3)


@pytest.mark.parametrize(
    ("types", "value"), [("ORG PER PER", 1), ("- - PER", 1), ("ORG ORG PER", 1 / 2), ("- - -", 1 / 2)]
)
def test_the_type_of_an_entity_of_ace_is_the_one_most_of_its_mentions_have(types: str, value: float) -> None:
    """metrics.md, section 10: a wrong type, or none, costs a half of the value."""
    key, response = (document([[(0, 1), (1, 2), (2, 3)]], "NNN") for _ in range(2))
    for side, of_side in ((key, "PER ORG PER"), (response, types)):
        for mention, of_mention in zip(side.mentions, of_side.split(), strict=True):
            mention.entity_type = of_mention.strip("-")
    assert count(pair(key, response), ["ace_value"]).scores()["ace_value"].value == value


def test_names_and_nouns_define_and_pronouns_refer_in_parent() -> None:
    # The first example of metrics.md, section 14, with a noun for the second pronoun: Abcd against Abd.
    key = document([[(0, 1), (1, 2), (2, 3), (3, 4)]], "Npnp")
    score = count(pair(key, document([[(0, 1), (1, 2), (3, 4)]], "Npnp")), ["parent"]).scores()["parent"]
    assert (score.recall.denominator, score.precision.denominator) == (2, 2)
    assert (score.recall, score.precision) == (1, 1)
    # Pronouns alone point to nothing.
    score = count(pair(key, document([[(1, 2), (3, 4)]], "Npnp")), ["parent"]).scores()["parent"]
    assert (score.recall, score.precision.denominator) == (0, 0)


@pytest.mark.parametrize(
    ("similarity", "recall", "precision"), [("mention", 11 / 21, 11 / 12), ("entity", 5 / 6, 5 / 9)]
)
def test_lceaf_by_mentions_and_by_entities(similarity: str, recall: float, precision: float) -> None:
    """metrics.md, section 11: key {Npq}{M}, response {Np}{q}{M}."""
    key = document([[(0, 1), (1, 2), (2, 3)], [(3, 4)]], "Nppn")
    response = document([[(0, 1), (1, 2)], [(2, 3)], [(3, 4)]], "Nppn")
    score = count(pair(key, response), ["lceaf"], {"w_sing": 0.1, "lceaf": similarity}).scores()["lceaf"]
    assert (score.recall, score.precision) == (recall, precision)


def test_weights_of_lmetrics_lie_between_0_and_1() -> None:
    key = document([[(0, 1), (1, 2)]], "Np")
    for weight in (-0.1, 1.1):
        with pytest.raises(ValueError, match="a weight of LMetrics lies outside of 0 to 1"):
            count(pair(key, key), ["lmuc"], {"w_nam": weight})


def test_nouns_of_arcs_by_head_or_as_the_scripts_see_them() -> None:
    # The first mention is of two words but headed by no noun.
    key = document([[(0, 2), (3, 4)]], "..|p")
    by_head = count(pair(key, key), ["arcs_inferred"]).scores()["arcs_inferred"]
    by_script = count(pair(key, key), ["arcs_inferred"], {"nominal": "script"}).scores()["arcs_inferred"]
    assert (by_head.counts["tp"], by_script.counts["tp"]) == (0, 1)


def test_a_marked_dominant_mention_dominates() -> None:
    key = document([[(0, 1), (2, 3), (4, 5)]], "N.n.p", types={(0, 1): "D", (2, 3): "D", (4, 5): "P"})
    key.key.entities[0].dominant = key.mentions[1].id
    response = document([[(0, 1), (2, 3), (4, 5)]], "N.n.p", types={(0, 1): "D", (2, 3): "D", (4, 5): "P"})
    outcome = count(pair(key, response), ["typed"]).scores()["typed"].micro.counts
    # The name dominates the response: in the key it is a referent that the response has not, and so on.
    assert outcome == {"tp": 0, "wt": 0, "wl": 1, "wtl": 0, "fn": 1, "fp": 1}


def anaphora() -> DocumentPair:
    """Ten anaphors: two with one candidate, three more with one after agreement, seven resolved in all."""
    names = [f"p{number}" for number in range(10)]
    key = Document("d", anaphors=names)
    key.mentions = [Mention(name, -1, -1, -1) for name in ("A", "B", *names)]
    key.coreference["gold"] = CoreferenceLayer("gold", [Entity("1", ["A", *names]), Entity("2", ["B"])])
    decisions = []
    for number, name in enumerate(names):
        right = number in (0, 1, 2, 3, 5, 6, 7)
        before = ("A",) if number < 2 else ("A", "B")
        after = before[:1] if number < 5 else before
        decisions.append(Decision(name, "A" if right else "B", before, after))
    decisions.append(Decision("it", "B", identified=False))
    response = Document("d", mentions=[*key.mentions, Mention("it", -1, -1, -1)])
    response.coreference["gold"] = CoreferenceLayer("gold", [Entity("1", ["A"])], decisions)
    return pair(key, response)


def test_rates_of_the_example_in_metrics() -> None:
    names = ["success_rate", "non_trivial_success_rate", "critical_success_rate", "precision", "recall"]
    scores = count(anaphora(), names).scores()
    # metrics.md, section 16: 7/10, 5/8, 3/5; one more pronoun was answered, wrongly.
    assert [(score.numerator, score.denominator) for score in scores.values()] == [
        (7, 10), (5, 8), (3, 5), (7, 11), (7, 10),
    ]  # fmt: skip


def test_resolution_f1_is_the_harmonic_mean_of_success_and_precision() -> None:
    scored = count(anaphora(), ["resolution_f1"]).scores()["resolution_f1"]
    # metrics.md, section 16: success rate 7/10, precision 7/11, so 2 · 7 / (10 + 11).
    assert (scored.recall.value, scored.precision.value) == (7 / 10, 7 / 11)
    assert scored.f1 == pytest.approx(14 / 21)


def test_pronouns_out_of_scope_count_only_in_the_resolution_rate() -> None:
    scored = anaphora()
    for decision in scored.response_layer.decisions[8:10]:
        decision.excluded = True
    scores = count(scored, ["success_rate", "resolution_rate"]).scores()
    assert [(score.numerator, score.denominator) for score in scores.values()] == [(7, 8), (7, 10)]


@pytest.mark.parametrize(("match", "correct"), [("head", 1), ("exact", 0)])
def test_an_antecedent_counts_by_head_or_span(match: str, correct: int) -> None:
    key = document([[(0, 3), (5, 6)]], "..N..p")
    key.anaphors = [key.mentions[1].id]
    response = document([[(1, 3), (5, 6)]], "..N..p")
    response.key.decisions = [Decision(response.mentions[1].id, response.mentions[0].id)]
    rate = count(pair(key, response), ["success_rate"], {"match": match}).scores()["success_rate"]
    assert rate.numerator == correct


def test_a_pronoun_is_never_its_own_antecedent_and_pleonastic_ones_are_never_right() -> None:
    key = document([[(0, 1), (2, 3)], [(4, 5)]], "N.p.p", "Ann . she . it")
    response = document([[(0, 1)], [(2, 3)], [(4, 5)]], "N.p.p", "Ann . she . it")
    ann, she, it = (mention.id for mention in response.mentions)
    response.key.decisions = [Decision(she, she), Decision(it, ann)]
    scores = count(pair(key, response), ["success_rate", "precision"]).scores()
    assert scores["success_rate"].as_json() == {"numerator": 0, "denominator": 1, "value": 0.0}
    assert scores["precision"].denominator == 2


@pytest.mark.parametrize(
    ("breakdown", "parts"),
    [
        ("pos", {"PROPN": 2, "NOUN": 1, "PRON": 1}),
        ("pronoun", {"she": 1}),
        ("mention-class", {"PN_E": 1, "CN_N": 1, "P_3G": 1}),
        ("document", {"d": 4}),
    ],
)
def test_breakdowns(breakdown: str, parts: dict[str, int]) -> None:
    key = document([[(0, 1), (2, 3), (3, 4), (4, 5)]], "N.Nnp", "Ann met Ann sister she")
    assert mentions_by(key, breakdown) == parts


@pytest.mark.parametrize(
    ("id", "genre", "part"),
    [
        ("GUM_court_loan", "court", "court"),
        ("news_bridge", "news", "news"),
        ("nw", "", "none"),
        ("1023_bleak_house_brat", "", "none"),
    ],
)
def test_the_genre_of_a_document_is_what_its_corpus_says(id: str, genre: str, part: str) -> None:
    key = document([[(0, 1), (2, 3)]], "N.N", "Ann met Ann")
    key.id, key.genre = id, genre
    assert mentions_by(key, "genre") == {part: 2}


def test_a_genre_of_entities_alone_is_refused() -> None:
    with pytest.raises(ValueError, match="entities alone have no genre"):
        count_entities("d", [["a", "b"]], [["a"]], ["muc"], by=["genre"])


def test_a_mention_without_type_has_that_of_its_entity() -> None:
    key = document([[(0, 1), (3, 4), (5, 6)], [(2, 3)]], "N.NNvp", "Ann met Bob Eve and she")
    for mention, entity_type in zip(key.mentions, ("person", "person", "", "object"), strict=True):
        mention.entity_type = entity_type
    assert mentions_by(key, "entity-type") == {"object": 1, "person": 3}


@pytest.mark.parametrize(
    ("breakdown", "expected"),
    [
        ("number", {"plural": 2, "singular": 2}),
        ("gender", {"feminine": 1, "masculine": 1, "neuter": 1, "unknown": 1}),
        ("lemma", {"aunt": 1, "lamp": 1, "tom": 1}),
        ("head", {"aunts": 1, "lamp": 1, "them": 1, "tom": 1}),
        ("noun-or-pos", {"NOUN": 3, "PRON": 1}),
    ],
)
def test_mentions_by_what_is_known_of_them(breakdown: str, expected: dict[str, int]) -> None:
    key = document([[(0, 1), (1, 2)], [(2, 3), (3, 4)]], "nNnp", "aunts Tom lamp them")
    for word, lemma in zip(key.words, ("aunt", "Tom", "lamp", ""), strict=False):
        word.lemma = lemma
    # Two are told by the features of the word, one by what preprocessing made of the mention, one by its form.
    key.words[0].morphology, key.words[1].morphology = "Gender=Fem|Number=Plur", "Gender=Masc|Number=Sing"
    key.mentions[2].number, key.mentions[2].gender = frozenset("s"), frozenset("n")
    assert mentions_by(key, breakdown) == expected


@pytest.mark.parametrize(
    ("form", "number", "gender"),
    [
        ("She", "singular", "feminine"),
        ("his", "singular", "masculine"),
        ("it", "singular", "neuter"),
        ("they", "plural", "unknown"),
        ("you", "unknown", "unknown"),
        ("who", "unknown", "unknown"),
    ],
)
def test_the_form_of_a_pronoun_tells_number_and_gender(form: str, number: str, gender: str) -> None:
    key = document([[(0, 1), (1, 2)]], "pp", f"{form} {form}")
    assert (mentions_by(key, "number"), mentions_by(key, "gender")) == ({number: 2}, {gender: 2})


def test_entities_by_the_type_of_their_anchor() -> None:
    key = document([[(0, 1), (1, 2)], [(2, 3), (3, 4)], [(4, 5), (5, 6)], [(6, 7), (7, 8)]], "NpnpnpNp")
    for place, entity_type in ((0, "person"), (5, "place"), (6, "person")):
        key.mentions[place].entity_type = entity_type
    response = document([[(0, 1), (1, 2)], [(4, 5), (7, 8)], [(8, 9), (9, 10)]], "NpnpnpNpnp")
    by = count(pair(key, response), ["arcs_anchor"], by=["entity-type"]).by()["entity-type"]
    counted = {name: scores["arcs_anchor"].entity_detection.counts for name, scores in by.items()}
    assert counted == {
        "none": {"tp": 0, "wl": 0, "fn": 1, "fp": 1},
        "person": {"tp": 1, "wl": 0, "fn": 1, "fp": 0},
        "place": {"tp": 1, "wl": 0, "fn": 0, "fp": 0},
    }
    whole = count(pair(key, response), ["arcs_anchor"]).scores()["arcs_anchor"]
    for outcome, number in whole.entity_mentions.counts.items():
        assert sum(scores["arcs_anchor"].entity_mentions.counts[outcome] for scores in by.values()) == number


@pytest.mark.parametrize("name", ["mentions", "b_cubed", "arcs_immediate", "arcs_inferred", "prague"])
def test_parts_add_up_to_the_whole(name: str) -> None:
    source = random.Random(4)
    for _ in range(20):
        chains = [[[], [], []], [[], [], []]]
        for place in range(19):
            for side in chains:
                if source.random() < 0.8:
                    side[source.randrange(3)].append((place, place + 1))
        tags = "".join(source.choice("Nnp") for _ in range(20))
        scored = pair(*(document([chain for chain in side if chain], tags) for side in chains))
        whole = count(scored, [name], by=["pos"])
        parts: dict = {}
        for tallies in whole.parts["pos"].values():
            for count_name, number in tallies[name].items():
                parts[count_name] = parts.get(count_name, 0) + number
        assert {count_name: float(number) for count_name, number in parts.items() if number} == pytest.approx(
            {count_name: float(number) for count_name, number in whole.tallies[name].items() if float(number)}
        )


def some_counts() -> list[Counts]:
    source = random.Random(9)
    counted = []
    for _ in range(12):
        spans = [(place, place + 1) for place in range(20)]
        sides = []
        for _ in "kr":
            source.shuffle(spans)
            sides.append(document([spans[:7], spans[7:10], spans[10:11], spans[11:16]], "NnpNnpNnpNnpNnpNnpNn"))
        counted.append(count(pair(*sides), by=["pos"]))
    return counted


def test_the_order_of_documents_changes_nothing() -> None:
    counts = some_counts()
    expected = total(counts).as_json()
    for seed in range(3):
        random.Random(seed).shuffle(counts)
        assert total(counts).as_json() == expected
        assert sum(counts[1:], counts[0]).as_json() == expected


def test_counts_survive_the_way_between_processes() -> None:
    for counts in some_counts()[:2]:
        copied = pickle.loads(pickle.dumps(counts))
        assert copied.as_json() == counts.as_json()
    scores = some_counts()[0].scores()
    assert pickle.loads(pickle.dumps(scores))["muc"].recall.numerator == scores["muc"].recall.numerator


def test_which_metrics_apply() -> None:
    untagged = document([[(0, 1), (2, 3)]])
    assert applicable([pair(untagged, untagged)]) == [
        "mentions", "muc", "b_cubed", "ceaf_m", "ceaf_e", "blanc", "lea", "conll", "arcs_immediate", "prague"
    ]  # fmt: skip
    tagged = document([[(0, 1), (2, 3)]], "N.p")
    assert {"arcs_inferred", "parent", "lmuc"} <= set(applicable([pair(tagged, tagged)]))
    assert "success_rate" not in applicable([pair(tagged, tagged)])
    with pytest.raises(ValueError, match="lmuc needs parts of speech"):
        count(pair(untagged, untagged), ["lmuc"])


@pytest.mark.parametrize(
    ("as_conll", "entities"), [(True, (["m1", "m3"], ["m4", "m5"])), (False, (["m3"], ["m1", "m4", "m5"]))]
)
def test_a_mention_in_two_entities_of_the_key_is_known_by_one(
    tmp_path: Path, as_conll: bool, entities: tuple[list[str], list[str]]
) -> None:
    """The larger, or as the CoNLL scorer knows it the last; OntoGUM's GUM_bio_emperor has one."""
    file = tmp_path / "key.conll"
    rows = [("New", "(3|(4"), ("York", "4)|3)"), ("it", "(4)"), ("Ann", "(3)"), ("she", "(3)")]
    lines = "".join(f"d\t0\t{place}\t{form}\t{brackets}\n" for place, (form, brackets) in enumerate(rows))
    file.write_text(f"#begin document (d); part 000\n{lines}#end document\n")
    (document,) = read(file)
    layer = document.coreference["gold"]
    response = CoreferenceLayer("r", [Entity("4", entities[0]), Entity("3", entities[1])])
    options = {"conll_repeats": as_conll}
    counts = count(DocumentPair("d", document, layer, document, response), ["muc", "mentions"], options)
    assert counts.key_repeats == 1
    scores = counts.scores()
    assert (scores["muc"].recall, scores["muc"].precision) == (1.0, 1.0)
    assert scores["mentions"].recall.denominator == 4


@pytest.mark.parametrize(
    ("singletons", "lacking"),
    [
        pytest.param((0, 100), "key", id="none"),
        pytest.param((1, 100), "key", id="an oversight: one in a hundred"),
        pytest.param((2, 100), None, id="two in a hundred"),
        pytest.param((100, 0), "response", id="none in the response"),
        pytest.param((100, 1), None, id="one in the response"),
    ],
)
def test_which_side_lacks_singletons(singletons: tuple[int, int], lacking: str | None) -> None:
    assert Counts({}, {}, singletons=singletons, several=1).lacks_singletons == lacking
