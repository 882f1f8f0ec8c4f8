"""Files of other systems and tools by the command line: read, validated, scored, converted, paired."""

import json
import warnings
from pathlib import Path

import pytest

from anaphora_workbench.corpora import FormatError, find, read, write
from anaphora_workbench.corpora.document import Document
from anaphora_workbench.corpora.support.errors import InputWarning
from tiny_corpus import Run
from tool_files import COREFUD_0, FILES, SENTENCES, STANZA, TEXT, lay

CHAINS = [["Ann", "She"], ["the pump", "it"]]
KEY = {"doc_key": "pump", "sentences": SENTENCES, "clusters": [[[0, 0], [5, 5]], [[2, 3], [7, 7]]]}
WITHOUT_WORDS = {"scorch"}


def chains(document: Document) -> list[list[str]]:
    (layer,) = document.coreference.values()
    by_id = document.mention_by_id()
    return [
        [document.mention_text(by_id[name]) if by_id[name].start >= 0 else name for name in entity.mentions]
        for entity in layer.entities
    ]


@pytest.fixture
def key(tmp_path: Path) -> Path:
    path = tmp_path / "key.jsonlines"
    path.write_text(json.dumps(KEY))
    return path


def scored(run: Run, *words: object) -> dict[str, str]:
    ran = run("score", *map(str, words), "-m", "muc", "-m", "b_cubed", "--format", "json")
    assert ran.status == 0, ran.err
    figures = json.loads(ran.out)["metrics"]
    return {
        name: f"{score['recall']['value']:.0%} {score['precision']['value']:.0%}" for name, score in figures.items()
    }


PERFECT = {"muc": "100% 100%", "b_cubed": "100% 100%"}


@pytest.mark.parametrize("name", FILES)
def test_each_tool_is_read_by_its_content(run: Run, tmp_path: Path, key: Path, name: str) -> None:
    file = lay(name, tmp_path)
    ((_, its_format),) = find(file)
    assert its_format.name == name
    (document,) = read(file)
    assert chains(document) == CHAINS
    assert run("validate", str(file)).out.endswith("errors: 0, warnings: 0\n")
    if name not in WITHOUT_WORDS:
        assert scored(run, key, file) == PERFECT


@pytest.mark.parametrize("name", FILES)
def test_the_name_of_a_file_misleads_nobody(tmp_path: Path, name: str) -> None:
    """Of those that are one file; that a key of JSON comes late does not matter either."""
    if len(FILES[name]) == 1:
        file = tmp_path / "any.data"
        content = next(iter(FILES[name].values()))
        file.write_text(content)
        assert [chains(document) for document in read(file)] == [CHAINS]
        if name not in ("crac-text", "corenlp-xml", "ontonotes", "webanno"):
            value = json.loads(content)
            (value[0] if isinstance(value, list) else value)["pad"] = "x" * 9000
            for written in (json.dumps(value, sort_keys=True, indent=1), json.dumps(value)):
                (tmp_path / "any.jsonl").write_text(written)
                assert [chains(document) for document in read(tmp_path / "any.jsonl")] == [CHAINS]


@pytest.mark.parametrize("content", [STANZA, COREFUD_0], ids=["Stanza", "CorefUD 0.1"])
def test_chains_beside_entity_in_conllu(run: Run, tmp_path: Path, key: Path, content: str) -> None:
    file = tmp_path / "system.conllu"
    file.write_text(content)
    assert scored(run, key, file) == PERFECT
    assert run("convert", str(file), str(tmp_path / "again.conllu")).status == 0
    assert "Entity=(" in (tmp_path / "again.conllu").read_text()
    assert chains(next(read(tmp_path / "again.conllu"))) == CHAINS


