"""The rankers of ``best``: what each of them is told of a mention, alone and beside a candidate, line by line.

These are the lines that people joined, several features of ``features`` in each; the conjunctions that are learnt stand
in ``best_conditions.py``.
"""

from __future__ import annotations

from dataclasses import replace

from anaphora_workbench.resolvers.best_conditions import OF_NOUNS, OF_NOUNS_ALONE, OF_PRONOUNS, OF_PRONOUNS_ALONE
from anaphora_workbench.resolvers.learned.boosting import Boosting
from anaphora_workbench.resolvers.learned.pairs import Window
from anaphora_workbench.resolvers.learned.ranker import RankerTable
from anaphora_workbench.resolvers.ranking_pronouns import PRONOUNS

_ALONE = (
    "mention.type",
    "mention.expression",
    "mention.function & mention.type",
    "mention.embedded & mention.type",
    "mention.length & mention.type",
    "mention.entity type & mention.type",
    "mention.place in text & mention.type",
    "mention.place in sentence",
    "mention.renames",
    "mention.existential",
    "mention.in adjunct",
    "mention.cannot be antecedent",
    "mention.number & mention.type",
    "mention.gender & mention.type",
    "mention.quoted",
    "mention.first word",
    "mention.last word",
    "mention.word before",
    "mention.word after",
    "mention.head",
    "mention.preposition & mention.type",
    "mention.mentions with its head before & mention.type",
    "mention.mentions with its words before & mention.type",
)
_NOUNS = (
    "same words & mention.type & candidate.type",
    "same head & mention.type & candidate.type",
    "same head & modifiers & mention.type",
    "modifiers & candidate.type",
    "words in common & mention.type",
    "words in common & mention.length",
    "head among words & mention.type",
    "names & entity type agreement",
    "names & mention.length",
    "same form & mention.type",
    "sentences & mention.type",
    "mentions & mention.type",
    "sentences & same head & mention.type",
    "sentences & candidate.type",
    "number agreement & mention.type & same head",
    "gender agreement & mention.type & same head",
    "entity type agreement & same head",
    "mention.entity type & candidate.entity type",
    "expressions",
    "candidate.function & mention.function",
    "candidate.embedded & mention.embedded",
    "candidate.length & mention.type",
    "candidate.cannot be antecedent & mention.type",
    "containment & mention.type",
    "renaming & mention.type",
    "arguments of one verb & mention.type",
    "same clause & mention.type",
    "path",
    "quotation & mention.type",
    "party & mention.type",
    "voice & candidate.type & mention.type",
    "named speaker & candidate.type",
    "who is meant & mention.type",
    "candidate.head & same head",
    "heads",
    "entity number & mention.type",
    "entity gender & mention.type",
    "entity size & mention.type & entity head",
    "entity last mentioned & mention.type & entity head",
    "entity has & mention.type & entity head",
    "entity has & candidate.type & mention.type",
    "entity head & same head & mention.type",
)
# What the classifier is told that says whether a key has such a mention.
CLASSIFIER_LINES = (
    *_ALONE,
    "mention.governor",
    "mention.function & mention.head",
    "mention.expression & mention.function",
    "mention.tag of head & mention.type",
    "mention.tags around",
    "mention.tag before & mention.type",
    "mention.tag after & mention.type",
    "mention.relation of head & mention.type",
    "mention.relation of rightmost child & mention.type",
    "mention.relation of rightmost child & mention.tag after",
    "mention.tag of leftmost child & mention.type",
    "mention.relation of governor & mention.tag of governor",
)
CLASSIFIER_PRIOR = 3.0
CLASSIFIER_OFTEN, CLASSIFIER_LEAST = 10, 10
_NOMINAL = Window(100, 25, 25)
_PRIOR_OF_NOUNS = 4.0
# Weights nearer to 0 are left out, but for the ranker of third persons, which has few enough.
_SMALLEST = 0.02

