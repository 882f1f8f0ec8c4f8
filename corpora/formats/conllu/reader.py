"""CoNLL-U with coreference in ``Entity=``: GUM and CorefUD 1.x; also in the items of ``misc_chains``.

Each mention of an entity whose id begins with ``NOCOREF`` is an entity of its own (AnCora). A sentence's
comment ``speaker`` and a document's ``meta::genre`` and ``meta::language`` are fields of theirs.
What the Document has no field for stays in ``extra`` under the file's own names: comments of a sentence
in ``Sentence.extra``, those before the first sentence in ``Document.extra``, keys of MISC in
``Word.extra``; ``SplitAnte`` and ``Bridge`` are read into the coreference layer as well. Names that begin
with ``conllu:`` are ours and say how the file was laid out, where that is not the usual way; so what was read
is written again byte for byte.

Source: Universal Dependencies, CoNLL-U format (2014-2025); see entity_brackets for the coreference.
"""

import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from anaphora_workbench.corpora.document import (
    GOLD_LAYER,
    CoreferenceLayer,
    Document,
    Entity,
    Mention,
    Paragraph,
    Sentence,
    Word,
)
from anaphora_workbench.corpora.document.sentence_ends import note_sentence_ends
from anaphora_workbench.corpora.formats.conllu.entity_brackets import (
    CLAUSE,
    COREFUD_FIELDS,
    NO_COREFERENCE,
    BracketError,
    EntityReader,
    Fields,
    FoundMention,
    own_id,
    render,
)
from anaphora_workbench.corpora.formats.conllu.entity_relations import BRIDGE, SPLIT, RelationError, read_relations
from anaphora_workbench.corpora.formats.conllu.misc_chains import KEYS, MiscChains
from anaphora_workbench.corpora.formats.conllu.writer import (
    COMMENT,
    DOCUMENT_COMMENTS,
    OWN,
    SENTENCE_COMMENTS,
    cannot_hold,
    comment_key,
    regular_misc,
    write,
)
from anaphora_workbench.corpora.formats.format import Format, begins_like
from anaphora_workbench.corpora.formats.parts.files import numbered_lines, place_number
from anaphora_workbench.corpora.formats.parts.genres import genre_by_id
from anaphora_workbench.corpora.formats.parts.mention_heads import set_heads
from anaphora_workbench.corpora.formats.parts.word_numbers import JOINED, WordNumbers, written_together
from anaphora_workbench.corpora.support.errors import (
    FormatError,
    are_collected,
    brief,
    complain,
    placed,
    quantity,
    remark,
)

_OF_THE_DOCUMENT = re.compile(r"newdoc\b|global\.|meta::")
# A comment that only begins like these, as in a damaged file, is kept with the document.
_NEWDOC = re.compile(r"# newdoc(?: id = .*)?")
recognises = begins_like(
    rb"\s*+(?:# (?:newdoc|newpar|global\.|sent_id\b|text =|meta::)"
    rb"|(?:#[^\n]*\n|[^\S\n]*\n)*+(?:1|1-\d+|0\.1)(?:\t[^\t\n]*){9}\r?\n)"
)
# Digits of a position that are read: a greater one is beyond any mention as well.
_DIGITS = 12
_Row = tuple[int, list[str]]
_Comment = tuple[int, str]


def read(path: Path) -> Iterator[Document]:
    """Documents of a CoNLL-U file; one named like the file where no ``# newdoc`` begins one."""
    reader: _DocumentReader | None = None
    fields: Fields | None = None
    comments: list[_Comment] = []
    rows: list[_Row] = []
    blank = 0
    number = 0
    for number, line in _lines(path):
        if line and line.isspace():
            complain(path, number, "a line of blanks alone", "expected an empty line after a sentence")
            line = ""
        if line and line[0] != "#":
            columns = line.split("\t")
            if len(columns) != 10:
                wrong = quantity(len(columns), "column")
                complain(path, number, wrong, "expected 10, separated by tabs, or a comment")
                if place_number(columns[0]) < 0:
                    continue
                # The word is there all the same, for the numbers and heads of the others.
                columns = (columns + ["_"] * 10)[:10]
            rows.append((number, columns))
        elif line:
            if rows:
                complain(path, number, "a comment inside a sentence", "expected a blank line before it")
                continue
            # The same line twice names one document.
            if _NEWDOC.fullmatch(line) and any(_NEWDOC.fullmatch(other) and other != line for _, other in comments):
                complain(
                    path, number, "a document begins where another one has no sentence yet", "expected its sentences"
                )
            comments.append((number, line))
        elif rows:
            blank = 0
            if reader is None or any(comment.startswith("# newdoc") for _, comment in comments):
                if reader is not None:
                    fields = reader.fields
                    yield reader.finish()
                reader = _DocumentReader(path, fields)
            reader.add_sentence(comments, rows)
            comments, rows = [], []
        else:
            blank += 1
    if reader is None:
        raise FormatError(path, number, "no sentence in the file", "expected lines of 10 columns")
    if comments:
        reader.document.extra[f"{OWN}comments at end"] = "\n".join(line for _, line in comments)
    if blank:
        reader.document.extra[f"{OWN}blank lines at end"] = str(blank)
    yield reader.finish()


