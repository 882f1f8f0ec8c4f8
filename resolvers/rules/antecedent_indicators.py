"""Antecedent indicators: what each gives a candidate of a case, in the order of the papers.

The first line of a docstring says what it rewards. Source: Mitkov (1998), section 2.1, up to term preference; from
there Mitkov, Evans & Orăsan (2002).
"""

from anaphora_workbench.resolvers.contract.case import Case
from anaphora_workbench.resolvers.rules.indicator_memory import IndicatorMemory
from anaphora_workbench.resolvers.words import says


@says("is definite", "is indefinite")
def definiteness(case: Case[IndicatorMemory], candidate: int) -> int:
    """0 for a definite noun phrase, −1 for another; off in paragraphs without any definite determiner.

    *the key* 0, *a key* −1.
    """
    if case.discourse.paragraph_as_asked[case.anaphor] not in case.memory.lookup.definite_paragraphs:
        return 0
    return 0 if case.mention(candidate).definiteness == "definite" else -1


@says("is the first noun phrase of its sentence")
def givenness(case: Case[IndicatorMemory], candidate: int) -> int:
    """1 for the first noun phrase of a previous, non-imperative sentence.

    *The pump* in *The pump has a filter. Rinse it.*
    """
    lookup = case.memory.lookup
    first = case.distance(candidate) > 0 and candidate in lookup.first_of_sentence
    return int(first and not lookup.imperative[case.discourse.sentence[candidate]])


@says("follows a verb that introduces a topic")
def indicating_verbs(case: Case[IndicatorMemory], candidate: int) -> int:
    """1 for the first noun phrase after an indicating verb: *the results* in *We discuss the results.*"""
    return int(candidate in case.memory.lookup.indicated)


@says("is repeated in the paragraph")
def lexical_reiteration(case: Case[IndicatorMemory], candidate: int) -> int:
    """2 if the head is repeated twice or more in the paragraph, 1 if once: *the toner* … *toner* … *the toner*."""
    lemma = case.memory.lemma(candidate)
    return min(2, case.memory.lookup.repetitions(candidate, lemma, case.anaphor)) if lemma else 0


@says("is in the heading")
def section_heading(case: Case[IndicatorMemory], candidate: int) -> int:
    """1 if the head occurs in the heading of the section: *the filter* under *Cleaning the filter*."""
    lemma = case.memory.lemma(candidate)
    return int(bool(lemma) and case.memory.lookup.in_heading(candidate, lemma, case.anaphor))


@says(loses="is in a prepositional phrase")
def prepositional(case: Case[IndicatorMemory], candidate: int) -> int:
    """−1 for the complement of a preposition: *the cable* in *Insert the plug into the cable.*"""
    return 0 if case.mention(candidate).preposition is None else -1


@says("occurs with the pronoun's verb elsewhere")
def collocation(case: Case[IndicatorMemory], candidate: int) -> int:
    """2 if the candidate, or an earlier noun phrase with its head, is on the pronoun’s side of the same verb.

    *Press the key down and turn the volume up. Press it again.*
    """
    memory = case.memory
    return 2 * memory.lookup.collocates(candidate, memory.lemma(candidate), case.anaphor)


@says("was just acted upon: do this to it, then do that to it")
def immediate_reference(case: Case[IndicatorMemory], candidate: int) -> int:
    """2 for the noun phrase after V1 in *(you) V1 NP … con (you) V2 it*: *Unwrap the paper and load it.*"""
    return 2 * (candidate in case.memory.immediate(case.anaphor))


@says("is near", "is far away")
def referential_distance(case: Case[IndicatorMemory], candidate: int) -> int:
    """2, 1, 0, −1 for the same sentence and one, two, three back in a complex sentence; 1 at most in a simple one.

    *the pump* 2 in *If the pump hums, stop it*; 1 in *The pump hums. Stop it.*
    """
    distance = case.distance(candidate)
    if distance <= 0:
        return 2 if case.memory.lookup.complex_sentence(case.anaphor) else 1
    return {1: 1, 2: 0}.get(distance, -1)


@says("is a term of the text's subject")
def term_preference(case: Case[IndicatorMemory], candidate: int) -> int:
    """1 for a term of the field: one of the most frequent nouns of the text, or of those given.

    *the toner* in a manual that speaks of toner throughout.
    """
    return int(case.memory.lemma(candidate) in case.memory.lookup.terms)


# resolvers.md, 5.2.
@says("is a pronoun itself")
def boost_pronoun(case: Case[IndicatorMemory], candidate: int) -> int:
    """1 for a candidate that is a pronoun itself.

    *it* for the second in *Rinse it before it dries out.*
    """
    return int(case.mention(candidate).is_pronoun)


@says("has the same role as the pronoun")
def syntactic_parallelism(case: Case[IndicatorMemory], candidate: int) -> int:
    """1 for the pronoun’s own grammatical function: *The pump hums. It leaks.*"""
    function = case.mention(candidate).function
    return int(function == case.pronoun.function and function != "OTHER")


@says("is among the three that compete most often")
def frequent_candidates(case: Case[IndicatorMemory], candidate: int) -> int:
    """1 for the three that compete most often for the pronouns of the text.

    *the pump* in a manual of pumps, whichever pronoun is asked.
    """
    return int(case.memory.lemma(candidate) in case.memory.frequent)


@says("occurs with the pronoun's verb elsewhere")
def collocation_match(case: Case[IndicatorMemory], candidate: int) -> int:
    """2 if the candidate’s head is in the pronoun’s place with the same verb anywhere in the document.

    *the filter* for *it* in *Rinse it. … Rinse the filter.*
    """
    memory = case.memory
    return 2 * memory.lookup.collocates(candidate, memory.lemma(candidate), case.anaphor, whole_document=True)


@says("is definite", "is indefinite")
def indefiniteness(case: Case[IndicatorMemory], candidate: int) -> int:
    """−1 for a noun phrase with an indefinite article or without determiner: *a key*, *keys*."""
    return 0 if case.mention(candidate).definiteness == "definite" else -1


_SCORES = {"SUBJ": 2, "DOBJ": 1, "IOBJ": 0}


@says("has a prominent role in its sentence", "has no prominent role in its sentence")
def obliqueness(case: Case[IndicatorMemory], candidate: int) -> int:
    """2 for a subject, 1 for a direct object, 0 for an indirect one, −1 for any other (option ``oblique``).

    *Ann* 2, *a book* 1, *Mary* 0 and *the hall* −1 in *Ann gave Mary a book in the hall.*
    """
    function = case.mention(candidate).function
    if case.memory.parameters.oblique == "unknown" and function != "OTHER":
        return _SCORES.get(function, 0)
    return _SCORES.get(function, -1)


@says("is what the instruction before was about")
def sequential_instructions(case: Case[IndicatorMemory], candidate: int) -> int:
    """2 for NP1 in *To V1 NP1, V2 NP2. To V3 it, V4 NP4*.

    *the lid* in *To open the lid, turn the knob. To close it, press the button.*
    """
    lookup = case.memory.lookup
    return 2 * (
        0 < case.distance(candidate) <= 2 and lookup.purpose_object(case.anaphor) and lookup.purpose_object(candidate)
    )
