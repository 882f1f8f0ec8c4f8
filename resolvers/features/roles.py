"""Roles: grammatical functions, verbs, and the place of a mention in its clause."""

from __future__ import annotations

import numpy as np

from anaphora_workbench.resolvers.features.feature import Codes, Flags, bin_names, binned, of_mention, of_pair
from anaphora_workbench.resolvers.features.mention_table import MentionTable
from anaphora_workbench.resolvers.words import ROLE

_FUNCTIONS = ("SUBJ", "DOBJ", "IOBJ", "OBL", "AGENT", "POSS", "PRED", "APPOS", "ROOT", "OTHER")
_FUNCTION_WORDS = {
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
_PLACES = (1, 2, 3, 5)


@of_mention(
    "function", _FUNCTIONS, "Bengtson & Roth 2008", reason=ROLE, called="grammatical function", said=_FUNCTION_WORDS
)
def function(table: MentionTable) -> Codes:
    """*the lamp* in *Tom lit the lamp*: DOBJ."""
    known = {name: code for code, name in enumerate(_FUNCTIONS)}
    return table.array(known.get(mention.function, len(_FUNCTIONS) - 1) for mention in table.discourse.mentions)


@of_mention("governor", None, "Dagan & Itai 1990", reason=ROLE, called="governing word")
def governor(table: MentionTable) -> Codes:
    """Lemma of the verb or noun that it is an argument or adjunct of, with its function: *light DOBJ*."""
    discourse, words = table.discourse, table.discourse.document.words
    governors = []
    for position, mention in enumerate(discourse.mentions):
        above = discourse.tree.predicate_of(discourse.node[position])
        if above is None:
            governors.append("")
            continue
        lemma = (words[above].lemma or words[above].form).lower()
        governors.append(f"{lemma} {mention.function}" + (f" {mention.preposition}" if mention.preposition else ""))
    return table.words(governors)


@of_mention("preposition", None, "Mitkov 1998", reason=ROLE)
def preposition(table: MentionTable) -> Codes:
    """*in* for *the lamp* in *in the lamp*."""
    return table.words(mention.preposition or "" for mention in table.discourse.mentions)


@of_mention("in adjunct", source="Kennedy & Boguraev 1996, ADJUNCT", reason=ROLE, called="in an adjunct")
def in_adjunct(table: MentionTable) -> Flags:
    """Whether it stands in an adverbial adjunct."""
    return table.flags(mention.adjunct for mention in table.discourse.mentions)


@of_mention("existential", source="Lappin & Leass 1994", reason=ROLE, called="introduced as being there")
def existential(table: MentionTable) -> Flags:
    """*a lamp* in *there is a lamp*."""
    return table.flags(mention.existential for mention in table.discourse.mentions)


@of_mention("main clause", reason=ROLE, called="in the main clause")
def main_clause(table: MentionTable) -> Flags:
    """Whether it stands in the main clause of its sentence."""
    return table.flags(map(table.discourse.in_main_clause, range(table.size)))


@of_mention(
    "place in sentence",
    bin_names(_PLACES),
    "Mitkov 1998, givenness",
    reason=ROLE,
    called="place in its sentence, from 0 on",
)
def place_in_sentence(table: MentionTable) -> Codes:
    """How many mentions stand before it in its sentence."""
    starts = np.array(table.discourse.sentence_start)
    return binned(np.arange(table.size) - starts[table.sentence], _PLACES)


@of_mention(
    "renames",
    ("", "apposition", "predicate nominal"),
    "Soon et al. 2001, APPOSITIVE",
    reason=ROLE,
    called="renames another phrase as",
)
def renames(table: MentionTable) -> Codes:
    """Whether it stands in apposition to another mention or is predicated of it."""
    mentions = table.discourse.mentions
    return table.array(1 if mention.apposition_of else 2 if mention.predicate_of else 0 for mention in mentions)


@of_pair(
    "functions",
    ("", "same", "both subjects"),
    "Ng & Cardie 2002, PARALLEL",
    reason=ROLE,
    called="grammatical function of both",
)
def functions(table: MentionTable, later: Codes, earlier: Codes) -> Codes:
    """Whether both have one function."""
    own = table.values(function)
    same = own[later] == own[earlier]
    return np.where(same, np.where(own[later] == 0, 2, 1), 0)


@of_pair("same governor", source="Mitkov 1998, collocation", reason=ROLE, called="governed by the pronoun's word")
def same_governor(table: MentionTable, later: Codes, earlier: Codes) -> Codes:
    """Whether both have one function of verbs with one lemma: *light the lamp … light it*."""
    own = table.values(governor)
    return (own[later] == own[earlier]) & (own[later] > 0)