@pytest.mark.parametrize(
    ("misc", "said"),
    [
        ("coref_chains=start-id0", "s.conllu:1: a mention of chain 0 begins but never ends"),
        ("coref_chains=end-id0", "s.conllu:1: a mention of chain 0 ends but never began"),
        ("coref_chains=first-id0", "s.conllu:1: cannot read 'first-id0' in coref_chains"),
        ("ClusterId=a|MentionSpan=2", "s.conllu:1: ClusterId=a|MentionSpan=2, which is no mention"),
        ("MentionSpan=1", "s.conllu:1: MentionSpan=1, which is no mention"),
    ],
)
def test_chains_in_conllu_that_are_none(tmp_path: Path, misc: str, said: str) -> None:
    (tmp_path / "s.conllu").write_text("1\tIt" + "\t_" * 7 + f"\t{misc}\n\n")
    with pytest.raises(FormatError) as caught:
        list(read(tmp_path / "s.conllu"))
    assert said in str(caught.value)


def test_stanza_nests_and_corefud_has_gaps(tmp_path: Path) -> None:
    (tmp_path / "s.conllu").write_text(
        "".join(
            f"{number}\t{form}" + "\t_" * 7 + f"\t{misc}\n"
            for number, form, misc in (
                (1, "a", "coref_chains=start-id0,start-id0,start-id1"),
                (2, "b", "coref_chains=end-id0,middle-id0,middle-id1"),
                (3, "c", "coref_chains=end-id0,end-id1"),
            )
        )
        + "\n"
    )
    (document,) = read(tmp_path / "s.conllu")
    assert sorted(map(sorted, chains(document))) == [["a b", "a b c"], ["a b c"]]
    (tmp_path / "c.conllu").write_text(
        "".join(
            f"{number}\t{form}" + "\t_" * 7 + f"\t{misc}\n"
            for number, form, misc in (
                ("1", "a", "_"), ("2", "b", "_"),
                ("3", "c", "ClusterId[1]=x|ClusterId[2]=x|MentionSpan[1]=1,3|MentionSpan[2]=3-3.1"),
                ("3.1", "_", "_"),
            )
        )
        + "\n"
    )  # fmt: skip
    (document,) = read(tmp_path / "c.conllu")
    assert [mention.stretches for mention in document.mentions] == [((0, 1), (2, 3)), ((2, 4),)]
    assert {mention.head for mention in document.mentions} == {2}


@pytest.mark.parametrize("shape", ["pretty", "array", "array of lines", "values in a row"])
def test_json_lines_need_not_be_lines(run: Run, tmp_path: Path, key: Path, shape: str) -> None:
    other = KEY | {"doc_key": "other"}
    file = tmp_path / "r.json"
    file.write_text(
        {
            "pretty": json.dumps(KEY, indent=2),
            "array": json.dumps([KEY, other], indent=1),
            "array of lines": f"[{json.dumps(KEY)},\n{json.dumps(other)}]",
            "values in a row": f"{json.dumps(KEY, indent=1)}\n{json.dumps(other, indent=1)}\n",
        }[shape]
    )
    assert [document.id for document in read(file)] == ["pump", "other"][: 1 + (shape != "pretty")]
    assert scored(run, key, file) == PERFECT


@pytest.mark.parametrize(
    ("content", "said"),
    [
        ('[{"doc_key": "a", "sentences": []}\n', "r.json:1: not valid JSON: a list that does not end"),
        ('[{"doc_key": "a", "sentences": []}] []', "r.json:1: not valid JSON: more than one list"),
        ('[\n{"doc_key": "a", "sentences": []},\n{"sentences": [}]', "r.json:3: not valid JSON"),
        ('{"sentences": [],\n "clusters": [[1]]\n', "r.json:3: not valid JSON"),
    ],
)
def test_json_over_lines_that_is_none(tmp_path: Path, content: str, said: str) -> None:
    (tmp_path / "r.json").write_text(content)
    with pytest.raises(FormatError) as caught:
        list(read(tmp_path / "r.json", "jsonlines"))
    assert said in str(caught.value)


