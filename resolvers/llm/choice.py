"""``llm-choice``: a language model is given a text and numbered candidates, and answers with a number."""

from __future__ import annotations

import json
import math
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, partial
from typing import Any

from anaphora_workbench.corpora.document import Document
from anaphora_workbench.resolvers.contract.case import NO_CANDIDATE, Candidate, Case
from anaphora_workbench.resolvers.contract.resolver import ASKED
from anaphora_workbench.resolvers.discourse.discourse import Discourse
from anaphora_workbench.resolvers.llm.answers import Reply
from anaphora_workbench.resolvers.llm.asking import Question
from anaphora_workbench.resolvers.llm.language_model import (
    FAULTS,
    MALFORMED,
    OF_FORM,
    OUT_OF_RANGE,
    LanguageModel,
    LanguageModelOptions,
)
from anaphora_workbench.resolvers.llm.passages import FILTERS, Asked, Passage, asked_of, passages, seen_of, shown
from anaphora_workbench.resolvers.options import option
from anaphora_workbench.resolvers.words import Words, joined_words

CHOSEN, NONE_CHOSEN = "the model's choice", "none of the candidates"
_FENCED = re.compile(r"```(?:json)?\s*(.*?)\s*```", re.DOTALL)
_WORDS = Words(
    rules_on_page={CHOSEN: "the language model's choice"},
    no_answer={NONE_CHOSEN: "the model says that it is none of the candidates"},
)
# By pronoun the number that was chosen, or why there is none.
Choices = Mapping[str, int | str]


@dataclass(frozen=True, kw_only=True)
class LlmChoiceOptions(LanguageModelOptions):
    """Options of ``llm-choice``."""

    filters: str = option(
        FILTERS[0],
        "candidates to offer: those that agree in number and gender, all, or those that agree and grammar leaves",
        FILTERS,
    )
    pronouns: int = option(5, "most pronouns in a request", least=1, greatest=100)
    chances: bool = option(True, "ask for log-probabilities, which give candidates theirs where the server has them")


class LlmChoice(LanguageModel):
    """The candidate whose number a language model answers with, or none for 0."""

    name = "llm-choice"
    description = "a language model chooses one of the numbered candidates, or none"
    source = "candidates as Barbu & Mitkov 2001"
    Options = LlmChoiceOptions
    own_prompt = "choice"
    answers_nouns = False
    words = joined_words([FAULTS, _WORDS])

    def questions_of(self, discourse: Discourse) -> list[Question]:
        return [self._question(discourse, passage) for passage in self._passages(discourse)[0]]

    def answer(self, discourse: Discourse, key: Document | None, tables: dict[str, Any]) -> Iterator[Case[Any]]:
        if not discourse.pronouns():
            return
        questions = self.asked_about(discourse)
        asked_in, alone = self._passages(discourse)
        replies = self.replies(discourse, questions)
        case_of = {asked.position: self._case(discourse, asked, NO_CANDIDATE, None, {}) for asked in alone}
        for passage, reply in zip(asked_in, replies, strict=True):
            choices = read(reply.text, passage) if not reply.fault else dict.fromkeys(passage.names, reply.fault)
            for name, asked in zip(passage.names, passage.pronouns, strict=True):
                chosen = choices[name]
                chances = chances_of(reply, name, len(asked.offered)) if isinstance(chosen, int) else {}
                rule = chosen if isinstance(chosen, str) else CHOSEN if chosen else NONE_CHOSEN
                antecedent = asked.offered[chosen - 1] if rule == CHOSEN and isinstance(chosen, int) else None
                case_of[asked.position] = self._case(discourse, asked, rule, antecedent, chances)
        causes = [case.rule for case in case_of.values()]
        faults = {cause: causes.count(cause) for cause in sorted(FAULTS.no_answer.keys() & causes)}
        malformed = sum(number for cause, number in faults.items() if cause in OF_FORM)
        of = sum(len(passage.pronouns) for passage in asked_in)
        tables[ASKED] = self.counted(replies, asked=of, malformed=malformed, **faults)
        for position in discourse.pronouns():
            yield case_of[position]

    def _passages(self, discourse: Discourse) -> tuple[list[Passage], list[Asked]]:
        """The passages in which pronouns are asked about, and the pronouns that are not, as nothing is offered."""
        asked = [asked_of(discourse, position, self.parameters.filters) for position in discourse.pronouns()]
        made = passages(discourse, asked, self.parameters.window, self.parameters.pronouns)
        inside = {each.position for passage in made for each in passage.pronouns}
        last = len(discourse.document.sentences)
        alone = [
            seen_of(discourse, each, last) if each.offered else each for each in asked if each.position not in inside
        ]
        return made, alone

    def _question(self, discourse: Discourse, passage: Passage) -> Question:
        told = shown(discourse, passage)
        properties = {
            name: {"type": "integer", "enum": list(range(len(asked.offered) + 1))}
            for name, asked in zip(passage.names, passage.pronouns, strict=True)
        }
        schema = {"type": "object", "properties": properties, "required": passage.names, "additionalProperties": False}
        content = self.prompt.filled(**told, examples=self._examples if self.parameters.examples else [])
        return self.question(content, schema, partial(_wrong, passage), self.parameters.chances)

    @cached_property
    def _examples(self) -> list[dict[str, Any]]:
        """One pronoun of each document in turn whose right antecedent is offered, with the answer."""
        made: list[dict[str, Any]] = []
        of_documents = [self._examples_of(document) for document in self.example_corpus.documents]
        while of_documents and len(made) < self.parameters.shots:
            for of_document in list(of_documents):
                example = next(of_document, None)
                if example is None:
                    of_documents.remove(of_document)
                else:
                    made.append(example)
        if not made:
            told = f"llm.examples: {self.parameters.examples}: no pronoun whose antecedent could be offered"
            raise ValueError(f"{told}; expected a preprocessed corpus (workbench preprocess)")
        return made[: self.parameters.shots]

    def _examples_of(self, document: Document) -> Iterator[dict[str, Any]]:
        discourse = Discourse(document)
        entities = document.key.entities if document.key is not None else ()
        entity_of = {id: entity.id for entity in entities for id in entity.mentions}
        for position in discourse.pronouns():
            asked = asked_of(discourse, position, self.parameters.filters)
            entity = entity_of.get(discourse.ids[position], "")
            of_offered = [entity_of.get(discourse.ids[at]) for at in asked.offered]
            if right := [number for number, its in enumerate(of_offered, start=1) if its == entity]:
                sentence = discourse.sentence[position]
                passage = Passage(max(0, sentence - 2), sentence, [asked])
                yield {**shown(discourse, passage), "answer": json.dumps({"P1": right[-1]})}

    def _case(
        self, discourse: Discourse, asked: Asked, rule: str, antecedent: int | None, chances: Mapping[int, float]
    ) -> Case[Any]:
        number_of = {position: number for number, position in enumerate(asked.offered, start=1)}
        candidates = [
            _with_chance(candidate, number_of[candidate.position], chances) if not candidate.rejected_by else candidate
            for candidate in asked.candidates
        ]
        note = f"none of them has probability {chances[0]:.2f}" if 0 in chances else ""
        return self.trace(discourse, asked.position, candidates=candidates, antecedent=antecedent, rule=rule, note=note)


