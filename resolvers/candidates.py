"""Which mentions are considered as antecedents of a pronoun, and what the shared filters make of them.

Source: resolvers.md, 1.2 (order), 1.3 (candidates), 2 (filters).
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import accumulate

from corpora.document import ANY_GENDER, ANY_NUMBER
from resolvers.agreement import Agreement, agree
from resolvers.binding import Disjoint
from resolvers.discourse import Discourse
from resolvers.entities import Entities, Features
from resolvers.options import PronounOptions
from resolvers.trace import Candidate

# The nearest mentions that a pronoun may look back to, wherever sentences end. No text needs more;
# without a bound a damaged one (all in one sentence) would take time and memory of its length squared.
FARTHEST = 500


class CandidateLists:
    """Candidate lists of one discourse under one set of options."""

    def __init__(self, discourse: Discourse, options: PronounOptions) -> None:
        self.discourse = discourse
        self.options = options
        self._syntax = "syntax" not in options.without and options.filter != "none"
        self._eligible = [self.can_be_antecedent(position) for position in range(len(discourse.mentions))]
        self._own = list(zip(discourse.number, discourse.gender, strict=True))
        # By what a pronoun wants: each mention rejected by its own features, or how it agrees.
        self._verdicts: dict[Features, list[Candidate | Agreement]] = {}
        self._last_end = list(accumulate((mention.end for mention in discourse.mentions), max))

    def can_be_antecedent(self, position: int) -> bool:
        """Whether it is no pleonastic, relative or interrogative pronoun and no time or quantity."""
        reason = self.discourse.skip[position]
        return not reason or (reason == "time" and self.options.time_candidates)

    def before(self, anaphor: int, window: int | None = None) -> list[int]:
        """Positions of the candidates before a pronoun, most recent first.

        A mention that contains the pronoun is none, unless the pronoun stands in its relative or
        participial clause (*the woman who lost her keys*).
        """
        discourse = self.discourse
        mentions, sentence = discourse.mentions, discourse.sentence[anaphor]
        window = self.options.window if window is None else window
        first = 0 if window is None else discourse.sentence_start[max(0, sentence - window)]
        first = max(first, anaphor - FARTHEST)
        # Only what begins in the pronoun's sentence can contain it, unless a mention runs over its sentence's end.
        here = max(first, discourse.sentence_start[sentence])
        pronoun = mentions[anaphor]
        if here > first and self._last_end[here - 1] >= pronoun.end:
            here = first
        eligible = self._eligible
        hosts: set[int] | None = None
        found: list[int] = []
        for position in range(anaphor - 1, here - 1, -1):
            mention = mentions[position]
            if mention.end >= pronoun.end and mention.contains(pronoun):
                if mention.start == pronoun.start:
                    continue
                hosts = discourse.clause_hosts(anaphor) if hosts is None else hosts
                if discourse.node[position] not in hosts:
                    continue
            if eligible[position]:
                found.append(position)
        found += [position for position in range(here - 1, first - 1, -1) if eligible[position]]
        return found

    def after(self, anaphor: int) -> list[int]:
        """Positions of the nouns that follow a pronoun in its sentence, nearest first: candidates for cataphora."""
        discourse = self.discourse
        end = min(discourse.sentence_start[discourse.sentence[anaphor] + 1], anaphor + FARTHEST)
        pronoun = discourse.mentions[anaphor]
        return [
            position
            for position in range(anaphor + 1, end)
            if not discourse.mentions[position].is_pronoun
            and discourse.mentions[position].start >= pronoun.end
            and self.can_be_antecedent(position)
        ]

    def wanted(self, anaphor: int) -> Features:
        """Numbers and genders that a pronoun allows its antecedent."""
        without = self.options.without
        number = ANY_NUMBER if "number" in without else self.discourse.number[anaphor]
        gender = ANY_GENDER if "gender" in without else self.discourse.gender[anaphor]
        return number, gender

    def filtered(
        self, anaphor: int, positions: Iterable[int], entities: Entities | None = None, syntax: bool = True
    ) -> list[Candidate]:
        """The candidates with the verdict of agreement, then of the syntactic filter.

        Args:
            entities: if given, agreement is with the whole entity of a candidate, and an entity one of whose
                members in the pronoun's sentence is disjoint from the pronoun is disjoint from it.
            syntax: apply the syntactic filter; not for reflexives, which want what it excludes.
        """
        discourse = self.discourse
        disjoint = Disjoint(discourse, anaphor, self.options) if self._syntax and syntax else None
        barred = self._barred_entities(anaphor, disjoint, entities)
        wanted = self.wanted(anaphor)
        verdicts = self._verdicts.get(wanted) or self._by_own_features(wanted)
        start = discourse.sentence_start[discourse.sentence[anaphor]]
        of, members = ({}, []) if entities is None else (entities.of, entities.members)
        listed: list[Candidate] = []
        for position in positions:
            verdict = verdicts[position]
            entity = of.get(position)
            if entity is not None and len(members[entity]) > 1 and entities is not None:
                verdict = self._verdict(position, entities.features[entity], wanted, verdict)
            if isinstance(verdict, Candidate):
                listed.append(verdict)
                continue
            rule = disjoint.rule(position) if disjoint and position >= start else None
            if rule is None and barred and entity is not None:
                rule = barred.get(entity)
            listed.append(Candidate(position, verdict, "syntax" if rule else "", rule))
        return listed

    def _by_own_features(self, wanted: Features) -> list[Candidate | Agreement]:
        mentions = range(len(self._own))
        verdicts = [self._verdict(position, self._own[position], wanted) for position in mentions]
        self._verdicts[wanted] = verdicts
        return verdicts

    def _verdict(
        self, position: int, features: Features, wanted: Features, known: Candidate | Agreement | None = None
    ) -> Candidate | Agreement:
        """How a mention of these features agrees, or the candidate rejected for them.

        Args:
            known: a verdict on the same mention; returned if it is the same, for rejected candidates are many.
        """
        agreement = agree(*features, self.discourse.mentions[position].person, *wanted)
        if not agreement.failed:
            return agreement
        if isinstance(known, Candidate) and known.agreement == agreement:
            return known
        return Candidate(position, agreement, "agreement")

    def barred_entities(self, anaphor: int, entities: Entities) -> dict[int, str]:
        """Entities that syntax excludes for a pronoun, with the rule that does."""
        disjoint = Disjoint(self.discourse, anaphor, self.options) if self._syntax else None
        return self._barred_entities(anaphor, disjoint, entities)

    def _barred_entities(self, anaphor: int, disjoint: Disjoint | None, entities: Entities | None) -> dict[int, str]:
        """Lappin & Leass (1994), 2.2: what is linked to a disjoint noun phrase is disjoint as well."""
        if disjoint is None or entities is None:
            return {}
        barred: dict[int, str] = {}
        first = max(self.discourse.sentence_start[self.discourse.sentence[anaphor]], anaphor - FARTHEST)
        for position in range(first, anaphor):
            entity = entities.of.get(position)
            rule = None if entity is None else disjoint.rule(position)
            if rule is not None and entity is not None:
                barred.setdefault(entity, f"linked: {rule}")
        return barred