def test_documents_without_ids_are_paired_in_their_order(run: Run, tmp_path: Path, key: Path) -> None:
    other = KEY | {"doc_key": "other", "sentences": [["x", *SENTENCES[0]], SENTENCES[1]],
                   "clusters": [[[1, 1], [6, 6]], [[3, 4], [8, 8]]]}  # fmt: skip
    key.write_text(f"{json.dumps(KEY)}\n{json.dumps(other)}\n")
    responses = tmp_path / "r.jsonl"
    in_text = [
        {"text": text, "clusters": [[[at, at + 3], [at + 20, at + 23]]]} for text, at in ((TEXT, 0), (f"x {TEXT}", 2))
    ]
    responses.write_text("\n".join(map(json.dumps, in_text)))
    assert scored(run, key, responses)["muc"] == "50% 100%"
    ran = run("compare", str(key), "-r", "singletons", "--response", str(responses), "-m", "muc", "--no-cache")
    assert ran.status == 0, ran.err
    assert "\nr " in ran.out
    responses.write_text(json.dumps(in_text[0]))
    ran = run("score", str(key), str(responses), "-m", "muc")
    assert (ran.status, "documents without ids (1 of them, 2 in the key)" in ran.err) == (2, True)


def test_files_of_one_document_are_one_in_a_folder(tmp_path: Path) -> None:
    for name in ("booknlp", "brat", "mmax2"):
        (tmp_path / name).mkdir()
        lay(name, tmp_path / name)
        assert [document.id for document in read(tmp_path / name)] == ["pump"]
        for file in (tmp_path / name).iterdir():
            if file.suffix != ".txt":
                assert chains(next(read(file))) == CHAINS


@pytest.mark.parametrize(
    ("name", "ending", "said"),
    [
        ("booknlp", ".tokens", "pump.entities: no file pump.tokens next to it"),
        ("brat", ".txt", "pump.ann: no file pump.txt next to it"),
        ("mmax2", "_words.xml", "pump_coref_level.xml: no file pump_words.xml"),
    ],
)
def test_a_companion_that_is_absent_is_named(run: Run, tmp_path: Path, name: str, ending: str, said: str) -> None:
    file = lay(name, tmp_path)
    (tmp_path / f"pump{ending}").unlink()
    assert said in run("validate", str(file)).out


def test_a_dtd_that_declares_something_is_refused(tmp_path: Path) -> None:
    file = lay("mmax2", tmp_path)
    bomb = '<!DOCTYPE words SYSTEM "words.dtd" [<!ENTITY a "b">]>\n<words/>'
    (tmp_path / "pump_words.xml").write_text(bomb)
    with pytest.raises(FormatError, match="document type declaration"):
        list(read(file))


LAYERS = {
    "brat": ("R1\tCoreference Arg1", "R3\tSame Arg1:T4 Arg2:T3\nR4\tSame Arg1:T2 Arg2:T1\nR5\tOther Arg1"),
    "doccano": ('"type": "coref"}]', '"type": "Part"}]'),
    "prodigy": ('"label": "COREF"}]', '"label": "Part"}]'),
    "label-studio": ('"labels": ["coref"]}]', '"labels": ["Part"]}]'),
}


@pytest.mark.parametrize("name", LAYERS)
def test_of_several_kinds_of_relations_one_is_named(run: Run, tmp_path: Path, name: str) -> None:
    file = lay(name, tmp_path)
    before, after = LAYERS[name]
    content = file.read_text().replace(before, after)
    file.write_text(content)
    # What is called coreference is, the others are not.
    assert "warning: " in run("validate", str(file)).out
    file.write_text(content.replace("Coreference", "X").replace('"coref"', '"X"').replace('"COREF"', '"X"'))
    assert "relations of several layers" in run("validate", str(file)).out
    assert run("validate", str(file), "--option", f"{name}.layer=X").status == 0
    assert "no layer 'Y'" in run("validate", str(file), "--option", f"{name}.layer=Y").out
    ran = run("convert", str(file), str(tmp_path / "k.jsonlines"), "--lossy", "--option", f"{name}.layer=X")
    assert ran.status == 0, ran.err
    assert run("validate", str(file), "--option", f"{name}.level=X").status == 2
    assert run("validate", str(file), "--option", "muc.layer=X").status == 2


