"""Which spans of a parsed document are mentions: three extractors over one dependency tree.

All read a DependencyTree, so gold and predicted parses give mentions by the same rules.
Source: resolvers.md 9.2; `marquez` follows Màrquez, Recasens & Sapena (2012), section 4.2.3.
"""

from collections.abc import Callable
from dataclasses import dataclass
from itertools import accumulate

from anaphora_workbench.corpora.document import Document, Word
from anaphora_workbench.corpora.languages.pronouns import Pronoun
from anaphora_workbench.corpora.support.known_names import there_are
from anaphora_workbench.corpora.support.notation import looked_up
from anaphora_workbench.corpora.trees import labels
from anaphora_workbench.corpora.trees.tree import DependencyTree

_NOUNS = frozenset({"NOUN", "PROPN"})
# A noun in one of these relations is part of another noun's name, not a phrase of its own.
_INSIDE_A_NAME = (
    labels.PART_OF_COMPOUND | labels.PART_OF_NAME | labels.PART_OF_EXPRESSION | labels.NOMINAL_MODIFIER
    | labels.ADJECTIVE | labels.NUMERAL | labels.DETERMINER | labels.PART_OF_NUMERAL
)  # fmt: skip
_ARGUMENTS = (
    labels.ACTIVE_SUBJECT | labels.PASSIVE_SUBJECT | labels.OBJECT | labels.OBJECT_OF_PREPOSITION | labels.RECIPIENT
    | labels.ATTRIBUTE | labels.POSSESSOR
)  # fmt: skip
_COMMA = ","
_CUT_OFF = frozenset("-–—")
_CUT = labels.CONJUNCT | labels.CONJUNCTION | labels.APPOSITION | labels.PARENTHESIS
_STRAY = labels.NEGATION | labels.ADVERBIAL_CLAUSE
# What parsers hang before a noun and no noun phrase begins with: *not the king*, *for example, the lamp*.
_STRAY_BEFORE = (
    _STRAY | labels.LOOSE | labels.PREPOSITION | labels.SUBJECT | labels.CLAUSE_MARK | labels.AUXILIARY
    | labels.COMPLEMENT_CLAUSE
)  # fmt: skip
# Behind these it stands inside the phrase: *the, uh, lamp*, *the on duty nurse*.
_OPENS_A_PHRASE = (
    labels.DETERMINER | labels.PREDETERMINER | labels.POSSESSOR | labels.ADJECTIVE | labels.NUMERAL
    | labels.PART_OF_COMPOUND | labels.NOMINAL_MODIFIER
)  # fmt: skip
# What is said of a noun behind these is not part of its phrase: *the lamp: it fell*. On GUM train 3 of 55 are.
_BREAKS = frozenset(":–—")
_PLACE = "GPE"


@dataclass(frozen=True, slots=True)
class Span:
    """A mention to be: words ``start`` to ``end`` (exclusive) with its head; ``coordination`` if it joins several."""

    start: int
    end: int
    head: int
    coordination: bool = False


def maximal(document: Document, tree: DependencyTree) -> list[Span]:
    """Every noun and pronoun with all that belongs to it, coordinations as wholes beside their parts."""
    spans: dict[tuple[int, int], Span] = {}
    for sentence in document.sentences:
        for head in range(sentence.start, sentence.end):
            if not _heads_a_phrase(tree, head):
                continue
            span = _phrase(tree, head, sentence.start, sentence.end)
            spans.setdefault((span.start, span.end), span)
            named = _before_brackets(tree, span)
            if named is not None:
                spans.setdefault((named.start, named.end), named)
            joined = _coordination(tree, span, sentence.start, sentence.end)
            if joined is not None:
                spans.setdefault((joined.start, joined.end), joined)
    return sorted(spans.values(), key=lambda span: (span.start, -span.end))


def base(document: Document, tree: DependencyTree) -> list[Span]:
    """Noun chunks, from the first premodifier to the head, and possessive pronouns."""
    spans: dict[tuple[int, int], Span] = {}
    for sentence in document.sentences:
        for head in range(sentence.start, sentence.end):
            if _heads_a_phrase(tree, head):
                whole = _phrase(tree, head, sentence.start, sentence.end)
                spans.setdefault((whole.start, head + 1), Span(whole.start, head + 1, head))
    return sorted(spans.values(), key=lambda span: (span.start, -span.end))


