"""What grammar is certain of, for resolvers that weigh their candidates: those barred, and who binds a reflexive.

The stages are those of the pronoun resolvers (resolvers.md, 2.8); they bar a candidate and weigh nothing. The one
candidate that they leave is the rule *unique in discourse* of Baldwin (1997, 2.1).
"""

from collections.abc import Iterable, Mapping

from anaphora_workbench.corpora.document import NEUTER, PLURAL
from anaphora_workbench.corpora.document.closure import Union
from anaphora_workbench.resolvers.contract.case import LINKED, QUOTATIONS, SYNTAX
from anaphora_workbench.resolvers.contract.resolver import Link
from anaphora_workbench.resolvers.discourse.binding import ARGUMENT_DOMAIN, disjoint_of
from anaphora_workbench.resolvers.discourse.discourse import LEXICAL_ANAPHORS, Discourse
from anaphora_workbench.resolvers.discourse.speech import speech_of
from anaphora_workbench.resolvers.options import PronounOptions
from anaphora_workbench.resolvers.pronouns.reflexives import BOUND, GUESSES, REFLEXIVES, STEPS, bind
from anaphora_workbench.resolvers.pronouns.stages.agreement import agreeing
from anaphora_workbench.resolvers.pronouns.stages.cataphora import AHEAD, CATAPHORA, subject_ahead
from anaphora_workbench.resolvers.pronouns.stages.chains import CHAINS
from anaphora_workbench.resolvers.pronouns.stages.form import FORM, clash
from anaphora_workbench.resolvers.pronouns.stages.same_name import SAME_NAME, of_the_same_name
from anaphora_workbench.resolvers.pronouns.stages.windows import before
from anaphora_workbench.resolvers.words import Words

SOLE = "sole"
PARTS = (FORM, SYNTAX, CHAINS, QUOTATIONS, REFLEXIVES, CATAPHORA, SOLE)
ONLY_ONE = "the only one that grammar leaves"
# The rule of a noun that would bring a pronoun of its entity together with what it is kept from.
KEPT_APART = "kept apart"
GRAMMAR_WORDS = Words(
    rules_on_page={
        **{f"{BOUND}{step}": said for step, said in STEPS.items()},
        AHEAD: "nothing before it fits, and its phrase introduces the clause of this subject",
        ONLY_ONE: "nothing else before it fits",
    },
    no_answer_on_page={KEPT_APART: "a pronoun of that entity cannot refer to it"},
)
# By position of a candidate the stage that bars it, why, and the barred mention that it is one entity with.
Barred = dict[int, tuple[str, str, int | None]]
# Sentences in which a pronoun that looks ahead has no antecedent.
_LOOKED_BACK = 3
_AT_A_TIME = 20
_CONDITIONS = PronounOptions(filter="none")


