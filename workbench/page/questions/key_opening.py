"""A text opened to make its key: its words, what of a key it has, and what may be chosen or accepted."""

from itertools import pairwise
from typing import Any

from anaphora_workbench.corpora.document import Document, Mention
from anaphora_workbench.preprocessing import is_preprocessed
from anaphora_workbench.resolvers import SUGGESTED, Resolution, get_resolver
from anaphora_workbench.resolvers.registry.registry import with_nouns
from anaphora_workbench.workbench.base.prepared_documents import PreparedDocuments
from anaphora_workbench.workbench.page.questions.document import document_asked, shortened
from anaphora_workbench.workbench.page.questions.key_form import LONGEST_KEY, form_of_key, left_out
from anaphora_workbench.workbench.page.questions.questions import KeyQuestion
from anaphora_workbench.workbench.runs.evaluating import answered

# What answers noun phrases, so that a whole chain is proposed and not only its pronouns.
NOMINAL = SUGGESTED["nominal"][0]


def opened(question: KeyQuestion, prepared: PreparedDocuments) -> dict[str, Any]:
    """The text of a question with its key, its noun phrases, and a resolver's proposals.

    Raises:
        ValueError: the file cannot be read, has no such document, or the document is too long or in a language that
            there is no folder for.
    """
    document, ids, note = document_asked(question.path, question.place, LONGEST_KEY)
    is_gold = is_preprocessed(document) and document.annotation == "gold"
    prepared_whole = prepared.get(document, "gold" if is_gold else "predicted")
    # A parser counts more words than there are between blanks.
    whole = shortened(prepared_whole, LONGEST_KEY)
    if whole is not prepared_whole:
        note = f"The text is too long for one key; its first {len(whole.words)} words are shown."
    given = whole.with_mentions("system")
    return {
        "documents": ids,
        "place": question.place,
        "form": form_of_key(whole),
        "left_out": left_out(document),
        "note": note,
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
    name = with_nouns(resolver, NOMINAL)
    resolution: Resolution
    resolution, _ = answered(name, get_resolver(name), given, None)
    position = {mention.id: place for place, mention in enumerate(given.mentions)}
    proposed = {position[later]: position[earlier] for chain in resolution.chains for earlier, later in pairwise(chain)}
    for decision in resolution.decisions:
        proposed[position[decision.anaphor]] = -1 if decision.antecedent is None else position[decision.antecedent]
    return sorted(proposed.items())
