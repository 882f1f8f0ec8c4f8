"""What features of learned resolvers are called on a page; a feature or a value that is not listed goes by its name.

What each tells of mentions stands in ``resolvers/features``; those of a mention follow *candidate's* or *pronoun's*.
"""

from __future__ import annotations

from collections.abc import Mapping

from anaphora_workbench.resolvers.ims import STACKED
from anaphora_workbench.resolvers.ng_cardie import FURTHER, SELECTED
from anaphora_workbench.resolvers.reconcile import OF_THREE_PAPERS
from anaphora_workbench.resolvers.soon import TWELVE
from anaphora_workbench.workbench.report.factor_words import VALUES

FEATURES: Mapping[str, str] = {
    "type": "kind of phrase",
    "pronoun type": "type",
    "pronoun": "form",
    "expression": "words",
    "head": "head noun",
    "length": "number of words",
    "embedded": "inside another noun phrase",
    "pleonastic": "refers to nothing",
    "cannot be antecedent": "cannot be referred to, being",
    "gender from": "gender known from",
    "entity type": "named entity",
    "place in text": "place in the text",
    "function": "grammatical function",
    "governor": "governing word",
    "in adjunct": "in an adjunct",
    "existential": "introduced as being there",
    "main clause": "in the main clause",
    "place in sentence": "place in its sentence, from 0 on",
    "renames": "renames another phrase as",
    "depth": "depth in the tree",
    "quoted": "in quoted speech",
    "semantic class": "semantic class",
    "mentions with its head before": "earlier phrases with its head",
    "mentions with its words before": "earlier phrases with its words",
    "relation of head": "dependency relation",
    "tag of head": "part of speech",
    "tag of governor": "governing word's part of speech",
    "tag before": "part of speech before it",
    "tag after": "part of speech after it",
    "expressions": "both phrases",
    "heads": "both heads",
    "number agreement": "number of both",
    "gender agreement": "gender of both",
    "person agreement": "person of both",
    "entity type agreement": "named entities of both",
    "sentences": "sentences back",
    "mentions": "noun phrases back",
    "words": "words back",
    "paragraphs": "paragraphs back",
    "same clause": "in the pronoun's clause",
    "subjects": "subjects between",
    "agreeing between": "candidates between that agree",
    "names": "names of both",
    "functions": "grammatical function of both",
    "same governor": "governed by the pronoun's word",
    "binding": "kept apart by binding",
    "containment": "one inside the other",
    "arguments of one verb": "both arguments of one verb",
    "path": "path through the tree",
    "arcs": "steps through the tree",
    "Hobbs rank": "places before it on Hobbs's walk",
    "quotation": "quoted speech",
    "voice": "person and speaker of both",
    "turns": "turns of speech between",
    "party": "speaker or addressee",
    "entity party": "its entity speaks or is spoken to",
    "who is meant": "who is meant by I and you",
    "named speaker": "named as speaker",
    "entity number": "number of its entity",
    "entity gender": "gender of its entity",
    "entity size": "mentions of its entity so far",
    "entity last mentioned": "sentences since its entity was mentioned",
    "entity has": "its entity was mentioned by",
    "entity head": "its entity has the pronoun's head",
    "entity voice": "person and speaker of its entity",
    "entity pronouns": "pronouns for its entity so far",
    "entity binding": "its entity is kept apart by binding",
    "entity next named": "sentences until its entity is named next",
    "entity named again": "its entity's place among those named after the pronoun",
    "entity place": "its entity's place among those that agree",
}
_GENDERS = {
    letters: " or ".join(VALUES["gender"][letter] for letter in letters)
    for letters in ("m", "f", "n", "mf", "mn", "fn")
}
_FUNCTIONS = {
    "SUBJ": "subject",
    "DOBJ": "direct object",
    "IOBJ": "indirect object",
    "OBL": "object of a preposition",
    "AGENT": "agent of a passive",
    "POSS": "possessor",
    "PRED": "predicate nominal",
    "APPOS": "apposition",
    "ROOT": "main phrase of its sentence",
    "OTHER": "another",
}
_AGREEMENT = {"same": "the same", "clash": "different"}
_KNOWN_AGREEMENT = {"open": "not known", **_AGREEMENT}
_BINDING = {
    "argument domain": "as a co-argument",
    "adjunct domain": "as an argument of the verb around",
    "contained in its head": "inside what the pronoun is an argument of",
    "NP domain": "as possessor of the pronoun's noun",
    "possessor": "as what the pronoun possesses",
    "containment": "one is around the other",
}
FEATURE_VALUES: Mapping[str, Mapping[str, str]] = {
    "gender": _GENDERS,
    "gender from": {
        "form": "its form",
        "title": "a title",
        "name list": "the list of names",
        "noun list": "the list of nouns",
        "recogniser": "the recogniser of named entities",
        "corpus": "the corpus",
        "other mentions": "other phrases for it",
        "parts": "its parts",
        "context": "its context",
    },
    "function": _FUNCTIONS,
    "number agreement": _KNOWN_AGREEMENT,
    "gender agreement": _KNOWN_AGREEMENT,
    "person agreement": _AGREEMENT,
    "entity number": _KNOWN_AGREEMENT,
    "entity gender": _KNOWN_AGREEMENT,
    "entity type agreement": _AGREEMENT,
    "binding": _BINDING,
    "entity pronouns": {"such a one": "like this one", "others only": "other ones only"},
    "entity named again": {"never": "not named again", "disagrees": "it does not agree"},
    "entity has": {"nouns": "nouns, too", "a name": "a name, too"},
}
# The published names of features, with what they ask as feature tables say it.
PUBLISHED: Mapping[str, str] = {
    **TWELVE.features,
    **SELECTED,
    **FURTHER,
    **STACKED.features,
    **OF_THREE_PAPERS.features,
}
# What stands before the names and between them; see resolvers/learned/feature_table.py and conjunctions.py.
BIAS, MEAN = "bias", "conjunctions: mean"
WHOLE_FACTORS: Mapping[str, str] = {
    "": "all other factors",
    BIAS: "where it starts",
    MEAN: "in combinations, where it starts",
    "share of neighbours": "share of the nearest training examples",
}
