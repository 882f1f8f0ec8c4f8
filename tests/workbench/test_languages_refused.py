"""Text without annotation that is plainly in another language is refused by one rule; what is said comes again."""

import json
from pathlib import Path

import pytest

from anaphora_workbench.workbench.page.questions.document import document_asked
from tiny_corpus import Run

CATALAN = (
    "L'Anna va veure la Marta a la casa de la seva mare perquè ella no volia que el llibre es perdés . "
    "Ella li va donar el llibre i després se'n va anar amb els altres a la ciutat ."
)
TEXTS = {
    "other": (CATALAN, "the text seems to be Catalan and would be read as English; expected "),
    "script": ("Анна увидела Марту в доме . Она дала ей книгу .", "the text is in Cyrillic script; expected one of "),
}
RESOLVING = {
    "preprocess": ("-o", "out"),
    "resolve": ("-r", "most-recent", "-o", "out"),
    "explain": ("-r", "most-recent"),
    "compare": ("-r", "most-recent", "--report", "report.html"),
}


def write_as(folder: Path, kind: str, text: str, language: str | None) -> Path:
    """A file of a text: raw, of bare words, or of words with tags and heads."""
    sentences = [[*sentence.split(), "."] for sentence in text.split(" .") if sentence.strip()]
    if kind == "raw":
        file = folder / "d.txt"
        file.write_text(text, encoding="utf-8")
    elif kind == "bare":
        clusters = [[[0, 0], [len(sentences[0]), len(sentences[0])]]]
        named = {"language": language} if language else {}
        data = {"doc_key": "d", **named, "sentences": sentences, "clusters": clusters}
        file = folder / "d.jsonlines"
        file.write_text(json.dumps(data, ensure_ascii=False) + "\n", encoding="utf-8")
    else:
        head = f"# newdoc id = d\n{f'# meta::language = {language}' if language else '# x = y'}\n"
        lines = [head + "# global.Entity = eid-etype-head-other\n"]
        for sentence in sentences:
            for number, word in enumerate(sentence, 1):
                entity = "Entity=(e1-person-1-)" if number == 1 else "_"
                relation = "0\troot" if number == 1 else "1\tdep"
                lines.append(f"{number}\t{word}\t{word}\tNOUN\t_\t_\t{relation}\t_\t{entity}\n")
            lines.append("\n")
        file = folder / "d.conllu"
        file.write_text("".join(lines), encoding="utf-8")
    return file


@pytest.mark.parametrize(("kind", "language"), [("raw", None), ("bare", None), ("bare", "en")])
@pytest.mark.parametrize("text", TEXTS)
@pytest.mark.parametrize("command", [*RESOLVING, "page"])
def test_text_without_annotation_is_refused(
    run: Run, tmp_path: Path, command: str, text: str, kind: str, language: str | None
) -> None:
    words, says = TEXTS[text]
    file = write_as(tmp_path, kind, words, language)
    if command == "page":
        with pytest.raises(ValueError, match=says):
            document_asked(file, 0, 1000)
        return
    ran = run(command, file, *RESOLVING[command], "-q", "--no-cache" if command != "preprocess" else "-q")
    assert (ran.status, ran.err.count(f"d: {says}")) == (2, 1)


@pytest.mark.filterwarnings("default")
@pytest.mark.parametrize("command", [*RESOLVING, "page"])
@pytest.mark.parametrize(("kind", "words"), [("annotated", ()), ("raw", ("--language", "en"))])
def test_named_and_annotated_text_is_not(run: Run, tmp_path: Path, command: str, kind: str, words: tuple[str]) -> None:
    file = write_as(tmp_path, kind, CATALAN, "en")
    if command == "page":
        if kind == "annotated":
            document_asked(file, 0, 1000)
        return
    gold = () if kind == "raw" else ("-s", "true-gold") if command == "compare" else ("--annotation", "gold")
    ran = run(command, file, *RESOLVING[command], *gold, *words, "-q")
    assert ran.status == 0
    assert ran.err.count("warning: d: taken for English, but looks like Catalan") == 1


@pytest.mark.filterwarnings("default")
@pytest.mark.parametrize("text", TEXTS)
def test_what_resolves_nothing_takes_every_language(run: Run, tmp_path: Path, text: str) -> None:
    file = write_as(tmp_path, "bare", TEXTS[text][0], None)
    for words in (("score", file, file), ("convert", file, "d.conll"), ("validate", file), ("difficulty", file, "-q")):
        assert run(*words).status == 0, words
    named = write_as(tmp_path, "bare", TEXTS["script"][0], "ru")
    ran = run("difficulty", named, "-q", "--format", "json")
    assert (ran.status, json.loads(ran.out)["mentions"]) == (0, 2)


@pytest.mark.filterwarnings("default")
@pytest.mark.parametrize("command", RESOLVING)
def test_what_is_said_comes_again_from_the_cache(run: Run, tmp_path: Path, command: str) -> None:
    file = write_as(tmp_path, "annotated", CATALAN, None)
    gold = ("-s", "true-gold") if command == "compare" else ("--annotation", "gold")
    report = [word for word in RESOLVING[command] if not word.startswith(("--report", "report"))]
    for _ in range(3):
        ran = run(command, file, *report, *gold, "-q")
        assert ran.err.count("warning: d: taken for English, but looks like Catalan") == 1
