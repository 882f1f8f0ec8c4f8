"""Who speaks in a conversation written down as plain text: lines like *Ann: I lost my keys.*

Source: our own; in corpora annotators say who speaks (GUM's ``# speaker``, the speaker column of OntoNotes).
"""

import re
from collections import Counter
from dataclasses import dataclass
from itertools import pairwise

from anaphora_workbench.corpora.document import Document, Sentence
from anaphora_workbench.corpora.languages import Lexicon, tables_for
from anaphora_workbench.preprocessing.parser.mistagged_names import SINGULAR, name_tag

# One to four words from a capital on, perhaps how it is said, and a colon: *Dr. Voss:*, *Q:*, *ANN (laughs):*.
_LABEL = re.compile(r"([^\W\d_][\w.'’-]*(?: [^\W_][\w.'’-]*){0,3})(?: \([^()]{1,60}\))?:(?=\s|$)")
_MINIMUM = 2
# Relations of CLEAR, two of them in UD too: of the head of a name, of its other words, and of what stands behind it.
_ROOT, _PART, _BEHIND = "ROOT", "compound", "dep"


@dataclass(frozen=True)
class Conversation:
    """The speakers of a text.

    Attributes:
        speakers: their names as the lines that they begin have them; none where the text is no conversation.
        close: whether turns follow each other without blank lines, so that a blank line ends one.
    """

    speakers: frozenset[str] = frozenset()
    close: bool = False

    def label(self, line: str) -> tuple[str, int]:
        """Who is named as its speaker at the beginning of a line, and how many characters that takes; "" and 0."""
        found = _LABEL.match(line)
        return (found[1], found.end()) if found and found[1] in self.speakers else ("", 0)


def conversation(text: str, lexicon: Lexicon, no_speakers: frozenset[str] = frozenset()) -> Conversation:
    """The conversation that a text is: two names or more begin its lines, one of them twice or all known first names.

    *Time: two hours* and *Serves: six* are none.

    Args:
        no_speakers: what begins lines and names nobody, in lower case: *Subject:*.
    """
    lines = text.splitlines()
    labels = [found[1] for found in map(_LABEL.match, lines) if found and _is_capitalised(found[1])]
    said = Counter(label for label in labels if label.lower() not in no_speakers)
    known = all(lexicon.name_gender(name.split()[0]) for name in said)
    if len(said) < _MINIMUM or (max(said.values()) < _MINIMUM and not known):
        return Conversation()
    found = Conversation(frozenset(said))
    close = any(before.strip() and found.label(line)[0] for before, line in pairwise(lines))
    return Conversation(found.speakers, close)


def _is_capitalised(name: str) -> bool:
    """Whether all of its words begin with a capital or are numbers: *SPEAKER 2*."""
    return all(word[0].isupper() or word.isdecimal() for word in name.split())


def name_as_person(document: Document, sentence: Sentence, name: str) -> None:
    """Tag the name that begins a turn as a person's, in place: parsers know *Ann said*, but make anything of *Ann:*.

    Args:
        sentence: of nothing but the name, how it is said, and the colon.
    """
    end = sentence.start + 1
    while end < sentence.end and len("".join(name.split())) > sum(
        len(word.form) for word in document.words[sentence.start : end]
    ):
        end += 1
    last, tag = end - 1, name_tag(tables_for(document))
    for offset in range(sentence.start, sentence.end):
        word = document.words[offset]
        if offset < end:
            word.upos, word.xpos, word.morphology = "PROPN", tag, SINGULAR
            word.lemma, word.entity_type = word.form, "PERSON"
            word.head, word.relation = (-1, _ROOT) if offset == last else (last, _PART)
        elif word.head < end:
            word.head = last
            word.relation = word.relation if word.relation != _ROOT else _BEHIND
