"""The standard disclosure of a study of pronouns: what became of every pronoun of the text, form by form.

Source: Byron (2001), who asks that no pronoun leave the count unseen; readings.md, Anaphora, for the rate.
"""

from __future__ import annotations

from dataclasses import dataclass, field, fields
from typing import Any

from corpora.document import Document, Mention
from evaluation.anaphora import MATCH, key_anaphors, outcome_of_each
from evaluation.difficulty import third_person_pronouns
from evaluation.documents import DocumentPair
from evaluation.mention_facts import mention_facts
from evaluation.scores import Ratio


@dataclass
class FormCounts:
    """The pronouns of one form; ``+`` adds documents.

    Every pronoun falls into one of non_referential, without_antecedent, out_of_scope and evaluated.

    Attributes:
        raw: in the text.
        non_referential: in no entity of the key: pleonastic, or of a kind that the key does not annotate.
        without_antecedent: in an entity of the key of which nothing stands before it, or not asked by the key.
        out_of_scope: anaphors of the key that the system excludes.
        evaluated: anaphors of the key that count.
        correct_intra, correct_inter: those resolved to a mention of their entity, by whether the mention of it
            before them is in the same sentence.
    """

    raw: int = 0
    non_referential: int = 0
    without_antecedent: int = 0
    out_of_scope: int = 0
    evaluated: int = 0
    correct_intra: int = 0
    correct_inter: int = 0

    def __add__(self, other: FormCounts) -> FormCounts:
        return FormCounts(*(getattr(self, one.name) + getattr(other, one.name) for one in fields(self)))

    @property
    def resolution_rate(self) -> Ratio:
        """Correct answers among all anaphors of the key, those out of scope included."""
        return Ratio(self.correct_intra + self.correct_inter, self.evaluated + self.out_of_scope)

    def as_json(self) -> dict[str, Any]:
        counts = {one.name: getattr(self, one.name) for one in fields(self)}
        return counts | {"resolution_rate": self.resolution_rate.as_json()}


@dataclass
class Disclosure:
    """The counts by form in lower case; ``+`` adds documents."""

    forms: dict[str, FormCounts] = field(default_factory=dict)

    def __add__(self, other: Disclosure) -> Disclosure:
        forms = dict(self.forms)
        for form, counts in other.forms.items():
            forms[form] = forms.get(form, FormCounts()) + counts
        return Disclosure(forms)

    @property
    def total(self) -> FormCounts:
        return sum(self.forms.values(), FormCounts())

    def as_json(self) -> dict[str, Any]:
        return {"forms": {form: self.forms[form].as_json() for form in sorted(self.forms)}} | {
            "total": self.total.as_json()
        }


def disclosure(pair: DocumentPair, match: str = MATCH.default) -> Disclosure:
    """What became of the pronouns of one document."""
    document = pair.key
    forms = _forms(document)
    found: dict[str, FormCounts] = {}
    for form in forms.values():
        found.setdefault(form, FormCounts()).raw += 1
    in_key = {name for entity in pair.key_layer.entities for name in entity.mentions}
    referring = {_place(mention) for mention in document.mentions if mention.id in in_key}
    anaphors = {anaphor.id: _place(anaphor) for anaphor in key_anaphors(pair)}
    for place, form in forms.items():
        if place not in referring:
            found[form].non_referential += 1
        elif place not in anaphors.values():
            found[form].without_antecedent += 1
    intrasentential = _intrasentential(pair, anaphors)
    for mention, outcome in outcome_of_each(pair, match):
        if mention.id not in anaphors or not (outcome.anaphors or outcome.excluded):
            continue
        # A key may ask for words of other forms (a demonstrative); they count as what they are.
        form = forms.get(_place(mention)) or mention_facts(document, mention).head_form
        counts = found.setdefault(form, FormCounts())
        counts.raw += _place(mention) not in forms
        counts.out_of_scope += outcome.excluded
        counts.evaluated += outcome.anaphors
        if mention.id in intrasentential:
            counts.correct_intra += outcome.correct
        else:
            counts.correct_inter += outcome.correct
    return Disclosure(found)


def _forms(document: Document) -> dict[int | str, str]:
    """The form of each third person pronoun, by offset, or by id where it has none."""
    mention_of = document.mention_by_id()
    forms = {}
    for place in third_person_pronouns(document):
        if isinstance(place, int):
            forms[place] = document.words[place].form.lower() if document.words else _form_at(document, place)
        else:
            forms[place] = mention_facts(document, mention_of[place]).head_form
    return forms


def _form_at(document: Document, offset: int) -> str:
    at = next(mention for mention in document.mentions if mention.head == offset)
    return mention_facts(document, at).head_form


def _place(mention: Mention) -> int | str:
    return mention.head if mention.head >= 0 else mention.id


def _intrasentential(pair: DocumentPair, anaphors: dict[str, int | str]) -> set[str]:
    """Anaphors whose entity has its mention before them in the same sentence."""
    found = set()
    mentions = pair.key.mention_by_id()
    for entity in pair.key_layer.entities:
        facts = [mention_facts(pair.key, mentions[one]) for one in entity.mentions]
        if all(one.offsets for one in facts):
            facts.sort(key=lambda one: (one.offsets[0], -one.offsets[-1]))
        for previous, mention in zip(facts, facts[1:], strict=False):
            if mention.id in anaphors and mention.sentence == previous.sentence >= 0:
                found.add(mention.id)
    return found