@pytest.mark.model
@pytest.mark.parametrize(
    ("command", "words"),
    [
        ("validate", ()), ("score", ("FILE",)), ("convert", ("out.jsonlines", "--lossy")), ("difficulty", ()),
        ("preprocess", ("-o", "out")), ("resolve", ("-r", "most-recent", "-o", "out")),
        ("explain", ("-r", "most-recent")), ("compare", ("-r", "most-recent")),
        ("train", ("-o", "m.json")),
    ],
)  # fmt: skip
def test_every_command_takes_the_layer_of_a_format(
    run: Run, tmp_path: Path, command: str, words: tuple[str, ...]
) -> None:
    file = lay("doccano", tmp_path)
    file.write_text(file.read_text().replace(*LAYERS["doccano"]).replace('"coref"', '"X"'), encoding="utf-8")
    asked = [str(file) if word == "FILE" else word for word in words]
    before = ("soon",) if command == "train" else ()
    ran = run(command, *before, str(file), *asked)
    assert "relations of several layers: Part, X; expected --option doccano.layer=LAYER" in ran.out + ran.err
    ran = run(command, *before, str(file), *asked, "--option", "doccano.layer=X")
    assert "layer" not in ran.err
    # One text has too few pronouns to learn from.
    assert ran.status == 0 or command == "train", ran.err


def test_webanno_relations_and_parts_of_words(tmp_path: Path) -> None:
    file = tmp_path / "w.tsv"
    file.write_text(
        "#FORMAT=WebAnno TSV 3.3\n#T_SP=webanno.custom.Mention|kind\n"
        "#T_RL=webanno.custom.Coref|type|BT_webanno.custom.Mention\n\n\n#Text=Ann saw her dog.\n"
        "1-1\t0-3\tAnn\tname\t_\t_\t\n1-2\t4-7\tsaw\t_\t_\t_\t\n"
        "1-3\t8-11\ther\tnp[1]|pron[2]\tsame\t1-1[0_2]\t\n1-4\t12-15\tdog\tnp[1]\t_\t_\t\n"
        "1-4.1\t12-13\td\t*[3]\t_\t_\t\n1-5\t15-16\t\\*\t_\t_\t_\t\n"
    )
    (document,) = read(file)
    assert chains(document) == [["Ann", "her"], ["her dog"], ["dog"]]
    assert [word.form for word in document.words] == ["Ann", "saw", "her", "dog", "*"]
    assert [word.space_after for word in document.words] == [True, True, True, False, True]


def test_ontonotes_splits_words_and_tells_traces(tmp_path: Path) -> None:
    file = tmp_path / "o.coref"
    file.write_text(
        '<DOC DOCNO="nw/x_01@all@x@nw@en@on">\n<TEXT PARTNO="000">\n'
        'The <COREF ID="1" TYPE="IDENT" E_OFF="6">Japan-China</COREF> <COREF ID="2" TYPE="IDENT">*PRO*-1</COREF> 0 .\n'
        '<COREF ID="1" TYPE="IDENT">It</COREF> , <COREF ID="3" TYPE="APPOS" SUBTYPE="HEAD">it</COREF> .\n'
        '</TEXT>\n<TEXT PARTNO="001">\n<COREF ID="1" TYPE="IDENT">He</COREF> .\n</TEXT>\n</DOC>\n'
    )
    with pytest.warns(InputWarning, match="1 times 0"):
        first, second = read(file)
    assert (first.id, second.id) == ("nw/x_01", "nw/x_01.part1")
    assert chains(first) == [["Japan", "It"], ["∅"]]
    assert [word.form for word in first.words[:4]] == ["The", "Japan", "-China", "*PRO*-1"]
    assert [mention.extra for mention in first.mentions if mention.extra] == [{"type": "APPOS", "subtype": "HEAD"}]


ZEROS = "Los|[e1 jugadores de el Espanyol|[e2],e1] aseguraron que ##|[e1] ganan a el Barcelona|[e3]\n"


def test_crac_text_and_json_are_written_as_they_are_read(run: Run, tmp_path: Path) -> None:
    (tmp_path / "a.crac.txt").write_text(ZEROS)
    assert run("convert", str(tmp_path / "a.crac.txt"), str(tmp_path / "b.crac-json")).status == 0
    assert run("convert", str(tmp_path / "b.crac-json"), str(tmp_path / "c.crac.txt"), "--lossy").status == 0
    assert (tmp_path / "c.crac.txt").read_text() == ZEROS
    ((data,),) = [json.loads((tmp_path / "b.crac-json").read_text())]
    assert data["clusters_token_offsets"] == [[[0, 4], [7, 7]], [[4, 4]], [[11, 11]]]
    assert data["clusters_text_mentions"][0] == ["Los jugadores de el Espanyol", "##"]
    for to in ("crac-text", "crac-json"):
        blind = tmp_path / "blind"
        ran = run("convert", str(tmp_path / "a.crac.txt"), str(blind) + ".x", "--to", to, "--lossy",
                  "--option", f"{to}.chains=blind")  # fmt: skip
        assert (ran.status, "all chains, as is asked" in ran.err) == (0, True)
        written = Path(f"{blind}.x").read_text()
        assert "e1" not in written
        assert "null" in written or to == "crac-text"


