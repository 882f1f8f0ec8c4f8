"""Clause mates: subject and object of one verb are two things, and a pronoun of a main clause looks ahead to nothing.

Counted over the keys of GUM train and of every second text of LitBank, pairs of a verb's subject and its object that is
no reflexive, copulas among the verbs, which the rules leave out, or what a listed preposition puts behind it:

============================================  ===================================  ===================
kept apart                                    example                              one entity
============================================  ===================================  ===================
a pronoun and a noun phrase behind            *He* had *a dog*.                    23 of 2,076 pairs
two noun phrases                              *Sergeant Ortiz* found *the boy*.    7 of 775 pairs
a noun phrase and a pronoun behind            *Tom* saw *him*.                     6 of 174 pairs
a subject and a pronoun behind a preposition  *Tom* looked at *him*.               1 of 146 pairs
a passive's subject and who does it           *Ford* was founded by *Henry Ford*.  none of 157 pairs
============================================  ===================================  ===================

Source: Lappin & Leass (1994), 2.1.1, conditions 2 and 3, of a pronoun and what follows it;
of noun phrases our own.
"""

from __future__ import annotations

from anaphora_workbench.corpora.dependencies import AGENT, NOMINAL_SUBJECT, OBJECT, OBJECT_OF_PREPOSITION, RECIPIENT
from anaphora_workbench.corpora.languages.pronouns import POSSESSIVE
from anaphora_workbench.resolvers.binding import ADJUNCT_DOMAIN, ARGUMENT_DOMAIN, disjoint_of
from anaphora_workbench.resolvers.discourse import LEXICAL_ANAPHORS, Discourse
from anaphora_workbench.resolvers.features import MentionTable
from anaphora_workbench.resolvers.features.mention_table import THIRD
from anaphora_workbench.resolvers.options import PronounOptions

AHEAD = "behind it, and it stands in the main clause"
# *Mary prefers hers*: what stands there is not she whose it is.
_NO_ARGUMENTS = LEXICAL_ANAPHORS | {POSSESSIVE}
_OPTIONS = PronounOptions()


def kept_apart(table: MentionTable, position: int) -> dict[int, str]:
    """The mentions of its sentence that a noun phrase or third person pronoun is not one entity with, each with why."""
    discourse = table.discourse
    apart = dict.fromkeys(_of_its_verb(table, position), ARGUMENT_DOMAIN)
    if table.kind[position] == THIRD:
        apart |= dict.fromkeys(_subjects_of_what_it_completes(table, position), ADJUNCT_DOMAIN)
        apart |= dict.fromkeys(_pronouns_of_its_verb(table, position), ARGUMENT_DOMAIN)
        if discourse.in_main_clause(position) and not discourse.mentions[position].adjunct:
            end = discourse.sentence_start[int(table.sentence[position]) + 1]
            apart = {**dict.fromkeys(_nouns(table, position + 1, end), AHEAD), **apart}
    return apart


def _is_no_argument(table: MentionTable, position: int) -> bool:
    return table.discourse.mentions[position].pronoun_type in _NO_ARGUMENTS


def _nouns(table: MentionTable, start: int, end: int) -> list[int]:
    return [position for position in range(start, end) if not table.is_pronoun[position]]


def _of_its_verb(table: MentionTable, position: int) -> list[int]:
    """What is subject where a mention is object, or the other way round."""
    mates = table.once(_subjects_and_objects)
    verb, of_subject = mates.get(position, (-1, False))
    if verb < 0:
        return []
    first, end = (table.discourse.sentence_start[int(table.sentence[position]) + more] for more in (0, 1))
    return [other for other in range(first, end) if mates.get(other) == (verb, not of_subject)]


def _subjects_and_objects(table: MentionTable) -> dict[int, tuple[int, bool]]:
    """By position of a subject, object or agent its verb, and whether it is the subject."""
    discourse = table.discourse
    tree, copulas = discourse.tree, discourse.language.words("expletive_words.copulas")
    mates = {}
    for position in range(table.size):
        word = tree.transparent(discourse.node[position])
        verb, subject = tree.head[word], tree.stands_as(word, NOMINAL_SUBJECT)
        if verb < 0 or _is_no_argument(table, position) or tree.words[verb].lemma.lower() in copulas:
            continue
        if subject or tree.stands_as(word, OBJECT | RECIPIENT):
            mates[position] = (verb, subject)
        elif tree.stands_as(verb, AGENT):
            mates[position] = (tree.head[verb], False)
    return mates


def _subjects_of_what_it_completes(table: MentionTable, pronoun: int) -> list[int]:
    """The subjects before a pronoun of the verb that it stands behind with a listed preposition.

    Not of one that shares its subject with another verb: *to her* in *she walked with Eve, saying to her* may be
    parsed so.
    """
    discourse = table.discourse
    tree = discourse.tree
    word = tree.transparent(discourse.node[pronoun])
    preposition = tree.head[word]
    listed = discourse.language.words("argument_prepositions.words")
    if _is_no_argument(table, pronoun):
        return []
    if not tree.stands_as(word, OBJECT_OF_PREPOSITION) or tree.words[preposition].form.lower() not in listed:
        return []
    first = discourse.sentence_start[int(table.sentence[pronoun])]
    before = (earlier for earlier in range(first, pronoun) if not _is_no_argument(table, earlier))
    return [
        earlier
        for earlier, noun in ((earlier, tree.transparent(discourse.node[earlier])) for earlier in before)
        if tree.stands_as(noun, NOMINAL_SUBJECT) and tree.head[noun] == tree.head[preposition]
    ]


def _pronouns_of_its_verb(table: MentionTable, pronoun: int) -> list[int]:
    """The pronouns before a pronoun in its sentence that binding keeps from it, one the subject of their verb."""
    discourse = table.discourse
    first = discourse.sentence_start[int(table.sentence[pronoun])]
    disjoint = disjoint_of(discourse, pronoun, _OPTIONS, "dep")
    return [
        earlier
        for earlier in range(first, pronoun)
        if table.kind[earlier] == THIRD
        and not _is_no_argument(table, earlier)
        and disjoint.rule(earlier) == ARGUMENT_DOMAIN
        and _of_one_verb(discourse, earlier, pronoun)
    ]


def _of_one_verb(discourse: Discourse, earlier: int, later: int) -> bool:
    """Whether two mentions have one verb, and one of them, but not both, is its subject."""
    tree = discourse.tree
    first, second = (tree.transparent(discourse.node[position]) for position in (earlier, later))
    verbs = {tree.predicate_of(first), tree.predicate_of(second)}
    return len(verbs) == 1 and tree.stands_as(first, NOMINAL_SUBJECT) != tree.stands_as(second, NOMINAL_SUBJECT)
