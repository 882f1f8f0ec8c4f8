"""Syntactic filters: which noun phrases of its own sentence a pronoun cannot refer to.

``dep`` states the conditions of Lappin & Leass (1994, 2.1.1) over dependencies; ``flat`` those of
Kennedy & Boguraev (1996, 2.2.3) over order, grammatical function, EMBED and ADJUNCT (resolvers.md, 2.3).
"""

from __future__ import annotations

from collections.abc import Iterable

from anaphora_workbench.corpora.document import Mention
from anaphora_workbench.corpora.languages.pronouns import RELATIVE
from anaphora_workbench.corpora.support.notation import looked_up
from anaphora_workbench.corpora.trees.labels import (
    ADVERB,
    ADVERBIAL_CLAUSE,
    AGENT,
    APPOSITION,
    ATTRIBUTE,
    AUXILIARY,
    CLAUSE_MARK,
    COMPLEMENT_CLAUSE,
    CONJUNCT,
    MODIFYING_CLAUSE,
    NOMINAL_SUBJECT,
    OBJECT,
    OBJECT_OF_PREPOSITION,
    OBJECT_PREDICATE,
    PARENTHESIS,
    PARTICLE,
    PREDICATE_ADJECTIVE,
    PREPOSITION,
    RECIPIENT,
    RELATIVE_CLAUSE,
    SUBJECT,
)
from anaphora_workbench.corpora.trees.labels import POSSESSOR as OWNER
from anaphora_workbench.corpora.trees.tree import DependencyTree
from anaphora_workbench.resolvers.discourse.discourse import Discourse
from anaphora_workbench.resolvers.options import SHARED, PronounOptions
from anaphora_workbench.resolvers.words import Words

ARGUMENT_DOMAIN = "argument domain"
ADJUNCT_DOMAIN = "adjunct domain"
CONTAINED = "contained in its head"
NP_DOMAIN = "NP domain"
POSSESSOR = "possessor"
CONTAINMENT = "containment"
PREDICATE_NOMINAL = "predicate nominal"
CERTAIN = "certain"
CONDITION_1 = "condition 1: co-argument"
CONDITION_2 = "condition 2: commanded"
CONDITION_3 = "condition 3: containment"
# Why a condition bars nothing.
OPEN_TAG = "the tag of the pronoun contradicts its place in the tree"
OPEN_SUBJECT = "the tree leaves open who is understood as the subject of its verb"
OPEN_GAP = "the tree leaves open whether the noun is an argument of the clause that modifies it"
OPEN_PLACE = "a phrase of place may take up an argument of its verb"

WORDS = Words(
    conditions={
        ARGUMENT_DOMAIN: "a co-argument",
        ADJUNCT_DOMAIN: "an argument of the verb that the pronoun's phrase is an adjunct of",
        CONTAINED: "inside the phrase that the pronoun is an argument of",
        NP_DOMAIN: "the possessor of the noun that the pronoun belongs to",
        POSSESSOR: "in the noun phrase that the pronoun possesses",
        CONTAINMENT: "coreferent with a phrase around the pronoun",
        CONDITION_1: "a co-argument",
        CONDITION_2: "a noun that the pronoun precedes and commands",
        CONDITION_3: "a phrase around the pronoun",
    },
    understood={
        ARGUMENT_DOMAIN: "a co-argument by control or through a relative clause, which is a reading of the parse"
    },
    conditions_on_page={
        CONTAINED: "one inside the phrase that the pronoun is an argument of",
        POSSESSOR: "one in the noun phrase that the pronoun possesses",
    },
)

_ARGUMENTS = NOMINAL_SUBJECT | OBJECT | ATTRIBUTE | OBJECT_PREDICATE | RECIPIENT
_PREDICATES = ATTRIBUTE | PREDICATE_ADJECTIVE
_NOT_CONTAINING = OWNER | CONJUNCT | APPOSITION | PARENTHESIS
# *Out of it*, *proud of him*: what stands between a prepositional phrase and the verb that it belongs to.
_ON_THE_WAY_TO_THE_VERB = PREPOSITION | PARTICLE | ADVERB | PREDICATE_ADJECTIVE
_FIRST_FUNCTIONS = frozenset({"SUBJ", "DOBJ"})
_LATER_FUNCTIONS = frozenset({"DOBJ", "IOBJ", "OBL", "AGENT"})


