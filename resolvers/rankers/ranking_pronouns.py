"""A conditional log-linear ranker of the antecedents of third person pronouns, small enough to read.

Source: the pronoun model of Denis & Baldridge (2008), with features of the papers that ``features`` names; that
agreement and binding are weighed and not enforced, and which features there are, was chosen on GUM train and LitBank.
One stage is shared: who speaks in a quotation, or hears it, is no third person of it.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from anaphora_workbench.corpora.document import Document
from anaphora_workbench.resolvers.contract.case import Candidate, Case
from anaphora_workbench.resolvers.contract.resolver import Link, Resolver
from anaphora_workbench.resolvers.discourse.discourse import LEXICAL_ANAPHORS, Discourse
from anaphora_workbench.resolvers.features import EntityState, MentionTable
from anaphora_workbench.resolvers.learning.learned_resolver import HEAVIEST, LARGEST_SUM, MODEL_HELP, Learned
from anaphora_workbench.resolvers.learning.model_form import Rankers
from anaphora_workbench.resolvers.learning.pairs import Pairs, Window
from anaphora_workbench.resolvers.learning.reading import Weighed
from anaphora_workbench.resolvers.learning.training import TrainingDocument
from anaphora_workbench.resolvers.nominal.head_match import linked_nouns
from anaphora_workbench.resolvers.options import PronounOptions, ResolverOptions, option
from anaphora_workbench.resolvers.pronouns.memory import Memory
from anaphora_workbench.resolvers.pronouns.pronoun_resolver import PronounResolver
from anaphora_workbench.resolvers.pronouns.stages.chains import SEPARATE_CHAINS
from anaphora_workbench.resolvers.pronouns.stages.filter import Filter
from anaphora_workbench.resolvers.pronouns.stages.form import AGREES_BY_FORM
from anaphora_workbench.resolvers.pronouns.stages.quotations import NEITHER_SPEAKER_NOR_ADDRESSEE
from anaphora_workbench.resolvers.pronouns.stages.syntax import ALLOWED_BY_SYNTAX
from anaphora_workbench.resolvers.pronouns.stages.windows import preceding
from anaphora_workbench.resolvers.rankers.ranker import Ranker, RankerTable
from anaphora_workbench.resolvers.rankers.rankers import as_learnt, features_of, learn_rankers, of_learnt

PRONOUNS = RankerTable(
    "third person pronouns",
    Window(9, 40, as_pronouns=True),
    pairs=(
        # agreement
        "number agreement & mention.pronoun",
        "gender agreement & mention.pronoun",
        "gender agreement & candidate.type & candidate.entity type",
        "person agreement & candidate.type",
        "candidate.gender & candidate.gender from & mention.gender",
        "candidate.number & mention.pronoun",
        "entity number & mention.number",
        "entity gender & mention.gender",
        # distance
        "sentences & mention.pronoun type",
        "mentions & mention.number",
        "subjects & mention.pronoun type",
        "subjects & candidate.function & mention.function",
        "agreeing between & mention.gender",
        "same clause & mention.pronoun type",
        "paragraphs",
        "words",
        # form
        "candidate.expression & mention.pronoun",
        "same form & mention.pronoun type & sentences",
        "candidate.length",
        "candidate.entity type & mention.gender",
        "candidate.first word & mention.number",
        "candidate.last word & paragraphs",
        "candidate.word after & words",
        "candidate.type & mention.word before",
        # meaning
        "candidate.semantic class & candidate.number & mention.pronoun",
        "candidate.semantic class & gender agreement",
        "candidate.head & mention.number",
        # roles
        "candidate.function & mention.function",
        "candidate.function & sentences",
        "candidate.function & candidate.entity type",
        "candidate.type & candidate.function & mention.pronoun type",
        "functions & candidate.type & mention.pronoun type",
        "functions & sentences",
        "candidate.embedded & candidate.type",
        "candidate.in adjunct",
        "candidate.existential",
        "candidate.main clause & sentences",
        "candidate.depth & sentences",
        "candidate.place in sentence & sentences",
        "candidate.renames",
        "same governor",
        "candidate.place in text",
        # syntax
        "binding",
        "containment & mention.pronoun type",
        "path",
        "arcs & mention.pronoun type",
        "arcs & sentences & candidate.type",
        "Hobbs rank & mention.pronoun type",
        "entity binding & mention.pronoun type",
        # speech
        "quotation & mention.gender",
        "gender agreement & quotation",
        "party",
        "voice",
        "voice & arcs",
        "voice & entity size",
        "person agreement & turns",
        # entities
        "entity size & mention.gender",
        "entity size & candidate.head",
        "entity last mentioned & mention.gender",
        "entity last mentioned & mention.place in sentence",
        "entity last mentioned & candidate.first word",
        "entity last mentioned & person agreement",
        "entity has & candidate.type",
        "entity pronouns & mention.pronoun",
        "entity pronouns & entity last mentioned",
        "entity pronouns & entity gender",
        "entity pronouns & candidate.type",
        "entity pronouns & candidate.word before",
    ),
    prior=12.0,
    # Few enough weights to read; a sixth of them, the heaviest, answers as well as all.
    most=3000,
)


@dataclass(frozen=True, kw_only=True)
class RankingPronounsOptions(PronounOptions):
    """Options of ``ranking-pronouns``."""

    window: int | None = option(9, "sentences back to look for candidates in; none: no limit", least=0)
    filter: str = option("none", "further syntactic filter; binding is weighed, too", ("dep", "flat", "none"))
    model: str = option("", MODEL_HELP, is_file=True)


class RankingMemory(Memory):
    """The scores of all pronouns' candidates, and the entities so far: nouns that match, and the answers."""

    def __init__(self, resolver: Resolver, discourse: Discourse, key: Document | None, tables: dict[str, Any]) -> None:
        super().__init__(resolver, discourse, key, tables)
        table = MentionTable(discourse)
        self.state = EntityState(table)
        self._nouns = dict(linked_nouns(discourse))
        self._taken_in = 0
        cases = {}
        for position in discourse.pronouns(self.shared.reciprocals):
            case = Case(discourse, "", {}, position, memory=self)
            cases[position] = preceding(case, [])[: PRONOUNS.window.nearest]
        self.weighed: Weighed = self.resolver.ranker.weigh(Pairs(table, list(cases), list(cases.values())))

    def take_in(self, position: int) -> None:
        """Link the nouns up to a position."""
        for noun in range(self._taken_in, position):
            if noun in self._nouns:
                self.state.link(noun, self._nouns[noun])
        self._taken_in = max(self._taken_in, position)

    def answered(self, case: Case[Any]) -> None:
        super().answered(case)
        self.take_in(case.anaphor)
        if case.antecedent is not None:
            self.state.link(case.anaphor, case.antecedent)