def _with_chance(candidate: Candidate, number: int, chances: Mapping[int, float]) -> Candidate:
    if number not in chances:
        return candidate
    rank = 1 + sum(other > chances[number] for place, other in chances.items() if place)
    marks = {"probability": f"{chances[number]:.2f}"}
    return Candidate(candidate.position, candidate.agreement, rank=rank, marks=marks)


def _wrong(passage: Passage, text: str) -> str:
    return next((chosen for chosen in read(text, passage).values() if isinstance(chosen, str)), "")


def read(text: str, passage: Passage) -> Choices:
    """The numbers in an answer, or what is wrong with it: nothing but numbers counts, and nothing is repaired.

    The whole answer is a JSON object, in a fence of Markdown or not; of one pronoun it may be the number alone.
    """
    fenced = _FENCED.fullmatch(text.strip())
    try:
        told = json.loads(fenced[1] if fenced else text, object_pairs_hook=_once)
    except (ValueError, RecursionError):
        told = None
    if len(passage.names) == 1 and type(told) is int:
        told = {passage.names[0]: told}
    of_names = told if isinstance(told, dict) else {}
    offered = (len(asked.offered) for asked in passage.pronouns)
    return {name: _chosen(of_names.get(name), number) for name, number in zip(passage.names, offered, strict=True)}


def _chosen(told: object, offered: int) -> int | str:
    if not isinstance(told, int) or isinstance(told, bool):
        return MALFORMED
    return told if 0 <= told <= offered else OUT_OF_RANGE


def _once(pairs: Sequence[tuple[str, Any]]) -> dict[str, Any]:
    if len(dict(pairs)) < len(pairs):
        raise ValueError("a name twice")
    return dict(pairs)


def chances_of(reply: Reply, name: str, offered: int) -> dict[int, float]:
    """The probability of each number that can be told, from the tokens where a pronoun's number stands.

    A number that another one begins with is told only where it was chosen, as its token may go on.
    """
    at = "".join(token for token, _, _ in reply.chances).find(reply.text)
    found = re.search(rf'"{name}"\s*:\s*(\d+)', reply.text) or re.fullmatch(r"\s*(\d+)\s*", reply.text)
    if at < 0 or found is None:
        return {}
    end, inside = -at, []
    for token, chance, others in reply.chances:
        end += len(token)
        if found.start(1) < end and end - len(token) < found.end(1):
            inside.append((token, chance, others))
    chances: dict[int, float] = {}
    for token, chance in inside[0][2]:
        digits = token.strip()
        if digits.isascii() and digits.isdigit() and int(digits) <= offered:
            goes_on = any(str(number).startswith(digits) and str(number) != digits for number in range(offered + 1))
            if not goes_on:
                chances[int(digits)] = chances.get(int(digits), 0.0) + math.exp(chance)
    chances[int(found[1])] = chances.get(int(found[1]), 0.0) or math.exp(sum(chance for _, chance, _ in inside))
    return chances
