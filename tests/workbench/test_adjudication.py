"""Two annotators: their agreement on the command line, and how their differences are settled."""

import json
import shutil
import subprocess
from collections.abc import Iterator
from importlib import resources
from pathlib import Path
from typing import Any

import pytest

from anaphora_workbench.corpora import read, write
from anaphora_workbench.corpora.document import CoreferenceLayer, Document, Entity, Mention, Paragraph, Sentence, Word
from anaphora_workbench.workbench.rankings.annotators import METRICS, agreement_of
from served_page import Served, served
from tabs import ServedTab
from tiny_corpus import Run

WORDS = ["Ann", "sold", "the", "old", "pump", ".", "It", "rained", "on", "it", "."]


def written(path: Path, chains: list[list[tuple[int, int]]], words: list[str] = WORDS, name: str = "pump") -> Path:
    mentions, entities = [], []
    for number, chain in enumerate(chains, start=1):
        ids = []
        for start, end in chain:
            mentions.append(Mention(f"m{len(mentions)}", start, end, end - 1))
            ids.append(mentions[-1].id)
        entities.append(Entity(str(number), ids))
    sentences = [Sentence(0, len(words))]
    write(
        [
            Document(
                name, [Word(form) for form in words], sentences, [Paragraph()], mentions,
                coreference={"gold": CoreferenceLayer("gold", entities)},
            )
        ],
        path,
    )  # fmt: skip
    return path


@pytest.fixture
def files(tmp_path: Path) -> tuple[Path, Path]:
    return (
        written(tmp_path / "ann.np.xml", [[(0, 1)], [(2, 5), (9, 10)]]),
        written(tmp_path / "ben.conllu", [[(0, 1), (9, 10)], [(3, 5)]]),
    )


def test_it_prints_kappa_measures_and_differences(run: Run, files: tuple[Path, Path]) -> None:
    ran = run("agreement", *map(str, files))
    assert (ran.status, ran.err) == (0, "")
    lines = [" ".join(line.split()) for line in ran.out.splitlines()]
    # It and it: both say that the second is anaphoric.
    assert "pronouns 1.00 100.0 50.0 2" in lines
    assert "mentions 66.67 66.67 66.67" in lines
    assert "2 differences" in lines
    assert "1 boundaries the old pump (first of its chain) old pump (first of its chain)" in lines
    assert "1 antecedent it → the old pump it → Ann" in lines


def test_each_document_that_only_one_has_or_that_cannot_be_compared(tmp_path: Path) -> None:
    """In files of both as in files of one."""
    for place, names in [
        ("ann/x.conllu", ["both", "first"]),
        ("ben/x.conllu", ["second", "both", "third"]),
        ("ann/y.conllu", ["both", "other"]),
        ("ben/y.conllu", ["both", "other"]),
        ("ann/z.conllu", ["z"]),
        ("ben/z.conllu", ["z"]),
    ]:
        file = tmp_path / place
        texts = [written(tmp_path / "one.conllu", [[(0, 1), (6, 7)]], name=name).read_text() for name in names]
        file.parent.mkdir(exist_ok=True)
        file.write_text("".join(texts))
    first, second = tmp_path / "ann", tmp_path / "ben"
    (second / "z.conllu").write_text("bad\n")
    agreement = agreement_of(first, second)
    assert list(agreement.documents) == ["both", "other"]
    assert [(failure.where, failure.reason) for failure in agreement.failures] == [
        ("first", "first: only the first annotator has it"),
        ("second", "second: only the second annotator has it"),
        ("third", "third: only the second annotator has it"),
        (
            "both",
            f"{first / 'y.conllu'}: duplicate document id 'both', also in {first / 'x.conllu'}; expected unique ids",
        ),
        ("z", f"{second / 'z.conllu'}:1: 1 column; expected 10, separated by tabs, or a comment"),
    ]
    assert agreement.as_json()["metrics"].keys() == set(METRICS)


