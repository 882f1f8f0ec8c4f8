"""Patterns of *it* that announces a clause: *it is important to clean the pump*, *it seems that the pump works*.

The clause is the real subject or object and stands at the end, extraposed (Quirk et al. 1985, 18.33 to 18.35). The
patterns of Lappin & Leass (1994, section 2.1.2) are all of this kind.
"""

from itertools import chain

from anaphora_workbench.corpora.trees import labels
from anaphora_workbench.preprocessing.pleonastic.predicates import PREDICATIVE, Predicates, fills_gap, lacks_object
from anaphora_workbench.preprocessing.pleonastic.prop_it import time, weather

_FULL_CLAUSE = labels.COMPLEMENT_CLAUSE | labels.ACTIVE_CLAUSAL_SUBJECT
_THAT_CLAUSES = labels.COMPLEMENT_CLAUSE | labels.ADVERBIAL_CLAUSE | labels.ADNOMINAL_CLAUSE


def adjective_with_clause(at: Predicates, it: int, above: int) -> bool:
    """*It is important to clean the pump*; not *it is likely to break*, *it is easy to find*."""
    if not at.is_subject(it):
        return False
    listed = at.listed("modal_adjectives")
    own = [above] if at.is_in(above, listed) and at.words[above].upos == "ADJ" else []
    below = [word for word in at.below(above, PREDICATIVE | labels.ATTRIBUTE | labels.ADVERB) if at.is_in(word, listed)]
    for adjective in own or below[:1]:
        clauses = list(at.clauses(above, adjective, after=adjective) if below else at.clauses(above, after=above))
        return any(not _is_raised(at, adjective, clause) for clause in clauses) and not fills_gap(
            at, adjective, clauses
        )
    return False


def _is_raised(at: Predicates, adjective: int, clause: int) -> bool:
    """Whether *it* is the subject of the infinitive, too: *it is likely to break*."""
    return (
        not at.strict
        and at.is_in(adjective, at.grammar("expletive_words.raising"))
        and at.is_infinitive(clause)
        and not at.has_own_subject(clause)
    )


def noun_with_clause(at: Predicates, it: int, above: int) -> bool:
    """*It is time to clean the pump*, *it is a pity that the pump broke*."""
    if not at.is_subject(it) or not at.is_copula(above):
        return False
    published = at.grammar("expletive_words.published_nouns")
    listed = published | (frozenset() if at.strict else at.listed("nouns"))
    for noun in at.below(above, labels.ATTRIBUTE | labels.OBJECT_PREDICATE | labels.OBJECT):
        if at.is_in(noun, listed) and at.has_clause(above, noun, after=noun):
            return True
        # *It is time we left*: without *that*, and without *the*.
        if (
            not at.strict
            and at.is_in(noun, published)
            and at.tree.determiner(noun) is None
            and any(at.has_own_subject(clause) for clause in at.below(noun, labels.RELATIVE_CLAUSE) if clause > noun)
        ):
            return True
        # *It is a pity that Ann left*, parsed like *the lid that Ann left*.
        if (
            not at.strict
            and at.is_in(noun, at.listed("nouns_of_judgement"))
            and any(
                at.has_own_subject(clause) and at.follows_that(noun, clause)
                for clause in at.below(noun, labels.RELATIVE_CLAUSE)
            )
        ):
            return True
        # *It is no use crying*, parsed like *a desk lamp*.
        if at.language.word_is(at.words[noun], "gerund") and any(
            at.is_in(part, listed) for part in at.below(noun, labels.PART_OF_COMPOUND)
        ):
            return True
    return False


def that_clause(at: Predicates, it: int, above: int) -> bool:
    """*It is tragic that the pump broke*, *it is beyond doubt that the pump works*: any adjective or phrase."""
    if not at.is_subject(it) or at.below(above, labels.PASSIVE_AUXILIARY):
        return False
    so = at.grammar("expletive.degree_words")
    adjectives = [above] if at.words[above].upos == "ADJ" else at.below(above, PREDICATIVE)
    prepositions = at.below(above, labels.PREPOSITION) if at.is_copula(above) and not adjectives else []
    tops = [above, *adjectives, *chain.from_iterable(_nouns_below(at, preposition) for preposition in prepositions)]
    if not (adjectives or prepositions) or any(so & at.forms_below(adjective) for adjective in adjectives):
        return False
    first = min(adjectives or prepositions)
    return any(at.marked_that(clause) for top in tops for clause in at.below(top, _THAT_CLAUSES) if clause > first)


