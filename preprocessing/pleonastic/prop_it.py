"""Prop *it*: weather, time, distance, and set phrases (Quirk et al. 1985, 6.17, 10.26).

Impersonal constructions of languages that want a subject all the same stand here too: *il faut*, *il y a*, *il est vrai
que*.
"""

import re

from anaphora_workbench.corpora.trees import labels
from anaphora_workbench.preprocessing.pleonastic.predicates import CLAUSES, PREDICATIVE, Predicates

_CLOCK = re.compile(r"\d{1,2}[:.]\d\d")


def weather(at: Predicates, it: int, above: int) -> bool:
    """*It rained all night*, *it was foggy*, *it got warm*, *it is cold outside*, *it looks like rain*."""
    if not at.is_subject(it):
        return False
    verbs, adjectives = at.listed("weather_verbs"), at.listed("weather_adjectives")
    if at.lemma(above) in verbs:
        return not at.below(above, labels.OBJECT)
    if not at.is_copula(above):
        return False
    likened = at.grammar("expletive.comparison_marks")
    if any(
        at.is_in(noun, verbs) and at.tree.determiner(noun) is None
        for preposition in at.below(above, labels.PREPOSITION)
        if at.form(preposition) in likened
        for noun in at.below(preposition, labels.OBJECT_OF_PREPOSITION)
    ):
        return True
    predicates = at.below(above, PREDICATIVE | labels.ADVERB | labels.OPEN_COMPLEMENT)
    # A parse may take *raining* for a noun; in *it was rain* it is one.
    gerunds = [word for word in at.below(above, labels.ATTRIBUTE) if at.language.word_is(at.words[word], "gerund")]
    if any(at.is_in(word, verbs) for word in predicates + gerunds):
        return True
    if at.lemma(above) in at.grammar("expletive_words.verbs_of_change") or any(
        at.form(child) in at.grammar("expletive_words.place_adverbs")
        for word in (above, *predicates)
        for child in at.below(word, labels.ADVERB)
    ):
        adjectives |= at.listed("ambient_adjectives")
    if _says_when(at, above):
        adjectives |= at.listed("light_adjectives")
    # In *it was getting late* the tag may be an adverb's.
    return any(
        at.is_in(word, adjectives)
        and (at.words[word].upos == "ADJ" or at.tree.stands_as(word, labels.PREDICATE_ADJECTIVE))
        for word in predicates
    )


def _says_when(at: Predicates, copula: int) -> bool:
    """*It was dark when he left*, *by the time he left, it was dark*."""
    marks, times = at.grammar("expletive.marks_of_time"), at.grammar("expletive_words.asked_times")
    return any(marks & at.forms_below(clause) for clause in at.below(copula, labels.ADVERBIAL_CLAUSE)) or any(
        at.lemma(noun) in times and at.below(noun, labels.RELATIVE_CLAUSE)
        for preposition in at.below(copula, labels.PREPOSITION)
        for noun in at.below(preposition, labels.OBJECT_OF_PREPOSITION)
    )


def time(at: Predicates, it: int, above: int) -> bool:
    """*It was midnight*, *what time is it*, *it is two years since he left*; not *it was a long day*."""
    if not at.is_subject(it) or not at.is_copula(above):
        return False
    if _up_to_a_limit(at, above):
        return True
    asking, asked = at.grammar("expletive.questions_of_content"), at.grammar("expletive_words.asked_times")
    for word in at.below(above, labels.ATTRIBUTE | labels.BARE_ADVERBIAL | labels.PREDICATE_ADJECTIVE):
        if word < it and at.lemma(word) in asked and asking & at.forms_below(word):
            return True
        if at.lemma(word) in at.listed("time_nouns") and not at.below(word, labels.ADJECTIVE):
            return _is_indefinite(at, word)
        if word > it and _is_clock_or_calendar(at, word):
            return True
    return False


def _up_to_a_limit(at: Predicates, copula: int) -> bool:
    """*It is two years since he left*, *it will be hours before he comes*, *it was not long until he came*."""
    limits, spans = at.grammar("expletive.limit_marks"), at.listed("spans_of_time")
    for clause in at.below(copula, labels.ADVERBIAL_CLAUSE):
        if clause > copula and limits & at.forms_below(clause):
            # A parse may hang *two years* on the clause.
            measures = at.below(copula, labels.ATTRIBUTE | labels.BARE_ADVERBIAL | PREDICATIVE) + at.below(
                clause, labels.BARE_ADVERBIAL
            )
            if any(
                at.is_in(measure, spans) and _is_indefinite(at, measure)
                for measure in measures
                if copula < measure < clause
            ):
                return True
    return False


def _is_indefinite(at: Predicates, noun: int) -> bool:
    articles = at.grammar("determiners.indefinite_article")
    return all(at.form(child) in articles for child in at.below(noun, labels.DETERMINER | labels.POSSESSOR))


