"""The standard disclosure of a study of pronouns: the outcome of every pronoun of the text, by form.

Source: Byron (2001), who asks that no pronoun leave the count unseen; metrics.md, section 16, for the rate.
"""

from __future__ import annotations

from collections.abc import Container, Iterable
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any

from anaphora_workbench.corpora.document import CoreferenceLayer, Document, DocumentPair, Mention
from anaphora_workbench.evaluation.arithmetic.exact import Sums
from anaphora_workbench.evaluation.arithmetic.scores import Ratio
from anaphora_workbench.evaluation.matching.mention_facts import mention_facts
from anaphora_workbench.evaluation.pronouns.anaphora import Judged, key_anaphors
from anaphora_workbench.evaluation.statistics.difficulty import third_person_pronouns


@dataclass
class FormCounts(Sums):
    """The pronouns of one form.

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

    @property
    def resolution_rate(self) -> Ratio:
        """Correct answers among all anaphors of the key, those out of scope included."""
        return Ratio(self.correct_intra + self.correct_inter, self.evaluated + self.out_of_scope)

    def as_json(self) -> dict[str, Any]:
        return self.by_name() | {"resolution_rate": self.resolution_rate.as_json()}


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


class KeyPronouns:
    """The pronouns of a document and what its key says of them, the same for every response to it."""

    def __init__(self, document: Document, layer: CoreferenceLayer) -> None:
        self.document = document
        self.forms = _forms(document)
        in_key = {name for entity in layer.entities for name in entity.mentions}
        self.referring = {_place(mention) for mention in document.mentions if mention.id in in_key}
        anaphors = key_anaphors(DocumentPair(document.id, document, layer, document, layer))
        self.anaphors = {anaphor.id: _place(anaphor) for anaphor in anaphors}
        self.intrasentential = _intrasentential(document, layer, self.anaphors)

    def unanswered(self) -> Disclosure:
        """The pronouns that no response can get right: those that are not anaphors of the key."""
        by_form: dict[str, FormCounts] = {}
        anaphors = set(self.anaphors.values())
        for place, form in self.forms.items():
            counts = by_form.setdefault(form, FormCounts())
            counts.raw += 1
            counts.non_referential += place not in self.referring
            counts.without_antecedent += place in self.referring and place not in anaphors
        return Disclosure(by_form)


def disclosed(pronouns: Iterable[Judged], key: KeyPronouns) -> Disclosure:
    """The outcomes of the pronouns of one document, which have been judged."""
    by_form = key.unanswered().forms
    for pronoun in pronouns:
        if not pronoun.is_anaphor:
            continue
        # A key may ask for words of other forms (a demonstrative); they count as what they are.
        form = key.forms.get(_place(pronoun.mention))
        if form is None:
            form = mention_facts(key.document, pronoun.mention).head_form
            by_form.setdefault(form, FormCounts()).raw += 1
        counts = by_form[form]
        counts.out_of_scope += pronoun.outcome.excluded
        counts.evaluated += pronoun.outcome.anaphors
        if pronoun.mention.id in key.intrasentential:
            counts.correct_intra += pronoun.outcome.correct
        else:
            counts.correct_inter += pronoun.outcome.correct
    return Disclosure(by_form)


def _forms(document: Document) -> dict[int | str, str]:
    """The form of each third person pronoun, by offset, or by id where it has none."""
    mention_at = {_place(mention): mention for mention in reversed(document.mentions)}
    forms = {}
    for place in third_person_pronouns(document):
        if isinstance(place, int) and document.words:
            form = document.words[place].form.lower()
        else:
            form = mention_facts(document, mention_at[place]).head_form
        forms[place] = form.replace("’", "'")
    return forms


def _place(mention: Mention) -> int | str:
    return mention.head if mention.head >= 0 else mention.id


def _intrasentential(document: Document, layer: CoreferenceLayer, anaphors: Container[str]) -> set[str]:
    """Anaphors whose entity has its mention before them in the same sentence."""
    inside = set()
    mentions = document.mention_by_id()
    for entity in layer.entities:
        facts = [mention_facts(document, mentions[member]) for member in entity.mentions]
        if all(mention.offsets for mention in facts):
            facts.sort(key=lambda mention: (mention.offsets[0], -mention.offsets[-1]))
        for previous, mention in pairwise(facts):
            if mention.id in anaphors and mention.sentence == previous.sentence >= 0:
                inside.add(mention.id)
    return inside
