"""Our own: rankers for five kinds of mentions that read a text together and see the entities so far.

A pronoun or noun phrase takes the candidate with the largest sum of weights, or none; who speaks to whom outside
quotations and what an acronym stands for are told by rule, and between several persons with names a few weights decide
by where these stand. A classifier leaves out what no annotator would mark. It is trained, on GUM train, LitBank and
GAP's validation part; what each ranker is told stands in ``best_rankers.py``. Source: our own, after Denis & Baldridge
(2008), whose models are as specialised, and Durrett & Klein (2013), whose ranker may choose none.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np

from anaphora_workbench.corpora.document import Document
from anaphora_workbench.resolvers.best_rankers import (
    CLASSIFIER_LEAST,
    CLASSIFIER_LINES,
    CLASSIFIER_OFTEN,
    CLASSIFIER_PRIOR,
    DEFINITE_PHRASES,
    NAMES,
    OTHER_PHRASES,
    SECOND_OPINION,
    SPEECH,
    THIRD_PERSONS,
)
from anaphora_workbench.resolvers.case import NOT_GIVEN, PLEONASTIC, Case
from anaphora_workbench.resolvers.discourse import Discourse
from anaphora_workbench.resolvers.features import EntityState, MentionTable
from anaphora_workbench.resolvers.features.mention_table import (
    BARE,
    COORDINATION,
    DEFINITE,
    DEMONSTRATIVE,
    FIRST,
    INDEFINITE,
    NAME,
    OTHER_PRONOUN,
    SECOND,
    THIRD,
)
from anaphora_workbench.resolvers.features.roles import renames
from anaphora_workbench.resolvers.learned import between_names
from anaphora_workbench.resolvers.learned.between_names import (
    BETWEEN_NAMES,
    BetweenNames,
    Chains,
    contest,
    learn_between_names,
)
from anaphora_workbench.resolvers.learned.contradictions import Contradiction, contradicted
from anaphora_workbench.resolvers.learned.feature_table import features_in
from anaphora_workbench.resolvers.learned.few_given import answers_to_few, with_noun_phrases_around
from anaphora_workbench.resolvers.learned.form import BestForm, ClassifierForm, require_form
from anaphora_workbench.resolvers.learned.learned_resolver import LearnedOptions
from anaphora_workbench.resolvers.learned.mention_classifier import (
    MentionClassifier,
    classifier_of_learnt,
    learn_classifier,
)
from anaphora_workbench.resolvers.learned.predicate_nominals import TAKEN_UP_AGAIN, taken_up_again
from anaphora_workbench.resolvers.learned.ranker import Ranker, RankerTable
from anaphora_workbench.resolvers.learned.rankers import (
    Choice,
    Links,
    as_learnt,
    choices,
    kept_pairs,
    links_of,
    of_learnt,
)
from anaphora_workbench.resolvers.learned.ranking_resolver import RankingResolver
from anaphora_workbench.resolvers.learned.training import TrainingDocument
from anaphora_workbench.resolvers.nominal import linked_nouns
from anaphora_workbench.resolvers.options import option
from anaphora_workbench.resolvers.ranking_pronouns import learn_pronouns
from anaphora_workbench.resolvers.speech_pronouns import SAME_PARTY
from anaphora_workbench.resolvers.stages.anaphoricity import NOT_ANAPHORIC
from anaphora_workbench.resolvers.sure_links import links_of_names, sure_links

GUM, BOTH, ONTONOTES = "gum", "gum-ontonotes", "ontonotes"
LEFT_OUT = "mentions left out"
# What is added, where both count, to the score with which other noun phrases take nothing, and to that of appositions
# and predicate nominals: GUM links them, OntoNotes does not. On fifths of the training documents each step of 0.5 costs
# with GUM's key and gains with OntoGUM's; up to here it gains no less than it costs.
_RELUCTANCE, _RELUCTANCE_TO_RENAME = 2.5, 2.0
# Generic and indefinite noun phrases do not take up others by these guidelines.
_NOT_IN_ONTONOTES = frozenset({BARE, INDEFINITE, COORDINATION, OTHER_PRONOUN})


@dataclass(frozen=True, kw_only=True)
class BestOptions(LearnedOptions):
    """Options of ``best``."""

    guidelines: str = option(
        BOTH,
        "whose coreference to put out: GUM's; that of OntoNotes, without generic and indefinite noun phrases that take "
        "up others, appositions and predicate nominals; or what suits both, the surest of these only",
        (BOTH, GUM, ONTONOTES),
    )
    least_likely: float = option(
        0.35,
        "how likely a mention found by the workbench has to be one that annotators mark, to be put out as an entity of "
        "its own; 0: all are",
        least=0.0,
        greatest=1.0,
    )
    caution: float = option(
        0.0,
        "added to the score with which a third person pronoun takes no antecedent; with -1 more are answered, and more "
        "answers are wrong; weights between names, which answer a text of few given mentions, do not ask it",
    )


class Best(RankingResolver):
    """Rankers of third person pronouns, first and second persons, names, definite and all other noun phrases."""

    name = "best"
    description = "learnt weights for pronouns and noun phrases, with entities, speakers and words; or no antecedent"
    source = "our own"
    Options = BestOptions
    tables: ClassVar[tuple[RankerTable, ...]] = (
        THIRD_PERSONS,
        SPEECH,
        NAMES,
        DEFINITE_PHRASES,
        OTHER_PHRASES,
    )
    # An answer that is missing counts for more with third persons, which are asked how many are right; a wrong one
    # with all others, most with bare and indefinite noun phrases, whose links GUM has and OntoNotes has not. That they
    # count twice with third persons is a preference, chosen with the development part of GUM in view.
    biased: ClassVar[Mapping[str, float]] = {
        THIRD_PERSONS.name: 2.0,
        SPEECH.name: 0.75,
        NAMES.name: 0.75,
        OTHER_PHRASES.name: 0.25,
    }
    trained_in = ("system-predicted", "true-gold")
    form = BestForm

    def take(self, learnt: Mapping[str, Any]) -> None:
        super().take(learnt)
        mentions: Any = learnt["mentions"]
        if mentions:
            require_form(mentions, ClassifierForm, "mentions")
        self.mentions: MentionClassifier | None = classifier_of_learnt(mentions) if mentions else None
        self.seconds = of_learnt((SECOND_OPINION,), learnt["pronouns alone"])
        self.between_names = between_names.of_learnt(learnt[BETWEEN_NAMES])

    def objections(self, state: EntityState, position: int, candidates: Sequence[int]) -> Mapping[int, Contradiction]:
        return contradicted(state, position, candidates)

    def rule_of_given(self, table: MentionTable, position: int) -> str:
        if position not in table.once(links_of_names):
            return SAME_PARTY
        return "short form of a name" if table.kind[position] == NAME else "title or kind of a name"

    def reconsider(self, table: MentionTable, made: Mapping[int, Choice], given: Links) -> None:
        """Predicate nominals that are taken up are their subjects; between persons with names a few weights decide."""
        for noun, subject in taken_up_again(table, {**given, **links_of(made.values())}).items():
            if noun in made:
                made[noun].antecedent, made[noun].rule = subject, TAKEN_UP_AGAIN
        chains = Chains(table, {**given, **links_of(made.values())})
        for choice in made.values():
            found = contest(table, chains, choice)
            if found is not None:
                self.between_names.settle(table, found, choice, chains)

    def answer(self, discourse: Discourse, key: Document | None, tables: dict[str, Any]) -> Iterator[Case[Any]]:
        wide = with_noun_phrases_around(discourse)
        if wide is not None:
            yield from self._answer_few(discourse, wide)
            return
        table = MentionTable(discourse)
        unlikely, asked = self._unlikely(table), self.asked(table)
        if unlikely is not None:
            tables[LEFT_OUT] = unlikely
        for case in self.cases(table, asked, None, sure_links(table), self._reluctance(table, asked)):
            likely = (unlikely or {}).get(discourse.ids[case.anaphor])
            if likely is not None and case.antecedent is None:
                why = f"a mention that annotators mark with probability {likely:.2f}: left out if nothing takes it up"
                case.note = "; ".join(filter(None, (case.note, why)))
            yield case

    def _answer_few(self, discourse: Discourse, wide: Discourse) -> Iterator[Case[Any]]:
        """The traces of few mentions of a text that is read with all its noun phrases.

        Args:
            discourse: with the few. wide: with all.
        """
        table = MentionTable(wide)
        asked, given = self.asked(table), sure_links(table)
        not_ours = given.keys() if self.answers_pronouns else given.keys() | set(wide.pronouns())
        route = ["" if position in not_ours else name for position, name in enumerate(asked)]
        made = self.read(table, route, given, self._reluctance_of_guidelines(table, asked))
        chains = Chains(table, {**given, **links_of(made.values())})
        for few in answers_to_few(discourse, table, made, chains, self.between_names):
            place = wide.position[discourse.ids[few.position]]
            if few.elsewhere:
                rule = NOT_GIVEN
            elif few.note:
                rule = BETWEEN_NAMES
            elif few.antecedent is None:
                rule = PLEONASTIC if wide.mentions[place].pleonastic else NOT_ANAPHORIC
            elif place in given:
                rule = self.rule_of_given(table, place)
            else:
                rule = (made[place].rule if place in made else "") or self.rule
            yield self.trace(
                discourse,
                few.position,
                candidates=few.candidates,
                antecedent=few.antecedent,
                rule=rule,
                note=few.note,
            )

    def _reluctance(self, table: MentionTable, asked: Sequence[str]) -> dict[int, float]:
        """By mention how much less readily it takes up another than its ranker says."""
        third = (position for position, name in enumerate(asked) if name == THIRD_PERSONS.name)
        return {**dict.fromkeys(third, self.parameters.caution), **self._reluctance_of_guidelines(table, asked)}

    def _reluctance_of_guidelines(self, table: MentionTable, asked: Sequence[str]) -> dict[int, float]:
        """The same of what guidelines differ in."""
        if self.parameters.guidelines != BOTH:
            return {}
        renaming = np.flatnonzero(table.values(renames).astype(bool) & ~table.is_pronoun).tolist()
        others = [position for position, name in enumerate(asked) if name == OTHER_PHRASES.name]
        return {**dict.fromkeys(others, _RELUCTANCE), **dict.fromkeys(renaming, _RELUCTANCE_TO_RENAME)}

    def _unlikely(self, table: MentionTable) -> dict[str, float] | None:
        """How likely each mention is that is too unlikely to be put out alone; None where the model cannot tell."""
        discourse = table.discourse
        if self.mentions is None or discourse.language.code not in self.learnt_in:
            return None
        likely = self.mentions.of(table).likely
        return {
            mention.id: round(float(likely[position]), 2)
            for position, mention in enumerate(discourse.mentions)
            if mention.source == "system" and likely[position] < self.parameters.least_likely
        }

    def kept(self, discourse: Discourse, chains: list[list[str]], tables: dict[str, Any]) -> list[list[str]]:
        """All chains but unlikely mentions that are alone; ``tables`` says which these are, and how likely each."""
        unlikely = tables.get(LEFT_OUT, {})
        left_out = {chain[0] for chain in chains if len(chain) == 1 and chain[0] in unlikely}
        if unlikely:
            tables[LEFT_OUT] = {mention: likely for mention, likely in unlikely.items() if mention in left_out}
        return [chain for chain in chains if chain[0] not in left_out]

    @classmethod
    def route(cls, table: MentionTable) -> Sequence[str]:
        third, speech, names, definite, other = (ranker.name for ranker in cls.tables)
        ranker_of = {THIRD: third, FIRST: speech, SECOND: speech, NAME: names}
        ranker_of |= {DEFINITE: definite, DEMONSTRATIVE: definite}
        return [ranker_of.get(kind, other) for kind in table.kind.tolist()]

    @classmethod
    def learn(
        cls, documents: Sequence[TrainingDocument], parameters: Any, seed: int, advance: Callable[[str], None]
    ) -> tuple[Mapping[str, Any], Sequence[str], Mapping[str, Any]]:
        # Those that ask for one pronoun each say nothing of the other mentions.
        whole = [document for document in documents if not document.asks]
        if not whole:
            raise ValueError("best learns from texts with all their entities; expected others than snippets, as GAP's")
        if all(document.has_mentions_of_key for document in whole):
            raise ValueError(
                "best learns noun phrases from mentions as the workbench finds them; expected a setting of them, as "
                "--setting system-predicted or system-gold, too"
            )
        learnt, features, tuned = super().learn(whole, parameters, seed, advance)
        advance("mentions")
        telling = [document for document in whole if not document.narrow and not document.has_mentions_of_key]
        mentions = _learn_mentions(telling).as_learnt() if telling else {}
        # It knows no other mentions than pronouns, takes always a candidate, and errs elsewhere.
        third: Any = learnt["rankers"][THIRD_PERSONS.name]
        second = (
            learn_pronouns(SECOND_OPINION, whole, advance)
            if third["pairs"]
            else {SECOND_OPINION.name: Ranker(SECOND_OPINION, {}, {})}
        )
        alone = as_learnt(second)
        learnt = {**learnt, "mentions": mentions, "pronouns alone": alone}
        advance(BETWEEN_NAMES)
        return (
            {**learnt, BETWEEN_NAMES: dict(_learn_between_names(cls, documents, learnt).weights)},
            sorted({*features, *features_in(CLASSIFIER_LINES)}),
            tuned,
        )

    @classmethod
    def lesson_of(cls, document: TrainingDocument) -> Sequence[str]:
        """All rankers learn from mentions as the workbench finds them, that of third persons from the key's too."""
        route = super().lesson_of(document)
        if not document.has_mentions_of_key:
            return route
        return [name if name == THIRD_PERSONS.name else "" for name in route]

    @classmethod
    def given_links(cls, document: TrainingDocument) -> Links:
        """Nouns linked by their words, where no ranker learns from them."""
        return dict(linked_nouns(document.discourse)) if document.has_mentions_of_key else {}

    def asked(self, table: MentionTable) -> Sequence[str]:
        """Name of the ranker that each mention goes to, "" for pleonastic ones and what the guidelines leave alone."""
        mentions = table.discourse.mentions
        route = ["" if mentions[position].pleonastic else name for position, name in enumerate(self.route(table))]
        if self.parameters.guidelines != ONTONOTES:
            return route
        renaming, kinds = table.values(renames), table.kind.tolist()
        return [
            "" if renaming[position] or kinds[position] in _NOT_IN_ONTONOTES else name
            for position, name in enumerate(route)
        ]


