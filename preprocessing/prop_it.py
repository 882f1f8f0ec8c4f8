"""*It* that only fills the place of a subject: weather, time, and set phrases (Quirk et al. 1985, 10.26)."""

from __future__ import annotations

from anaphora_workbench.corpora.dependencies import (
    ADJECTIVE,
    ADVERB,
    ADVERBIAL_CLAUSE,
    ATTRIBUTE,
    AUXILIARY,
    BARE_ADVERBIAL,
    DETERMINER,
    OBJECT,
    OBJECT_OF_PREPOSITION,
    OPEN_COMPLEMENT,
    POSSESSOR,
    PREDICATE_ADJECTIVE,
    PREPOSITION,
)
from anaphora_workbench.preprocessing.predicates import CLAUSES, PREDICATIVE, Predicates


def weather(at: Predicates, it: int, above: int) -> bool:
    """*It rained all night*, *it was foggy*, *it got warm*, *it is cold outside*, *it looks like rain*."""
    if not at.is_subject(it):
        return False
    verbs, adjectives = at.listed("weather_verbs"), at.listed("weather_adjectives")
    if at.lemma(above) in verbs:
        return not at.below(above, OBJECT)
    if not at.is_copula(above):
        return False
    likened = at.grammar("expletive.comparison_marks")
    if any(
        at.is_in(noun, verbs) and at.tree.determiner(noun) is None
        for preposition in at.below(above, PREPOSITION)
        if at.form(preposition) in likened
        for noun in at.below(preposition, OBJECT_OF_PREPOSITION)
    ):
        return True
    predicates = at.below(above, PREDICATIVE | ADVERB | OPEN_COMPLEMENT)
    # A parse may take *raining* for a noun; in *it was rain* it is one.
    gerunds = [word for word in at.below(above, ATTRIBUTE) if at.language.word_is(at.words[word], "gerund")]
    if any(at.is_in(word, verbs) for word in predicates + gerunds):
        return True
    if at.lemma(above) in at.grammar("expletive_words.verbs_of_change") or any(
        at.form(child) in at.grammar("expletive_words.place_adverbs")
        for word in (above, *predicates)
        for child in at.below(word, ADVERB)
    ):
        adjectives |= at.listed("ambient_adjectives")
    return any(at.is_in(word, adjectives) and at.words[word].upos == "ADJ" for word in predicates)


def time(at: Predicates, it: int, above: int) -> bool:
    """*It was midnight*, *what time is it*, *it is two years since he left*; not *it was a long day*."""
    if not at.is_subject(it) or not at.is_copula(above):
        return False
    articles = at.grammar("determiners.indefinite_article")
    predicates = at.below(above, ATTRIBUTE | BARE_ADVERBIAL | PREDICATE_ADJECTIVE)
    since = at.grammar("expletive.since_marks")
    asking, asked = at.grammar("expletive.questions_of_content"), at.grammar("expletive_words.asked_times")
    for word in predicates:
        if word < it and at.lemma(word) in asked and asking & at.forms_below(word):
            return True
        if at.lemma(word) in at.listed("spans_of_time"):
            if any(since & at.forms_below(clause) for clause in at.below(above, ADVERBIAL_CLAUSE)):
                return True
        elif at.lemma(word) in at.listed("time_nouns") and not at.below(word, ADJECTIVE):
            determiners = at.below(word, DETERMINER | POSSESSOR)
            return all(at.form(child) in articles for child in determiners)
    return False


def state_of_affairs(at: Predicates, it: int, above: int) -> bool:
    """*How is it going?*, *what it means to lose*, *what it is like to lose*, *he left, it seems*."""
    if not at.is_subject(it):
        return False
    lemma, children = at.lemma(above), at.tree.children[above]
    phrases = (above, *at.below(above, PREPOSITION))
    before = {at.form(child) for word in phrases for child in at.tree.children[word] if child < it}
    if lemma in at.grammar("expletive_words.verbs_of_state"):
        asked = bool(before & at.grammar("expletive.questions_of_state"))
        # *How is it going*, but not *this is how it goes*.
        inverted = any(child < it for child in at.below(above, AUXILIARY))
        return asked and inverted and not at.below(above, CLAUSES | PREPOSITION | OBJECT)
    if at.is_in(above, at.grammar("expletive_words.verbs_of_meaning")):
        asked = bool(before & at.grammar("expletive.questions_of_content"))
        return asked and any(at.is_infinitive(below) for below in at.below(above, OPEN_COMPLEMENT))
    if lemma in at.grammar("expletive_words.parenthetical_verbs"):
        # What *it seems* is about stands before it or is no part of its clause: *he left, it seems*.
        after = [child for child in children if child > above]
        complements = at.below(above, CLAUSES | PREDICATIVE | OBJECT | ATTRIBUTE | ADVERB)
        experiencers = at.grammar("expletive.experiencer_marks")
        return not any(child in complements for child in after) and all(
            at.form(child) in experiencers for child in at.below(above, PREPOSITION) if child > above
        )
    return False
