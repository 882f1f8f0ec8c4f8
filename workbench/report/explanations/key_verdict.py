"""The key's verdict on the answer for one mention."""

from dataclasses import dataclass, replace

from anaphora_workbench.corpora.document import Decision, Document, DocumentPair, Mention, span_order
from anaphora_workbench.corpora.formats.gap import NAMES, PRONOUN, is_snippet
from anaphora_workbench.evaluation.pronouns.anaphora import SameMentions, key_anaphors, outcomes
from anaphora_workbench.evaluation.pronouns.gap import answers_of


@dataclass(frozen=True)
class KeyVerdict:
    """The key's verdict on a mention and its answer.

    Attributes:
        antecedents: the mentions before it in its entity; of the pronoun of a GAP snippet its names, on both sides.
        correct: whether the answer is of that entity; None if there are no antecedents.
        following: the next mention of the entity that starts with it.
        ahead: the answer is of that entity, though it follows.
        of_names: it is the pronoun of a GAP snippet, whose key asks whether it means two names.
        outside: the key is narrow and does not have the mention, so it cannot tell whether it refers.
    """

    antecedents: list[Mention]
    correct: bool | None = None
    following: Mention | None = None
    ahead: bool = False
    of_names: bool = False
    outside: bool = False

    def in_words(self, document: Document, answered: bool) -> str:
        """The line below an answer: *key: Ann (s1): right*.

        Args:
            document: of the key's mentions. answered: there is an antecedent.
        """
        if self.antecedents:
            nouns = [mention for mention in self.antecedents if not mention.is_pronoun]
            verdict = "right" if self.correct else "wrong"
            return f"key: {_named(document, (nouns or self.antecedents)[-1])}: {verdict}"
        if self.outside:
            return "key: not in the key, whose scope is narrow: it cannot tell"
        wrong = ": wrong" if answered else ""
        if self.of_names:
            return "key: neither of the two names" + wrong
        if self.following is not None:
            told = f"key: no anaphor: its entity begins here and goes on with {_named(document, self.following)}"
            return told + ("; the answer is of it" if self.ahead else wrong)
        return "key: not an anaphor" + wrong


def _named(document: Document, mention: Mention) -> str:
    return f"{document.mention_text(mention)} ({mention.id})"


def verdict_of_key(pair: DocumentPair, decision: Decision, measured: bool) -> KeyVerdict:
    """The verdict on the answer for a mention.

    Args:
        pair: whose response has no other decision than this one.
        measured: it is a pronoun, of which the measures say whether it is an anaphor; else whatever the key has before
            it in its entity makes it one.
    """
    of_response = pair.response.mention_by_id()
    mention, chosen = of_response[decision.anaphor], of_response.get(decision.antecedent or "")
    same = _same(pair.key.mentions, mention)
    if is_snippet(pair.key) and [of_key.id for of_key in same] == [PRONOUN]:
        return _of_snippet(pair, chosen)
    if not measured:
        pair = replace(pair, key=replace(pair.key, anaphors=[of_key.id for of_key in same]))
    mention_of = pair.key.mention_by_id()
    anaphor = next((of_key for of_key in _same(key_anaphors(pair), mention)), None)
    if anaphor is None:
        following = _following(pair, same)
        ahead = following is not None and chosen is not None and SameMentions(pair).is_right(same[0], chosen)
        return KeyVerdict([], following=following, ahead=ahead)
    members = (mention_of[name] for name in pair.key_layer.entity_of()[anaphor.id].mentions)
    earlier = sorted((member for member in members if member.start < anaphor.start), key=span_order)
    return KeyVerdict(earlier, bool(outcomes(pair).correct) if earlier else None)


def _of_snippet(pair: DocumentPair, chosen: Mention | None) -> KeyVerdict:
    """The verdict on the pronoun of a GAP snippet: which names it means counts, wherever they stand.

    An answer that is neither name is right where its entity has a name that is meant, and none that is not.
    """
    entity, mention_of = pair.key_layer.entity_of().get(PRONOUN), pair.key.mention_by_id()
    meant = {name for name in NAMES if entity is not None and name in entity.mentions}
    if not meant:
        return KeyVerdict([], of_names=True)
    same = SameMentions(pair)
    taken = {name for name in NAMES if chosen is not None and chosen in same.responses(mention_of[name])}
    said = taken or {name for name, answer in zip(NAMES, answers_of(pair), strict=True) if answer}
    return KeyVerdict(
        sorted((mention_of[name] for name in meant), key=span_order), bool(said) and said <= meant, of_names=True
    )


def _following(pair: DocumentPair, same: list[Mention]) -> Mention | None:
    """The next mention of the entity that starts with one of the key; None if that is none of its entities' first."""
    entity = pair.key_layer.entity_of().get(same[0].id) if same else None
    if entity is None:
        return None
    members = sorted((pair.key.mention_by_id()[name] for name in entity.mentions), key=span_order)
    return members[1] if len(members) > 1 and members[0].id == same[0].id else None


def _same(of_key: list[Mention], mention: Mention) -> list[Mention]:
    span = mention.start, mention.end
    same = [other for other in of_key if (other.start, other.end) == span]
    return (same or [other for other in of_key if other.head == mention.head])[:1]
