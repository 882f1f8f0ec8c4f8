"""Typed coreference, F_beta and weights of entities by the command line, with values by hand."""

import json
import re
from pathlib import Path
from typing import Any

import pytest

import anaphora_workbench as aw
from tiny_corpus import Run

NAMES = {"a": "PROPN", "b": "PRON", "c": "NOUN", "d": "NOUN"}


def document(**types: str) -> str:
    """A chain of four mentions: a name that dominates, and others with these types."""
    mentions = [
        {"id": id, "start": place, "end": place + 1, "pos": pos, "text": id}
        | ({"coreference_type": types[id]} if id in types else {})
        for place, (id, pos) in enumerate(NAMES.items())
    ]
    return json.dumps({"documents": [{"id": "d", "mentions": mentions, "chains": [list(NAMES)]}]})


def scored(run: Run, key: str, response: str, *words: object) -> Any:
    Path("k.json").write_text(key, encoding="utf-8")
    Path("r.json").write_text(response, encoding="utf-8")
    return json.loads(run("score", "k.json", "r.json", *words, "--format", "json").out)["metrics"]


KEY = document(b="ppas", c="dtis", d="gfas")


@pytest.mark.parametrize(
    ("response", "options", "tp", "wt", "untyped"),
    [
        pytest.param(KEY, (), 3, 0, 0, id="four letters"),
        pytest.param(document(b="ppas", c="dbis", d="gfas"), (), 2, 1, 0, id="another second letter"),
        pytest.param(document(b="p?as", c="d", d="gf"), (), 3, 0, 0, id="the letters that both have"),
        pytest.param(document(b="p?ps", c="g", d="gf"), (), 1, 2, 0, id="one of them wrong"),
        pytest.param(document(b="p?as", c="d", d="gfas"), ("typed.level=4",), 1, 2, 0, id="all four asked for"),
        pytest.param(document(), (), 3, 0, 3, id="no types"),
        pytest.param(document(), ("typed.level=4",), 0, 3, 3, id="no types, and four asked for"),
        pytest.param(document(b="ana", c="coref", d="disc"), (), 3, 0, 3, id="types of GUM"),
        pytest.param(document(b="xa", c="xb", d="y"), ("typed.scheme=pdgxy",), 0, 3, 0, id="a scheme of one's own"),
    ],
)
def test_types_are_compared_on_the_letters_that_both_have(
    run: Run, tmp_path: Path, response: str, options: tuple[str, ...], tp: int, wt: int, untyped: int
) -> None:
    words = [word for option in options for word in ("--option", option)]
    micro = scored(run, KEY, response, "-m", "typed", *words)["typed"]["micro"]
    counts = {"tp": tp, "wt": wt, "wl": 0, "wtl": 0, "fn": 0, "fp": 0} | ({"untyped": untyped} if untyped else {})
    assert micro["counts"] == counts
    assert micro["recall"]["value"] == pytest.approx((tp + 0.75 * wt) / 3)
    table = run("score", "k.json", "r.json", "-m", "typed", *words).out
    assert f"{tp + 0.75 * wt:.2f}" in table
    assert ("untyped" in table) == bool(untyped)


def test_the_macro_mean_over_full_types(run: Run, tmp_path: Path) -> None:
    """Of dtis one of two is right, of ppas one of one: recall 7/8 and 1, so 15/16."""
    key, response = document(b="ppas", c="dtis", d="dtis"), document(b="ppas", c="dtis", d="dbis")
    typed = scored(run, key, response, "-m", "typed")["typed"]
    assert typed["macro_types"]["recall"]["value"] == pytest.approx((0.875 + 1) / 2)
    assert typed["macro"]["recall"]["value"] == pytest.approx((0.875 + 1) / 2)
    table = run("score", "k.json", "r.json", "-m", "typed").out
    of_classes = re.findall(r"^typed · ([dp].*?)  +([\d.]+)", table, re.MULTILINE)
    assert of_classes == [("dtis", "87.50"), ("d · All", "87.50"), ("ppas", "100.00"), ("p · All", "100.00")]


def test_without_types_there_is_no_mean_over_them(run: Run, tmp_path: Path) -> None:
    of_gum = document(b="ana", c="coref", d="disc")
    typed = scored(run, of_gum, of_gum, "-m", "typed")["typed"]
    assert (typed["micro"]["f1"], typed.keys() & {"macro", "macro_types", "scheme"}) == (1, set())


def test_parts_have_their_share_of_all_types(run: Run, tmp_path: Path) -> None:
    """Of three referents one is a pronoun."""
    (tmp_path / "k.json").write_text(document(b="ppas", c="dtis", d="dtis"), encoding="utf-8")
    ran = run("score", "k.json", "k.json", "-m", "typed", "--by", "noun-or-pos", "--format", "json")
    parts = json.loads(ran.out)["by"]["noun-or-pos"]
    shares = {part: scores["metrics"]["typed"]["micro"]["share"] for part, scores in parts.items()}
    assert shares == {"NOUN": pytest.approx(2 / 3), "PRON": pytest.approx(1 / 3)}