def _nouns_below(at: Predicates, preposition: int) -> list[int]:
    """The noun or gerund of a prepositional phrase, and the bare ones inside: not *at odds with the fact*."""
    nouns = at.below(preposition, labels.OBJECT_OF_PREPOSITION | labels.CLAUSE_OF_PREPOSITION)
    inner = [below for noun in nouns for below in at.below(noun, labels.PREPOSITION)]
    deeper = [noun for below in inner for noun in _nouns_below(at, below)]
    return nouns + [noun for noun in deeper if at.tree.determiner(noun) is None]


def for_clause(at: Predicates, it: int, above: int) -> bool:
    """*It was a disaster for the town to sell it*, *it is up to Tom*; not *it is a book for Tom to read*."""
    if not at.is_subject(it) or not at.is_copula(above):
        return False
    marks, places = at.grammar("expletive.for_marks"), at.grammar("expletive.place_of_decision")
    clauses = [
        clause
        for clause in at.below(above, labels.ADVERBIAL_CLAUSE | labels.COMPLEMENT_CLAUSE | labels.OPEN_COMPLEMENT)
        if clause > above and at.is_infinitive(clause)
    ]
    if any(at.form(preposition) in places for preposition in at.below(above, labels.PREPOSITION | labels.ADVERB)):
        return bool(clauses)
    return any(
        at.has_own_subject(clause) and bool(marks & at.forms_below(clause)) and not lacks_object(at, clause)
        for clause in clauses
    )


def passive_of_cognition(at: Predicates, it: int, above: int) -> bool:
    """*It is recommended that you clean the pump*.

    *It is supposed to be good* is no such pattern: only a full clause can be what is said.
    """
    if not at.tree.stands_as(it, labels.PASSIVE_SUBJECT) and not at.below(above, labels.PASSIVE_AUXILIARY):
        return False
    clauses = [clause for clause in at.below(above, _FULL_CLAUSE) if clause > above]
    if at.lemma(above) in at.listed("cognition_verbs"):
        return bool(clauses) if at.strict else any(at.tree.subject(clause) is not None for clause in clauses)
    return not at.strict and any(at.marked_that(clause) for clause in clauses)


def verb_of_appearance(at: Predicates, it: int, above: int) -> bool:
    """*It seems that the pump is broken*, *it looks as if he left*; not *it looks like a lamp*."""
    if not at.is_subject(it) or at.lemma(above) not in at.listed("raising_verbs"):
        return False
    if any(clause > above and not _likens(at, clause) for clause in at.below(above, _FULL_CLAUSE)):
        return True
    return any(
        clause > above and at.has_own_subject(clause) and _likens(at, clause) and not _takes_up(at, clause)
        for clause in at.below(above, labels.ADVERBIAL_CLAUSE | _FULL_CLAUSE)
    )


def _likens(at: Predicates, clause: int) -> bool:
    return bool(at.grammar("expletive.comparison_marks") & at.forms_below(clause))


def _takes_up(at: Predicates, clause: int) -> bool:
    """Whether the subject of the clause is *it* again, which then is one thing: *it looks like it works*."""
    subject = at.tree.subject(clause)
    if at.strict or subject is None or at.form(subject) not in at.grammar("expletive.pronouns"):
        return False
    predicate = at.predicate_of(subject)
    return not any(weather(at, subject, word) or time(at, subject, word) for word in (predicate, *at.raised(predicate)))


def verb_with_clause(at: Predicates, it: int, above: int) -> bool:
    """*It pays to clean the pump*, *it surprised Tom that the pump broke*; not *it helped Tom to open the lid*."""
    if not at.is_subject(it):
        return False
    lemma, objects = at.lemma(above), at.below(above, labels.OBJECT | labels.RECIPIENT)
    if lemma in at.grammar("expletive_words.published_causative_verbs"):
        # *It made Tom sad to leave*.
        return any(
            at.is_infinitive(clause) or at.marked_that(clause)
            for feeling in at.below(above, labels.COMPLEMENT_CLAUSE | labels.OBJECT_PREDICATE)
            if at.is_in(feeling, at.listed("feelings")) and at.has_own_subject(feeling)
            for clause in at.below(feeling, labels.OPEN_COMPLEMENT | labels.COMPLEMENT_CLAUSE)
            if clause > feeling
        )
    if lemma in at.listed("verbs_of_feeling"):
        return bool(objects) and at.has_clause(above, after=objects[0])
    if lemma in at.listed("extraposing_verbs"):
        return any(
            at.marked_that(clause) or (not objects and _is_subjectless(at, clause))
            for clause in at.clauses(above, after=above)
        )
    return False