def disjoint_of(discourse: Discourse, anaphor: int, options: PronounOptions, conditions: str = "") -> Disjoint:
    """The mentions that a pronoun is disjoint from; kept with the discourse, as all resolvers ask the same.

    Args:
        conditions: ``dep``, ``flat`` or ``certain`` where not those of the option ``filter`` are asked.
    """
    conditions = conditions or (CERTAIN if options.filter == "none" else options.filter)
    asked = anaphor, conditions, options.c3, options.containing, options.place_domain, options.whose, options.grammar
    disjoint = discourse.disjoint.get(asked)
    if disjoint is None:
        disjoint = discourse.disjoint[asked] = Disjoint(discourse, anaphor, options, conditions)
    return disjoint


class Disjoint:
    """The mentions that one pronoun is disjoint from, under ``dep``, ``flat`` or ``certain`` conditions.

    Certain are those over dependencies that leave out adjuncts of place; the shared grammar adds them to the flat ones.

    Attributes:
        open: what of the parse leaves a condition in doubt, so that it bars nothing; "" for nothing.
    """

    def __init__(self, discourse: Discourse, anaphor: int, options: PronounOptions, conditions: str) -> None:
        self._discourse = discourse
        self._anaphor = anaphor
        self._literal = options.c3 == "literal"
        self._containing = options.containing
        self._by_owner = options.whose == "owner"
        self._flat = conditions == "flat"
        self._shared = options.grammar == SHARED
        over_tree = discourse.parsed and (not self._flat or self._shared)
        certain = conditions != "dep"
        self._dependencies = _DependencyConditions(discourse, anaphor, options, certain) if over_tree else None
        self.open = self._dependencies.open if self._dependencies else ""
        self._described = _described(discourse, anaphor)
        self._rules: dict[int, str | None] = {}

    def rule(self, position: int) -> str | None:
        """The condition that keeps the pronoun from referring to a mention, None if there is none."""
        if position not in self._rules:
            self._rules[position] = self._rule(position)
        return self._rules[position]

    def _rule(self, position: int) -> str | None:
        discourse, anaphor = self._discourse, self._anaphor
        if discourse.sentence[position] != discourse.sentence[anaphor]:
            return None
        inside = discourse.inside(anaphor, position)
        if inside and discourse.node[position] not in discourse.hosts(anaphor, self._containing):
            return None if self._shared and _circle_is_open(discourse, anaphor, position) else CONTAINMENT
        if self._described is not None and discourse.node[position] == self._described:
            return PREDICATE_NOMINAL
        told = flat_condition(discourse, anaphor, position, self._literal, self._by_owner) if self._flat else None
        # Which arguments are of one verb, the shared domain knows better than order and functions.
        if told and not (told == CONDITION_1 and self._dependencies and not self._literal):
            return told
        return self._dependencies.rule(position) if self._dependencies else None


def _circle_is_open(discourse: Discourse, anaphor: int, position: int) -> bool:
    """*An environment for fans who use its texts*: a finite clause around the pronoun closes the circle of reference.

    So it is, too, where the tree contradicts the span: the noun stands not above the pronoun.
    """
    tree, noun = discourse.tree, discourse.node[position]
    for word in (discourse.node[anaphor], *tree.ancestors(discourse.node[anaphor])):
        if word == noun:
            return False
        if tree.stands_as(word, RELATIVE_CLAUSE):
            return True
    return True


