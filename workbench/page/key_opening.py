"""A text opened to make its key: its words, what of a key it has, and what may be chosen or accepted."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

from anaphora_workbench.corpora import find
from anaphora_workbench.corpora.document import Document, Mention
from anaphora_workbench.resolvers import Resolution, get_resolver
from anaphora_workbench.workbench.page.key_form import LONGEST_KEY, form_of_key, left_out
from anaphora_workbench.workbench.page.language_guess import check_language
from anaphora_workbench.workbench.page.questions import KeyQuestion
from anaphora_workbench.workbench.prepared import PreparedDocuments
from anaphora_workbench.workbench.runs.evaluating import answered
from anaphora_workbench.workbench.settings import is_preprocessed

# What answers noun phrases, so that a whole chain is proposed and not only its pronouns.
NOMINAL = "head-match"


def opened(question: KeyQuestion, prepared: PreparedDocuments) -> dict[str, Any]:
    """The text of a question with its key, its noun phrases, and a resolver's proposals.

    Raises:
        ValueError: the file cannot be read, has no such document, or the document is too long or in a language that
            there is no folder for.
    """
    documents = [document for file, its_format in find(question.path) for document in its_format.read(file)]
    if question.place >= len(documents):
        raise ValueError(f"no document {question.place + 1}; expected one of {len(documents)}")
    document = documents[question.place]
    words = len(document.words) or len(document.raw_text.split())
    if words > LONGEST_KEY:
        raise ValueError(f"the text has {words} words; expected at most {LONGEST_KEY}, a part of it")
    check_language(document.raw_text)
    is_gold = is_preprocessed(document) and document.annotation == "gold"
    whole = prepared.get(document, "gold" if is_gold else "predicted")
    given = whole.with_mentions("system")
    return {
        "documents": [each.id for each in documents],
        "place": question.place,
        "form": form_of_key(whole),
        "left_out": left_out(document),
        "governors": [word.head for word in whole.words],
        "phrases": [_phrase(mention) for mention in given.mentions],
        "proposals": _proposals(question.resolver, given) if question.resolver else [],
        "resolver": question.resolver,
    }


def _phrase(mention: Mention) -> dict[str, Any]:
    return {
        "start": mention.start,
        "end": mention.end,
        "head": mention.head,
        "pronoun": mention.is_pronoun,
        "pleonastic": mention.pleonastic,
    }


def _proposals(resolver: str, given: Document) -> list[tuple[int, int]]:
    """Positions of an anaphor and the antecedent that is proposed for it; -1 for a pronoun without one."""
    name = f"{resolver}+{NOMINAL}"
    resolution: Resolution
    resolution, _ = answered(name, get_resolver(name), given, None)
    position = {mention.id: place for place, mention in enumerate(given.mentions)}
    proposed = {position[later]: position[earlier] for chain in resolution.chains for earlier, later in pairwise(chain)}
    for decision in resolution.decisions:
        proposed[position[decision.anaphor]] = -1 if decision.antecedent is None else position[decision.antecedent]
    return sorted(proposed.items())