def test_a_loss_keeps_the_figure_in_a_name(key: Path, tmp_path: Path, run: Run) -> None:
    key.write_text(key.read_text().replace('"fixed"', '"fix|ed|"'))
    ran = run("convert", str(key), str(tmp_path / "k.crac.txt"), "--lossy")
    assert "with | for text2text-coref" in ran.err


def test_crac_text_keeps_ids_and_takes_either_sign(tmp_path: Path, run: Run) -> None:
    (tmp_path / "a.crac.txt").write_text("Ann|[x7],[y]-z] saw|z] Bob||[x7]\n")
    with pytest.warns(InputWarning, match="2 tags never opened"):
        (document,) = read(tmp_path / "a.crac.txt")
    assert chains(document) == [["Ann", "Bob|"], ["Ann"]]
    ran = run("convert", str(tmp_path / "a.crac.txt"), str(tmp_path / "b.crac.txt"), "--lossy",
              "--option", "crac-text.ids=kept")  # fmt: skip
    assert ran.status == 0, ran.err
    assert (tmp_path / "b.crac.txt").read_text() == "Ann|[x7],[y] saw Bob||[x7]\n"
    assert run("convert", str(tmp_path / "a.crac.txt"), "b.crac.txt", "--option", "crac-text.ids=k").status == 2


def test_zeros_move_behind_their_governors_and_gaps_go(tmp_path: Path, run: Run) -> None:
    key = tmp_path / "k.conllu"
    key.write_text(
        "# newdoc id = k\n# global.Entity = eid-etype-head-other\n# sent_id = 1\n"
        "0.1\t_\t_\tPRON" + "\t_" * 4 + "\t2:nsubj\tEntity=(e1--1)\n"
        "1\tNo\t_\t_\t_\t_\t2\tdep\t_\tEntity=(e2[1/2]--2\n2\tva\t_\t_\t_\t_\t0\troot\t_\tEntity=e2[1/2])\n"
        "3\tell\t_\t_\t_\t_\t2\tdep\t_\tEntity=(e1--1)\n4\tara\t_\t_\t_\t_\t2\tdep\t_\tEntity=(e2[2/2]--2)\n\n"
    )
    ran = run("convert", str(key), str(tmp_path / "k.crac.txt"), "--lossy")
    assert (tmp_path / "k.crac.txt").read_text() == "No|[e1 va|e1] ##|[e2] ell|[e2] ara\n"
    assert "the gaps of discontinuous mention (1 document)" in ran.err
    assert "as elided ones move behind their governors" in ran.err
    by_governor = ("-m", "muc", "--zero-match", "dependent", "--format", "json")
    ran = run("score", str(key), str(tmp_path / "k.crac.txt"), *by_governor)
    assert json.loads(ran.out)["metrics"]["muc"]["f1"] == 1


def test_crossing_mentions_of_an_entity_are_listed_and_not_written(tmp_path: Path, run: Run) -> None:
    key = tmp_path / "k.jsonlines"
    key.write_text(json.dumps({"doc_key": "k", "sentences": [["a", "b", "c"]], "clusters": [[[0, 1], [1, 2]]]}))
    ran = run("convert", str(key), str(tmp_path / "k.crac.txt"), "--lossy")
    assert "crossing mentions of one entity" in ran.err
    assert "mentions of entity 0 cross" in ran.err
    assert not (tmp_path / "k.crac.txt").exists()
    assert run("convert", str(key), str(tmp_path / "k.crac-json"), "--lossy").status == 0


