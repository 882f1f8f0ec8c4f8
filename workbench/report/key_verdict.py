"""What a key says of the answer for one mention."""

from __future__ import annotations

from dataclasses import replace

from anaphora_workbench.corpora.document import Decision, Mention, span_order
from anaphora_workbench.corpora.pair import DocumentPair
from anaphora_workbench.evaluation.anaphora import key_anaphors, outcomes


def verdict_of_key(pair: DocumentPair, decision: Decision, measured: bool) -> tuple[list[Mention], bool | None]:
    """The mentions before a mention in its entity of the key, and whether the answer is of that entity.

    There are none, and the verdict is None, if the mention is not an anaphor of the key.

    Args:
        pair: whose response has no other decision than this one.
        measured: it is a pronoun, of which the measures say whether it is an anaphor; else whatever the key has before
            it in its entity makes it one.
    """
    mention = pair.response.mention_by_id()[decision.anaphor]
    if not measured:
        same = [of_key.id for of_key in _same(pair.key.mentions, mention)]
        pair = replace(pair, key=replace(pair.key, anaphors=same))
    anaphor = next((of_key for of_key in _same(key_anaphors(pair), mention)), None)
    if anaphor is None:
        return [], None
    mention_of = pair.key.mention_by_id()
    members = (mention_of[name] for name in pair.key_layer.entity_of()[anaphor.id].mentions)
    earlier = sorted((member for member in members if member.start < anaphor.start), key=span_order)
    return earlier, bool(outcomes(pair).correct) if earlier else None


def _same(of_key: list[Mention], mention: Mention) -> list[Mention]:
    """The mention of a key with the same words, or else with the same head."""
    span = mention.start, mention.end
    same = [other for other in of_key if (other.start, other.end) == span]
    return (same or [other for other in of_key if other.head == mention.head])[:1]