def marquez(document: Document, tree: DependencyTree) -> list[Span]:
    """One mention a noun or pronoun, its whole subtree; of adjacent nouns the last."""
    spans: dict[tuple[int, int], Span] = {}
    words = document.words
    for sentence in document.sentences:
        for head in range(sentence.start, sentence.end):
            noun = words[head].upos in _NOUNS
            follows = head + 1 < sentence.end and words[head + 1].upos in _NOUNS
            if words[head].empty or not ((noun and not follows) or words[head].upos == "PRON"):
                continue
            below = [word for word in tree.subtree(head) if sentence.start <= word < sentence.end]
            spans.setdefault((below[0], below[-1] + 1), Span(below[0], below[-1] + 1, head))
    return sorted(spans.values(), key=lambda span: (span.start, -span.end))


Extractor = Callable[[Document, DependencyTree], list[Span]]
EXTRACTORS: dict[str, Extractor] = {"maximal": maximal, "base": base, "marquez": marquez}


def extractor_named(name: str) -> Extractor:
    """The extractor of that name.

    Raises:
        ValueError: there is none; the message lists those there are.
    """
    if name not in EXTRACTORS:
        raise ValueError(f"no mention extractor {name!r}; {there_are(EXTRACTORS, name)}")
    return EXTRACTORS[name]


def _heads_a_phrase(tree: DependencyTree, offset: int) -> bool:
    word = tree.words[offset]
    if word.empty:
        return tree.language.drops_subjects and tree.pronoun(offset) is not None
    if tree.stands_as(offset, labels.EXPLETIVE | labels.PUNCTUATION) or word.upos in ("PUNCT", "SPACE", "SYM"):
        return False
    pronoun = tree.pronoun(offset)
    if pronoun is not None:
        return (
            pronoun.type != "interrogative"
            and (pronoun.type != "relative" or tree.language.relatives_refer)
            and not _is_part_of_the_verb(tree, offset, pronoun)
            and not _is_reciprocal_tail(tree, offset)
            and not _floats(tree, offset)
        )
    if tree.stands_as(offset, labels.PART_OF_NAME) and (
        _is_in_brackets(tree, offset) or _is_another_name(tree, offset)
    ):
        return tree.language.whole_phrases
    if tree.stands_as(offset, _INSIDE_A_NAME) or _is_joined_by_hyphen(tree.words, offset):
        return False
    if _names_nothing(tree, offset) or _only_says_what_kind(tree, offset):
        return False
    if word.upos in _NOUNS:
        return True
    # *the poor*, *the two of them*: something else in the place of a noun.
    return (
        word.upos in ("NUM", "ADJ", "DET", "PRON")
        and tree.stands_as(offset, _ARGUMENTS)
        and not tree.language.word_is(word, "relative", "existential")
        and (word.upos != "ADJ" or _may_stand_for_a_noun(tree, offset))
    )


def _is_part_of_the_verb(tree: DependencyTree, offset: int, pronoun: Pronoun) -> bool:
    """Whether a pronoun names nobody: *se* of *se cerró*, *hi* of *hi ha*."""
    form, words = looked_up(tree.words[offset].form), tree.language.words
    reflexive = pronoun.type == "reflexive" and form in words("no_mentions.reflexives")
    return reflexive or form in words("no_mentions.adverbial_pronouns")


def _only_says_what_kind(tree: DependencyTree, offset: int) -> bool:
    """Whether a bare noun or number modifies another: *de edad*, *de 1998*, *de diez años*; not *de Madrid*."""
    word, words = tree.words[offset], tree.language.words
    bare = labels.ADJECTIVE | labels.PUNCTUATION
    if (word.lemma or word.form).lower() in words("no_mentions.measures"):
        bare |= labels.NUMERAL
    if word.upos not in ("NOUN", "NUM") or any(not tree.stands_as(child, bare) for child in tree.children[offset]):
        return False
    preposition = tree.preposition(tree.transparent(offset))
    return (
        preposition is not None
        and looked_up(tree.words[preposition].form) in words("no_mentions.prepositions_of_kind")
        and tree.head[preposition] >= 0
        and tree.is_nominal(tree.head[preposition])
    )