def _lines(path: Path) -> Iterator[tuple[int, str]]:
    """The lines of a file with their numbers, and a blank one for the one that its last sentence lacks."""
    number, line = 0, ""
    for number, line in numbered_lines(path):
        yield number, line
    if line.count("\t") == 9 and line[0] != "#":
        remark(path, number, "the file ends without the blank line after its last sentence; is it complete?")
        yield number, ""


def _governor(dependency: str) -> str:
    """The number of the governing word of ``4:nsubj``, "" if it is not of this form."""
    governor, colon, _ = dependency.partition(":")
    return governor if colon else ""


class _Joined(NamedTuple):
    """The line of a range of words: what the first of them keeps of it, and whether a space follows the last."""

    extra: dict[str, str]
    space_after: bool


def _word(columns: list[str], empty: bool) -> Word:
    """The word of ten columns, but for its head and what MISC says."""
    _, form, lemma, upos, xpos, morphology, head, relation, dependencies, _ = columns
    word = Word(
        form,
        "" if lemma == "_" else lemma,
        "" if upos == "_" else upos,
        "" if xpos == "_" else xpos,
        "" if morphology == "_" else morphology,
        relation="" if relation == "_" else relation,
        empty=empty,
    )
    if dependencies != "_":
        word.enhanced = dependencies
    # Usual are a root that has a relation, and a word without head that has none.
    if (head == "_" and relation != "_") or (head == "0" and relation == "_"):
        word.extra[f"{OWN}head"] = head
    return word


