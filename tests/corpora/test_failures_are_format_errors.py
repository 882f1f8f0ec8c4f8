"""Whatever is wrong with a file, its reader says so with the file and the line; what is written is read as it was."""

from collections.abc import Sequence
from pathlib import Path

import pytest

from anaphora_workbench.corpora import FormatError, formats, read
from anaphora_workbench.corpora.document import CoreferenceLayer, Document, Entity, Mention, Paragraph, Sentence, Word

DIGITS = "9" * 5000
UNSAID = "\t_" * 6
NP_XML = (
    '<np-document version="1" id="d">\n<w id="w1" form="a"/>\n'
    '<mention id="m1" first="w1" last="w1" head="w1"/>\n{}\n</np-document>\n'
)


REFUSED = [
    ("conllu", f"1-{DIGITS}\tan\t_\t_\t_\t_\t_\t_\t_\t_\n\n", ":1: word number"),
    ("conllu", f"# global.Entity = eid-etype-head\n1\ta\t_\t_\t_\t_\t_\t_\t_\tEntity=(e1-x-{DIGITS})\n\n",
     ":2: word 999999999999 is the head of a mention of entity e1 of 1 words"),
    ("conllu", f"# global.Entity = eid\n1\ta\t_\t_\t_\t_\t_\t_\t_\tEntity=(e1[{DIGITS}/2])\n\n", ":2: 'e1["),
    ("conll2012", f"#begin document (d); part {DIGITS}\n#end document\n", ":1: a number of 5000 digits"),
    ("semeval2010", f"#begin document d\n1\ta{UNSAID}\t{DIGITS}{UNSAID}\t_\t_\n#end document d\n", ":2: head"),
    ("chains-json", '{"documents": [{"id": "d", "chains": [], "chains": [["a"]]}]}',
     ":1: the key 'chains' stands twice"),
    ("chains-json", '{"documents": [\n{"id": "d", "chains": [],\n"id": "e"}]}', ":2: the key 'id' stands twice"),
    ("jsonlines", '{"sentences": []}\n{"sentences": [], "x": 1, "x": 2}\n', ":2: the key 'x' stands twice"),
    ("chains-json", f'{{"documents": [{{"id": "d", "chains": [], "x": {DIGITS}}}]}}', ":1: not usable JSON"),
    ("muc", '<!DOCTYPE d SYSTEM "d.dtd">\n<DOC>\n<COREF ID=1>a</COREF></DOC>', ":1: a document type definition"),
    ("muc", '<DOC>\n<!ENTITY a "b">\n<COREF ID=1>a</COREF></DOC>', ":2: a document type definition"),
    ("np-xml", NP_XML.format('<anaphors mentions="m9"/>'), ":4: <anaphors>: there is no mention 'm9'"),
]  # fmt: skip


def test_two_documents_next_to_an_ontogum_file(tmp_path: Path) -> None:
    (tmp_path / "d.conll").write_text("# begin document \n0\tAnn\t(1)\n# end document\n")
    sentence = "1\tAnn\t_\t_\t_\t_\t_\t_\t_\t_\n\n"
    (tmp_path / "d.conllu").write_text(f"# newdoc id = a\n{sentence}# newdoc id = b\n{sentence}")
    with pytest.raises(FormatError, match=r"d\.conllu: 2 documents next to .*d\.conll; expected one of its text"):
        list(formats.get_format("ontogum").read(tmp_path / "d.conll"))


def test_a_name_as_long_as_names_may_be(tmp_path: Path) -> None:
    file = tmp_path / ("d" * 249 + ".conll")
    file.write_text("# begin document \n0\tAnn\t(1)\n# end document\n")
    assert [document.words[0].form for document in formats.get_format("ontogum").read(file)] == ["Ann"]


def test_what_a_reader_does_not_know_of_names_the_line_too(tmp_path: Path) -> None:
    def reader(path: Path):  # type: ignore[no-untyped-def]
        from anaphora_workbench.corpora.formats.parts.files import numbered_lines

        for _, line in numbered_lines(path):
            yield Document(line)
            if line == "2":
                raise KeyError("m9")

    its_format = formats.Format("own", "", "", (".own",), lambda name, beginning: True, reader)
    (tmp_path / "a.own").write_text("1\n2\n3\n")
    documents = its_format.read(tmp_path / "a.own")
    assert [next(documents).id, next(documents).id] == ["1", "2"]
    with pytest.raises(FormatError, match=r"a\.own:2: cannot be read: KeyError: 'm9'"):
        next(documents)


def _document(forms: list[str], chain: Sequence[tuple[int, int]] = ((0, 1),)) -> Document:
    words = [Word(form) for form in forms]
    document = Document("d", words, [Sentence(0, len(words))] if words else [], [Paragraph()])
    document.mentions = [Mention(f"m{number}", *span, span[0]) for number, span in enumerate(chain)]
    names = [mention.id for mention in document.mentions]
    document.coreference["gold"] = CoreferenceLayer("gold", [Entity("1", names)] if names else [])
    return document


@pytest.mark.parametrize(
    ("name", "document", "says"),
    [
        *((name, _document([]), "document d has no words") for name in ("conllu", "conll2012", "bm2001", "jsonlines")),
        *((name, _document(["a", ""]), "word 1 of document d has no form") for name in ("conllu", "semeval2010")),
        *(
            (name, _document(["a"], [(-1, -1)]), "mention 'm0' of document d has no place among its words")
            for name in ("conllu", "conll2012", "semeval2010", "jsonlines")
        ),
        ("are", Document("d"), "document d has no words, chains or answers"),
        ("np-xml", Document("d", coreference={"gold": CoreferenceLayer("gold", [Entity("1", ["m9"])])}),
         "entity '1' of 'gold' names 'm9', which is not a mention of it"),
    ],
)  # fmt: skip
def test_what_would_not_be_read_as_it_was_is_refused(tmp_path: Path, name: str, document: Document, says: str) -> None:
    its_format = formats.get_format(name)
    assert its_format.write is not None
    with pytest.raises(FormatError, match=says):
        its_format.write([document], tmp_path / "out")


def test_a_head_outside_of_its_mention_is_left_to_the_reader(tmp_path: Path) -> None:
    """It was *-1 is not in list*."""
    document = _document(["a", "b"])
    document.mentions[0].head = 1
    its_format = formats.get_format("conllu")
    assert its_format.write is not None
    its_format.write([document], tmp_path / "out.conllu")
    (again,) = read(tmp_path / "out.conllu")
    assert (again.mentions[0].start, again.mentions[0].end, again.mentions[0].head) == (0, 1, 0)


def test_words_of_one_sentence_have_as_many_columns_in_every_format_of_columns(tmp_path: Path) -> None:
    """Arguments of some words only: the others get empty ones."""
    document = _document(["a", "b"])
    document.words[1].extra["arguments"] = "A0\tA1"
    for name in ("conll2012", "semeval2010"):
        its_format = formats.get_format(name)
        assert its_format.write is not None
        its_format.write([document], tmp_path / name)
        (again,) = its_format.read(tmp_path / name)
        assert again.words[1].extra["arguments"] == "A0\tA1"
        document.words[0].extra["arguments"] = "A0"
        with pytest.raises(FormatError, match="words of document d with 1 and 2 arguments in one sentence"):
            its_format.write([document], tmp_path / name)
        del document.words[0].extra["arguments"]
