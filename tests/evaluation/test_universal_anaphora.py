"""Split antecedents, bridging, non-referring mentions and discourse deixis, against the values of scorer 2.0."""

from pathlib import Path

import pytest

import anaphora_workbench as aw

METRICS = ["muc", "b_cubed", "ceaf_m", "ceaf_e", "lea", "split_antecedents"]
_ALL = [1, 1]
# Recall and precision by each metric, as printed in PluralTestCases.README of the Universal Anaphora scorer and, where
# it prints fewer digits, as its values follow from its definitions: MUC, B³, CEAF-m, CEAF-e, LEA, split-only B³.
PERFECT = [_ALL] * 6
CASES = {
    1: PERFECT,
    2: PERFECT,
    3: PERFECT,
    4: [[3 / 4, 1], [19 / 24, 1], [7 / 8, 1], [19 / 20, 19 / 20], [6 / 8, 1], [0, 0]],
    5: [[1, 11 / 12], [1, 0.95167], [0.98611] * 2, [0.98333] * 2, [1, 7.6 / 8], [1, 4 / 5]],
    6: [[7 / 8, 7 / 8], [0.88542, 0.92130], [0.94643] * 2, [0.95833] * 2, [7 / 8, 11 / 12], [1 / 2, 2 / 3]],
    7: [[5 / 8, 5 / 6], [0.72461, 1], [0.85714, 0.97959], [0.90278] * 2, [5 / 8, 16 / 21], [5 / 8, 1]],
    8: PERFECT,
    9: [[1, 11 / 15], [1, 0.75463], [0.86111] * 2, [0.69167, 0.92222], [7 / 8, 5.2 / 8], [1, 2 / 3]],
    10: [[3 / 4, 3 / 4], [5 / 6, 5 / 6], [7 / 8, 7 / 9], [3.8 / 4, 3.8 / 5], [6 / 8, 7 / 9], [1, 4 / 9]],
    11: [[7 / 8, 1], [0.88542, 1], [0.95833] * 2, [0.97222] * 2, [7 / 8, 1], [1 / 2, 1]],
}


@pytest.mark.corpora
@pytest.mark.parametrize("number", CASES)
def test_split_antecedents_score_as_by_the_official_scorer(public_corpora: Path, number: int) -> None:
    folder = public_corpora / "ua-cases" / "plural"
    scores = aw.score(folder / "TC-PA.key", folder / f"TC-PA-{number}.sys", METRICS)
    figures = [[float(scores[name].recall), float(scores[name].precision)] for name in METRICS]
    assert figures == [pytest.approx(expected, abs=5e-6) for expected in CASES[number]]


# Recall, precision and F1, by a program that goes through all pairs of mentions as the scorer does; its README has only
# those of perfect responses.
BLANC = {
    1: [1, 1, 1], 2: [1, 1, 1], 3: [1, 1, 1], 4: [159 / 230, 1, 267 / 328], 5: [133 / 138, 133 / 138, 133 / 138],
    6: [569 / 690, 569 / 690, 569 / 690], 7: [31 / 46, 179 / 204, 823 / 1080], 8: [1, 1, 1],
    9: [599 / 690, 11 / 14, 323 / 396], 10: [4 / 5, 47 / 64, 124 / 165], 11: [569 / 690, 569 / 690, 569 / 690],
}  # fmt: skip


@pytest.mark.corpora
@pytest.mark.parametrize("number", BLANC)
def test_blanc_matches_split_antecedents_for_each_kind_of_link(public_corpora: Path, number: int) -> None:
    folder = public_corpora / "ua-cases" / "plural"
    blanc = aw.score(folder / "TC-PA.key", folder / f"TC-PA-{number}.sys", ["blanc"])["blanc"]
    assert [float(blanc.recall), float(blanc.precision), blanc.f1] == pytest.approx(BLANC[number])


HEADER = (
    "# global.columns = ID FORM LEMMA UPOS XPOS FEATS HEAD DEPREL DEPS MISC IDENTITY BRIDGING DISCOURSE_DEIXIS "
    "REFERENCE NOM_SEM\n# newdoc id = lamps\n# sent_id = 1\n"
)


