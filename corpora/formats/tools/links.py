"""Chains that annotation tools keep as relations between spans."""

from collections.abc import Callable, Iterable, Mapping
from typing import NamedTuple

from anaphora_workbench.corpora.document.closure import closure_by_id
from anaphora_workbench.corpora.formats.tools.tool_document import Stretches, ToolDocument, joined
from anaphora_workbench.corpora.support.errors import FormatError, going_on


class Annotated(NamedTuple):
    """A span of characters that is annotated.

    Attributes:
        stretches: start and end, exclusive, of each continuous part.
        label: of the span, "" for none.
        text: that it is to have, "" where the file does not say.
    """

    stretches: Stretches
    label: str = ""
    text: str = ""

    def is_of(self, text: str) -> bool:
        """Whether a text has there what the span says; blanks aside."""
        said = "".join(text[start:end] for start, end in self.stretches)
        return not self.text or "".join(self.text.split()) == "".join(said.split())


def add_linked(
    tool: ToolDocument,
    annotator: str,
    spans: Mapping[str, Annotated],
    links: Iterable[tuple[str, str]],
    error: Callable[[str, str], FormatError],
) -> None:
    """Add the mentions of spans, and as entities what links join; a span that none joins is an entity of one.

    A span without links that has the words of another one is no mention of its own.

    Args:
        spans: by id; the tool's document has the text already.
        links: pairs of ids.
        error: makes the error about the span or link of an id.
    """
    known: list[tuple[str, str]] = []
    for pair in links:
        with going_on():
            for name in pair:
                if name not in spans:
                    raise error(name, f"a relation of {name!r}, which is no span")
            known.append(pair)
    linked = {name for pair in known for name in pair}
    in_words: dict[str, Stretches] = {}
    for name, span in spans.items():
        with going_on():
            try:
                in_words[name] = _in_words(tool, span)
            except ValueError as wrong:
                raise error(name, str(wrong)) from None
    taken = {in_words[name] for name in linked if name in in_words}
    mentions = {}
    for name, stretches in in_words.items():
        if name in linked or stretches not in taken:
            taken.add(stretches)
            mentions[name] = tool.mention(annotator, stretches, type=spans[name].label)
    tool.add_layer(annotator)
    in_order = sorted(mentions, key=lambda name: (mentions[name].start, -mentions[name].end))
    for number, chain in enumerate(closure_by_id(known, in_order), 1):
        tool.add_entity(annotator, str(number), [mentions[name] for name in chain if name in mentions])


def _in_words(tool: ToolDocument, span: Annotated) -> Stretches:
    """The words of a span; parts that no word stands between are one. Raises ValueError."""
    stretches = joined(tool.words_at(*characters) for characters in span.stretches)
    if not span.is_of(tool.text):
        said = " ".join(tool.text[start:end] for start, end in span.stretches)
        raise ValueError(
            f"characters {span.stretches[0][0]} to {span.stretches[-1][1]} are {said!r}, not {span.text!r}"
        )
    return stretches
