"""What grammar is certain of, for resolvers that weigh their candidates: those barred, and who binds a reflexive.

The stages are those of the pronoun resolvers (resolvers.md, 2.8); they bar a candidate and weigh nothing.
"""

from collections.abc import Iterable

from anaphora_workbench.corpora.document import NEUTER
from anaphora_workbench.resolvers.contract.case import LINKED, QUOTATIONS, SYNTAX
from anaphora_workbench.resolvers.discourse.binding import ARGUMENT_DOMAIN, disjoint_of
from anaphora_workbench.resolvers.discourse.discourse import LEXICAL_ANAPHORS, Discourse
from anaphora_workbench.resolvers.discourse.speech import speech_of
from anaphora_workbench.resolvers.options import PronounOptions
from anaphora_workbench.resolvers.pronouns.reflexives import BOUND, GUESSES, STEPS, bind
from anaphora_workbench.resolvers.pronouns.stages.agreement import agreeing
from anaphora_workbench.resolvers.pronouns.stages.cataphora import AHEAD, CATAPHORA, subject_ahead
from anaphora_workbench.resolvers.pronouns.stages.chains import CHAINS
from anaphora_workbench.resolvers.pronouns.stages.form import FORM, clash
from anaphora_workbench.resolvers.pronouns.stages.windows import before
from anaphora_workbench.resolvers.words import Words

REFLEXIVES = "reflexives"
PARTS = (FORM, SYNTAX, CHAINS, QUOTATIONS, REFLEXIVES, CATAPHORA)
GRAMMAR_WORDS = Words(
    rules_on_page={
        **{f"{BOUND}{step}": said for step, said in STEPS.items()},
        AHEAD: "nothing before it fits, and its phrase introduces the clause of this subject",
    }
)
# By position of a candidate the stage that bars it, why, and the barred mention that it is one entity with.
Barred = dict[int, tuple[str, str, int | None]]
# Sentences in which a pronoun that looks ahead has no antecedent.
_LOOKED_BACK = 3
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
        """The candidates that a third person pronoun cannot refer to; none for a reflexive, which wants them."""
        discourse, parts = self._discourse, self._parts
        if not parts or discourse.mentions[pronoun].pronoun_type in LEXICAL_ANAPHORS:
            return {}
        positions = list(candidates)
        speech = speech_of(discourse).kept_apart(pronoun) if QUOTATIONS in parts else {}
        apart = self._apart(pronoun)
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
            elif CHAINS in parts and entity is not None and id(entity) in entities:
                other = entities[id(entity)]
                found[position] = CHAINS, f"{LINKED}{apart[other]}", other
        return found

    def binder(self, anaphor: int) -> tuple[int | None, str]:
        """The antecedent of a reflexive or reciprocal and the rule; None where it is none, or nothing binds it."""
        discourse = self._discourse
        if REFLEXIVES not in self._parts or discourse.mentions[anaphor].pronoun_type not in LEXICAL_ANAPHORS:
            return None, ""
        antecedent, step = bind(discourse, anaphor, agreeing(discourse, anaphor, before(discourse, anaphor, 0)))
        if step in GUESSES and discourse.mentions[anaphor].pronoun_type == "reflexive":
            # The tree does not tell; resolvers have learnt to guess better.
            return None, ""
        return antecedent, f"{BOUND}{step}"

    def ahead(self, pronoun: int) -> int | None:
        """The subject that a pronoun precedes; None where it is none, or what stands before it may be meant."""
        discourse = self._discourse
        found = subject_ahead(discourse, pronoun) if CATAPHORA in self._parts else None
        if found is None:
            return None
        candidates = agreeing(discourse, pronoun, before(discourse, pronoun, _LOOKED_BACK))
        left = [candidate.position for candidate in candidates if not candidate.rejected_by]
        return found if len(self.barred(pronoun, left)) == len(left) else None

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

    def _apart(self, pronoun: int) -> dict[int, str]:
        """The mentions of its sentence that binding keeps a pronoun from, each with the rule."""
        discourse = self._discourse
        if SYNTAX not in self._parts:
            return {}
        disjoint, sentence = disjoint_of(discourse, pronoun, _CONDITIONS), discourse.sentence[pronoun]
        others = range(discourse.sentence_start[sentence], discourse.sentence_start[sentence + 1])
        return {other: rule for other in others if other != pronoun and (rule := disjoint.rule(other))}