def ua(*words: tuple[str, str, str]) -> str:
    """A document of words, each with identity, bridging and discourse deixis."""
    rows = [
        "\t".join([str(number), f"w{number}", *"________", *(cell or "_" for cell in cells), "_", "_"])
        for number, cells in enumerate(words, 1)
    ]
    return HEADER + "\n".join(rows) + "\n\n"


def markable(name: str, entity: str, more: str = "") -> str:
    return f"(EntityID={entity}|MarkableID={name}{more})"


def bridge(name: str, anchor: str) -> str:
    return f"(MarkableID={name}|Rel=part|MentionAnchor={anchor})"


def bridged(**antecedents: str) -> str:
    """Entities {m1, m3}, {m2, m5}, {m4} and {m6}, one word each, and bridges."""
    entities = {"m1": "e1", "m2": "e2", "m3": "e1", "m4": "e4", "m5": "e2", "m6": "e6"}
    return ua(
        *(
            (markable(name, entity), bridge(name, antecedents[name]) if name in antecedents else "", "")
            for name, entity in entities.items()
        )
    )


def _score(folder: Path, key: str, response: str, metrics: list[str], **options: object) -> list[tuple[float, float]]:
    (folder / "key.ua").write_text(key)
    (folder / "response.ua").write_text(response)
    scores = aw.score(folder / "key.ua", folder / "response.ua", metrics, **options)
    return [(float(scores[name].recall), float(scores[name].precision)) for name in metrics]


@pytest.mark.parametrize(
    ("response", "expected"),
    [
        ({"m4": "m1", "m6": "m2"}, [(1, 1)] * 3),
        ({"m4": "m3", "m6": "m1", "m5": "m1"}, [(1, 2 / 3), (0, 0), (1 / 2, 1 / 3)]),
        ({"m4": "m1"}, [(1 / 2, 1)] * 3),
        ({}, [(0, 0)] * 3),
    ],
)
def test_bridging(tmp_path: Path, response: dict[str, str], expected: list[tuple[float, float]]) -> None:
    """Values as computed by the Universal Anaphora scorer 2.0."""
    metrics = ["bridging_anaphora", "bridging_mentions", "bridging_entities"]
    figures = _score(tmp_path, bridged(m4="m1", m6="m2"), bridged(**response), metrics)
    assert figures == [pytest.approx(pair) for pair in expected]


KEY_ENTITIES = {"m1": "e1", "m2": "e2", "m3": "e3", "m4": "e4", "m5": "e1", "m6": "e4", "m7": "7-Pseudo"}


@pytest.mark.parametrize(
    ("of_key", "of_response", "right"),
    [
        pytest.param("MentionAnchor=m1", "EntityAnchor=e1", 1, id="the entity stands for its last mention before"),
        pytest.param("MentionAnchor=m2", "EntityAnchor=e1", 0, id="which is not one of another entity"),
        pytest.param("MentionAnchor=m2", "EntityAnchor=e9", 1, id="its last mention before, not its first"),
        pytest.param("MentionAnchor=m6", "EntityAnchor=e4", 1, id="an entity that begins after the anaphor"),
        pytest.param("MentionAnchor=m7", "MentionAnchor=m7", 1, id="an antecedent that refers to nothing"),
        pytest.param("MentionAnchor=m1 MentionAnchor=m2", "MentionAnchor=m2", 1, id="any of several in the key"),
        pytest.param("MentionAnchor=m1", "MentionAnchor=m2 MentionAnchor=m1", 0, id="the first of several answers"),
        pytest.param("EntityAnchor=x", "EntityAnchor=y", 0, id="two entities without mentions"),
        pytest.param("Rel=part", "Rel=part", 0, id="nothing named on either side"),
    ],
)
def test_bridging_to_entities(tmp_path: Path, of_key: str, of_response: str, right: int) -> None:
    """The anaphor is m3. Where the response names the entity e9, that is of m1, m2 and m4 there."""
    answered = dict.fromkeys(("m1", "m2", "m4"), "e9") if of_response.endswith("e9") else {}

    def document(entities: dict[str, str], anchors: str) -> str:
        bridges = "".join(f"(MarkableID=m3|{anchor})" for anchor in anchors.split())
        return ua(*((markable(name, entity), bridges if name == "m3" else "", "") for name, entity in entities.items()))

    sides = document(KEY_ENTITIES, of_key), document(KEY_ENTITIES | answered, of_response)
    assert _score(tmp_path, *sides, ["bridging_entities"]) == [(right, right)]