def _learn_between_names(
    system: type[Best], documents: Sequence[TrainingDocument], learnt: Mapping[str, Any]
) -> BetweenNames:
    """Weights between names, where rankers that have learnt read mentions as the workbench finds them."""
    rankers, seconds = (
        of_learnt(system.tables, learnt["rankers"]),
        of_learnt((SECOND_OPINION,), learnt["pronouns alone"]),
    )

    def read(document: TrainingDocument) -> tuple[list[Choice], Links]:
        given = sure_links(document.table)
        route = ["" if place in given else name for place, name in enumerate(system.route(document.table))]
        pairs = kept_pairs(document, system.tables, route)
        biases = learnt["biases"]
        read = choices(document.table, rankers, route, given, biases, None, seconds, pairs, contradicted)
        made = list(read)
        return made, {**given, **links_of(made)}

    return learn_between_names([document for document in documents if not document.has_mentions_of_key], read)


def _learn_mentions(documents: Sequence[TrainingDocument]) -> MentionClassifier:
    """A classifier of the mentions that keys have, of those that the workbench finds."""
    tables = [document.table for document in documents]
    asked = [range(table.size) for table in tables]
    annotated = [document.annotated for document in documents]
    return learn_classifier(
        CLASSIFIER_LINES, tables, asked, annotated, CLASSIFIER_PRIOR, CLASSIFIER_OFTEN, CLASSIFIER_LEAST
    )
