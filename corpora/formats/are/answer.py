"""An answer to a task of the Anaphora Resolution Exercise, read next to its key with all that is wrong in it.

Where ``are`` stops at the first mistake of a file, this goes through to the end and says each with its line:
an answer is somebody's, and is scored with its mistakes. A mention that the input does not have stays in the
answer without a place, so that it matches nothing.
"""

from dataclasses import dataclass, field
from pathlib import Path

from lxml import etree

from anaphora_workbench.corpora.document import CoreferenceLayer, Decision, Document, Entity, Mention
from anaphora_workbench.corpora.formats.are.writer import ANSWER_LAYER, NODES
from anaphora_workbench.corpora.formats.parts.files import place_number
from anaphora_workbench.corpora.formats.parts.mention_heads import full_words_of
from anaphora_workbench.corpora.formats.parts.xml_safety import parse
from anaphora_workbench.corpora.support.errors import FormatError

PRONOUN_TASKS = (1, 3)
# Mentions are named by ids of the input in these, by their first and last words in the others.
BY_ID = (1, 2)
_BESIDE = ("text", "anaphoric_pronouns")


@dataclass
class Answer:
    """The answers of a file.

    Attributes:
        layer: decisions in tasks 1 and 3, entities in tasks 2 and 4.
        mentions: those that the layer names, by id.
        problems: what is wrong, in the order of lines.
    """

    layer: CoreferenceLayer
    mentions: dict[str, Mention] = field(default_factory=dict)
    problems: list[FormatError] = field(default_factory=list)


def read_answer(path: Path, document: Document, task: int) -> Answer:
    """The answer that a file gives for a document.

    Of two answers for one pronoun, and of two places of one mention in chains, the first counts.

    Args:
        document: input and key as read; the text may be missing, then no id can be told to be unknown.

    Raises:
        FormatError: the file is not XML, or answers what another task asks, so it answers nothing of this one.
    """
    root = parse(path, fragment=True)
    reading = _Reading(path, document, task)
    if root.tag in ("chain", "pronoun"):
        parts = [root]
    else:
        parts = list(root)
        if root.get("id") not in (None, document.id):
            reading.report(root, f"an answer for document {root.get('id')!r}", f"expected {document.id!r}")
    wanted, other = ("pronoun", "chain") if task in PRONOUN_TASKS else ("chain", "pronoun")
    tags = [part.tag for part in parts]
    if other in tags and wanted not in tags:
        line = parts[tags.index(other)].sourceline
        raise FormatError(path, line, f"<{other}> alone, an answer to another task", f"expected <{wanted}>")
    named = [part for part in parts if part.tag == wanted]
    if task not in PRONOUN_TASKS:
        named = [node for chain in named for node in chain]
    own, foreign = ("id", "start") if task in BY_ID else ("start", "id")
    if named and all(own not in part.attrib and foreign in part.attrib for part in named):
        wrong = f"<{named[0].tag}> by {foreign!r} alone, an answer to another task"
        raise FormatError(path, named[0].sourceline, wrong, f"expected {own!r}")
    for part in parts:
        if part.tag == wanted:
            reading.add_pronoun(part) if task in PRONOUN_TASKS else reading.add_chain(part)
        elif part.tag not in _BESIDE:
            reading.report(part, f"<{part.tag}> in an answer to task {task}", f"expected <{wanted}>")
    return reading.finish()