def _tag_contradicts(discourse: Discourse, anaphor: int) -> bool:
    """*Made her intensely drowsy*: of a form that is possessive or personal, tag and tree say the one and the other."""
    word, language = discourse.document.words[discourse.mentions[anaphor].head], discourse.language
    kinds = {row.pronoun.type for row in language.pronouns.get(looked_up(word.form), ())}
    possesses = discourse.tree.stands_as(discourse.node[anaphor], OWNER)
    return (
        {"personal", "possessive"} <= kinds
        and bool(word.xpos)
        and language.tag_is(word.xpos, "possessive") != possesses
    )


def _described(discourse: Discourse, anaphor: int) -> int | None:
    """Head word of the subject whose predicate nominal a pronoun possesses: *Tom is his brother*, not *his own man*."""
    tree, word = discourse.tree, discourse.node[anaphor]
    noun = tree.head[word]
    if discourse.mentions[anaphor].pronoun_type != "possessive" or noun < 0 or not tree.stands_as(word, OWNER):
        return None
    verb, reflexive = tree.head[noun], tree.language.words("reflexive_predicates.words")
    if not tree.stands_as(noun, ATTRIBUTE) or verb < 0:
        return None
    if any(tree.words[part].form.lower() in reflexive for part in (noun, *tree.children[noun])):
        return None
    return tree.subject(verb)


