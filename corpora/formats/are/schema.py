"""The grammar of the files of the Anaphora Resolution Exercise, for one kind of file and one task at a time."""

from pathlib import Path
from typing import Literal

from lxml import etree

from anaphora_workbench.corpora.formats.parts.xml_safety import parse
from anaphora_workbench.corpora.support.errors import FormatError

Part = Literal["input", "key", "answer"]
_GRAMMAR = Path(__file__).with_name("are.rng")
_START = '<start><ref name="answer1"/></start>'


def schema(part: Part, task: int) -> str:
    """The RELAX NG grammar of the inputs, keys or answers of a task."""
    text = _GRAMMAR.read_text(encoding="utf-8")
    assert _START in text
    return text.replace(_START, _START.replace("answer1", f"{part}{task}"))


def schema_problems(path: Path, part: Part, task: int) -> list[FormatError]:
    """What of a file its grammar does not allow, in the words of libxml2, by line.

    Raises:
        FormatError: the file is not XML.
    """
    root = parse(path)
    grammar = etree.RelaxNG(etree.fromstring(schema(part, task).encode()))
    if grammar.validate(root):
        return []
    expected = f"expected what `workbench are schema --task {task} --of {part}` prints"
    return [FormatError(path, error.line, error.message, expected) for error in grammar.error_log]