def test_bridging_mentions_need_a_mention_in_the_key(tmp_path: Path) -> None:
    key = ua((markable("m1", "e1"), "", ""), (markable("m2", "e2"), "(MarkableID=m2|EntityAnchor=e1)", ""))
    with pytest.raises(ValueError, match="not which mention of it; expected bridging_entities"):
        _score(tmp_path, key, key, ["bridging_mentions"])


def test_non_referring_mentions_are_sets_of_spans(tmp_path: Path) -> None:
    """Two in the key, two in the response, one in common; they are not in the identity score."""
    key = ua((markable("m1", "1-Pseudo"), "", ""), (markable("m2", "2-Pseudo"), "", ""), ("", "", ""))
    response = ua(("", "", ""), (markable("m1", "7-Pseudo"), "", ""), (markable("m2", "8-Pseudo"), "", ""))
    assert _score(tmp_path, key, response, ["non_referring", "mentions"]) == [(1 / 2, 1 / 2), (0, 0)]


def test_discourse_deixis_is_scored_instead_of_identity(tmp_path: Path) -> None:
    """The key has deixis {w1, w3}; the response {w1}, {w2, w3}; identity has nothing in common."""
    key = ua(("", "", markable("d1", "a")), (markable("m1", "1"), "", ""), ("", "", markable("d2", "a")))
    response = ua(("", "", markable("d1", "a")), ("", "", markable("d2", "b")), ("", "", markable("d3", "b")))
    figures = _score(tmp_path, key, response, ["muc", "b_cubed"], discourse_deixis=True)
    assert figures == [(0, 0), (pytest.approx(1 / 2), pytest.approx(1 / 2))]
    assert _score(tmp_path, key, response, ["b_cubed"]) == [(0, 0)]


PLURAL = (
    (markable("a", "1", "|ElementOf=4"), "", ""), (markable("b", "1"), "", ""),
    (markable("c", "2", "|ElementOf=4"), "", ""), (markable("f", "4"), "", ""),
)  # fmt: skip


def plural(*entities: str) -> str:
    """Words a to h, each a mention; the split antecedent of an entity ``{ac}fg`` are those of *a* and of *c*."""
    number_of = {name: number for number, entity in enumerate(entities, 1) for name in entity.rpartition("}")[2]}
    wholes: dict[int, list[str]] = {}
    for number, entity in enumerate(entities, 1):
        for name in entity.partition("}")[0].removeprefix("{") if "}" in entity else "":
            wholes.setdefault(number_of[name], []).append(str(number))
    element_of = {number: f"|ElementOf={','.join(of_number)}" for number, of_number in wholes.items()}
    return ua(*((markable(name, str(n := number_of[name]), element_of.get(n, "")), "", "") for name in "abcdefgh"))


@pytest.mark.parametrize(
    ("response", "expected"),
    [
        (("{ad}fg", "{be}h"), PERFECT),
        # Two equal ones are one, with the mentions of both.
        (("{ac}f", "{bd}g", "{ae}h"), PERFECT),
        (
            ("{ac}fg", "{ace}h"),
            [[1, 14 / 15], [1, 0.928], [0.975, 0.975], [4.9 / 5, 4.9 / 5], [1, 9.2 / 10], [1, 7 / 9]],
        ),
        (
            ("{ac}fgh",),
            [[4 / 5, 4 / 5], [8.5 / 10, 7.5 / 9], [8 / 10, 8 / 9], [27 / 35, 27 / 28], [8 / 10, 7 / 9], [4 / 7, 1]],
        ),
    ],
)
def test_two_split_antecedents(tmp_path: Path, response: tuple[str, ...], expected: list[list[float]]) -> None:
    """TC-PB-2 to 4 of the same README."""
    singular = ("ab", "cd", "e")
    figures = _score(tmp_path, plural(*singular, "{ac}fg", "{ae}h"), plural(*singular, *response), METRICS)
    assert figures == [pytest.approx(tuple(pair)) for pair in expected]