def test_brat_is_written_for_correction(run: Run, tmp_path: Path, key: Path) -> None:
    ran = run("convert", str(key), str(tmp_path / "out"), "--to", "brat", "--lossy")
    assert ran.status == 0, ran.err
    assert sorted(file.name for file in (tmp_path / "out").iterdir()) == ["pump.ann", "pump.txt"]
    assert (tmp_path / "out" / "pump.txt").read_text() == "Ann fixed the pump .\nShe rinsed it .\n"
    assert (tmp_path / "out" / "pump.ann").read_text().splitlines()[-2:] == [
        "R1\tCoreference Arg1:T3 Arg2:T1\t",
        "R2\tCoreference Arg1:T4 Arg2:T2\t",
    ]
    assert scored(run, key, tmp_path / "out" / "pump.ann") == PERFECT
    # Neither file replaces one that is read.
    ran = run("convert", str(tmp_path / "out"), str(tmp_path / "out"), "--to", "brat", "--lossy")
    assert ran.status != 0


@pytest.mark.parametrize("to", [pytest.param("brat", marks=pytest.mark.slow), "crac-text", "crac-json"])
def test_gum_comes_back_from_what_is_written(run: Run, public_corpora: Path, tmp_path: Path, to: str) -> None:
    corpus = public_corpora / "gum" / "dev"
    out = tmp_path / ("out" if to == "brat" else f"gum.{to}")
    assert run("convert", str(corpus), str(out), "--to", to, "--lossy").status == 0
    ran = run("score", str(corpus), str(out), "-m", "muc", "-m", "b_cubed", "--split-antecedents", "drop",
              "--format", "json")  # fmt: skip
    # Gaps are listed as lost, and a mention of elided words in brat.
    assert all(score["f1"] > 0.998 for score in json.loads(ran.out)["metrics"].values())


# Of the shared cases (inputs-cases/EXPECTED.tsv, F16 to F21 and F35) those that a reader has to get right.
CASES = {
    "conllu/stanza-coref_chains.conllu": PERFECT,
    "conllu/corefud-0.1-ClusterId.conllu": PERFECT,
    "json/wl-coref-input.jsonlines": PERFECT,
    "json/fastcoref.jsonlines": PERFECT,
    "json/allennlp.json": PERFECT,
    "json/hf-conll2012.json": PERFECT,
    # Its file has two mentions of five.
    "json/corenlp.json": {"muc": "33% 100%", "b_cubed": "27% 100%"},
    "json/pretty.json": PERFECT,
    "json/array.json": PERFECT,
}


@pytest.mark.parametrize("case", CASES)
def test_shared_cases_are_scored(run: Run, public_corpora: Path, case: str) -> None:
    cases = public_corpora / "inputs-cases"
    of_key = "key.conllu" if case.startswith("conllu") else "key.jsonlines"
    assert scored(run, cases / case.partition("/")[0] / of_key, cases / case) == CASES[case]


@pytest.mark.parametrize(
    ("case", "found"),
    [
        ("tools/brat-pump.ann", CHAINS), ("tools/doccano.jsonl", CHAINS), ("tools/prodigy.jsonl", CHAINS[:1]),
        ("tools/pump.entities", CHAINS), ("tools/pump.tokens", CHAINS), ("tools/pump_coref_level.xml", CHAINS),
        ("tools/pump_words.xml", CHAINS), ("tools/corenlp.xml", [["Ann"]]), ("onto/x_0001.coref", CHAINS),
    ],
)  # fmt: skip
def test_shared_cases_are_read(run: Run, public_corpora: Path, case: str, found: list[list[str]]) -> None:
    file = public_corpora / "inputs-cases" / case
    assert run("validate", str(file)).out == "files: 1, errors: 0, warnings: 0\n"
    assert [chains(document) for document in read(file)] == [found]


def test_several_annotators_of_a_task_are_layers(tmp_path: Path) -> None:
    file = lay("label-studio", tmp_path)
    (task,) = json.loads(file.read_text())
    other = task["annotations"][0] | {"completed_by": 2, "ground_truth": True}
    task["annotations"] += [other, other | {"was_cancelled": True}]
    file.write_text(json.dumps([task]))
    with pytest.warns(InputWarning, match="cancelled"):
        (document,) = read(file)
    assert list(document.coreference) == ["annotator 1", "gold"]