class _DependencyConditions:
    """Conditions 2 to 6 of Lappin & Leass for one pronoun; agreement, their first, is a filter of its own.

    Args:
        options: whether phrases of place next to the verb are adjunct domains too, and what *whose* tells.
        certain: whether phrases of place are left alone as far as grammar is not certain of them.

    Attributes:
        open: as of ``Disjoint``.
    """

    def __init__(self, discourse: Discourse, anaphor: int, options: PronounOptions, certain: bool) -> None:
        self._place_domain, self._by_owner = options.place_domain, options.whose == "owner"
        self._certain, self._shared = certain, options.grammar == SHARED
        self._discourse = discourse
        self._anaphor = anaphor
        self._tree = tree = discourse.tree
        self._word = word = tree.transparent(discourse.node[anaphor])
        self._disjoint: dict[int, str] = {}
        self._possessed: int | None = None
        self._predicate: int | None = None
        self.open = OPEN_TAG if self._shared and _tag_contradicts(discourse, anaphor) else ""
        above = tree.head[word]
        if above < 0 or self.open:
            return
        if discourse.mentions[anaphor].pronoun_type == "possessive":
            # Possession alone restricts a possessive: *he washed his hands*.
            self._possessed = above if tree.stands_as(word, OWNER) else None
        elif tree.stands_as(word, _ARGUMENTS):
            self._argument_of(above)
        elif tree.stands_as(word, OBJECT_OF_PREPOSITION):
            self._object_of_preposition(above)

    def rule(self, position: int) -> str | None:
        discourse, tree = self._discourse, self._tree
        node = discourse.node[position]
        follows = discourse.mentions[position].start > discourse.mentions[self._anaphor].start
        if self._possessed is not None:
            # What stands before a possessor, *all its, with all its finds*, is in its phrase by a repair or the parse.
            possessed = (follows or not self._shared) and node != self._word
            return POSSESSOR if possessed and tree.dominates(self._possessed, node) else None
        condition = self._disjoint.get(node) or self._disjoint.get(tree.transparent(node))
        if condition and not (self._shared and self._names_the_same(tree.transparent(node))):
            return condition
        if follows and not discourse.mentions[position].is_pronoun and self._contained(node):
            return CONTAINED
        return None

    def _names_the_same(self, node: int) -> bool:
        """*Tom, he went in*, *That is it*: a noun that the pronoun resumes, and the two sides of a copula."""
        tree, own = self._tree, self._discourse.node[self._anaphor]
        if tree.stands_as(own, APPOSITION):
            return node == self._word
        if node == self._word or tree.head[node] != tree.head[self._word]:
            return False
        subjects = tree.stands_as(node, NOMINAL_SUBJECT) and tree.stands_as(self._word, NOMINAL_SUBJECT)
        return subjects or tree.stands_as(node, ATTRIBUTE) or tree.stands_as(self._word, ATTRIBUTE)

    def _argument_of(self, predicate: int) -> None:
        self._predicate = predicate
        self._bar(self._arguments(predicate), ARGUMENT_DOMAIN)
        if self._raised(predicate):
            self._bar(self._arguments(self._tree.head[predicate]), ARGUMENT_DOMAIN)
        if self._tree.is_nominal(predicate):
            self._bar(self._possessors(predicate), NP_DOMAIN)

    def _object_of_preposition(self, preposition: int) -> None:
        tree = self._tree
        # The preposition whose role counts: of several the one nearest to the verb.
        outer, predicate = preposition, tree.head[preposition]
        if self._shared and self._quantifies(preposition):
            # *Nobody knows all of them*: the whole is the argument.
            self._word = tree.transparent(predicate)
            above = tree.head[self._word]
            if above >= 0 and tree.stands_as(self._word, _ARGUMENTS):
                self._argument_of(above)
            elif above >= 0 and tree.stands_as(self._word, OBJECT_OF_PREPOSITION):
                self._object_of_preposition(above)
            return
        if self._shared and tree.subject(preposition) is not None:
            # *With lemon in it*: a clause without a verb.
            self._bar(tree.arguments(preposition), ADJUNCT_DOMAIN)
            return
        while predicate >= 0 and (tree.stands_as(predicate, _ON_THE_WAY_TO_THE_VERB) or self._predicates(predicate)):
            if self._shared and tree.subject(predicate) is not None:
                break
            outer = predicate if tree.stands_as(predicate, PREPOSITION) else outer
            predicate = tree.head[predicate]
        if predicate < 0:
            return
        if tree.is_nominal(predicate):
            self._bar(self._possessors(predicate), NP_DOMAIN)
        elif tree.stands_as(outer, RECIPIENT | AGENT):
            self._argument_of(predicate)
        elif self._shared and self._has(predicate):
            return
        elif outer == preposition and self._of_place(preposition) and self._left_open(preposition, predicate):
            self.open = OPEN_PLACE
        else:
            self._bar(self._arguments(predicate), ADJUNCT_DOMAIN)

    def _quantifies(self, preposition: int) -> bool:
        """*All of them*, *each of us*: the phrase is of a quantifier that stands for the whole."""
        tree, whole = self._tree, self._tree.head[preposition]
        if whole < 0 or tree.words[preposition].form.lower() not in tree.language.words("partitives.prepositions"):
            return False
        names = ("quantifiers.pronouns", "no_mentions.floating", "no_mentions.alone")
        return any(tree.words[whole].form.lower() in tree.language.words(name) for name in names)

    def _has(self, predicate: int) -> bool:
        """*The cream has a feel to it*: what an object of *have* is predicated of is its subject, and no reflexive."""
        tree, word = self._tree, self._tree.words[predicate]
        verbs = tree.language.words("existential_have.verbs")
        return (word.lemma or word.form).lower() in verbs and bool(tree.dependents(predicate, OBJECT))

    def _predicates(self, word: int) -> bool:
        """*Bill seems fond of him*: a predicative adjective that the parser takes for a predicate noun."""
        tree = self._tree
        return self._shared and tree.words[word].upos == "ADJ" and tree.stands_as(word, OBJECT_PREDICATE)

    def _left_open(self, preposition: int, predicate: int) -> bool:
        """Whether a phrase of place may hold an argument of its verb.

        The paper's conditions ask the option. What is certain leaves open what is about space alone (*looked around
        him*) and what an object is somewhere with (*took the book with him*), not *talked with him*.
        """
        if not self._certain:
            return not self._place_domain
        tree = self._tree
        selected = tree.language.words("place_prepositions.selected")
        # *The cloth he carries with him*: the relative clause lacks its object.
        has_object = bool(tree.dependents(predicate, OBJECT)) or tree.stands_as(predicate, RELATIVE_CLAUSE)
        return tree.words[preposition].form.lower() not in selected or has_object

    def _of_place(self, preposition: int) -> bool:
        """*Tom kept the book with him*: the phrase is about a place, and need not hold someone else."""
        return self._tree.words[preposition].form.lower() in self._tree.language.words("place_prepositions.words")

    def _arguments(self, predicate: int) -> list[int]:
        """Own arguments, the subject understood, and the noun that a relative clause modifies."""
        tree = self._tree
        arguments = tree.arguments(predicate)
        subject = tree.logical_subject(predicate)
        if subject is not None and self._certain and self._control_is_open(predicate):
            self.open = OPEN_SUBJECT
        elif subject is not None:
            arguments.append(subject)
        modifies = tree.stands_as(predicate, MODIFYING_CLAUSE) and tree.head[predicate] >= 0
        if modifies and self._certain and self._gap_is_open(predicate):
            self.open = OPEN_GAP
        elif modifies and not (self._by_owner and _has_relative_owner(tree, arguments)):
            arguments.append(tree.head[predicate])
        return arguments

    def _control_is_open(self, predicate: int) -> bool:
        """*They sent Tom to see him*, *enough to support him*: an infinitive beside an object, or after a noun.

        Open, too, is who does what stands behind a comma, where it may be what happened (*The bridge fell, making it
        famous*), and who is told to do a thing (*It is yours, but throw it*).
        """
        tree = self._tree
        if tree.subject(predicate) is not None or tree.head[predicate] < 0:
            return False
        if tree.stands_as(predicate, CONJUNCT):
            first = tree.transparent(predicate)
            own, other = (tree.language.word_is(tree.words[verb], "base_form") for verb in (predicate, first))
            told = own and not other and not tree.dependents(predicate, AUXILIARY)
            # *He saw she had come and looked at him*: another subject stands nearer.
            return told or any(tree.stands_as(word, NOMINAL_SUBJECT) for word in range(first, predicate))
        if not tree.is_infinitive(predicate):
            first = tree.subtree(predicate)[0]
            opens = any(word.form == "," for word in tree.words[max(first - 1, 0) : first + 1])
            return opens and tree.stands_as(predicate, ADVERBIAL_CLAUSE) and predicate > tree.head[predicate]
        if tree.stands_as(predicate, ADVERBIAL_CLAUSE):
            return bool(tree.dependents(tree.head[predicate], OBJECT | RECIPIENT))
        return tree.stands_as(predicate, MODIFYING_CLAUSE)

    def _gap_is_open(self, predicate: int) -> bool:
        """*The river where it bends*, *the wife by whom he had a son*: the noun is no argument of the clause.

        Nor is it in *the theory as I understood it*; and in *whatever it is* it is the predicate.
        """
        tree = self._tree
        subject, noun = tree.subject(predicate), tree.head[predicate]
        adverbs = tree.language.words("relative_pronouns.adverbs")
        relative = tree.language.words("relative_pronouns.words")
        if tree.is_infinitive(predicate) and tree.subject(predicate) is None:
            return True
        if tree.dependents(predicate, CLAUSE_MARK):
            return True
        copulas = tree.language.words("expletive.cleft_copulas")
        is_copula = subject == self._word and (tree.words[predicate].lemma or "").lower() in copulas
        if is_copula and not tree.dependents(predicate, _PREDICATES):
            return True
        for child in tree.children[predicate]:
            below = tree.subtree(child) if tree.stands_as(child, PREPOSITION) else [child]
            words = {tree.words[word].form.lower() for word in below}
            if words & adverbs or (tree.stands_as(child, PREPOSITION) and words & relative):
                return True
        forms = (tree.words[child].form.lower() for child in tree.children[predicate])
        # *The footage I took – it looks fake*: without a relative pronoun the subject stands right behind the noun.
        return subject is not None and relative.isdisjoint(forms) and subject > noun + 2

    def _possessors(self, noun: int) -> list[int]:
        return self._tree.dependents(noun, OWNER)

    def _raised(self, predicate: int) -> bool:
        """*Tom wants him to leave*: subject below, but object in form and so an argument above."""
        tree = self._tree
        if not (tree.stands_as(self._word, SUBJECT) and tree.stands_as(predicate, COMPLEMENT_CLAUSE)):
            return False
        if tree.head[predicate] < 0:
            return False
        accusative = tree.language.words("object_pronouns.words")
        return tree.is_infinitive(predicate) or tree.words[self._word].form.lower() in accusative

    def _bar(self, nodes: list[int], rule: str) -> None:
        for node in nodes:
            self._disjoint.setdefault(node, rule)

    def _contained(self, node: int) -> bool:
        """Whether a word is reached from the pronoun's head through arguments and adjuncts."""
        if self._predicate is None:
            return False
        tree = self._tree
        for word in (node, *tree.ancestors(node)):
            if word == self._predicate:
                return True
            # *She likes Ann's brother*: command reaches possessors, too (Reinhart 1983, 1.2).
            if tree.stands_as(word, _NOT_CONTAINING - OWNER if self._shared else _NOT_CONTAINING):
                return False
        return False