class _Reading:
    def __init__(self, path: Path, document: Document, task: int) -> None:
        self.path = path
        self.document = document
        self._full_words = full_words_of(document)
        self.task = task
        self.mention_of = document.mention_by_id()
        self.nodes = {name: offset for offset, name in enumerate(document.extra.get(NODES, "").split())}
        self.asked = set(document.anaphors or ())
        self.answer = Answer(CoreferenceLayer(ANSWER_LAYER))
        self.decisions: dict[str, Decision] = {}
        self.chained: set[str] = set()

    def report(self, element: etree._Element, wrong: str, expected: str = "") -> None:
        self.answer.problems.append(FormatError(self.path, element.sourceline, wrong, expected))

    def _check_attributes(self, element: etree._Element, *names: str) -> None:
        """A misspelt attribute is not an answer; it must not pass for an abstention."""
        expected = dict.fromkeys((*names, "value"))
        for name in sorted(set(element.attrib) - set(expected)):
            listed = ", ".join(expected)
            self.report(element, f"<{element.tag}> with an attribute {name!r}", f"expected some of {listed}")

    def add_pronoun(self, element: etree._Element) -> None:
        self._check_attributes(element, *self._names(""), *self._names("antecedent"))
        pronoun = element.get("id", "") if self.task == 1 else self._named(element, "")
        if pronoun is None:
            return
        if self.task == 1 and self.document.anaphors is not None and pronoun not in self.asked:
            wrong = f"{pronoun!r} is not among the pronouns to resolve" if pronoun else "<pronoun> without id"
            self.report(element, wrong, "expected one of <anaphoric_pronouns>")
            return
        self._named(element, "")
        antecedent = None
        if any(element.get(name) is not None for name in self._names("antecedent")):
            antecedent = self._named(element, "antecedent")
        if pronoun in self.decisions:
            self.report(element, f"a second answer for {pronoun!r}", "expected one; the first counts")
            return
        if antecedent == pronoun:
            self.report(
                element, f"{pronoun!r} is its own antecedent", "expected another noun phrase; it counts as wrong"
            )
        self.decisions[pronoun] = Decision(pronoun, antecedent)

    def add_chain(self, element: etree._Element) -> None:
        name = element.get("id") or str(len(self.answer.layer.entities) + 1)
        entity = Entity(name, [])
        for member in element:
            if member.tag != "node":
                self.report(member, f"<{member.tag}> in <chain>", "expected <node>")
                continue
            self._check_attributes(member, "id", *self._names(""))
            mention = self._named(member, "")
            if mention in self.chained:
                self.report(member, f"{mention!r} stands in a chain already", "expected each once; the first counts")
            elif mention is not None:
                self.chained.add(mention)
                entity.mentions.append(mention)
        if entity.mentions:
            self.answer.layer.entities.append(entity)
        else:
            self.report(element, f"chain {name!r} is empty", "expected <node> in it")

    def finish(self) -> Answer:
        answer = self.answer
        if self.task in PRONOUN_TASKS:
            answer.layer.decisions = list(self.decisions.values())
        if self.task == 1:
            for name in self.document.anaphors or ():
                if name not in self.decisions:
                    missed = f"no answer for pronoun {name!r}{self._quoted(name)}"
                    answer.problems.append(FormatError(self.path, None, missed, "expected a <pronoun> for each"))
        return answer

    def _names(self, prefix: str) -> tuple[str, ...]:
        """The attributes that name a mention in this task."""
        if self.task in (3, 4):
            return (f"{prefix}_start", f"{prefix}_end") if prefix else ("start", "end")
        return (prefix or "id",)

    def _named(self, element: etree._Element, prefix: str) -> str | None:
        """Id of the mention that an element names, which the answer then has; None where it names none."""
        values = []
        for name in self._names(prefix):
            value = element.get(name)
            if not value:
                self.report(element, f"<{element.tag}> without {name}", f'expected <{element.tag} {name}="…">')
                return None
            values.append(value)
        name = "-".join(values)
        if name not in self.answer.mentions:
            self.answer.mentions[name] = self._mention(element, name, values)
        return name

    def _mention(self, element: etree._Element, name: str, values: list[str]) -> Mention:
        if name in self.mention_of:
            return self.mention_of[name]
        nowhere = Mention(name, -1, -1, -1)
        if self.task in (1, 2):
            if self.document.words:
                self.report(element, f"there is no entity {name!r}", "expected one of the input")
            return nowhere
        places = self.nodes or {value: at for value in values if (at := place_number(value)) >= 0}
        unknown = [value for value in values if value not in places]
        if unknown:
            self.report(element, f"there is no node {unknown[0]!r}", "expected one of the input")
            return nowhere
        start, end = places[values[0]], places[values[1]] + 1
        if start >= end:
            self.report(element, f"nodes {values[0]} to {values[1]} run backwards", "expected start <= end")
            return nowhere
        head = self._full_words.last([(start, end)]) if self.document.words else end - 1
        return Mention(name, start, end, head)

    def _quoted(self, name: str) -> str:
        mention = self.mention_of.get(name)
        if mention is None or mention.start < 0 or not self.document.words:
            return ""
        return f" ({self.document.mention_text(mention)})"