class _DocumentReader:
    def __init__(self, path: Path, fields: Fields | None) -> None:
        self.path = path
        self.fields = fields
        self.document = Document(path.stem, source=str(path), paragraphs_known=False)
        self._entities = EntityReader()
        self._misc_chains = MiscChains()
        self._brackets: list[tuple[int, str]] = []
        self._relations: list[tuple[int, int]] = []
        self._last_line = 1

    def add_sentence(self, comments: list[_Comment], rows: list[_Row]) -> None:
        document = self.document
        start = len(document.words)
        sentence = Sentence(start, start)
        self._add_comments(comments, sentence)
        self._add_words(rows)
        sentence.end = len(document.words)
        sentence.paragraph = len(document.paragraphs) - 1
        document.sentences.append(sentence)
        self._last_line = rows[-1][0]
        if are_collected() and "text" in sentence.extra:
            self._compare_text(sentence, rows[0][0])

    def _compare_text(self, sentence: Sentence, line: int) -> None:
        """Remark on a text in a comment that is not that of the words, blanks apart."""
        words = written_together(self.document.words[sentence.start : sentence.end])
        text = sentence.extra["text"]
        if "".join(text.split()) != "".join("".join(words).split()):
            remark(self.path, line, f"# text is {brief(text)!r}, and the words are {brief(' '.join(words))!r}")

    def finish(self) -> Document:
        document = self.document
        if any(word.upos or word.relation for word in document.words):
            document.annotation = "gold"
        if any(word.relation for word in document.words):
            document.relations = "ud"
        note_sentence_ends(document)
        document.genre = document.genre or genre_by_id(document.id)
        mentions, unclosed = self._entities.finish()
        for entity, line in unclosed:
            complain(self.path, self._last_line, f"entity {entity} opens in line {line} but never closes")
        others, wrong = self._misc_chains.finish()
        for line, what in wrong:
            complain(self.path, line, what)
        if others and mentions:
            complain(self.path, others[0][3], "chains in Entity= and in another item", "expected one of the two")
        elif others and self.fields is None:
            self.fields, mentions = Fields(COREFUD_FIELDS), others
        else:
            mentions = mentions or others
        if self.fields is not None:
            self._add_mentions(mentions)
        return document

    def _add_comments(self, comments: list[_Comment], sentence: Sentence) -> None:
        document = self.document
        # Only what stands before anything of the first sentence belongs to the document.
        heading = not document.sentences
        begins_paragraph = not document.paragraphs
        kind = None
        for number, line in comments:
            match = COMMENT.fullmatch(line)
            key, value = (match[1], match[2]) if match else (line, "")
            heading = heading and _OF_THE_DOCUMENT.match(key if match else line[1:].strip()) is not None
            extra = document.extra if heading else sentence.extra
            field = (DOCUMENT_COMMENTS if heading else SENTENCE_COMMENTS).get(key)
            if field and value and f"{OWN}{field}" not in extra:
                setattr(document if heading else sentence, field, value)
                document.language_said = document.language_said or field == "language"
                # Where it stands among the comments.
                extra[f"{OWN}{field}"] = ""
                continue
            key = comment_key(key, extra)
            extra[key] = value
            if key == "newdoc id":
                document.id = value
                placed(document, self.path, number)
            elif key == "# newdoc":
                placed(document, self.path, number)
            elif key == "global.Entity":
                try:
                    self.fields = Fields(value)
                except BracketError as error:
                    complain(self.path, number, str(error))
                    self.fields = Fields(COREFUD_FIELDS)
            elif key == "sent_id":
                sentence.id = value
            elif key.startswith(("newpar", "# newpar")):
                begins_paragraph = document.paragraphs_known = True
                if key == "newpar_block":
                    kind = value
        if begins_paragraph:
            document.paragraphs.append(_paragraph(kind))

    def _add_words(self, rows: list[_Row]) -> None:
        words = self.document.words
        numbers = WordNumbers(self.path)
        offset_of: dict[str, int] = {"0": -1}
        elided: list[tuple[Word, int]] = []
        governed: list[tuple[int, str, int]] = []
        waiting: _Joined | None = None
        space_after_range = True
        for line, columns in rows:
            number, form, head, misc = columns[0], columns[1], columns[6], columns[9]
            if numbers.begin_range(number, line):
                waiting = self._range(columns, 1 + numbers.joined_until - numbers.expected, line)
                space_after_range = waiting.space_after
                continue
            empty = numbers.take(number, line)
            if not form:
                complain(self.path, line, f"word {number} has no FORM", "expected one, or _")
            word = _word(columns, empty)
            placed(word, self.path, line)
            offset = len(words)
            offset_of[number] = offset
            if empty and columns[8] != "_":
                elided.append((word, line))
            if head not in ("_", "0"):
                governed.append((offset, head, line))
            joined = not empty and numbers.joined
            if waiting is not None and not empty:
                word.extra |= waiting.extra
                waiting = None
            if misc != "_":
                self._add_misc(word, misc, offset, line, joined)
            if joined:
                word.space_after = numbers.ends_range and space_after_range
            words.append(word)
        numbers.finish(rows[-1][0])
        self._misc_chains.end_sentence(offset_of)
        self._add_heads(governed, offset_of)
        self._remark_on_elided(elided, offset_of)

    def _range(self, columns: list[str], count: int, line: int) -> _Joined:
        """What the line of a range says of the words that are joined, of which there are so many."""
        form, misc = columns[1], columns[9]
        if "Entity=" in misc:
            complain(self.path, line, "Entity= on a range of words", "expected it on a word")
        space_after = "SpaceAfter=No" not in misc.split("|")
        extra = {JOINED: f"{count} {form}"}
        if columns[2:] != ["_"] * 7 + ["_" if space_after else "SpaceAfter=No"]:
            extra[f"{OWN}joined columns"] = "\t".join(columns[2:])
        return _Joined(extra, space_after)

    def _add_heads(self, governed: list[tuple[int, str, int]], offset_of: dict[str, int]) -> None:
        for offset, head, line in governed:
            if head not in offset_of:
                complain(self.path, line, f"head {head!r} is not a word of the sentence")
                continue
            self.document.words[offset].head = offset_of[head]

    def _remark_on_elided(self, elided: list[tuple[Word, int]], offset_of: dict[str, int]) -> None:
        """Remark on each elided word that depends on what is no word of the sentence."""
        for word, line in elided:
            outside = next((item for item in word.enhanced.split("|") if _governor(item) not in offset_of), None)
            if outside is not None:
                what = f"DEPS {outside!r} of an elided word names no word of the sentence, so no zero is matched by it"
                remark(self.path, line, what)

    def _add_misc(self, word: Word, misc: str, offset: int, line: int, joined: bool) -> None:
        """Take the last column apart; where it is not in the usual order, keep that too."""
        brackets = ""
        kept = []
        for item in misc.split("|"):
            key, _, value = item.partition("=")
            if key.startswith(KEYS) and self._misc_chains.take(key, value, offset, line):
                continue
            kept.append(item)
            if key == "Entity" and value:
                if brackets:
                    complain(self.path, line, "a second Entity= of one word", "expected all brackets in one")
                brackets = value
            elif item == "SpaceAfter=No":
                word.space_after = False
            elif key not in word.extra:
                word.extra[key] = value
        if brackets:
            if self.fields is None:
                complain(
                    self.path, line, "Entity= without # global.Entity", f"expected # global.Entity = {COREFUD_FIELDS}"
                )
                self.fields = Fields(COREFUD_FIELDS)
            for wrong in self._entities.add(brackets, offset, line, self.fields):
                complain(self.path, line, wrong)
            self._brackets.append((offset, brackets))
        if SPLIT in word.extra or BRIDGE in word.extra:
            self._relations.append((offset, line))
        if regular_misc(word, brackets, joined) != ("|".join(kept) or "_"):
            items = kept
            if brackets:
                # Not what only ends like it, as NamedEntity=Yes.
                items[items.index(f"Entity={brackets}")] = "Entity"
            word.extra[f"{OWN}misc"] = "|".join(items)

    def _add_mentions(self, mentions: list[FoundMention]) -> None:
        document = self.document
        assert self.fields is not None
        entities: dict[str, Entity] = {}
        alone: Counter[str] = Counter()
        stated: dict[str, int] = {}
        for number, (entity_id, values, parts, line) in enumerate(mentions, 1):
            mention = Mention(f"m{number}", parts[0][0], parts[-1][1], parts[0][0], parts if len(parts) > 1 else ())
            if entity_id.startswith(NO_COREFERENCE):
                alone[entity_id] += 1
                entity_id = own_id(entity_id, alone[entity_id])
            entity = entities.setdefault(entity_id, Entity(entity_id, []))
            entity.mentions.append(mention.id)
            if "-" in entity_id:
                # A field that cannot be what it should is taken for a part of the id: (e1-person-x-) is of e1-person.
                what = f"entity {entity_id!r} has a hyphen in its id, which separates fields"
                remark(self.path, line, f"{what}; is another field wrong?")
            stated_head = (values.get("head") or values.get("minspan") or "").split(",")[0][:_DIGITS]
            offsets = mention.offsets
            if stated_head:
                if not 1 <= int(stated_head) <= len(offsets):
                    wrong = f"word {stated_head} is the head of a mention of entity {entity_id} of {len(offsets)} words"
                    complain(self.path, line, wrong, f"expected one from 1 to {len(offsets)}")
                    stated_head = "1"
                stated[mention.id] = offsets[int(stated_head) - 1]
            for name, value in values.items():
                if name == "etype" and value:
                    mention.entity_type = value
                elif name == "link" and value:
                    entity.types[mention.id] = value
                else:
                    mention.extra[name] = value
                    mention.is_clause |= name == "other" and CLAUSE in value
            document.mentions.append(mention)
        layer = CoreferenceLayer(GOLD_LAYER, list(entities.values()), extra={"fields": self.fields.declaration})
        document.coreference[GOLD_LAYER] = layer
        set_heads(document, stated)
        for offset, line in self._relations:
            try:
                for twice in read_relations(document, offset, entities, layer):
                    remark(self.path, line, f"{twice} stands twice; expected a relation once")
            except RelationError as error:
                complain(self.path, line, str(error))
        for offset, line in self._relations:
            for item in document.words[offset].extra.get(SPLIT, "").split(","):
                whole = entities.get(item.partition("<")[2])
                if whole is not None and len(whole.split_antecedent) == 1:
                    remark(self.path, line, f"{SPLIT}={item} names one antecedent alone; expected two or more")
        regular = render(document, document.mentions, layer.entity_of(), self.fields)
        for offset, brackets in self._brackets:
            if regular.get(offset) != brackets:
                document.words[offset].extra[f"{OWN}Entity"] = brackets


def _paragraph(block: str | None) -> Paragraph:
    """A paragraph, its kind taken from GUM's blocks: ``list (3 s) | item (1 s)`` is an item."""
    names = {part.split(" ")[0] for part in re.split(r"\s*\|\s*", block or "")}
    return Paragraph("heading" if "head" in names else "item" if "item" in names else "body")


FORMAT = Format(
    name="conllu",
    description="CoNLL-U, coreference in Entity= (GUM, CorefUD 1.x)",
    source="Universal Dependencies; Nedoluzhko et al. (2022); Zeldes (2017)",
    suffixes=(".conllu",),
    recognises=recognises,
    read=read,
    write=write,
    cannot_hold=cannot_hold,
    rank=3,
    names_entities=True,
    has_enhanced=True,
    has_bridging=True,
    states=("paragraphs", "speakers", "heads", "singletons"),
)