@pytest.mark.parametrize(
    ("key", "response", "expected"),
    [
        # Of nine mentions 6 pairs are coreferent in the key, 4 of them in the response too; none more are there.
        (("ab", "cd", "{ac}ef", "gh"), ("ab", "cd", "{ac}e", "f", "gh"), (5 / 6, 31 / 32)),
        # By coreference links {ab, cd} and {ab, e} match to 2/3: 3 + 2 · 2/3 of 5; by the others not at all: 25 of 31.
        (("ab", "cd", "e", "{ac}fg", "h"), ("ab", "cd", "e", "{ae}fg", "h"), ((13 / 15 + 25 / 31) / 2,) * 2),
    ],
)  # fmt: skip
def test_blanc_weighs_links_with_split_antecedents(
    tmp_path: Path, key: tuple[str, ...], response: tuple[str, ...], expected: tuple[float, float]
) -> None:
    assert _score(tmp_path, plural(*key), plural(*response), ["blanc"]) == [pytest.approx(expected)]


def test_a_member_with_a_split_antecedent_stands_for_its_own_members(tmp_path: Path) -> None:
    key, response = (plural("ab", "cd", "e", "{ac}fg", of_last) for of_last in ("{fe}h", "{ace}h"))
    assert _score(tmp_path, key, response, METRICS) == [(1, 1)] * len(METRICS)


@pytest.mark.parametrize(("importance", "recall"), [(1, 7 / 9), (2, 8 / 12)])
def test_lea_weighs_entities_with_a_split_antecedent(tmp_path: Path, importance: int, recall: float) -> None:
    """One link of three is found of the entity of three; the other six mentions are all right."""
    key, response = plural("ab", "cd", "e", "{ac}fg", "h"), plural("ab", "cd", "e", "fg", "h")
    (figures,) = _score(tmp_path, key, response, ["lea"], split_importance=importance)
    assert figures[0] == pytest.approx(recall)


def test_a_split_antecedent_needs_singletons(tmp_path: Path) -> None:
    for options in ({}, {"split_antecedents": "keep"}):
        with pytest.raises(ValueError, match="expected --singletons keep, or --split-antecedents drop"):
            _score(tmp_path, ua(*PLURAL), ua(*PLURAL), ["muc"], singletons="drop", **options)
    dropped = _score(tmp_path, ua(*PLURAL), ua(*PLURAL), ["muc"], singletons="drop", split_antecedents="drop")
    assert dropped == [(1, 1)]


def test_an_entity_in_its_own_split_antecedent_has_no_score(tmp_path: Path) -> None:
    (tmp_path / "key.ua").write_text(ua(*PLURAL))
    (document,) = aw.read(tmp_path / "key.ua")
    assert document.key is not None
    document.key.entities[0].split_antecedent = ("4",)
    with pytest.raises(ValueError, match="entity 1 is part of its own split antecedent; expected other entities"):
        aw.score(document, document, ["muc"])
    assert aw.score(document, document, ["muc"], split_antecedents="drop")["muc"].as_json()["f1"] == 1


@pytest.mark.parametrize(("rules", "links"), [("keep", 2), ("drop", 1)])
def test_a_split_antecedent_is_a_link_of_muc(tmp_path: Path, rules: str, links: int) -> None:
    (tmp_path / "key.ua").write_text(ua(*PLURAL))
    score = aw.score(tmp_path / "key.ua", tmp_path / "key.ua", ["muc"], split_antecedents=rules)["muc"]
    assert score.as_json()["recall"] == {"numerator": links, "denominator": links, "value": 1.0}