class Grammar:
    """The stages for one discourse, which is read from left to right.

    Args:
        parts: the stages that have a say; none, where the algorithm is as published.
    """

    def __init__(self, discourse: Discourse, parts: Iterable[str] = PARTS) -> None:
        self._discourse, self._parts = discourse, frozenset(parts)
        self._entity: dict[int, list[int]] = {}

    def barred(self, pronoun: int, candidates: Iterable[int]) -> Barred:
        """The candidates that a third person pronoun cannot refer to; a reflexive wants what binding bars."""
        discourse, parts = self._discourse, self._parts
        positions = list(candidates)
        if discourse.mentions[pronoun].pronoun_type in LEXICAL_ANAPHORS:
            return {
                position: (FORM, why, None)
                for position in positions
                if FORM in parts and (why := clash(discourse, pronoun, position))
            }
        if not parts:
            return {}
        apart, speech = self._apart(pronoun), self._speech(pronoun)
        named = of_the_same_name(discourse, positions, apart)
        named_in_speech = of_the_same_name(discourse, positions, speech)
        # Answers are not certain: what they link counts where one verb has two pronouns, *She gave her a book*; but
        # *it* may be no argument at all.
        entities = {
            id(self._entity[other]): other
            for other, rule in apart.items()
            if other in self._entity and rule == ARGUMENT_DOMAIN and self._is_of_person(other)
        }
        found: Barred = {}
        for position in positions:
            entity = self._entity.get(position)
            if position in apart:
                found[position] = SYNTAX, apart[position], None
            elif position in speech:
                found[position] = QUOTATIONS, speech[position], None
            elif FORM in parts and (why := clash(discourse, pronoun, position)):
                found[position] = FORM, why, None
            elif position in named:
                found[position] = SYNTAX, f"{SAME_NAME}{apart[named[position]]}", named[position]
            elif position in named_in_speech:
                other = named_in_speech[position]
                found[position] = QUOTATIONS, f"{SAME_NAME}{speech[other]}", other
            elif CHAINS in parts and entity is not None and id(entity) in entities:
                other = entities[id(entity)]
                found[position] = CHAINS, f"{LINKED}{apart[other]}", other
        return found

    def binder(self, anaphor: int) -> tuple[int | None, str]:
        """The antecedent of a reflexive or reciprocal and the rule; None where it is none, or nothing binds it."""
        discourse = self._discourse
        if REFLEXIVES not in self._parts or discourse.mentions[anaphor].pronoun_type not in LEXICAL_ANAPHORS:
            return None, ""
        listed = agreeing(discourse, anaphor, before(discourse, anaphor, 0))
        antecedent, step = bind(discourse, anaphor, listed)
        sole = sum(not candidate.rejected_by for candidate in listed) == 1
        if step in GUESSES and discourse.mentions[anaphor].pronoun_type == "reflexive" and not sole:
            # The tree does not tell; resolvers have learnt to guess better.
            return None, ""
        return antecedent, f"{BOUND}{step}"

    def abstained(self, pronoun: int) -> dict[str, str]:
        """The stages that the parse leaves in doubt about a pronoun, each with why."""
        discourse = self._discourse
        if discourse.mentions[pronoun].pronoun_type in LEXICAL_ANAPHORS:
            unbound = REFLEXIVES in self._parts and self.binder(pronoun)[0] is None
            return {REFLEXIVES: "the tree names no binder"} if unbound else {}
        open_because = disjoint_of(discourse, pronoun, _CONDITIONS).open if SYNTAX in self._parts else ""
        return {SYNTAX: open_because} if open_because else {}

    def only(self, pronoun: int) -> int | None:
        """The one mention before a pronoun that agrees and is not barred; None for several, and for *it*.

        *It* may stand for what is said, and a *they* of unknown number for whoever.
        """
        discourse = self._discourse
        form = discourse.mentions[pronoun]
        told = NEUTER not in discourse.gender[pronoun] or discourse.number[pronoun] == frozenset(PLURAL)
        if SOLE not in self._parts or form.pleonastic or form.pronoun_type in LEXICAL_ANAPHORS or not told:
            return None
        left = self._left(pronoun, None, enough=2)
        return left[0] if len(left) == 1 else None

    def ahead(self, pronoun: int) -> int | None:
        """The subject that a pronoun precedes; None where it is none, or what stands before it may be meant."""
        discourse = self._discourse
        found = subject_ahead(discourse, pronoun) if CATAPHORA in self._parts else None
        if found is None:
            return None
        return None if self._left(pronoun, _LOOKED_BACK) else found

    def _left(self, pronoun: int, window: int | None, enough: int = 1) -> list[int]:
        """The mentions before a pronoun that agree with it and are not barred, nearest first.

        Args:
            window: in so many sentences; None for all.
            enough: no more than these need be found.
        """
        candidates = agreeing(self._discourse, pronoun, before(self._discourse, pronoun, window))
        fitting = [candidate.position for candidate in candidates if not candidate.rejected_by]
        left: list[int] = []
        for start in range(0, len(fitting), _AT_A_TIME):
            looked_at = fitting[start : start + _AT_A_TIME]
            barred = self.barred(pronoun, looked_at)
            left += [position for position in looked_at if position not in barred]
            if len(left) >= enough:
                break
        return left

    def consistent(self, answers: Mapping[int, int | None], links: Iterable[Link]) -> list[Link]:
        """Links without those that make one entity of a pronoun and what binding or speech keeps it from.

        Answers to pronouns stand, and what they make one of is apart for all other links; nouns come before what else
        a pronoun is linked to. Source: Klenner (2007).

        Args:
            answers: antecedents of pronouns by position.
        """
        apart = {pronoun: {*self._apart(pronoun), *self._speech(pronoun)} for pronoun in answers}
        union: Union[int] = Union()
        members: dict[int, set[int]] = {}
        foes: dict[int, set[int]] = {}

        def join(later: int, earlier: int, always: bool) -> bool:
            first, second = union.top(later), union.top(earlier)
            own, other = members.setdefault(first, {first}), members.setdefault(second, {second})
            against, against_other = (foes.setdefault(top, apart.get(top, set())) for top in (first, second))
            if first != second:
                if not always and not (against.isdisjoint(other) and against_other.isdisjoint(own)):
                    return False
                union.join(first, second)
                members[first], foes[first] = _joined(own, other), _joined(against, against_other)
            return True

        of_pronouns = [(pronoun, antecedent) for pronoun, antecedent in answers.items() if antecedent is not None]
        for link in of_pronouns:
            join(*link, always=True)
        others = sorted(links, key=lambda link: (link[0] in answers or link[1] in answers, link))
        return of_pronouns + [link for link in others if join(*link, always=False)]

    def take(self, position: int, antecedent: int | None) -> None:
        """Take in an answer."""
        if antecedent is None:
            return
        own, other = (self._entity.setdefault(place, [place]) for place in (position, antecedent))
        if own is not other:
            other += own
            self._entity.update(dict.fromkeys(own, other))

    def _is_of_person(self, position: int) -> bool:
        return self._discourse.mentions[position].is_pronoun and self._discourse.gender[position] != frozenset(NEUTER)

    def _speech(self, pronoun: int) -> dict[int, str]:
        """The mentions that who speaks keeps a pronoun from, each with the reason."""
        return speech_of(self._discourse).kept_apart(pronoun) if QUOTATIONS in self._parts else {}

    def _apart(self, pronoun: int) -> dict[int, str]:
        """The mentions of its sentence that binding keeps a pronoun from, each with the rule."""
        discourse = self._discourse
        if SYNTAX not in self._parts:
            return {}
        disjoint, sentence = disjoint_of(discourse, pronoun, _CONDITIONS), discourse.sentence[pronoun]
        others = range(discourse.sentence_start[sentence], discourse.sentence_start[sentence + 1])
        return {other: rule for other in others if other != pronoun and (rule := disjoint.rule(other))}


def _joined(one: set[int], another: set[int]) -> set[int]:
    """Both sets in the larger of them, so that a long chain grows in n log n."""
    larger, smaller = (one, another) if len(one) >= len(another) else (another, one)
    larger |= smaller
    return larger
