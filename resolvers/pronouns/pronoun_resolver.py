"""The one loop that answers pronouns: scope → pleonastic → lexical anaphors → window → filters → factors → choice.

A resolver is a table of these stages, in the words and order of its paper. What all of them share (which pronouns
are asked, that a pleonastic one refers to nothing, that a reflexive is bound in its sentence) is in the loop, so that
no resolver can forget it.
"""

from abc import abstractmethod
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from typing import Any, ClassVar

from anaphora_workbench.corpora.document import Document
from anaphora_workbench.corpora.support.errors import brief
from anaphora_workbench.resolvers.contract.case import NO_CANDIDATE, PLEONASTIC, Candidate, Case
from anaphora_workbench.resolvers.contract.resolver import Link, Resolver, is_position
from anaphora_workbench.resolvers.discourse.discourse import Discourse
from anaphora_workbench.resolvers.discourse.language_gaps import absent
from anaphora_workbench.resolvers.options import SHARED, PronounOptions, ResolverOptions
from anaphora_workbench.resolvers.pronouns.grammar import GRAMMAR_WORDS
from anaphora_workbench.resolvers.pronouns.memory import Memory
from anaphora_workbench.resolvers.pronouns.reflexives import BOUND, REFLEXIVES, bind
from anaphora_workbench.resolvers.pronouns.stages.agreement import AGREES, alone
from anaphora_workbench.resolvers.pronouns.stages.anaphoricity import NO_STAGE, NOT_ANAPHORIC, Anaphoricity, stage_named
from anaphora_workbench.resolvers.pronouns.stages.cataphora import AHEAD, CATAPHORA, subject_ahead
from anaphora_workbench.resolvers.pronouns.stages.chains import SEPARATE_CHAINS
from anaphora_workbench.resolvers.pronouns.stages.doubt import WITHOUT_DOUBT
from anaphora_workbench.resolvers.pronouns.stages.filter import Filter, further_filters
from anaphora_workbench.resolvers.pronouns.stages.quotations import NEITHER_SPEAKER_NOR_ADDRESSEE
from anaphora_workbench.resolvers.pronouns.stages.referents import WITHOUT_REFERENT
from anaphora_workbench.resolvers.pronouns.stages.syntax import ALLOWED_BY_SYNTAX
from anaphora_workbench.resolvers.pronouns.stages.windows import before, preceding
from anaphora_workbench.resolvers.words import Words

# From a case and the positions so far to positions; the docstring says what it lets in.
Window = Callable[[Case[Any], list[int]], list[int]]
_PACKAGE = __name__.partition(".")[0]


