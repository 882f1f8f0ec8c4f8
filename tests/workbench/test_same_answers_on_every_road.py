"""One resolver's answers get the same scores in a comparison, from its file as a response, and from ``score``."""

import json
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from anaphora_workbench.corpora.support.samples import packaged
from anaphora_workbench.workbench.commands import main
from tiny_corpus import Run

pytestmark = pytest.mark.model

# Leaves some pronouns without an answer.
RESOLVER = "cogniac-high-precision"
NAMES = ("manual_espresso", "news_dairy")
METRICS = ("success_rate", "precision", "conll")
ASKED = tuple(word for name in METRICS for word in ("--metric", name))
QUIET = ("--format", "json", "--quiet", "--jobs", 1)
# What each keeps of an answer: np-xml and chains-json all; the next the heads, too; the last neither.
WITH_ANSWERS = ("np-xml", "chains-json")
WITH_HEADS = ("conllu", "semeval2010", "muc", "bm2001", "ua")
WITHOUT_HEADS = ("conll2012", "jsonlines")
# Ask whether a mention is a name, a noun or a pronoun; and of what number and gender.
BY_KIND = {"arcs_immediate", "arcs_inferred", "arcs_anchor", "parent", "lmuc", "lb_cubed", "lceaf"}
BY_FEATURES = BY_KIND | {"common_critical_success_rate"}
FORMATS = (*WITH_ANSWERS, *WITH_HEADS, *WITHOUT_HEADS)