def _names_nothing(tree: DependencyTree, offset: int) -> bool:
    """Whether a word names nothing whatever it is tagged: *n't*, *uh*, *the*, a word cut off (*la-*), a mere mark."""
    form = looked_up(tree.words[offset].form)
    words = tree.language.words
    return (
        not any(letter.isalnum() for letter in form)
        or (len(form) > 1 and form[-1] in _CUT_OFF)
        or form in words("no_mentions.clitics")
        or form in words("no_mentions.determiners")
        or form in words("interjections.words")
    )


def _floats(tree: DependencyTree, offset: int) -> bool:
    """Whether a quantifier stands beside the subject that it belongs to: *The guests have all left*."""
    return (
        looked_up(tree.words[offset].form) in tree.language.words("no_mentions.floating")
        and not tree.stands_as(offset, _ARGUMENTS | labels.CONJUNCT)
        and not tree.children[offset]
    )


def _is_in_brackets(tree: DependencyTree, offset: int) -> bool:
    """Whether a bracket opens right before a word with all that belongs to it: *Reus (Baix Camp)*."""
    first = min(tree.subtree(offset))
    before = tree.words[first - 1].form if first else ""
    return tree.words[first].form in OPENING_BRACKETS or before in OPENING_BRACKETS


def _is_another_name(tree: DependencyTree, offset: int) -> bool:
    """Whether a comma opens what the parse calls part of a name: *Reus, Valls i Falset* are three."""
    first = min(tree.subtree(offset))
    return first > 0 and _COMMA in (tree.words[first].form, tree.words[first - 1].form)


def _may_stand_for_a_noun(tree: DependencyTree, offset: int) -> bool:
    """Whether an adjective has a determiner (*the poor*) or is a quantifier that needs none (*many*)."""
    return tree.determiner(offset) is not None or looked_up(tree.words[offset].form) in tree.language.words(
        "no_mentions.alone"
    )


def _is_joined_by_hyphen(words: list[Word], offset: int) -> bool:
    """Whether a word is the first part of a compound whose hyphen is a token: *kernel-based*."""
    return (
        offset + 2 < len(words)
        and words[offset + 1].form == "-"
        and not words[offset].space_after
        and not words[offset + 1].space_after
    )


def _is_reciprocal_tail(tree: DependencyTree, offset: int) -> bool:
    """Whether the word is the *each* or *one* that *other* or *another* completes."""
    following = offset + 1
    if following >= len(tree.words):
        return False
    pair = (tree.words[offset].form.lower(), tree.words[following].form.lower())
    return pair in tree.language.reciprocals and tree.head[offset] == following


def _phrase(tree: DependencyTree, head: int, first: int, last: int) -> Span:
    cut = frozenset(child for child in tree.children[head] if _is_cut(tree, head, child))
    below = set(tree.subtree(head, without=cut))
    start = head
    while start - 1 >= first and start - 1 in below:
        start -= 1
    # *Even the school*, *mostly a joke*: the adverb belongs to the clause.
    while start < head and tree.words[start].upos == "ADV" and tree.head[start] == head and not _counts(tree, start):
        start += 1
    while start < head and _is_mark_of_phrase(tree, start, head, first):
        start += 1
    if start < head and _is_correlative(tree, start) and _is_first_of_several(tree, head):
        start += 1
    if start > first and _article_of_possessive(tree, start - 1, head):
        start -= 1
    end = head + 1
    while end < last and end in below and not _breaks_off(tree, end, head):
        end += 1
    return _trimmed(tree, start, end, head)


def _breaks_off(tree: DependencyTree, mark: int, head: int) -> bool:
    """Whether a colon or dash ends the phrase: it hangs on the head, or on what is said of it behind the mark."""
    words = tree.words
    if words[mark].form not in _BREAKS or not tree.language.cuts_strays:
        return False
    if mark + 1 < len(words) and words[mark - 1].upos == words[mark + 1].upos == "NUM":
        # *the years 1914 – 1918*
        return False
    above = tree.head[mark]
    return above == head or (above > mark and tree.head[above] == head)