def nearest_only(case: Case[RankingMemory], positions: list[int]) -> list[int]:
    """As many of the candidates as the ranker was trained with."""
    return positions[: PRONOUNS.window.nearest]


class RankingPronouns(Learned, PronounResolver):
    """The candidate with the largest sum of the weights of its features."""

    name = "ranking-pronouns"
    description = "learnt weights of agreement, distance, roles, syntax and entities; the heaviest candidate"
    source = "after Denis & Baldridge 2008"
    role = "learned"
    answers_nouns = False
    Options = RankingPronounsOptions
    Memory = RankingMemory
    window = (preceding, nearest_only)
    filters: ClassVar[Sequence[Filter]] = (
        AGREES_BY_FORM, ALLOWED_BY_SYNTAX, SEPARATE_CHAINS, NEITHER_SPEAKER_NOR_ADDRESSEE,
    )  # fmt: skip
    rule = LARGEST_SUM
    words = HEAVIEST
    trained_in = ("system-predicted", "true-gold")
    form = Rankers

    def __init__(self, options: ResolverOptions | None = None) -> None:
        super().__init__(options)
        self.load()

    def take(self, learnt: Mapping[str, Any]) -> None:
        (self.ranker,) = of_learnt((PRONOUNS,), learnt).values()

    def choose(self, case: Case[RankingMemory]) -> int | None:
        memory = case.memory
        memory.take_in(case.anaphor)
        scores = memory.weighed.scores(case.anaphor, memory.state).tolist()
        first = memory.weighed.reading.rows(case.anaphor).start
        ranked = []
        case.candidates = candidates = [
            candidate if candidate.rejected_by else Candidate(candidate.position) for candidate in case.candidates
        ]
        for place, (candidate, score) in enumerate(zip(candidates, scores, strict=True)):
            if not candidate.rejected_by:
                candidate.factors = memory.weighed.fired(first + place)
                ranked.append((-score, place, candidate))
        ranked.sort(key=lambda scored: scored[:2])
        for rank, (_, _, candidate) in enumerate(ranked, start=1):
            candidate.rank = rank
        return ranked[0][2].position if ranked else None

    @classmethod
    def learn(
        cls, documents: Sequence[TrainingDocument], parameters: Any, seed: int, advance: Callable[[str], None]
    ) -> tuple[Mapping[str, Any], Sequence[str], Mapping[str, Any]]:
        return as_learnt(learn_pronouns(PRONOUNS, documents, advance)), features_of((PRONOUNS,)), {}


def learn_pronouns(
    table: RankerTable, documents: Sequence[TrainingDocument], advance: Callable[[str], None]
) -> dict[str, Ranker]:
    """The ranker of third person pronouns, by the name of its table."""
    routes = [route(document.table) for document in documents]
    return learn_rankers((table,), documents, routes, linked, 2, advance)


def route(table: MentionTable) -> list[str]:
    """All third person pronouns but pleonastic ones and those that are bound in their sentence."""
    mentions, wanted = table.discourse.mentions, set(table.discourse.pronouns())
    return [
        PRONOUNS.name
        if position in wanted and not mention.pleonastic and mention.pronoun_type not in LEXICAL_ANAPHORS
        else ""
        for position, mention in enumerate(mentions)
    ]


def linked(document: TrainingDocument) -> dict[int, int]:
    """The links of nouns by their words."""
    links: list[Link] = linked_nouns(document.discourse)
    return dict(links)