@pytest.fixture(scope="module")
def roads(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """A folder with a key, the same prepared with its key, and the answers of a resolver in every format."""
    folder = tmp_path_factory.mktemp("roads")
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(folder)
        Path("key").mkdir()
        for name in NAMES:
            sample = packaged("samples") / f"{name}.conllu"
            Path("key", sample.name).write_bytes(sample.read_bytes())
        assert main(["preprocess", "key", "--output", "prepared", "--quiet"]) == 0
        for name in FORMATS:
            assert main(["resolve", "key", "-r", RESOLVER, "--to", name, "-o", name, "--quiet"]) == 0
    return folder


def compared(run: Run, folder: Path, *words: object) -> dict[str, dict[str, object]]:
    ran = run("compare", folder / "key", "-s", "system-predicted", "-r", RESOLVER, *ASKED, *QUIET, *words)
    assert ran.status == 0, ran.err
    return json.loads(ran.out)["corpora"]["key"]["system-predicted"]


def without_interval(score: dict[str, object]) -> dict[str, object]:
    return {name: value for name, value in score.items() if name not in {"interval", "wilson"}}


def figures(scored: dict[str, object]) -> list[float]:
    metrics = scored["metrics"]
    assert isinstance(metrics, dict)
    return [metrics[name].get("f1", metrics[name].get("value")) for name in METRICS]


def test_the_roads_agree(run: Run, roads: Path) -> None:
    responses = [word for name in FORMATS for word in ("--response", f"{name}={roads / name}")]
    rows = compared(run, roads, *responses)
    own = figures(rows[RESOLVER])
    assert 0 < own[0] < 1
    # Read off chains, an antecedent is the nearest mention of the chain, which may be another than was answered.
    from_chains = figures(rows["conllu"])
    assert from_chains[-1] == own[-1]
    expected = {name: own if name in WITH_ANSWERS else from_chains for name in FORMATS}
    assert {name: figures(rows[name]) for name in FORMATS} == expected
    for name in FORMATS:
        # A key with a parse tells the heads of a format that has none.
        key = roads / ("prepared" if name in WITHOUT_HEADS else "key")
        ran = run("score", key, roads / name, "--split-antecedents", "drop", *ASKED, *QUIET)
        assert figures(json.loads(ran.out)) == expected[name], name
        assert ("|answers:from-chains" in json.loads(ran.out)["signature"]) is (name not in WITH_ANSWERS)
        assert (",answers=from-chains" in str(rows[name]["signature"])) is (name not in WITH_ANSWERS)


def test_every_metric_agrees_where_the_key_has_the_annotation_of_the_setting(run: Run, roads: Path) -> None:
    words = ("compare", roads / "key", "-s", "system-predicted", "-r", RESOLVER, *QUIET)
    row = json.loads(run(*words).out)["corpora"]["key"]["system-predicted"][RESOLVER]
    differ = {}
    for key in ("prepared", "key"):
        words = ("score", roads / key, roads / "np-xml", "--split-antecedents", "drop", *QUIET)
        scored = json.loads(run(*words).out)["metrics"]
        assert row["metrics"].keys() <= scored.keys()
        differ[key] = [name for name, score in row["metrics"].items() if scored[name] != without_interval(score)]
    assert differ["prepared"] == []
    # What is a name, a noun or a pronoun in the key is told by its own tags, which are not those of a parser.
    assert {"arcs_inferred", "parent", "lmuc"} <= set(differ["key"]) <= BY_FEATURES


@pytest.mark.parametrize("name", WITHOUT_HEADS)
def test_heads_are_assumed_for_errors_and_parts_whatever_metrics_are_asked(run: Run, roads: Path, name: str) -> None:
    words = ("score", roads / "key", roads / name, "-m", "mentions", *QUIET)
    for asked in (("--errors",), ("--by", "head")):
        alone, beside = (json.loads(run(*words, *asked, *more).out) for more in ((), ("-m", "success_rate")))
        for scored in beside.get("by", {"head": {}})["head"].values():
            scored["metrics"].pop("success_rate", None)
        kept = ("chain_errors", "by", "documents_without_heads", "guessed_heads")
        assert {key: alone.get(key) for key in kept} == {key: beside.get(key) for key in kept}
        assert "|response-heads:assumed|" in alone["signature"]


@pytest.mark.parametrize("name", WITHOUT_HEADS)
def test_guessed_heads_are_counted_said_and_signed(run: Run, roads: Path, name: str) -> None:
    ran = run("score", roads / "key", roads / name, *ASKED, *QUIET)
    content = json.loads(ran.out)
    assert content["documents_without_heads"] == len(NAMES)
    assert content["guessed_heads"] > 0
    assert "|response-heads:assumed|" in content["signature"]
    assert f"{content['guessed_heads']} mentions of the response have a guessed head" in ran.err
    assert "2 documents without answers to pronouns" in ran.err
    by_span = run("score", roads / "key", roads / name, "--match", "exact", *ASKED, *QUIET)
    assert "guessed" not in by_span.err
    assert "response-heads" not in json.loads(by_span.out)["signature"]


def test_missed_split_antecedents_are_said(run: Run, roads: Path, tmp_path: Path) -> None:
    words = ("score", roads / "key", roads / "np-xml", *ASKED, *QUIET)
    ran = run(*words)
    number = json.loads(ran.out)["unanswered_split_antecedents"]
    assert f"the key has {number} split antecedents and the response none: all missed" in ran.err
    fewer = tmp_path / "fewer"
    shutil.copytree(roads / "np-xml", fewer)
    next(fewer.iterdir()).unlink()
    ran_of_fewer = run("score", roads / "key", fewer, *ASKED, *QUIET)
    assert json.loads(ran_of_fewer.out)["unanswered_split_antecedents"] == number
    assert "unanswered_split_antecedents" not in json.loads(run(*words, "--split-antecedents", "drop").out)
    kept = compared(run, roads, "--split-antecedents", "keep")
    assert figures(kept[RESOLVER]) == figures(json.loads(ran.out))


LINKED = "#begin document (d);\nd 0 0 Ann (1)\nd 0 1 saw -\nd 0 2 Tom {0}\nd 0 3 . -\n\nd 0 0 She (1)\n#end document\n"


def test_a_response_without_singletons_is_recognised(run: Run, tmp_path: Path) -> None:
    (tmp_path / "key.conll").write_text(LINKED.format("(2)"), encoding="utf-8")
    (tmp_path / "response.conll").write_text(LINKED.format("-"), encoding="utf-8")
    ran = run("score", "key.conll", "response.conll", "--format", "json", "--metric", "conll")
    content = json.loads(ran.out)
    assert content["without_singletons"]["conll"]["f1"] == 1.0
    assert content["metrics"]["conll"]["f1"] < 1.0
    assert "no singletons, and the key has 1: conll" in ran.err
    assert "100.0 with --singletons drop" in ran.err
    both = ("--metric", "conll", "--metric", "success_rate", "--match", "exact")
    assert "100.0 with --singletons drop" in run("score", "key.conll", "response.conll", *both).err
    assert "singletons" not in run("score", "key.conll", "key.conll", "--metric", "conll").err
    assert run("score", "key.conll", "response.conll", "--metric", "conll", "--singletons", "drop").err == ""
    words = ("compare", "key.conll", "-r", "singletons", "-s", "true-predicted", "--response", "mine=response.conll")
    assert "mine has no singletons, and the key has 1: CoNLL" in run(*words).out
    assert "no singletons, and" not in run(*words, "--singletons", "drop").out


def flat(text: str) -> str:
    """A text in one line, as notes are wrapped."""
    return " ".join(text.split())


def test_a_key_without_singletons_is_recognised(run: Run, tmp_path: Path) -> None:
    # Two chains of two are as many as two mentions left alone; three left alone are more, as of another task.
    words = "d 0 0 Ann (1)\nd 0 1 saw -\nd 0 2 Tom {}\nd 0 3 Eve {}\nd 0 4 Bob {}\nd 0 5 . -\n\nd 0 0 She (1)\n"
    text = f"#begin document (d);\n{words}#end document\n"
    (tmp_path / "key.conll").write_text(text.format("-", "-", "-"), encoding="utf-8")
    (tmp_path / "response.conll").write_text(text.format("(2)", "(3)", "(4)"), encoding="utf-8")
    files = ("key.conll", "response.conll", "--metric", "conll")
    content = json.loads(run("score", *files, "--format", "json").out)
    # B³ 2/5 of precision: F1 4/7; CEAF-e 1/4: 2/5; MUC 1.
    assert content["metrics"]["conll"]["f1"] == pytest.approx((1 + 4 / 7 + 2 / 5) / 3)
    assert content["without_singletons"]["conll"]["f1"] == 1.0
    said = "the key has no singletons, and the response has 3: conll 65.7, and 100.0 with --singletons drop"
    assert said in run("score", *files).err
    assert run("score", *files, "--singletons", "drop").err == ""
    (tmp_path / "fewer.conll").write_text(text.format("(2)", "-", "-"), encoding="utf-8")
    assert "singletons" not in run("score", "key.conll", "fewer.conll", "--metric", "conll").err
    compared = ("compare", "key.conll", "-r", "singletons", "-s", "system-predicted")
    note = "the mentions that a resolver leaves alone, up to 3, count as wrong in B³, CEAF-e, CoNLL;"
    assert f"the key has no singletons: {note}" in flat(run(*compared).out)
    assert note not in flat(run(*compared, "--singletons", "drop").out)
    assert note not in flat(run(*compared, "--metric", "muc").out)
    assert note not in flat(run("compare", "key.conll", "-r", "singletons", "-s", "true-predicted").out)


LOOSE_MENTION = """<np-document version="1" id="d"><s>
<w id="w1" form="Ann"/><w id="w2" form="saw"/><w id="w3" form="Tom"/><w id="w4" form="."/></s><s>
<w id="w5" form="She"/><w id="w6" form="left"/><w id="w7" form="."/></s>
<mention id="m1" first="w1" last="w1" head="w1"/><mention id="m2" first="w3" last="w3" head="w3"/>
<mention id="m3" first="w5" last="w5" head="w5" kind="pronoun" pronoun-type="personal"/>
<coreference annotator="gold"><entity id="e1" mentions="m1 m3"/></coreference></np-document>
"""


def test_mentions_of_the_key_in_no_chain_are_said_where_resolvers_are_given_them(run: Run, tmp_path: Path) -> None:
    """Without it nothing says why the oracle is not perfect with true mentions; other systems have their own."""
    (tmp_path / "d.np.xml").write_text(LOOSE_MENTION, encoding="utf-8")
    whole = LOOSE_MENTION.replace("</coref", '<entity id="e2" mentions="m2"/></coref')
    (tmp_path / "whole.np.xml").write_text(whole, encoding="utf-8")
    more = whole.replace("<coref", '<mention id="m4" first="w6" last="w6" head="w6"/><coref').replace('"m2"', '"m2 m4"')
    (tmp_path / "more.np.xml").write_text(more.replace('id="m2 m4"', 'id="m2"'), encoding="utf-8")
    compared = ("-r", "oracle", "-s", "true-predicted")
    ran = run("compare", "d.np.xml", *compared, "--format", "json")
    scores = json.loads(ran.out)["corpora"]["d"]["true-predicted"]["oracle"]["metrics"]
    assert scores["b_cubed"]["precision"] == {"numerator": 2, "denominator": 3, "value": pytest.approx(2 / 3)}
    said = "1 mention of the key in none of its chains: where a resolver leaves one alone, it counts as wrong in "
    out = run("compare", "d.np.xml", *compared).out
    assert f"{said}B³, CEAF-e, CoNLL; with --singletons drop it is in no row." in flat(out)
    others = ("whole.np.xml", "--response", "mine=more.np.xml")
    dropped = ("d.np.xml", "-r", "all-in-one", "--singletons", "drop")
    for words in (dropped, ("d.np.xml", "-m", "muc"), others):
        assert said not in flat(run("compare", *words, *compared).out)


THE_DOG = """# newdoc id = d
# global.Entity = eid-head
1 He he PRON PRP 4 nsubj (e1-1)
2 can can AUX MD 4 aux _
3 not not PART RB 4 advmod _
4 see see VERB VB 0 root _
5 the the DET DT 6 det (e2-2
6 dog dog NOUN NN 4 obj _
7 , , PUNCT , 9 punct _
8 of of ADP IN 9 case _
9 Ann Ann PROPN NNP 6 nmod e2)
10 . . PUNCT . 4 punct _

1 It it PRON PRP 2 nsubj (e2-1)
2 barks bark VERB VBZ 0 root _
3 . . PUNCT . 2 punct _
"""


def the_dog() -> str:
    lines = []
    for line in THE_DOG.splitlines():
        if line and not line.startswith("#"):
            number, form, lemma, upos, xpos, head, relation, entity = line.split()
            misc = f"Entity={entity}" if entity != "_" else "_"
            line = "\t".join([number, form, lemma, upos, xpos, "_", head, relation, "_", misc])
        lines.append(line)
    return "\n".join(lines) + "\n\n"


@pytest.mark.parametrize(
    ("first", "span"),
    [
        pytest.param("He can not see the dog , of Ann .", (4, 8), id="the key's words"),
        # Its last offset is a comma among the key's words, or their full stop.
        pytest.param("He cannotsee the dog , of Ann .", (2, 6), id="fewer words before it"),
        pytest.param("He c an not see the dog , of Ann .", (5, 9), id="more words before it"),
        pytest.param("He can not see thedog,ofAnn .", (4, 4), id="one word of the key's five"),
    ],
)
def test_heads_are_assumed_whatever_the_words(run: Run, tmp_path: Path, first: str, span: tuple[int, int]) -> None:
    """Whether a response says heads is asked of its own words: offsets among the key's are of others."""
    (tmp_path / "key.conllu").write_text(the_dog(), encoding="utf-8")
    sentences = [first.split(), ["It", "barks", "."]]
    it = len(sentences[0])
    response = {"doc_key": "d", "sentences": sentences, "clusters": [[list(span), [it, it]]]}
    (tmp_path / "r.jsonl").write_text(json.dumps(response) + "\n", encoding="utf-8")
    content = json.loads(run("score", "key.conllu", "r.jsonl", "--metric", "success_rate", *QUIET[:2]).out)
    assert content["metrics"]["success_rate"]["value"] == 1.0
    assert "|response-heads:assumed|" in content["signature"]
    words = ("compare", "key.conllu", "-r", "singletons", "-s", "true-gold", "--response", "r=r.jsonl", *QUIET)
    rows = json.loads(run(*words).out)["corpora"]["key"]["true-gold"]
    assert (rows["r"]["correct"], rows["r"]["anaphors"]) == (1, 1)