def _is_subjectless(at: Predicates, clause: int) -> bool:
    """Whether a clause is an infinitive with *to*, or a gerund, without a subject of its own."""
    nonfinite = at.is_infinitive(clause) or at.language.word_is(at.words[clause], "gerund")
    return nonfinite and not at.has_own_subject(clause)


def verb_and_noun_with_clause(at: Predicates, it: int, above: int) -> bool:
    """*It makes sense to clean the pump*, *it gives me pleasure to see you*, *it stands to reason that it works*."""
    if not at.is_subject(it) or at.lemma(above) not in at.grammar("expletive_words.light_verbs"):
        return False
    phrases = [noun for preposition in at.below(above, labels.PREPOSITION) for noun in _nouns_below(at, preposition)]
    return any(
        at.is_in(noun, at.listed("nouns_with_light_verbs")) and at.has_clause(above, noun, after=noun)
        for noun in at.below(above, labels.OBJECT) + phrases
    )


def object_with_predicate(at: Predicates, it: int, above: int) -> bool:
    """*The lever makes it easy to open the lid*, *Tom made it a rule to clean the pump*."""
    tree = at.tree
    causative = at.grammar("expletive_words.published_causative_verbs") if at.strict else at.listed("causative_verbs")
    adjectives, nouns = at.listed("modal_adjectives"), frozenset[str]() if at.strict else at.listed("nouns")
    if at.is_subject(it) and at.words[above].upos in ("ADJ", "NOUN"):
        governor = tree.head[above]
        is_predicate = tree.stands_as(
            above, labels.COMPLEMENT_CLAUSE | labels.OPEN_COMPLEMENT | labels.OBJECT_PREDICATE
        )
        if not is_predicate or governor < 0 or at.lemma(governor) not in causative:
            return False
        clauses = [
            clause
            for clause in at.clauses(above, governor, after=above)
            if at.strict or at.is_infinitive(clause) or at.marked_that(clause) or _is_subjectless(at, clause)
        ]
        announces = at.is_in(above, adjectives | nouns) or any(at.marked_that(clause) for clause in clauses)
        return announces and bool(clauses) and not fills_gap(at, above, clauses)
    if tree.stands_as(it, labels.OBJECT) and at.lemma(above) in causative:
        for predicate in at.below(
            above, PREDICATIVE | labels.COMPLEMENT_CLAUSE | labels.OPEN_COMPLEMENT | labels.ADVERB
        ):
            if predicate > it and at.is_in(predicate, adjectives):
                clauses = list(at.clauses(above, predicate, after=predicate))
                return bool(clauses) and not fills_gap(at, predicate, clauses)
    return False


def object_with_clause(at: Predicates, it: int, above: int) -> bool:
    """*I hate it when the pump stops*, *Tom took it for granted that the pump works*."""
    if not at.tree.stands_as(it, labels.OBJECT):
        return False
    clauses = [clause for clause in at.below(above, labels.ADVERBIAL_CLAUSE | labels.COMPLEMENT_CLAUSE) if clause > it]
    if at.lemma(above) in at.listed("verbs_of_liking"):
        opening = at.grammar("expletive.conditional_marks") | at.grammar("expletive.that_marks")
        # The clause follows at once: *I like it when …*.
        return it + 1 < len(at.words) and at.form(it + 1) in opening and bool(clauses)
    if at.lemma(above) not in at.grammar("expletive_words.granting_verbs"):
        return False
    granted = at.grammar("expletive_words.granted")
    return any(at.form(word) in granted for word in at.tree.subtree(above) if it < word <= it + 2)


def takes(at: Predicates, it: int, above: int) -> bool:
    """*It takes an hour to clean the pump*; not *it takes longer to clean*."""
    if not at.is_subject(it) or at.lemma(above) not in at.grammar("expletive_words.taking_verbs"):
        return False
    measures = at.below(above, labels.OBJECT | labels.BARE_ADVERBIAL) + [
        word for word in at.below(above, labels.ADVERB) if word > above
    ]
    clauses = list(at.clauses(above, *measures, after=above))
    if not measures or not clauses:
        return False
    return bool(at.below(above, labels.OBJECT)) or not lacks_object(at, clauses[0])