PARTITIONS = (
    '{"documents": [{"id": "d", "chains": [["a", "b", "c", "d"], ["e"]]}]}',
    '{"documents": [{"id": "d", "chains": [["a", "b"], ["c", "d"], ["e"]]}]}',
)


@pytest.mark.parametrize(
    ("metric", "weights", "recall"),
    [
        ("b_cubed", "mention", 3 / 5),
        ("b_cubed", "entity", (2 * 4 / 16 + 1) / 2),
        ("lea", "size", (4 / 3 + 1) / 5),
        ("lea", "entity", (1 / 3 + 1) / 2),
    ],
)
def test_entities_weigh_by_size_or_alike(run: Run, tmp_path: Path, metric: str, weights: str, recall: float) -> None:
    words = ("-m", metric, "-m", "conll", "--option", f"{metric}.weights={weights}", "--by", "mention-class")
    scores = scored(run, *PARTITIONS, *words)
    assert scores[metric]["recall"]["value"] == pytest.approx(recall)
    assert scores[metric]["precision"]["value"] == 1
    # MUC 2/3 and 1, B³ 3/5 and 1, CEAF-e 5/6 and 5/9: the mean has weights of its own.
    assert scores["conll"]["f1"] == pytest.approx((0.8 + 0.75 + 2 / 3) / 3)


def test_every_f_has_its_beta(run: Run, tmp_path: Path) -> None:
    """R 2/3, P 1: F2 = 5 · 2/3 / (4 + 2/3)."""
    scores = scored(run, *PARTITIONS, "-m", "muc", "-m", "b_cubed", "--option", "f.beta=2")
    assert scores["muc"]["f_beta"] == pytest.approx(5 * (2 / 3) / (4 + 2 / 3))
    assert scores["b_cubed"]["f_beta"] == pytest.approx(5 * 0.6 / (4 + 0.6))
    assert "f_beta" not in scored(run, *PARTITIONS, "-m", "muc")["muc"]


@pytest.mark.parametrize("format", ["chains-json", "np-xml"])
def test_answers_say_which_mention_names_an_entity(run: Run, tiny: Path, format: str) -> None:
    """*Ann* and *the lamp*, *Tom* and *his key*, not the pronouns; a scorer that chooses itself gives the same."""
    words = ("-r", "oracle", "--mentions", "true", "--annotation", "gold", "--types", "-o", "answers", "--to", format)
    assert run("resolve", tiny, *words).status == 0
    named = set()
    for document in aw.read("answers"):
        mentions = document.mention_by_id()
        (layer,) = document.coreference.values()
        assert [entity.dominant is not None for entity in layer.entities] == [
            len(e.mentions) > 1 for e in layer.entities
        ]
        named |= {mentions[str(entity.dominant)].start for entity in layer.entities if entity.dominant is not None}
    # Ann, the lamp; Tom, his key.
    assert named == {0, 2}


def test_the_oracle_has_the_marks_of_the_key(run: Run, tiny: Path) -> None:
    """*She* is marked in place of *Ann*, which rank would take."""
    (ann,) = aw.read(tiny / "ann.conllu")
    (entity,) = (entity for entity in ann.coreference["gold"].entities if entity.mentions[0] == ann.mentions[0].id)
    entity.types, entity.dominant = {entity.mentions[0]: "dtis"}, entity.mentions[1]
    aw.write([ann], "marked.np.xml")
    ran = run("compare", "marked.np.xml", "-s", "true-gold", "-r", "oracle", "-m", "typed", "--format", "json")
    (of_setting,) = json.loads(ran.out)["corpora"].values()
    assert of_setting["true-gold"]["oracle"]["metrics"]["typed"]["micro"]["f1"] == 1
    assert run("resolve", "marked.np.xml", "-r", "oracle", "--mentions", "true", "-o", "answers.np.xml").status == 0
    (answered,) = aw.read("answers.np.xml")
    (layer,) = answered.coreference.values()
    assert entity.dominant in {entity.dominant for entity in layer.entities}


def test_the_oracle_has_the_links_and_types_of_the_key(run: Run, tmp_path: Path) -> None:
    corpus = Path(__file__).parents[3] / "shared" / "corpora" / "nkas"
    if not corpus.is_dir():
        pytest.skip("the public corpus is not here")
    for name in ("116352", "116353"):
        (tmp_path / "n").mkdir(exist_ok=True)
        (tmp_path / "n" / f"{name}.nkas.json").write_bytes((corpus / f"{name}.nkas.json").read_bytes())
    ran = run("compare", "n", "-s", "true-gold", "-r", "oracle", "-m", "typed", "--format", "json")
    micro = json.loads(ran.out)["corpora"]["n"]["true-gold"]["oracle"]["metrics"]["typed"]["micro"]
    assert micro["f1"] == 1
    assert sum(number for outcome, number in micro["counts"].items() if outcome != "tp") == 0
