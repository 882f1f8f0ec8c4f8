"""Clefts: *it was Ann who mended the pump*, *it is here that he lived*, *why is it that he left?*

Source: Quirk et al. (1985, 18.25 to 18.28). A cleft looks like a noun with a relative clause: *it is the part that Tom
replaced*. So a common noun is taken for the focus only where the clause lacks its subject.
"""

from anaphora_workbench.corpora.trees import labels
from anaphora_workbench.preprocessing.pleonastic.predicates import PREDICATIVE, Predicates

_CLEFT_CLAUSES = labels.COMPLEMENT_CLAUSE | labels.RELATIVE_CLAUSE


def cleft(at: Predicates, it: int, above: int) -> bool:
    """*It was Ann who mended the pump*, *it was in May that he left*."""
    if not at.is_subject(it) or not at.is_in(above, at.grammar("expletive.cleft_copulas")):
        return False
    clauses = at.below(above, labels.RELATIVE_CLAUSE | labels.COMPLEMENT_CLAUSE | labels.ADVERBIAL_CLAUSE)
    if _that_after_phrase(at, above):
        return True
    nouns = [noun for noun in at.below(above, labels.ATTRIBUTE) if noun > above]
    for noun in nouns:
        if any(_singles_out(at, noun, clause) for clause in [*at.below(noun, labels.MODIFYING_CLAUSE), *clauses]):
            return True
    return not nouns and not at.below(above, PREDICATIVE) and _adverbial_focus(at, above, clauses)


def _that_after_phrase(at: Predicates, copula: int) -> bool:
    """Whether *that* follows a phrase on which it does not hang: *it was only in June that a buyer called*."""
    phrases = [phrase for phrase in at.below(copula, labels.PREPOSITION) if phrase > copula]
    ends = {max(at.tree.subtree(phrase)) + 1 for phrase in phrases}
    return any(mark in ends and _marks_cleft(at, mark) for mark in at.tree.children[copula])


def _singles_out(at: Predicates, noun: int, clause: int) -> bool:
    """Whether a noun with the clause after it is a focus: no *a pump that*, no *the first that*."""
    marks = [word for word in at.tree.children[clause] if noun < word < clause and _marks_cleft(at, word)]
    if clause < noun or not marks:
        return False
    word = at.words[noun]
    if word.upos == "PRON":
        return at.language.word_is(word, "personal")
    if word.upos == "PROPN":
        return True
    if word.upos != "NOUN" or not any(at.tree.stands_as(mark, labels.SUBJECT) for mark in marks):
        return False
    before = {
        at.form(child)
        for child in at.below(noun, labels.DETERMINER | labels.NUMERAL | labels.POSSESSOR | labels.ADJECTIVE)
    }
    return before.isdisjoint(
        at.grammar("expletive.never_in_focus_after") | at.grammar("expletive_words.never_in_focus_after")
    )


def _marks_cleft(at: Predicates, word: int) -> bool:
    return at.form(word) in at.grammar("expletive.cleft_marks")


def _adverbial_focus(at: Predicates, copula: int, clauses: list[int]) -> bool:
    """Whether the focus is a phrase, an adverb, a clause or a question word, so that *that* is no subject."""
    adverbs, questions = at.grammar("expletive.cleft_adverbs"), at.grammar("expletive.cleft_questions")
    focuses = at.below(copula, labels.PREPOSITION | labels.BARE_ADVERBIAL | labels.ADVERBIAL_CLAUSE)
    focuses += [word for word in at.below(copula, labels.ADVERB) if at.form(word) in adverbs]
    focuses = [focus for focus in focuses if focus > copula]
    asked = any(at.form(word) in questions for word in at.tree.children[copula] if word < copula)
    # A parse may hang the clause on the last word of the focus.
    below = [
        clause for focus in focuses for word in at.tree.subtree(focus) for clause in at.below(word, _CLEFT_CLAUSES)
    ]
    first = copula if asked else min(focuses, default=None)
    if first is not None and any(
        _marks_cleft(at, mark) and not at.tree.stands_as(mark, labels.SUBJECT)
        for clause in {*clauses, *below}
        for mark in at.tree.children[clause]
        if first < mark < clause
    ):
        return True
    # *It was in May that he left*, parsed as if *he left* governed *it was*.
    governor = at.tree.head[copula]
    return bool(
        focuses
        and governor > copula
        and at.tree.stands_as(copula, labels.COMPLEMENT_CLAUSE)
        and any(mark > copula and _marks_cleft(at, mark) for mark in at.below(governor, labels.CLAUSE_MARK))
    )


def inferential(at: Predicates, it: int, above: int) -> bool:
    """*It is not that the pump is broken*: the clause itself is the predicate (Delahunty 1995)."""
    if not at.is_subject(it) or not at.is_in(above, at.grammar("expletive.cleft_copulas")):
        return False
    if at.below(above, labels.ATTRIBUTE | PREDICATIVE | labels.PREPOSITION):
        return False
    negated = bool(at.forms_below(above) & at.grammar("negations.words"))
    return negated and any(
        at.marked_that(clause) for clause in at.below(above, labels.COMPLEMENT_CLAUSE) if clause > above
    )