def _counts(tree: DependencyTree, adverb: int) -> bool:
    """Whether an adverb with a preposition is part of a quantity: *més de cent metres*."""
    listed = looked_up(tree.words[adverb].form) in tree.language.words("quantities.adverbs")
    return listed and adverb + 1 < len(tree.words) and tree.words[adverb + 1].upos == "ADP"


def _before_brackets(tree: DependencyTree, span: Span) -> Span | None:
    """A name without the place in brackets that a whole phrase holds: *Reus* of *Reus (Baix Camp)*."""
    if not tree.language.whole_phrases or tree.words[span.head].upos != "PROPN":
        return None
    opening = (word for word in range(span.head + 1, span.end) if tree.words[word].form in OPENING_BRACKETS)
    first = next(opening, None)
    return None if first is None else Span(span.start, first, span.head)


def _article_of_possessive(tree: DependencyTree, article: int, head: int) -> bool:
    """Whether an article is part of the possessive after it: *la seva* of *la seva casa*."""
    return (
        tree.head[article] == tree.head[head]
        and tree.stands_as(head, labels.POSSESSOR)
        and looked_up(tree.words[article].form) in tree.language.words("possessives.articles")
        and not _is_contracted(tree, article)
    )


def _is_contracted(tree: DependencyTree, article: int) -> bool:
    """Whether an article is one token of the text with the preposition before it: *del*, *al*."""
    before = tree.words[article - 1] if article else None
    return (
        before is not None
        and before.upos == "ADP"
        and not before.space_after
        and looked_up(tree.words[article].form) in tree.language.words("contractions.articles")
    )


def _is_mark_of_phrase(tree: DependencyTree, word: int, head: int, first: int) -> bool:
    """Whether a first word is no part of the phrase: *a* of *vio a Ana*, the article within *del*."""
    form = looked_up(tree.words[word].form)
    marks = tree.language.words("object_marks.words")
    if tree.words[word].upos == "ADP" and form in marks and tree.head[word] == head:
        return True
    return word > first and _is_contracted(tree, word)


def _is_cut(tree: DependencyTree, head: int, child: int) -> bool:
    """Whether a dependent lies outside the phrase: coordination, apposition, a parenthesis.

    The possessive *'s* stays inside, as OntoNotes and GUM have it.
    """
    whole = tree.language.whole_phrases
    if tree.stands_as(child, _CUT):
        return not (tree.stands_as(child, labels.APPOSITION) and (whole or _says_where(tree, head, child)))
    cuts_strays = tree.language.cuts_strays
    if cuts_strays and child < head and tree.stands_as(child, _STRAY_BEFORE):
        return not any(before < child and tree.stands_as(before, _OPENS_A_PHRASE) for before in tree.children[head])
    if tree.stands_as(child, labels.LOOSE) or (cuts_strays and tree.stands_as(child, _STRAY)):
        return True
    if whole and tree.stands_as(child, labels.PART_OF_NAME) and _is_another_name(tree, child):
        return True
    if whole or child < head or tree.stands_as(child, labels.POSTPOSED_CASE):
        return False
    return _is_in_brackets(tree, child)


def _says_where(tree: DependencyTree, head: int, child: int) -> bool:
    """Whether an apposition belongs to the name of a place: *Paris, France*; in *Boston, Chicago, Denver* the first."""
    between = [word.form for word in tree.words[head + 1 : child]]
    return between == [_COMMA] and tree.words[head].entity_type == tree.words[child].entity_type == _PLACE


def _trimmed(tree: DependencyTree, start: int, end: int, head: int) -> Span:
    words = tree.words
    quotes = _QUOTES | tree.language.words("quotation_marks.straight")
    while start < head and _is_loose(words[start:end], 0, quotes):
        start += 1
    while end - 1 > head and _is_loose(words[start:end], -1, quotes):
        end -= 1
    if start < head < end - 1 and _are_partners([word.form for word in words[start:end]], quotes):
        start, end = start + 1, end - 1
    if tree.language.whole_phrases and end < len(words):
        if words[end].form == _COMMA:
            return _with_commas(tree, start, end, head)
        if start > 0 and words[start - 1].form in OPENING_BRACKETS and words[end].form in CLOSING_BRACKETS:
            return Span(start - 1, end + 1, head)
    return Span(start, end, head)


