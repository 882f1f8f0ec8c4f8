"""The base of learned resolvers: a model, a way to train it, and answers to all mentions with traces."""

from __future__ import annotations

import copy
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, ClassVar

from anaphora_workbench.resolvers.contract.case import Case
from anaphora_workbench.resolvers.contract.resolver import Link, Resolver, Role
from anaphora_workbench.resolvers.discourse.discourse import Discourse
from anaphora_workbench.resolvers.features import FEATURES
from anaphora_workbench.resolvers.learning.model import (
    Model,
    OptionsDoNotFitError,
    model_checksum,
    read_model,
    require_features,
    shipped_model,
)
from anaphora_workbench.resolvers.learning.model_form import require_form
from anaphora_workbench.resolvers.learning.training import TrainingDocument
from anaphora_workbench.resolvers.options import AS_PUBLISHED, GRAMMAR_HELP, SHARED, ResolverOptions, option
from anaphora_workbench.resolvers.pronouns.grammar import GRAMMAR_WORDS, KEPT_APART, ONLY_ONE, PARTS, Grammar
from anaphora_workbench.resolvers.pronouns.stages.cataphora import AHEAD
from anaphora_workbench.resolvers.words import Words

MODEL_HELP = "file of a model, made by workbench train; empty: the one that comes with the package"
Advance = Callable[[str], None]
LARGEST_SUM = "largest sum of weights"
HEAVIEST = Words(rules_on_page={LARGEST_SUM: "the most points, by weights learnt from texts with a key"})
# Mentions of a document, some 17,000 words; time and memory (2 GB) grow with their square.
MOST_COMPARED = 5_000


@dataclass(frozen=True, kw_only=True)
class LearnedOptions(ResolverOptions):
    """Options of learned resolvers."""

    model: str = option("", MODEL_HELP, is_file=True)
    grammar: str = option(SHARED, GRAMMAR_HELP, (SHARED, AS_PUBLISHED))
    reciprocals: bool = option(False, "resolve each other and one another too")
    without: tuple[str, ...] = option((), "stages of the shared grammar to leave out; comma-separated")


class Learned(ABC):
    """A learned resolver; mixed into a Resolver.

    A subclass reads ``model.learnt`` in ``take``, and ``learn`` makes it.

    Attributes:
        trained_in: the settings whose documents it learns from, where ``workbench train`` is not told others.
        learns_by: the options that say how it learns; others say how it resolves.
        model: what it knows.
        learnt_in: codes of the languages that it has learnt from. learnt_from: ids of the documents.
        form: of what it has learnt in a model file, as pydantic takes it.
    """

    name: ClassVar[str]
    words: ClassVar[Words] = Words(features={name: feature.words for name, feature in FEATURES.items()})
    trained_in: ClassVar[tuple[str, ...]] = ("system-predicted",)
    learns_by: ClassVar[tuple[str, ...]] = ()
    form: ClassVar[Any] = dict[str, Any]
    parameters: Any
    model: Model
    learnt_in: frozenset[str]
    learnt_from: frozenset[str]

    @property
    def options(self) -> dict[str, Any]:
        """All options with the values in force; a model of the user's by its file's name and its checksum."""
        options: dict[str, Any] = super().options  # type: ignore[misc]
        if options.get("model"):
            # Scores depend on what is in the file.
            options["model"] = f"{Path(options['model']).name}@{model_checksum(self.model)}"
        return options

    def load(self) -> None:
        """Read the model that the option names, or the shipped one.

        Raises:
            ValueError: it cannot be read, is of another system, does not know what the options ask for, or needs a
                feature that there is not.
        """
        given: str = self.parameters.model
        self.model = read_model(given, self.name) if given else shipped_model(self.name, self.name)
        self.learnt_in = frozenset(self.model.language.split("+"))
        self.learnt_from = frozenset(document for corpus in self.model.trained_on for document in corpus["documents"])
        require_features(self.model, FEATURES, given)
        try:
            require_form(self.model.learnt, self.form)
            self.take(self.model.learnt)
        except OptionsDoNotFitError as error:
            raise ValueError(f"{given}: {error}" if given else str(error)) from None
        except ValueError as error:
            raise self._damaged(str(error)) from None
        except KeyError as error:
            raise self._damaged(f"nothing of the name {error.args[0]!r} in it; expected one of {self.name}") from None
        except (LookupError, TypeError, AttributeError):
            raise self._damaged(f"what it has learnt has another form; expected one of {self.name}") from None

    def _damaged(self, wrong: str) -> ValueError:
        """What is said of a model that says other things than the resolver asks."""
        told = f"{self.parameters.model or self.name}: damaged model: {wrong}"
        return ValueError(f"{told}; a model made by an earlier version has to be trained again (workbench train)")

    @abstractmethod
    def take(self, learnt: Mapping[str, Any]) -> None:
        """Take over what a model has learnt."""

    @classmethod
    @abstractmethod
    def learn(
        cls, documents: Sequence[TrainingDocument], parameters: Any, seed: int, advance: Advance
    ) -> tuple[Mapping[str, Any], Sequence[str], Mapping[str, Any]]:
        """Learn from documents.

        Args:
            documents: by name, whatever the order in which they were given.
            parameters: the resolver's options.
            advance: to be called with a word on what is done next.

        Returns:
            What ``take`` reads, names of the features used, and figures of the tuning.
        """