class PronounResolver(Resolver):
    """A table of stages.

    Attributes:
        Memory: what it remembers of the text while it reads.
        leaves_pleonastic: a pleonastic pronoun gets no answer.
        names_demonstratives: a demonstrative that is chosen is named by its predicate nominal.
        binds: reflexives and reciprocals are bound in their sentence; else they pass the stages of all pronouns.
        takes_certain: where the grammar is shared, they are bound all the same.
        looks_ahead: where the grammar is shared, a pronoun without a candidate takes the subject that it precedes.
        window: which mentions are candidates, nearest first.
        filters: which of these cannot be the antecedent.
        factors: what speaks for a candidate, by published name; empty for an algorithm that does not score.
        scores: ``choose`` writes on the candidates that are left; true where there are factors. Pronouns share their
            candidates, so it is given copies. A class from outside of the workbench always is, of all candidates.
        rules_and_adjustments: what else of the algorithm the option ``without`` can leave out.
        rule: what the choice is called in traces, where it does not say so itself.
    """

    Options: ClassVar[type[ResolverOptions]] = PronounOptions
    Memory: ClassVar[type[Memory]] = Memory
    leaves_pleonastic: ClassVar[bool] = True
    names_demonstratives: ClassVar[bool] = True
    binds: ClassVar[bool] = True
    takes_certain: ClassVar[bool] = True
    looks_ahead: ClassVar[bool] = True
    window: ClassVar[Sequence[Window]] = (preceding,)
    filters: ClassVar[Sequence[Filter]] = (
        AGREES, ALLOWED_BY_SYNTAX, SEPARATE_CHAINS, NEITHER_SPEAKER_NOR_ADDRESSEE, WITHOUT_REFERENT, WITHOUT_DOUBT,
    )  # fmt: skip
    factors: ClassVar[Mapping[str, Any]] = {}
    scores: ClassVar[bool] = False
    _ours: ClassVar[bool] = True
    rules_and_adjustments: ClassVar[tuple[str, ...]] = ()
    rule: ClassVar[str] = "choice"
    words: ClassVar[Words] = GRAMMAR_WORDS

    def __init__(self, options: ResolverOptions | None = None) -> None:
        for stage in self.filters:
            if not isinstance(stage, Filter):
                expected = "expected what candidate_filter makes, or a Filter"
                raise ValueError(f"filters of {self.name} has {brief(repr(stage))}; {expected}")
        super().__init__(options)
        # A stage that there is not is refused now, not at the first pronoun.
        _ = self.anaphoricity

    def __init_subclass__(cls, **further: Any) -> None:
        super().__init_subclass__(**further)
        if "parts" not in vars(cls):
            cls.parts = (*cls.factors, *cls.rules_and_adjustments)
        if "scores" not in vars(cls):
            cls.scores = cls.scores or bool(cls.factors)
        cls._ours = cls.__module__.partition(".")[0] == _PACKAGE

    @cached_property
    def stages(self) -> tuple[Filter, ...]:
        """The filters in their order, those that the option ``also`` adds at the end."""
        return (*self.filters, *further_filters(getattr(self.parameters, "also", ()), self.filters, self.parameters))

    @cached_property
    def anaphoricity(self) -> Anaphoricity | None:
        """The stage that the option names."""
        return stage_named(getattr(self.parameters, "anaphoricity", NO_STAGE))

    def removable(self) -> tuple[str, ...]:
        of_stages = (part for stage in self.stages for part in stage.parts)
        ahead = (CATAPHORA,) if self.looks_ahead else ()
        bound = (REFLEXIVES,) if self.binds or self.takes_certain else ()
        # The penalty of an algorithm's own cataphora has the name of the stage.
        return tuple(dict.fromkeys((*super().removable(), *of_stages, *bound, *ahead)))

    def idle_parts(self) -> frozenset[str]:
        """Parts of filters that the options turn off."""
        if not isinstance(self.parameters, PronounOptions):
            return frozenset()
        idle = [stage.parts for stage in self.stages if not stage.in_force(self.parameters)]
        if self.parameters.grammar != SHARED:
            idle += [(CATAPHORA,)] if self.binds else [(CATAPHORA, REFLEXIVES)]
        return frozenset(part for parts in idle for part in parts)

    def answer(self, discourse: Discourse, key: Document | None, tables: dict[str, Any]) -> Iterator[Case[Any]]:
        memory = self.Memory(self, discourse, key, tables)
        scope = frozenset(discourse.pronouns(memory.shared.reciprocals))
        lacking = absent(discourse.language, (*self.factors, *(part for stage in self.stages for part in stage.parts)))
        for position in memory.order():
            if position not in scope:
                memory.read(position)
                continue
            case: Case[Any] = Case(discourse, self.name, self._options, position, memory=memory, absent=lacking)
            if self.leaves_pleonastic and case.pronoun.pleonastic:
                case.rule = PLEONASTIC
            else:
                if case.lexical and self._binds(memory.shared):
                    self._bind(case)
                else:
                    self._resolve(case)
                memory.answered(case)
            yield case.finished()
        memory.done()

    def _binds(self, shared: PronounOptions) -> bool:
        """Whether the resolver, or for it grammar, binds reflexives and reciprocals."""
        return REFLEXIVES not in shared.without and (self.binds or (self.takes_certain and shared.grammar == SHARED))

    def _bind(self, case: Case[Any]) -> None:
        positions = before(case.discourse, case.anaphor, 0, case.memory.shared.time_candidates)
        case.candidates = alone(case, positions)
        if not self._ours:
            case.candidates = list(map(replace, case.candidates))
        case.antecedent, step = self.bind(case)
        case.rule = step if case.antecedent is None else f"{BOUND}{step}"

    def _resolve(self, case: Case[Any]) -> None:
        self.list_candidates(case)
        stage = self.anaphoricity
        why = "" if stage is None else stage.reason(case)
        if why:
            case.rule, case.note = NOT_ANAPHORIC, why
            return
        case.candidates = self._to_write_on(case.candidates)
        antecedent = self.choose(case)
        self._check(case, antecedent)
        shared = case.memory.shared
        looks = self.looks_ahead and shared.grammar == SHARED and CATAPHORA not in shared.without
        if antecedent is None and looks and not case.left:
            antecedent = subject_ahead(case.discourse, case.anaphor)
            case.rule = case.rule if antecedent is None else AHEAD
        if antecedent is not None:
            if case.rule == NO_CANDIDATE:
                case.rule = self.rule
            if all(antecedent != candidate.position for candidate in case.candidates):
                # Chosen from beyond the window: listed last, with the verdicts on it.
                case.candidates = [*case.candidates, *self._judged_apart(case, antecedent)]
        case.antecedent = self._named(case, antecedent)

    def _to_write_on(self, candidates: Sequence[Candidate]) -> Sequence[Candidate]:
        """The candidates as ``choose`` is given them: copies of those that it may score and rank.

        Our own resolvers score only those that no filter rejects.
        """
        if not self._ours:
            return list(map(replace, candidates))
        if not self.scores:
            return candidates
        return [
            candidate if candidate.rejected_by else Candidate(candidate.position, candidate.agreement)
            for candidate in candidates
        ]

    def _check(self, case: Case[Any], chosen: object) -> None:
        """Raise ValueError where ``choose`` of a plug-in answers what is no position of another mention."""
        size = len(case.discourse.mentions)
        if chosen is None or (is_position(chosen, size) and chosen != case.anaphor):
            return
        expected = f"None or the position of another mention, from 0 to {size - 1}"
        raise ValueError(f"choose returned {brief(repr(chosen))} for mention {case.pronoun.id}; expected {expected}")

    def _named(self, case: Case[Any], antecedent: int | None) -> int | None:
        """The predicate nominal of a demonstrative that was chosen: *this is a file; it …* is the file."""
        if antecedent is None or not self.names_demonstratives:
            return antecedent
        predicate = case.discourse.renaming.predicate.get(antecedent)
        if predicate is None or all(predicate != candidate.position for candidate in case.left):
            return antecedent
        form = case.discourse.document.mention_text(case.mention(antecedent))
        case.note = f"{form} ({case.mention(antecedent).id}) is named by its predicate nominal"
        return predicate

    def nominal_links(self, discourse: Discourse, key: Document | None) -> list[Link]:
        """The links that the option ``prelink`` makes."""
        passes = getattr(self.parameters, "prelink", "none")
        if passes == "none":
            return []
        # Most pronoun resolvers link no nouns.
        from anaphora_workbench.resolvers.nominal.head_match import linked_nouns

        return linked_nouns(discourse, passes)

    def bind(self, case: Case[Any]) -> tuple[int | None, str]:
        """The antecedent of a reflexive or reciprocal, and the step of the search that found it.

        The case has the candidates of its sentence, with the verdict of agreement.
        """
        return bind(case.discourse, case.anaphor, case.candidates)

    def list_candidates(self, case: Case[Any]) -> None:
        """Let the window list candidates and the filters judge them."""
        positions: list[int] = []
        for window in self.window:
            positions = window(case, positions)
            if not self._ours:
                self._check_window(case, window, positions)
        self._judge(case, positions)

    def _check_window(self, case: Case[Any], window: Window, listed: object) -> None:
        """Raise ValueError where a window lists what is no position; -1 would be the last mention of the text."""
        size = len(case.discourse.mentions)
        if isinstance(listed, Sequence) and all(is_position(position, size) for position in listed):
            return
        named = getattr(window, "__name__", repr(window))
        expected = f"expected positions of mentions, from 0 to {size - 1}"
        raise ValueError(f"the window {named} returned {brief(repr(listed))} for mention {case.pronoun.id}; {expected}")

    def _judge(self, case: Case[Any], positions: Sequence[int]) -> None:
        first, *others = self.stages or (None,)
        if first is None or first.judge_first is None:
            case.candidates = [Candidate(position) for position in positions]
            others = list(self.stages)
        else:
            case.candidates = first.judge_first(case, positions)
        for stage in others:
            stage.judge(case)

    def _judged_apart(self, case: Case[Any], position: int) -> Sequence[Candidate]:
        asked: Case[Any] = Case(
            case.discourse, self.name, self._options, case.anaphor, memory=case.memory, absent=case.absent
        )
        self._judge(asked, [position])
        return asked.candidates

    @abstractmethod
    def choose(self, case: Case[Any]) -> int | None:
        """Position of the antecedent among the candidates that are left, None for no answer.

        It may name the rule that decided (``case.rule``), what settled a tie, and scores.
        """
