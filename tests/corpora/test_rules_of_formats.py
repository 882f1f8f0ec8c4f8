"""What is read of files written by hand and of the samples changes with the number of the format, or not at all."""

from pathlib import Path

import pytest

from anaphora_workbench.corpora import formats, read
from anaphora_workbench.corpora.formats.registry import FORMATS, format_rules
from anaphora_workbench.workbench.base.signature import corpus_checksum, document_checksum
from few_samples import ONE_OF_EACH_GENRE
from numbered_rules import check_rules
from test_hostile_input import VALID
from tool_files import lay_companions

# They write answers or judgements, and not the document.
_OF_ANSWERS = frozenset({"gap", "winobias"})


@pytest.mark.filterwarnings("ignore::UserWarning")
def test_formats_are_read_as_their_numbers_say(tmp_path: Path) -> None:
    assert FORMATS.rules_table is not None
    check_rules(FORMATS.rules_table, {name: _digest(name, tmp_path) for name in VALID})


def _digest(name: str, folder: Path) -> str:
    its_format = formats.get_format(name)
    lay_companions(folder, "read")
    file = folder / "read"
    documents = []
    for content in VALID[name]:
        file.write_text(content, encoding="utf-8")
        documents += its_format.read(file)
    if its_format.write is not None and name not in _OF_ANSWERS:
        samples = [next(read(f"samples/{name}.conllu")) for name in ONE_OF_EACH_GENRE]
        for together in [[sample] for sample in samples] if its_format.one_document else [samples]:
            its_format.write(together, file)
            documents += its_format.read(file)
    return corpus_checksum(map(document_checksum, documents))


def test_a_signature_names_the_formats_that_have_other_rules_than_most(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "rules.tsv").write_text("name\trules\tdigest\nconllu\t2\ta\nmuc\t1\tb\nua\t1\tc\n", encoding="utf-8")
    monkeypatch.setattr(FORMATS, "rules_table", tmp_path / "rules.tsv")
    assert format_rules(["ua", "conllu", "muc"]) == "1,conllu=2"
