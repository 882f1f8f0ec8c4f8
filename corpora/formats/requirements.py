"""Checks before writing: a document that could not be read back unchanged is refused."""

from collections.abc import Callable, Iterator
from itertools import pairwise
from pathlib import Path

from anaphora_workbench.corpora.document import CoreferenceLayer, Document
from anaphora_workbench.corpora.formats.conllu.entity_relations import is_part_of
from anaphora_workbench.corpora.formats.losses import written_layer
from anaphora_workbench.corpora.support.errors import FormatError


def require_places(document: Document, layer: CoreferenceLayer | None, path: Path) -> None:
    """Raise FormatError for a document without words, or with a mention of a chain that has no place among them."""
    if not document.words:
        raise FormatError(path, None, f"document {document.id} has no words", "expected a document with a text")
    by_id = document.mention_by_id()
    for entity in layer.entities if layer is not None else ():
        for name in entity.mentions:
            mention = by_id.get(name)
            if mention is None or not 0 <= mention.start < mention.end <= len(document.words):
                wrong = f"mention {name!r} of document {document.id} has no place among its words"
                raise FormatError(path, None, wrong, "expected mentions of the text in every chain")


def require_sound(document: Document, path: Path) -> None:
    """Raise FormatError for a document that contradicts itself, so that a part of it would be left out unseen.

    Words in no sentence, a sentence in no paragraph, a mention id twice, stretches of a mention that overlap, and
    what contradicts itself in the layer that is written.
    """
    wrong = ""
    covered = 0
    for number, sentence in enumerate(document.sentences, 1):
        if sentence.start != covered:
            wrong = f"sentence {number} begins at word {sentence.start}, not at {covered}"
        if document.paragraphs and not 0 <= sentence.paragraph < len(document.paragraphs):
            wrong = f"sentence {number} is in paragraph {sentence.paragraph}, which does not exist"
        covered = sentence.end
    if covered > len(document.words):
        wrong = wrong or f"sentence {len(document.sentences)} ends at {covered} of {len(document.words)} words"
    elif covered != len(document.words):
        wrong = wrong or f"{len(document.words) - covered} words are in no sentence"
    seen: set[str] = set()
    for mention in document.mentions:
        if mention.id in seen:
            wrong = wrong or f"duplicate mention id {mention.id!r}"
        if any(before[1] > after[0] for before, after in pairwise(mention.parts)):
            wrong = wrong or f"the parts of mention {mention.id!r} overlap"
        seen.add(mention.id)
    layer = written_layer(document)
    if layer is not None and not wrong:
        wrong = next((what for _, what in layer_contradictions(layer)), "")
    if wrong:
        raise FormatError(
            path, None, f"document {document.id}: {wrong}", "expected a document that workbench validate accepts"
        )


def layer_contradictions(
    layer: CoreferenceLayer, named: Callable[[str], str] = repr
) -> Iterator[tuple[str | None, str]]:
    """What contradicts itself in a layer, whatever mentions its document has; the id of the mention with each.

    Args:
        named: how a mention of an id is named.
    """
    for entities in (layer.entities, layer.discourse_deixis):
        known = {entity.id for entity in entities if entity.mentions}
        by_id = {entity.id: entity for entity in entities}
        ids: set[str] = set()
        placed: set[str] = set()
        for entity in entities:
            if entity.id in ids:
                yield None, f"duplicate entity id {entity.id!r}"
            ids.add(entity.id)
            for name in entity.mentions:
                if name in placed:
                    yield name, f"mention {named(name)} is in two entities or twice in one"
                placed.add(name)
            members = frozenset(entity.mentions)
            unknown = next((name for name in entity.types if name not in members), None)
            if unknown is not None:
                yield None, f"entity {entity.id} has a type for {unknown!r}, which is not a mention of it"
            if entity.dominant is not None and entity.dominant not in members:
                yield None, f"the dominant mention {entity.dominant!r} of entity {entity.id} is not a mention of it"
            other = next((name for name in entity.split_antecedent if name not in known), None)
            if other is not None:
                yield (
                    None,
                    f"entity {entity.id} has the split antecedent {other!r}, which is not an entity with mentions",
                )
            if any(is_part_of(by_id, entity.id, member) for member in entity.split_antecedent):
                yield None, f"entity {entity.id} is part of its own split antecedent"
    referring = layer.entity_of().keys()
    listed: set[str] = set()
    for name in layer.non_referring:
        if name in referring:
            yield name, f"mention {named(name)} refers to nothing, but is in an entity"
        elif name in listed:
            yield name, f"mention {named(name)} is listed twice as non-referring"
        listed.add(name)


def require_forms(document: Document, path: Path) -> None:
    """Raise FormatError for a word without a form, which would be read as an underscore."""
    for offset, word in enumerate(document.words):
        if not word.form and not word.empty:
            wrong = f"word {offset} of document {document.id} has no form"
            raise FormatError(path, None, wrong, "expected one for every word of the text")