def _is_clock_or_calendar(at: Predicates, word: int) -> bool:
    """*It is 2:25*, *it was three in the morning*, *it is May 7th*; not *it is 25*."""
    if _CLOCK.fullmatch(at.form(word)):
        return True
    if at.words[word].upos == "NUM":
        return any(
            at.lemma(noun) in at.listed("parts_of_day")
            for preposition in at.below(word, labels.PREPOSITION)
            for noun in at.below(preposition, labels.OBJECT_OF_PREPOSITION)
        )
    numbered = at.form(word)[:1].isdecimal()
    return numbered and any(
        at.lemma(month) in at.listed("time_nouns") for month in at.below(word, labels.PART_OF_COMPOUND)
    )


def distance(at: Predicates, it: int, above: int) -> bool:
    """*It is ten miles to Rome*, *how far is it to Rome?*"""
    if not at.is_subject(it) or not at.is_copula(above):
        return False
    ends = at.grammar("expletive.end_marks")
    measured = [word for word in at.below(above, labels.ATTRIBUTE) if at.lemma(word) in at.listed("distances")]
    asked = [
        word for word in at.below(above, labels.ADVERB) if word < it and at.lemma(word) in at.listed("asked_distances")
    ]
    return any(
        at.form(preposition) in ends and preposition > it
        for top in (*measured, above)
        for preposition in at.below(top, labels.PREPOSITION)
    ) and bool(measured or asked)


def state_of_affairs(at: Predicates, it: int, above: int) -> bool:
    """*How is it going?*, *what it means to lose*, *what it is like to lose*, *he left, it seems*."""
    if not at.is_subject(it):
        return False
    lemma, children = at.lemma(above), at.tree.children[above]
    phrases = (above, *at.below(above, labels.PREPOSITION))
    before = {at.form(child) for word in phrases for child in at.tree.children[word] if child < it}
    if lemma in at.grammar("expletive_words.verbs_of_state"):
        asked = bool(before & at.grammar("expletive.questions_of_state"))
        # *How is it going*, but not *this is how it goes*.
        inverted = any(child < it for child in at.below(above, labels.AUXILIARY))
        return asked and inverted and not at.below(above, CLAUSES | labels.PREPOSITION | labels.OBJECT)
    if at.is_in(above, at.grammar("expletive_words.verbs_of_meaning")):
        asked = bool(before & at.grammar("expletive.questions_of_content"))
        return asked and any(at.is_infinitive(below) for below in at.below(above, labels.OPEN_COMPLEMENT))
    if lemma in at.grammar("expletive_words.parenthetical_verbs"):
        # What *it seems* is about stands before it or is no part of its clause: *he left, it seems*.
        after = [child for child in children if child > above]
        complements = at.below(above, CLAUSES | PREDICATIVE | labels.OBJECT | labels.ATTRIBUTE | labels.ADVERB)
        experiencers = at.grammar("expletive.experiencer_marks")
        return not any(child in complements for child in after) and all(
            at.form(child) in experiencers for child in at.below(above, labels.PREPOSITION) if child > above
        )
    return False


def set_phrase(at: Predicates, it: int, above: int) -> bool:
    """*Tom made it to the park*, *take it easy*, *when it comes to pumps*: *it* is part of a phrase that is listed."""
    pronouns, phrases = at.grammar("expletive.pronouns"), map(str.split, at.grammar("expletive_words.set_phrases"))
    return any(
        _reads(at, it - place, words) for words in phrases for place, word in enumerate(words) if word in pronouns
    )


def _reads(at: Predicates, start: int, words: list[str]) -> bool:
    """Whether a text has these words from there, and no infinitive or noun that makes *it* a thing: *came to rest*."""
    end = start + len(words)
    if start < 0 or end > len(at.words) or not all(map(at.is_word, range(start, end), words)):
        return False
    if at.language.word_is(at.words[end - 1], "infinitive_mark"):
        return False
    return end == len(at.words) or not at.is_in(end, at.grammar("expletive_words.rests"))


def impersonal_verb(at: Predicates, it: int, above: int) -> bool:
    """*Il faut partir*, *il pleut*: the verb never has another subject; *il semble que …*: with a clause."""
    if not at.is_subject(it):
        return False
    if at.lemma(above) in at.grammar("expletive_words.impersonal_verbs"):
        return True
    clausal = at.lemma(above) in at.grammar("expletive_words.verbs_with_clause")
    return clausal and any(clause > above for clause in at.below(above, CLAUSES))


def there_is(at: Predicates, it: int, above: int) -> bool:
    """*Il y a du pain*."""
    return (
        at.is_subject(it)
        and at.lemma(above) in at.grammar("expletive_words.existential_verbs")
        and bool(at.forms_below(above) & at.grammar("existential.words"))
    )


def predicate_with_clause(at: Predicates, it: int, above: int) -> bool:
    """*Il est important de partir*, *il est vrai que tu pars*."""
    if not at.is_subject(it):
        return False
    predicates = at.below(above, labels.PREDICATE_ADJECTIVE | labels.ATTRIBUTE) or [above]
    listed = at.grammar("expletive_words.adjectives_with_clause")
    return any(
        at.is_in(predicate, listed) and clause > predicate
        for predicate in predicates
        for top in {above, predicate}
        for clause in at.below(top, CLAUSES)
    )
