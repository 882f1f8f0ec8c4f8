"""Syntax: grammatical functions, verbs, binding, renaming, the walk of Hobbs, and the path between two mentions."""

import numpy as np

from anaphora_workbench.resolvers.discourse import binding
from anaphora_workbench.resolvers.discourse.binding import disjoint_of
from anaphora_workbench.resolvers.discourse.discourse import LEXICAL_ANAPHORS, Discourse
from anaphora_workbench.resolvers.features.feature import (
    Codes,
    Flags,
    bin_names,
    binned,
    of_mention,
    of_pair,
    stretches,
)
from anaphora_workbench.resolvers.features.mention_table import MentionTable
from anaphora_workbench.resolvers.options import AS_PUBLISHED, PronounOptions
from anaphora_workbench.resolvers.words import NEARNESS, ROLE

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


# As the shipped models have learnt it.
_OPTIONS = PronounOptions(whose="argument", grammar=AS_PUBLISHED)
_RULES = (
    "", binding.ARGUMENT_DOMAIN, binding.ADJUNCT_DOMAIN, binding.CONTAINED, binding.NP_DOMAIN, binding.POSSESSOR,
    binding.CONTAINMENT, binding.PREDICATE_NOMINAL,
)  # fmt: skip
_BINDING_WORDS = {
    binding.ARGUMENT_DOMAIN: "as a co-argument",
    binding.ADJUNCT_DOMAIN: "as an argument of the verb around",
    binding.CONTAINED: "inside the phrase that the pronoun is an argument of",
    binding.NP_DOMAIN: "as possessor of the pronoun's noun",
    binding.POSSESSOR: "as what the pronoun possesses",
    binding.CONTAINMENT: "one is around the other",
}
_RANKS = (1, 2, 3, 5, 8, 15)
_FARTHEST_STEPS = 7
_DEPTHS = (1, 2, 3, 4, 6)
_ARCS = (2, 3, 4, 5, 6, 7, 8, 10, 12, 15)


@of_pair(
    "binding", _RULES, "Lappin & Leass 1994, 2.1.1", reason=ROLE, called="kept apart by binding", said=_BINDING_WORDS
)
def disjoint(table: MentionTable, later: Codes, earlier: Codes) -> Codes:
    """Which condition keeps a pronoun from a mention of its sentence: *Tom … him* in *Tom saw him*."""
    discourse, codes = table.discourse, np.zeros(len(later), dtype=np.intp)
    known = {name: code for code, name in enumerate(_RULES)}
    near = table.is_pronoun[later] & (table.sentence[later] == table.sentence[earlier])
    for place in np.flatnonzero(near).tolist():
        anaphor = int(later[place])
        if discourse.mentions[anaphor].pronoun_type not in LEXICAL_ANAPHORS:
            rule = disjoint_of(discourse, anaphor, _OPTIONS, "dep").rule(int(earlier[place]))
            codes[place] = known[rule or ""]
    return codes


@of_pair(
    "containment",
    ("", "inside it", "around it"),
    "Raghunathan et al. 2010, i-within-i",
    reason=ROLE,
    called="one inside the other",
)
def containment(table: MentionTable, later: Codes, earlier: Codes) -> Codes:
    """Whether the later mention stands inside the earlier one, or around it."""
    inside = (table.start[earlier] <= table.start[later]) & (table.end[later] <= table.end[earlier])
    around = (table.start[later] <= table.start[earlier]) & (table.end[earlier] <= table.end[later])
    return np.where(inside, 1, np.where(around, 2, 0))


@of_pair(
    "renaming", ("", "apposition", "predicate nominal", "renames another"), "Soon et al. 2001, APPOSITIVE", reason=ROLE
)
def renaming(table: MentionTable, later: Codes, earlier: Codes) -> Codes:
    """Whether one renames the other: *Tom, a doctor*; *Tom is a doctor*."""
    of, predicated = table.once(_renamed)
    apposed = (of[later] == earlier) | (of[earlier] == later)
    predicate = (predicated[later] == earlier) | (predicated[earlier] == later)
    other = (of[earlier] >= 0) | (predicated[earlier] >= 0)
    return np.where(apposed, 1, np.where(predicate, 2, np.where(other, 3, 0)))


def _renamed(table: MentionTable) -> tuple[Codes, Codes]:
    position, mentions = table.discourse.position, table.discourse.mentions
    of = table.array(position.get(mention.apposition_of or "", -1) for mention in mentions)
    return of, table.array(position.get(mention.predicate_of or "", -1) for mention in mentions)


