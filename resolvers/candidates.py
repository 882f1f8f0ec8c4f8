"""Which mentions are considered as antecedents of a pronoun, and what the shared filters make of them.

Source: resolvers.md, 1.2 (order), 1.3 (candidates), 2 (filters).
"""

from __future__ import annotations

from collections.abc import Iterable

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
        self._rejected: dict[tuple[int, int], Candidate] = {}

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
        pronoun = mentions[anaphor]
        hosts: set[int] | None = None
        found: list[int] = []
        for position in range(anaphor - 1, max(first, anaphor - FARTHEST) - 1, -1):
            mention = mentions[position]
            if mention.end >= pronoun.end and mention.contains(pronoun):
                if mention.start == pronoun.start:
                    continue
                hosts = discourse.clause_hosts(anaphor) if hosts is None else hosts
                if discourse.node[position] not in hosts:
                    continue
            if self.can_be_antecedent(position):
                found.append(position)
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

    def agreement(self, anaphor: int, position: int, entities: Entities | None) -> Agreement:
        """Agreement of a candidate, or of the entity it belongs to so far, with a pronoun."""
        discourse = self.discourse
        if entities is None:
            number, gender = discourse.number[position], discourse.gender[position]
        else:
            number, gender = entities.features_of(position)
        return agree(number, gender, discourse.mentions[position].person, *self.wanted(anaphor))

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
        disjoint = Disjoint(self.discourse, anaphor, self.options) if self._syntax and syntax else None
        barred = self._barred_entities(anaphor, disjoint, entities)
        listed = []
        for position in positions:
            agreement = self.agreement(anaphor, position, entities)
            if not agreement.ok:
                listed.append(self._disagreeing(position, agreement))
                continue
            rule = disjoint.rule(position) if disjoint else None
            if rule is None and barred and entities is not None:
                rule = barred.get(entities.of.get(position, -1))
            listed.append(Candidate(position, agreement, "syntax" if rule else "", rule))
        return listed

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

    def _disagreeing(self, position: int, agreement: Agreement) -> Candidate:
        """One object for each mention and verdict: rejected candidates are many and all alike."""
        key = position, id(agreement)
        candidate = self._rejected.get(key)
        if candidate is None or candidate.agreement is not agreement:
            candidate = self._rejected[key] = Candidate(position, agreement, "agreement")
        return candidate
