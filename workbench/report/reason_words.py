"""What a page calls filters, their conditions and rules whose names in traces say little to a class.

Commands print the names as traces have them, as does the page in tooltips.
"""

from __future__ import annotations

from collections.abc import Mapping

from anaphora_workbench.resolvers import binding
from anaphora_workbench.resolvers.absent import DOUBT
from anaphora_workbench.resolvers.case import SYNTAX
from anaphora_workbench.resolvers.cistell import BASKET, NEW
from anaphora_workbench.resolvers.speech_pronouns import FIRST_OF_PARTY, NOBODY_TOLD, SAME_PARTY
from anaphora_workbench.resolvers.stages.chains import CHAINS
from anaphora_workbench.resolvers.stages.quotations import QUOTATIONS
from anaphora_workbench.resolvers.stages.referents import REFERENTS
from anaphora_workbench.resolvers.stages.same_name import SAME_NAME
from anaphora_workbench.resolvers.stages.threshold import THRESHOLD
from anaphora_workbench.workbench.report.reasons import CONDITIONS, RULES

# The filter in a word or two, before a colon and the condition.
LABELS: Mapping[str, str] = {
    SYNTAX: "binding",
    CHAINS: "kept apart",
    QUOTATIONS: "speech",
    REFERENTS: "no individual",
    DOUBT: "less sure",
    THRESHOLD: "faded",
    BASKET: "its entity",
}
CONDITIONS_ON_PAGE: Mapping[str, str] = {
    **CONDITIONS,
    binding.CONTAINED: "one inside what the pronoun is an argument of",
    binding.POSSESSOR: "one in the noun phrase that the pronoun possesses",
    "speaker of its quotation": "the speaker of the speech around the pronoun",
    "addressee of its quotation": "the one to whom the speech around the pronoun is said",
    "in the quotation of which it is the speaker": "somebody in the speech of the pronoun",
}
# Before a condition that is another mention's: of the same entity, or of the same name.
OF_OTHERS: Mapping[str, str] = {"linked: ": "one entity with", SAME_NAME: "one of the same name as"}
RULES_ON_PAGE: Mapping[str, str] = {
    **RULES,
    "highest-score": "the most points",
    "largest sum of weights": "the most points, as learnt from texts with a key",
    "most probable entity": "the entity that is most probable together with all others",
    "strong match": "all mentions of the entity match",
    "closest first": "the closest one that is likely enough",
    "best first": "the likeliest one",
    "all linked": "all that are likely enough, of which the closest is shown",
    SAME_PARTY: "by who speaks and who is spoken to, both are one person",
    "binding: emphatic": "it stresses the noun next to it",
    "binding: logical subject": "a reflexive takes up whoever does what the verb says",
    "binding: nearest subject": "a reflexive takes up the nearest subject",
    "binding: nearest in the sentence": "a reflexive takes up the nearest one of its sentence",
}
NO_ANSWER_ON_PAGE: Mapping[str, str] = {
    NEW: "it matches no entity so far",
    "no pair coreferent": "with none of the candidates is it likely enough to be one",
    "most probably new": "most probably it is a new entity",
    "pleonastic": "it refers to nothing",
    FIRST_OF_PARTY: "nothing before it is the same speaker or hearer",
    NOBODY_TOLD: "the text does not tell who speaks or is spoken to",
}