def test_another_text_is_refused(run: Run, files: tuple[Path, Path], tmp_path: Path) -> None:
    other = written(tmp_path / "other.np.xml", [[(0, 1)], [(2, 3)]], words=["Nobody", "saw", "Tom", "."])
    ran = run("agreement", str(files[0]), str(other))
    assert ran.status == 2
    assert "is not of the same text" in ran.err
    assert len(ran.err.splitlines()) == 1


def test_two_files_of_one_name_are_told_apart_by_their_folders(run: Run, files: tuple[Path, Path]) -> None:
    first, second = (file.parent / name / "text.np.xml" for file, name in zip(files, ("ann", "ben"), strict=True))
    for file, place in zip(files, (first, second), strict=True):
        place.parent.mkdir()
        assert run("convert", file, place).status == 0
    ran = run("agreement", first, second)
    assert ran.out.startswith("ann/text and ben/text, 1 document")
    assert run("agreement", first, first).out.startswith("ann/text and ann/text, 1 document")
    other = first.with_name("other.np.xml")
    other.symlink_to(second)
    assert run("agreement", first, other).out.startswith("text.np.xml and other.np.xml, 1 document")


NODE = shutil.which("node")
# Ann 0, the old pump 2-5, It 6, it 9. A: it is the pump; B: it is Ann, and It begins a chain of its own.
ANN = [[(0, 1)], [(2, 5), (9, 10)]]
BEN = [[(0, 1), (9, 10)], [(3, 5)], [(6, 7)]]


def mark(start: int, end: int, antecedent: int, chained: bool = True) -> dict[str, Any]:
    return {
        "start": start, "end": end, "head": end - 1, "parts": [], "reference": "" if chained else "pleonastic",
        "chained": chained, "antecedent": antecedent,
    }  # fmt: skip


ITEMS = [
    [mark(0, 1, -1), mark(0, 1, -1)],
    [mark(2, 5, -1), mark(3, 5, -1)],
    [None, mark(6, 7, -1)],
    [mark(9, 10, 1), mark(9, 10, 0)],
    [mark(10, 11, 3), mark(10, 11, 3)],
]
DIFFERENCES = [1, 2, 3]


@pytest.mark.skipif(NODE is None, reason="node is not installed")
@pytest.mark.parametrize(
    ("decisions", "expected"),
    [
        ({}, [(0, 1, 1), (10, 11, 2)]),
        ({1: "a", 2: "a", 3: "a"}, [(0, 1, 1), (2, 5, 2), (9, 10, 2), (10, 11, 2)]),
        ({1: "b", 2: "b", 3: "b"}, [(0, 1, 1), (3, 5, 2), (6, 7, 3), (9, 10, 1), (10, 11, 1)]),
        ({1: None, 2: "a", 3: "a"}, [(0, 1, 1), (9, 10, 2), (10, 11, 2)]),
        ({1: "b", 2: "b", 3: {"antecedent": 2, "reference": ""}},
         [(0, 1, 1), (3, 5, 2), (6, 7, 3), (9, 10, 3), (10, 11, 3)]),
        ({1: "a", 2: {"antecedent": -1, "reference": "pleonastic"}, 3: {"antecedent": -1, "reference": ""}},
         [(0, 1, 1), (2, 5, 2), (6, 7, 0), (9, 10, 3), (10, 11, 3)]),
    ],
)  # fmt: skip
def test_the_key_that_decisions_make(decisions: dict[int, Any], expected: list[tuple[int, int, int]]) -> None:
    folder = resources.files("anaphora_workbench.workbench.page") / "static"
    code = "\n".join((folder / name).read_text(encoding="utf-8") for name in ("key_state.js", "adjudication.js"))
    program = f"{code}\nconst given = JSON.parse(process.argv[1]); console.log(JSON.stringify(adjudicated(...given)));"
    assert NODE is not None
    given = json.dumps([ITEMS, DIFFERENCES, decisions])
    done = subprocess.run([NODE, "-e", program, given], capture_output=True, text=True, check=True, timeout=60)
    key = json.loads(done.stdout)
    assert [(each["start"], each["end"], each["chain"]) for each in key] == expected
    assert [each["start"] for each in key if each["reference"]] == [start for start, _, chain in expected if not chain]