def test_a_rejected_task_is_left_out_and_said(tmp_path: Path) -> None:
    file = lay("prodigy", tmp_path)
    content = file.read_text()
    file.write_text(f"{content}\n{content.replace('accept', 'reject')}\n")
    with pytest.warns(InputWarning, match="'reject', which is left out"):
        assert len(list(read(file))) == 1


def test_fastcoref_of_words_is_refused(tmp_path: Path) -> None:
    (tmp_path / "f.jsonl").write_text(
        '{"text": ["Ann", "slept"], "clusters": [[[0, 1]]], "clusters_strings": [["Ann"]]}'
    )
    with pytest.raises(FormatError, match="text"):
        list(read(tmp_path / "f.jsonl"))


def test_text_of_a_model_is_scored_where_it_is_the_keys(run: Run, tmp_path: Path) -> None:
    """It has dropped a word, added one and forgotten a bracket."""
    key = tmp_path / "k.crac.txt"
    key.write_text("Ann|[e1] fixed the|[e2 old pump|e2] . She|[e1] rinsed it|[e2] .\n")
    response = tmp_path / "model.crac.txt"
    response.write_text("Ann|[e1] fixed the|[e2 pump|e2] . Then she|[e1] rinsed it|[e2] .|[e3\n")
    with warnings.catch_warnings():
        warnings.simplefilter("default")
        ran = run("score", str(key), str(response), "-m", "muc")
    assert ran.status == 0, ran.err
    assert "1 tag never closed" in ran.err
    assert "1 word of the key" in ran.err
    assert "1 word of the response" in ran.err


def test_written_documents_have_all_their_files_or_none(tmp_path: Path, key: Path) -> None:
    (document,) = read(key)
    document.mentions[0].end = 99
    with pytest.raises(FormatError):
        write([document], tmp_path / "x.ann", "brat")
    assert [file.name for file in tmp_path.iterdir()] == ["key.jsonlines"]


@pytest.mark.parametrize(
    ("content", "said"),
    [
        ({"sentences": [{"index": 0, "tokens": []}]}, "run it with coref among the annotators"),
        ({"id": 1, "text": TEXT, "label": [[0, 3, "NP"]]}, "export a project with relations as JSONL"),
        ([{"text": TEXT, "id": 3, "label": [{"start": 0, "end": 3, "text": "Ann", "labels": ["NP"]}], "annotator": 1}],
         "JSON-MIN has no relations"),
        ({"doc_id": "d", "tokens": ["It"], "chains": [[[0, 0]]]}, "'chains'.*crac-json.*maverick.*prodigy"),
    ],
    ids=["CoreNLP", "doccano", "Label Studio", "nobody's"],
)  # fmt: skip
def test_an_export_without_chains_says_how_to_get_them(tmp_path: Path, content: object, said: str) -> None:
    (tmp_path / "r.json").write_text(json.dumps(content))
    with pytest.raises(FormatError, match=said):
        list(read(tmp_path / "r.json"))


@pytest.mark.parametrize(("mark", "line_end"), [(1, 1), (0, 1), (1, 0), (0, 0)])
def test_brat_counts_the_byte_order_mark_and_line_ends_or_does_not(
    tmp_path: Path, key: Path, run: Run, mark: int, line_end: int
) -> None:
    lay("brat", tmp_path)
    (tmp_path / "pump.txt").write_bytes(b"\xef\xbb\xbf" + TEXT.replace(" She", "\r\nShe").encode() + b"\r\n")
    moved = {(0, 3): mark, (10, 18): mark, (20, 23): mark + line_end, (31, 33): mark + line_end}
    content = (tmp_path / "pump.ann").read_text()
    for (start, end), by in moved.items():
        content = content.replace(f" {start} {end}\t", f" {start + by} {end + by}\t")
    (tmp_path / "pump.ann").write_bytes(content.replace("\n", "\r\n").encode())
    assert scored(run, key, tmp_path / "pump.ann") == PERFECT
    (tmp_path / "pump.ann").write_text(content.replace("\tAnn", "\tBob"))
    assert "'Bob'" in run("score", key, tmp_path / "pump.ann").err
