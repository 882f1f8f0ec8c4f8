"""A corpus of any size: gold coreference and parses of sentences made at random, with a system's answers to it.

Every document is made from its number, so a larger corpus begins with the smaller one.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path

_PEOPLE = {"he": ("Tom", "Peter", "Carlos", "Bill"), "she": ("Ann", "Mary", "Eve", "Ruth")}
_THINGS = ("boat", "letter", "garden", "piano", "bridge", "kettle", "ladder", "basket")
_VERBS = ("saw", "found", "carried", "painted", "sold", "kept", "moved", "wanted")
_OBJECT = {"he": "him", "she": "her", "it": "it"}
_HEADER = "# global.Entity = eid-etype-head-other\n"
# Words of a sentence with the full stop.
_SENTENCE = 5


def document(number: int, words: int) -> str:
    """A document of about so many words as CoNLL-U with CorefUD's coreference."""
    chance = random.Random(number)
    lines = [f"# newdoc id = doc{number:06}\n", _HEADER]
    known: list[tuple[str, str]] = []
    for sentence in range(max(1, words // _SENTENCE)):
        lines += _sentence(f"doc{number:06}-{sentence + 1}", known, chance)
    return "".join(lines)


def corpus(file: Path, documents: int, words: int, first: int = 0) -> Path:
    """Write documents to one file, one after the other."""
    with file.open("w", encoding="utf-8") as output:
        for number in range(first, first + documents):
            output.write(document(number, words))
    return file


def _sentence(name: str, known: list[tuple[str, str]], chance: random.Random) -> Iterator[str]:
    subject, subject_entity = _noun_phrase(known, chance, people=True)
    other, other_entity = _noun_phrase(known, chance, people=False)
    verb = chance.choice(_VERBS)
    yield f"# sent_id = {name}\n"
    rows = [(subject, "nsubj", subject_entity), (verb, "root", ""), (other, "obj", other_entity)]
    position = 0
    verb_at = 2 if subject[0] != "the" else 3
    for word, relation, entity in rows:
        forms = (word,) if isinstance(word, str) else word
        for place, form in enumerate(forms):
            position += 1
            is_head = place == len(forms) - 1
            head = 0 if relation == "root" else verb_at if is_head else position + 1
            opens, closes = bool(entity) and place == 0, bool(entity) and is_head
            bracket = (
                f"({entity}-thing-{len(forms)}-{')' if closes else ''}" if opens else f"{entity})" if closes else ""
            )
            misc = f"Entity={bracket}" if bracket else "_"
            tag, universal, features = _tags(form, relation, is_head)
            name_of_relation = relation if is_head else "det"
            columns = (position, form, form.lower(), universal, tag, features, head, name_of_relation, "_", misc)
            yield "\t".join(map(str, columns)) + "\n"
    yield f"{position + 1}\t.\t.\tPUNCT\t.\t_\t{verb_at}\tpunct\t_\t_\n\n"


def _noun_phrase(known: list[tuple[str, str]], chance: random.Random, people: bool) -> tuple[tuple[str, ...], str]:
    """The words of a noun phrase and its entity: new, or one of the last, by a pronoun or again by its name."""
    recent = [(entity, pronoun) for entity, pronoun in known[-6:] if (pronoun != "it") == people]
    if recent and chance.random() < 0.5:
        entity, pronoun = chance.choice(recent)
        known.append((entity, pronoun))
        form = pronoun if people else _OBJECT[pronoun]
        return (form.capitalize() if people else form,), entity
    pronoun = chance.choice(("he", "she")) if people else "it"
    entity = f"e{len(known)}"
    known.append((entity, pronoun))
    return ((chance.choice(_PEOPLE[pronoun]),) if people else ("the", chance.choice(_THINGS))), entity


def _tags(form: str, relation: str, is_head: bool) -> tuple[str, str, str]:
    """Penn tag, universal tag and features."""
    if relation == "root":
        return "VBD", "VERB", "Tense=Past"
    if not is_head:
        return "DT", "DET", "Definite=Def|PronType=Art"
    if form.lower() in ("he", "she", "it", "him", "her"):
        return "PRP", "PRON", "Number=Sing|Person=3|PronType=Prs"
    return ("NN", "NOUN", "Number=Sing") if form in _THINGS else ("NNP", "PROPN", "Number=Sing")