def _are_partners(forms: list[str], quotes: frozenset[str]) -> bool:
    """Whether the first and last word are quotation marks of one pair: not those of *“Help” by “Queen”*."""
    if forms[0] not in quotes or forms[-1] not in quotes:
        return False
    if forms[0] not in _OPENING_QUOTES:
        return sum(form in quotes for form in forms) == 2
    open_marks = list(accumulate(1 if form in _OPENING_QUOTES else -(form in quotes) for form in forms))
    return open_marks[-1] == 0 and all(open_marks[:-1])


def _with_commas(tree: DependencyTree, start: int, end: int, head: int) -> Span:
    """A phrase before a comma that closes what is set off in it; both commas around an apposition."""
    words = tree.words
    if tree.stands_as(head, labels.APPOSITION) and start > 0 and words[start - 1].form == _COMMA:
        return Span(start - 1, end + 1, head)
    last = max((child for child in tree.children[head] if head < child < end), default=head)
    set_off = min(tree.subtree(last)) if last > head else head
    opened = set_off > head and _COMMA in (words[set_off].form, words[set_off - 1].form)
    return Span(start, end + opened, head)


OPENING_BRACKETS, CLOSING_BRACKETS = frozenset("([{"), frozenset(")]}")
# The roles in which a coordination is taken up as a whole: on GUM train a quarter of these are mentions,
# but only a tenth of those inside prepositional phrases.
_ROLES_OF_COORDINATIONS = frozenset({"SUBJ", "DOBJ", "IOBJ", "AGENT", "POSS", "PRED"})
_QUOTES = frozenset({'"', "“", "”", "``", "''"})
_OPENING_QUOTES = frozenset({"“", "``"})


def _is_loose(span: list[Word], place: int, quotes: frozenset[str]) -> bool:
    """Whether the first (0) or last (−1) word of a span is punctuation that does not belong to it.

    A bracket or quotation mark belongs if its partner is inside.
    """
    word = span[place]
    if word.upos not in ("PUNCT", "SPACE"):
        return False
    forms = [token.form for token in span]
    if word.form in CLOSING_BRACKETS:
        return not any(form in OPENING_BRACKETS for form in forms)
    if word.form in quotes:
        return sum(form in quotes for form in forms) % 2 == 1
    return True


def _coordination(tree: DependencyTree, first: Span, sentence_start: int, sentence_end: int) -> Span | None:
    taken_up = tree.function(first.head) in _ROLES_OF_COORDINATIONS or _shares_determiner(tree, first.head)
    if tree.stands_as(first.head, labels.CONJUNCT) or not taken_up:
        return None
    conjuncts = [word for word in tree.conjuncts(first.head) if word > first.head]
    if not _shares_determiner(tree, first.head):
        conjuncts = [word for word in conjuncts if _heads_a_phrase(tree, word)]
    if not conjuncts:
        return None
    last = _phrase(tree, conjuncts[-1], sentence_start, sentence_end)
    # In GUM train the whole has *both* where it is marked, in 6 of 7 places, and its first part never.
    start = first.start - 1 if first.start > sentence_start and _is_correlative(tree, first.start - 1) else first.start
    return Span(start, max(last.end, first.end), first.head, coordination=True)


def _is_first_of_several(tree: DependencyTree, head: int) -> bool:
    """Whether a noun, or what it is the possessor of, is the first of several: *both Tom's cat and Ann*."""
    owned = tree.head[head] if tree.stands_as(head, labels.POSSESSOR) else head
    return any(_heads_a_phrase(tree, later) for later in tree.dependents(owned, labels.CONJUNCT))


def _is_correlative(tree: DependencyTree, word: int) -> bool:
    """Whether a word opens a coordination: *both Tom and Ann*."""
    return tree.words[word].form.lower() in tree.language.words("coordination.correlative")


def _shares_determiner(tree: DependencyTree, head: int) -> bool:
    """Whether the nouns of a coordination stand under the first one's determiner: *amb la venda i entrega*.

    Only where noun phrases are whole: such a coordination is one phrase in any role.
    """
    nouns = [head, *tree.dependents(head, labels.CONJUNCT)] if tree.language.whole_phrases else []
    return len(nouns) > 1 and all(
        tree.words[noun].upos == "NOUN" and (noun == head or tree.determiner(noun) is None) for noun in nouns
    )