@pytest.fixture(scope="module")
def page_served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with served(tmp_path_factory.mktemp("served"), "--jobs", "1") as running:
        yield running


@pytest.fixture(scope="module")
def keys(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    folder = tmp_path_factory.mktemp("keys")
    return written(folder / "ann.np.xml", ANN), written(folder / "ben.conllu", BEN)


def compared(reader: ServedTab, keys: tuple[Path, Path]) -> None:
    reader.open(path="/agreement", waits_for="h1")
    for name, path in zip("ab", keys, strict=True):
        reader.page.set_input_files(f"input[name={name}]", path)
    reader.page.focus("#compare")
    reader.press("Enter")
    reader.page.wait_for_selector("#text .sentence")


@pytest.mark.model
def test_differences_are_settled_by_keyboard_and_the_key_is_saved(
    browser: Any, page_served: Served, keys: tuple[Path, Path], tmp_path: Path
) -> None:
    reader = ServedTab(browser, page_served, accept_downloads=True)
    compared(reader, keys)
    figures = reader.text("#figures")
    assert "κ" in figures
    assert "B³" in figures
    assert reader.count("#difference-list li") == 3
    assert reader.text("#difference h2") == "1 of 3: “the old pump”"
    reader.press("b")
    assert reader.text("#progress") == "1 of 3 differences are settled."
    reader.press("n", "x", "o")
    assert reader.text("#difference h2") == "3 of 3: “it”"
    assert reader.text("#difference [data-key=a]") == "a A: “it” is “the old pump”"
    reader.press("b", "u", "a")
    assert reader.text("#progress") == "3 of 3 differences are settled."
    # The same two files, and what was settled is there again.
    compared(reader, keys)
    assert reader.text("#progress") == "3 of 3 differences are settled."
    reader.page.route("**/agreement/ask", lambda route: route.abort())
    reader.page.focus("#compare")
    reader.press("Enter")
    reader.page.wait_for_selector("#failure:not([hidden])")
    assert not reader.page.is_visible("#workspace")
    reader.said = [line for line in reader.said if "ERR_FAILED" not in line]
    reader.page.unroute("**/agreement/ask")
    # Other keys that are settled in between take nothing away.
    compared(reader, (keys[1], keys[0]))
    reader.press("b")
    assert reader.text("#progress") == "1 of 3 differences are settled."
    compared(reader, keys)
    assert reader.text("#progress") == "3 of 3 differences are settled."
    reader.page.focus("#open-key")
    reader.press("Enter")
    reader.page.wait_for_selector("#chain-list .chain")
    reader.page.wait_for_selector("#text .phrase")
    reader.page.focus("#text")
    with reader.page.expect_download() as download:
        reader.press("f")
    path = tmp_path / "key.np.xml"
    download.value.save_as(path)
    (document,) = read(path)
    by_id = document.mention_by_id()
    assert document.key
    chains = [[(by_id[name].start, by_id[name].end) for name in each.mentions] for each in document.key.entities]
    assert chains == [[(0, 1)], [(3, 5), (9, 10)]]
    reader.check_silence()
    reader.close()


@pytest.mark.parametrize(
    ("a", "b", "reason"),
    [
        pytest.param("", "x", "There is no file of annotator A; expected two files.", id="one file"),
        pytest.param("<np-document>", "<np-document/>", "a.np.xml", id="broken XML"),
    ],
)
def test_what_cannot_be_compared(page_served: Served, a: str, b: str, reason: str) -> None:
    fields = {name: (f"{name}.np.xml", text.encode()) for name, text in (("a", a), ("b", b)) if text}
    answer = page_served.post("/agreement/ask", {"tab": "t", **fields})
    if answer.status == 202:
        page_served.events(answer.json["job"])
        answer = page_served.request("GET", f"/jobs/{answer.json['job']}")
    assert 400 <= answer.status < 500
    assert answer.json["reason"].startswith(reason)
    assert "/tmp" not in answer.json["reason"]