# The second ranker of third persons has a say in which candidate is the best; where it differs more from the first,
# their mean is right more often, so that it has fewer lines and another prior.
_NOT_IN_SECOND = frozenset(
    {
        "entity binding & mention.pronoun type",
        "gender agreement & candidate.type & candidate.entity type",
        "subjects & candidate.function & mention.function",
        "candidate.last word & paragraphs",
        "candidate.word after & words",
        "candidate.type & mention.word before",
        "candidate.semantic class & gender agreement",
        "candidate.function & candidate.entity type",
        "candidate.type & candidate.function & mention.pronoun type",
        "functions & candidate.type & mention.pronoun type",
        "functions & sentences",
        "candidate.depth & sentences",
        "arcs & mention.pronoun type",
        "arcs & sentences & candidate.type",
        "gender agreement & quotation",
        "voice & arcs",
        "voice & entity size",
        "person agreement & turns",
        "entity size & candidate.head",
        "entity last mentioned & mention.place in sentence",
        "entity last mentioned & candidate.first word",
        "entity last mentioned & person agreement",
        "entity pronouns & mention.pronoun",
        "entity pronouns & entity last mentioned",
        "entity pronouns & entity gender",
        "entity pronouns & candidate.type",
        "entity pronouns & candidate.word before",
    }
)
SECOND_OPINION = replace(
    PRONOUNS,
    pairs=tuple(line for line in PRONOUNS.pairs if line not in _NOT_IN_SECOND),
    often=30,
    prior=1.0,
    smallest=0.02,
    most=None,
)
# Of the text after the pronoun, and of who says the quotation around it, which the small ranker does without.
_ALL_AROUND = (
    "entity named again & entity pronouns",
    "entity next named & entity size",
    "entity next named & entity place",
    "entity place & entity binding",
    "entity party & number agreement",
)
THIRD_PERSONS = replace(
    PRONOUNS,
    pairs=(*PRONOUNS.pairs, *_ALL_AROUND),
    window=replace(PRONOUNS.window, cataphora=True),
    alone=(
        "mention.pronoun",
        "mention.pronoun type & mention.function",
        "mention.pleonastic & mention.pronoun",
        "mention.governor",
        "mention.word after",
        "mention.word before",
        "mention.place in sentence & mention.pronoun",
        "mention.place in text & mention.pronoun",
        "mention.main clause & mention.pronoun",
        "mention.quoted & mention.pronoun",
        "mention.pronoun & mention.function",
    ),
    # Few lines with many examples each are drawn less to 0 than the many about candidates.
    prior_alone=3.0,
    most=5500,
    conditions=OF_PRONOUNS,
    conditions_alone=OF_PRONOUNS_ALONE,
    # By `python -m benchmarks.halves` 8,389 of 9,877 pronouns are right, 8,373 with 300 rounds of five conditions.
    boosting=Boosting(rounds=500, conditions=6),
)
SPEECH = RankerTable(
    "first and second person pronouns",
    Window(100, 40, 10),
    pairs=(
        "expressions",
        "expressions & voice",
        "expressions & who is meant",
        "who is meant & candidate.type & mention.type",
        "who is meant & sentences & mention.type",
        "who is meant & entity voice",
        "expressions & quotation",
        "expressions & party",
        "expressions & entity party",
        "entity party & candidate.type & mention.type",
        "expressions & turns",
        "named speaker & mention.pronoun",
        "voice & candidate.type & mention.type",
        "quotation & candidate.type & mention.type",
        "turns & candidate.type & mention.type",
        "party & mention.type",
        "sentences & candidate.type & mention.type",
        "mentions & candidate.type & mention.type",
        "number agreement & mention.pronoun",
        "person agreement & mention.pronoun",
        "paragraphs & mention.type",
        "candidate.function & mention.type",
        "entity voice & candidate.type",
        "entity voice & voice & candidate.type & mention.type",
        "entity size & mention.type & candidate.type",
        "entity last mentioned & mention.type & candidate.type",
        "entity has & mention.type & candidate.type",
        "candidate.embedded & candidate.type",
        "candidate.entity type",
        "containment & mention.type",
        "same form & voice & quotation",
    ),
    smallest=_SMALLEST,
    alone=(
        "mention.pronoun",
        "mention.pronoun & mention.quoted",
        "mention.pronoun & mention.function",
        "mention.word after",
        "mention.word before",
        "mention.governor",
        "mention.place in text & mention.pronoun",
    ),
    conditions=OF_PRONOUNS,
    conditions_alone=OF_PRONOUNS_ALONE,
)
# By kind of noun phrase what was found to tell most beyond these, on fifths of the training documents: above all what
# stands close and how, as appositions and their like do.
_NAMES_TOO = (
    "words & mention.relation of head",
    "mention.gender from & entity place",
    "same clause & mention.tag before",
    "names & same clause",
    "mention.mentions with its head before & modifiers",
    "words in common & candidate.relation of head",
    "names & mention.relation of head",
    "words in common & same governor",
    "candidate.semantic class & words",
)
_NAMES_ALONE_TOO = (
    "mention.gender from & mention.tag of governor",
    "mention.mentions with its head before & mention.word before",
    "mention.gender from & mention.mentions with its head before",
)
_DEFINITE_TOO = (
    "mention.relation of head & entity place",
    "mention.length & words",
    "head among words & paragraphs",
    "containment & candidate.tag after",
    "same clause & mention.word before",
)
_DEFINITE_ALONE_TOO = ("mention.semantic class & mention.relation of head",)
_OTHER_TOO = (
    "words & mention.tag before",
    "entity last mentioned & mention.relation of head",
    "arcs & entity named again",
    "same clause & mention.word before",
    "candidate.place in text & mention.tag of head",
    "same clause & candidate.word after",
    "candidate.semantic class & mention.cannot be antecedent",
    "mention.gender & entity head",
)
NAMES, DEFINITE_PHRASES, OTHER_PHRASES = (
    RankerTable(
        name,
        _NOMINAL,
        (*_NOUNS, *pairs),
        (*_ALONE, *alone),
        prior=_PRIOR_OF_NOUNS,
        smallest=_SMALLEST,
        conditions=OF_NOUNS,
        conditions_alone=OF_NOUNS_ALONE,
    )
    for name, pairs, alone in (
        ("names", _NAMES_TOO, _NAMES_ALONE_TOO),
        ("definite noun phrases", _DEFINITE_TOO, _DEFINITE_ALONE_TOO),
        ("other noun phrases", _OTHER_TOO, ()),
    )
)
