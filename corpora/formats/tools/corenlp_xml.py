"""XML of CoreNLP: sentences of tokens, and chains of mentions with numbers from 1 whose end is exclusive.

Source: Stanford CoreNLP 3.6 to 4.5, XMLOutputter and its description of the coreference section.
"""

from collections.abc import Iterator
from functools import partial
from pathlib import Path

from lxml import etree

from anaphora_workbench.corpora.document import Document, Word
from anaphora_workbench.corpora.formats.format import Format, begins_like
from anaphora_workbench.corpora.formats.parts.files import place_number
from anaphora_workbench.corpora.formats.parts.xml_safety import parse
from anaphora_workbench.corpora.formats.tools.tool_document import PREDICTED, ToolDocument
from anaphora_workbench.corpora.formats.tools.word_shapes import corenlp_mention
from anaphora_workbench.corpora.support.errors import FormatError, complain, going_on

recognises = begins_like(rb"\s*(?:<\?[^>]*>\s*)*<root>\s*<document>")


def read(path: Path) -> Iterator[Document]:
    """The document of a file."""
    root = parse(path)
    document = root.find("document")
    if document is None or document.find("sentences") is None:
        raise FormatError(path, 1, "no <sentences> in <root><document>", "expected the XML of CoreNLP")
    tool = ToolDocument(document.findtext("docId"), path)
    for sentence in document.iterfind("sentences/sentence"):
        words = []
        for token in sentence.iterfind("tokens/token"):
            form = token.findtext("word")
            if not form:
                complain(path, token.sourceline, "<token> without a word", "expected <word>")
            words.append(Word(form or ""))
        tool.add_sentence(words)
    tool.add_layer(PREDICTED)
    for number, chain in enumerate(document.iterfind("coreference/coreference")):
        mentions = []
        for mention in chain.iterfind("mention"):
            with going_on():
                numbers = [
                    place_number((mention.findtext(tag) or "").strip()) for tag in ("sentence", "start", "end", "head")
                ]
                mentions.append(corenlp_mention(tool, numbers, partial(_error, path, mention)))
        tool.add_entity(PREDICTED, str(number), mentions)
    yield tool.finish()


def _error(path: Path, mention: etree._Element, wrong: str) -> FormatError:
    return FormatError(path, mention.sourceline, wrong, "expected sentence, start, end (exclusive) and head, from 1")


FORMAT = Format(
    name="corenlp-xml",
    description="XML of CoreNLP",
    source="Stanford CoreNLP 4.5, XMLOutputter",
    suffixes=(".corenlp.xml",),
    recognises=recognises,
    read=read,
    one_document=True,
    rank=2,
    states=("heads",),
)
