"""CogNIAC (Baldwin 1997): high precision by noticing ambiguity.

Source: B. Baldwin, "CogNIAC: high precision coreference with limited knowledge and linguistic resources",
1997, sections 2.2 and 3.2. The rules themselves are ``cogniac_rules.py``. resolvers.md, 4, lists what the paper
leaves open and what was chosen.
"""

from dataclasses import dataclass
from typing import ClassVar

from anaphora_workbench.resolvers.contract.case import ABSTAINED, NO_CANDIDATE, Case
from anaphora_workbench.resolvers.options import PronounOptions, ResolverOptions, option
from anaphora_workbench.resolvers.pronouns.pronoun_resolver import PronounResolver
from anaphora_workbench.resolvers.rules.cogniac_memory import CogniacMemory, View
from anaphora_workbench.resolvers.rules.cogniac_rules import (
    CB_PICKING,
    PICK_MOST_RECENT,
    POSSESSIVE_PRO,
    REFLEXIVE,
    RULES,
    SEARCH_BACK,
    SUBJECT_SAME_CLAUSE,
    UNIQUE_CURRENT_SENTENCE,
    UNIQUE_IN_CURRENT_AND_PRIOR,
    UNIQUE_IN_DISCOURSE,
    UNIQUE_SUBJECT,
    WORDS,
)

# Rules in the order in which they are tried. The paper numbers Unique in Discourse 1 and Reflexive 2; the
# reflexive goes first here, for rule 1 could pick a noun phrase outside the reflexive's clause.
HIGH_PRECISION = (
    REFLEXIVE, UNIQUE_IN_DISCOURSE, UNIQUE_IN_CURRENT_AND_PRIOR, POSSESSIVE_PRO, UNIQUE_CURRENT_SENTENCE,
    UNIQUE_SUBJECT,
)  # fmt: skip
RESOLVE_ALL = (*HIGH_PRECISION, CB_PICKING, PICK_MOST_RECENT)
# Section 3.2.2: rules 4, 7 and 8 off, two new ones; the treatment of quoted speech is not described.
MUC6 = (
    REFLEXIVE, UNIQUE_IN_DISCOURSE, UNIQUE_IN_CURRENT_AND_PRIOR, SEARCH_BACK, UNIQUE_CURRENT_SENTENCE, UNIQUE_SUBJECT,
    SUBJECT_SAME_CLAUSE,
)  # fmt: skip


@dataclass(frozen=True, kw_only=True)
class CogniacOptions(PronounOptions):
    """Options of ``cogniac`` and ``cogniac-high-precision``."""

    variant: str = option(
        "narrative", "the rules of the experiment on narrative or those of MUC-6", ("narrative", "muc6")
    )
    unique: str = option(
        "entities",
        "whether a single possible antecedent is a single entity or a single mention",
        ("entities", "mentions"),
    )
    correct_errors: bool = option(
        False, "continue with the antecedents of the key, whatever was answered, as in the paper's experiment"
    )
    cf_ranking: str = option(
        "subject",
        "Cf ranks subjects above all else (the paper), or SUBJ > DOBJ > IOBJ > others",
        ("subject", "grammatical"),
    )
    reflexives: str = option(
        "binding",
        "rule 2 binds reflexives by the shared search over dependencies, or takes the nearest as published",
        ("binding", "published"),
    )
    order: str = option(
        "reflexive-first",
        "rule 2 before rule 1, or the rules as the paper numbers them",
        ("reflexive-first", "published"),
    )
    subject_pronoun: str = option(
        "any-clause",
        "rule 6 wants the pronoun to be subject of some clause, or of the sentence's main clause",
        ("any-clause", "main-clause"),
    )


class Cogniac(PronounResolver):
    """All eight rules: answers whenever there is a candidate."""

    name = "cogniac"
    description = "eight ordered rules, six of high precision; answers whenever there is a candidate"
    source = "Baldwin 1997"
    Options = CogniacOptions
    Memory = CogniacMemory
    binds = takes_certain = False  # rule 2 binds
    words = WORDS
    rules: ClassVar[tuple[str, ...]] = RESOLVE_ALL
    rules_and_adjustments: ClassVar[tuple[str, ...]] = (*RESOLVE_ALL, SEARCH_BACK, SUBJECT_SAME_CLAUSE)

    def __init__(self, options: ResolverOptions | None = None) -> None:
        super().__init__(options)
        self.needs_key = self.parameters.correct_errors
        order = self._rules()
        if self.parameters.order == "published":
            order = (UNIQUE_IN_DISCOURSE, *(rule for rule in order if rule != UNIQUE_IN_DISCOURSE))
        self.order = tuple(rule for rule in order if rule not in self.parameters.without)

    def _rules(self) -> tuple[str, ...]:
        return MUC6 if self.parameters.variant == "muc6" else self.rules

    def idle_parts(self) -> frozenset[str]:
        """The rules of the other variant too."""
        return super().idle_parts() | (set(self.parts) - set(self._rules()))

    def choose(self, case: Case[CogniacMemory]) -> int | None:
        """Try the rules in order; the first that finds an antecedent decides."""
        view = View(case)
        case.tried = tried = []
        case.rule = ABSTAINED if view.possible else NO_CANDIDATE
        antecedent = None
        for name in self.order:
            antecedent, why = RULES[name](view)
            if antecedent is not None:
                case.rule = name
                break
            tried.append((name, why))
        case.entities = view.members_of
        return antecedent


class CogniacHighPrecision(Cogniac):
    """The six rules of high precision: abstains where they find ambiguity."""

    name = "cogniac-high-precision"
    description = "the six high-precision rules of CogNIAC; otherwise abstains"
    rules = HIGH_PRECISION
    rules_and_adjustments = (*HIGH_PRECISION, SEARCH_BACK, SUBJECT_SAME_CLAUSE)