def flat_condition(
    discourse: Discourse, anaphor: int, position: int, literal: bool = False, by_owner: bool = True
) -> str | None:
    """The condition of Kennedy & Boguraev that excludes a mention of the pronoun's sentence, None if none does.

    Args:
        literal: read the third condition off the EMBED flags as published, and the first without a look at
            the verbs. The default reads the third off the spans, where a mention that contains the pronoun
            is no candidate anyhow, and takes a direct object of another verb for no co-argument
            (*Lift the filter out and rinse it*).
        by_owner: the noun of a clause with *whose* is no argument of it.
    """
    mentions = discourse.mentions
    pronoun, other = mentions[anaphor], mentions[position]
    if discourse.inside(anaphor, position):
        return CONDITION_3 if _own_argument(discourse, anaphor, position, by_owner) else None
    first, second = sorted((anaphor, position))
    if (
        mentions[first].function in _FIRST_FUNCTIONS
        and mentions[second].function in _LATER_FUNCTIONS
        and "personal" in (pronoun.pronoun_type, other.pronoun_type)
        and (literal or not _objects_apart(mentions[first], mentions[second]))
        and not any(mentions[between].function == "SUBJ" for between in range(first + 1, second))
    ):
        return CONDITION_1
    if position > anaphor and not other.is_pronoun and discourse.embedded_in[anaphor] < 0 and not pronoun.adjunct:
        return CONDITION_2
    if (
        literal
        and position < anaphor
        and discourse.embedded_in[anaphor] >= 0
        and all(discourse.embedded_in[between] >= 0 for between in range(position + 1, anaphor))
    ):
        return CONDITION_3
    return None


def _objects_apart(first: Mention, second: Mention) -> bool:
    """Whether the earlier is a direct object of another verb than the later belongs to."""
    return first.function == "DOBJ" and None not in (first.verb, second.verb) and first.verb != second.verb


def _own_argument(discourse: Discourse, anaphor: int, position: int, by_owner: bool) -> bool:
    """Whether the pronoun is an argument of the very clause that modifies the noun: *the man who saw him*."""
    if discourse.mentions[anaphor].pronoun_type == "possessive":
        return False
    tree = discourse.tree
    predicate = tree.predicate_of(discourse.node[anaphor])
    if predicate is None or tree.head[predicate] != discourse.node[position]:
        return False
    return not (by_owner and _has_relative_owner(tree, tree.arguments(predicate)))


def _has_relative_owner(tree: DependencyTree, arguments: Iterable[int]) -> bool:
    """*The man whose wife loves him*: the noun that the clause modifies owns an argument of it, and is none."""
    owners = (looked_up(tree.words[owner].form) for argument in arguments for owner in tree.dependents(argument, OWNER))
    rows = (row for owner in owners for row in tree.language.pronouns.get(owner, ()))
    return any(row.pronoun.type == RELATIVE for row in rows)