class LearnedResolver(Learned, Resolver):
    """A learned resolver of full coreference; a subclass answers all mentions.

    Its cases of third person pronouns are answers, those of all other mentions links. Joined behind a resolver that
    answers pronouns, it leaves these alone.

    Attributes:
        grammar_parts: the stages of the shared grammar that it has.
    """

    Options: ClassVar[type[ResolverOptions]] = LearnedOptions
    role: ClassVar[Role] = "learned"
    grammar_parts: ClassVar[tuple[str, ...]] = PARTS
    parts: ClassVar[tuple[str, ...]] = PARTS
    words: ClassVar[Words] = GRAMMAR_WORDS

    def __init__(self, options: ResolverOptions | None = None) -> None:
        super().__init__(options)
        self.load()

    def grammar_of(self, discourse: Discourse) -> Grammar:
        """The stages of the shared grammar that the options leave in."""
        given = self.parameters
        if getattr(given, "grammar", AS_PUBLISHED) == AS_PUBLISHED:
            return Grammar(discourse, ())
        return Grammar(discourse, [part for part in self.grammar_parts if part not in given.without])

    def pronouns_of(self, discourse: Discourse) -> set[int]:
        """Positions of the pronouns that it is asked to answer."""
        return set(discourse.pronouns(getattr(self.parameters, "reciprocals", False)))

    def bound(self, discourse: Discourse, grammar: Grammar, pronouns: Iterable[int]) -> dict[int, Case[Any]]:
        """By position the traces of pronouns that grammar answers: bound, looking ahead, with one candidate left."""
        found = {}
        for position in sorted(pronouns):
            binder, rule = grammar.binder(position)
            if binder is None:
                binder, rule = grammar.ahead(position), AHEAD
            if binder is None:
                binder, rule = grammar.only(position), ONLY_ONE
            if binder is not None:
                found[position] = self.trace_of_link(discourse, position, binder, rule)
        return found

    def consistent(self, discourse: Discourse, cases: Sequence[Case[Any]], links: list[Link]) -> list[Link]:
        """The links without those by which an entity would have a pronoun and what grammar keeps it from.

        A noun whose own link is left out has no antecedent.
        """
        pronouns = self.pronouns_of(discourse) if self.answers_pronouns else set()
        grammar = self.grammar_of(discourse)
        of_pronouns = [case for case in cases if case.anaphor in pronouns]
        for case in of_pronouns:
            case.abstained = grammar.abstained(case.anaphor)
        kept = grammar.consistent({case.anaphor: case.antecedent for case in of_pronouns}, links)
        left_out = {*links} - {*kept}
        for case in cases:
            if (case.anaphor, case.antecedent) in left_out:
                case.antecedent, case.rule = None, KEPT_APART
        return kept

    def leaving_pronouns(self) -> LearnedResolver:
        """The same resolver without answers to third person pronouns."""
        other = copy.copy(self)
        other.answers_pronouns = False
        return other


def require_few_mentions(discourse: Discourse) -> None:
    """Raise ValueError for a document whose mentions are too many to compare each with all before it."""
    count = len(discourse.mentions)
    if count > MOST_COMPARED:
        wrong = f"{count:,} mentions, each of which would be compared with all earlier ones"
        raise ValueError(f"{wrong}; expected at most {MOST_COMPARED:,}: a shorter document, or another resolver")