@of_pair(
    "arguments of one verb", source="Ng & Cardie 2002, BOTH_IN_NP", reason=ROLE, called="both arguments of one verb"
)
def arguments_of_one_verb(table: MentionTable, later: Codes, earlier: Codes) -> Codes:
    """*Tom … the lamp* in *Tom lit the lamp*."""
    verbs = table.once(_verbs)
    return (verbs[later] == verbs[earlier]) & (verbs[later] >= 0)


def _verbs(table: MentionTable) -> Codes:
    return table.array(-1 if mention.verb is None else mention.verb for mention in table.discourse.mentions)


@of_pair("path", None, "Bergsma & Lin 2006", reason=ROLE, called="path through the tree")
def path(table: MentionTable, later: Codes, earlier: Codes) -> Codes:
    """The relations between two mentions of a sentence, up from the earlier and down to the later one.

    *Tom … his* in *Tom lit his lamp*: ``nsubj↑ dobj↓ poss↓``.
    """
    codes = np.zeros(len(later), dtype=np.intp)
    for place in np.flatnonzero(table.sentence[later] == table.sentence[earlier]).tolist():
        codes[place] = table.path(_path(table.discourse, int(earlier[place]), int(later[place])))
    return codes


def _path(discourse: Discourse, first: int, second: int) -> str:
    tree = discourse.tree
    top, bottom = discourse.node[first], discourse.node[second]
    upwards = [top, *tree.ancestors(top)]
    step_of = {word: step for step, word in enumerate(upwards)}
    below: list[int] = []
    for word in (bottom, *tree.ancestors(bottom)):
        if word in step_of:
            if step_of[word] + len(below) > _FARTHEST_STEPS:
                return "<long>"
            up = [f"{tree.relation[step]}↑" for step in upwards[: step_of[word]]]
            down = [f"{tree.relation[step]}↓" for step in reversed(below)]
            return " ".join(up + down) or "<same word>"
        below.append(word)
    return "<apart>"


@of_mention("depth", bin_names(_DEPTHS), reason=ROLE, called="depth in the tree")
def depth(table: MentionTable) -> Codes:
    """Arcs up to the root of the sentence: 0 for its main verb."""
    return binned(table.once(_depths), _DEPTHS)


@of_pair(
    "arcs",
    bin_names(_ARCS),
    "Webster et al. 2018, syntactic distance",
    reason=NEARNESS,
    called="steps through the tree",
)
def arcs(table: MentionTable, later: Codes, earlier: Codes) -> Codes:
    """Arcs between two mentions in the tree; of two sentences over their roots, one more for each between them."""
    depths = table.once(_depths)
    apart = np.abs(table.sentence[later] - table.sentence[earlier])
    counts = depths[later] + depths[earlier] + apart
    for place in np.flatnonzero(apart == 0).tolist():
        counts[place] -= 2 * _shared(table.discourse, int(later[place]), int(earlier[place]))
    return binned(counts, _ARCS)


def _depths(table: MentionTable) -> Codes:
    tree = table.discourse.tree
    return table.array(sum(1 for _ in tree.ancestors(node)) for node in table.discourse.node)


def _shared(discourse: Discourse, first: int, second: int) -> int:
    """Arcs that the ways of two mentions to the root have in common."""
    tree = discourse.tree
    one, other = ([node, *tree.ancestors(node)] for node in (discourse.node[first], discourse.node[second]))
    shared = sum(1 for above, beside in zip(reversed(one), reversed(other), strict=False) if above == beside)
    return max(shared - 1, 0)


@of_pair(
    "Hobbs rank",
    ("", *bin_names(_RANKS)),
    "Hobbs 1978; Ge et al. 1998",
    reason=NEARNESS,
    called="places before it on Hobbs's walk",
)
def hobbs_rank(table: MentionTable, later: Codes, earlier: Codes) -> Codes:
    """Place among the noun phrases that the naive algorithm proposes for a pronoun; nothing if it proposes it not."""
    codes = np.zeros(len(later), dtype=np.intp)
    for start, end in stretches(later):
        anaphor = int(later[start])
        if not table.is_pronoun[anaphor]:
            continue
        wanted = {int(position): start + place for place, position in enumerate(earlier[start:end])}
        rank = 0
        for _, position in table.hobbs.proposals(anaphor):
            if isinstance(position, int) and position in wanted:
                codes[wanted.pop(position)] = 1 + int(binned(np.array([rank]), _RANKS)[0])
                rank += 1
            if rank > _RANKS[-1] or not wanted:
                break
    return codes
