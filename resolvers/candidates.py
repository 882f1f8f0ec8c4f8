"""Which mentions are considered as antecedents of a pronoun, and what the shared filters make of them.

Source: resolvers.md, 1.2 (order), 1.3 (candidates), 2 (filters).
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain, takewhile

from anaphora_workbench.corpora.document import ANY_GENDER, ANY_NUMBER
from anaphora_workbench.resolvers.agreement import agree
from anaphora_workbench.resolvers.binding import Disjoint, disjoint_of
from anaphora_workbench.resolvers.discourse import Discourse, Features
from anaphora_workbench.resolvers.entities import Entities
from anaphora_workbench.resolvers.options import PronounOptions
from anaphora_workbench.resolvers.trace import Candidate

# The nearest mentions that a pronoun may look back to, wherever sentences end. No text needs more;
# without a bound a damaged one (all in one sentence) would take time and memory of its length squared.
FARTHEST = 500
# Of resolvers that do not choose among candidates: agreement is looked at, so that their answers too are counted by
# how many candidates it leaves, and nothing else.
UNFILTERED = PronounOptions(filter="none")


class CandidateLists:
    """Candidate lists of one discourse under one set of options."""

    def __init__(self, discourse: Discourse, options: PronounOptions) -> None:
        self.discourse = discourse
        self.options = options
        self._syntax = "syntax" not in options.without and options.filter != "none"
        self._eligible = discourse.eligible(options.time_candidates)
        # By what a pronoun wants: verdicts on mentions as parts of entities, and how many changes are in them.
        self._of_entities: dict[Features, tuple[list[Candidate], int]] = {}

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
        if here > first and discourse.last_end[here - 1] >= pronoun.end:
            here = first
        eligible = self._eligible
        far, near, end = (bisect_left(eligible, position) for position in (first, here, anaphor))
        hosts: set[int] | None = None
        found: list[int] = []
        for position in reversed(eligible[near:end]):
            mention = mentions[position]
            if mention.end >= pronoun.end and mention.contains(pronoun):
                if mention.start == pronoun.start:
                    continue
                hosts = discourse.clause_hosts(anaphor) if hosts is None else hosts
                if discourse.node[position] not in hosts:
                    continue
            found.append(position)
        found += reversed(eligible[far:near])
        return found

    def after(self, anaphor: int) -> list[int]:
        """Positions of the nouns that follow a pronoun in its sentence, nearest first: candidates for cataphora."""
        discourse = self.discourse
        end = min(discourse.sentence_start[discourse.sentence[anaphor] + 1], anaphor + FARTHEST)
        pronoun = discourse.mentions[anaphor]
        first, last = bisect_left(self._eligible, anaphor + 1), bisect_left(self._eligible, end)
        return [
            position
            for position in self._eligible[first:last]
            if not discourse.mentions[position].is_pronoun and discourse.mentions[position].start >= pronoun.end
        ]

    def of(self, anaphor: int, antecedent: int | None = None) -> list[Candidate]:
        """The candidates before a pronoun, filtered, and its antecedent even where it is none of them."""
        positions = self.before(anaphor)
        if antecedent is not None and antecedent not in positions:
            positions.append(antecedent)
        return self.filtered(anaphor, positions)

    def wanted(self, anaphor: int) -> Features:
        """Numbers and genders that a pronoun allows its antecedent."""
        without = self.options.without
        number = ANY_NUMBER if "number" in without else self.discourse.number[anaphor]
        gender = ANY_GENDER if "gender" in without else self.discourse.gender[anaphor]
        return number, gender

    def filtered(
        self,
        anaphor: int,
        positions: Sequence[int],
        entities: Entities | None = None,
        syntax: bool = True,
    ) -> list[Candidate]:
        """The candidates with the verdict of agreement, then of the syntactic filter.

        They may be those of other pronouns too; who writes into them does so in ``own_copies``.

        Args:
            positions: as ``before`` lists them, those ``after`` behind.
            entities: if given, agreement is with the whole entity of a candidate, and an entity one of whose
                members in the pronoun's sentence is disjoint from the pronoun is disjoint from it. One
                instance takes one set of entities.
            syntax: apply the syntactic filter; not for reflexives, which want what it excludes.
        """
        discourse = self.discourse
        disjoint = disjoint_of(discourse, anaphor, self.options) if self._syntax and syntax else None
        verdicts = self._verdicts(self.wanted(anaphor), entities)
        listed = [verdicts[position] for position in positions]
        if disjoint:
            start = discourse.sentence_start[discourse.sentence[anaphor]]
            places = range(len(positions))
            # The pronoun's sentence stands at both ends: what precedes it there, and what follows it.
            for place in chain(_until(start, positions, places), _until(start, positions, reversed(places))):
                if not listed[place].rejected_by:
                    rule = disjoint.rule(positions[place])
                    if rule:
                        listed[place] = Candidate(positions[place], listed[place].agreement, "syntax", rule)
        barred = self._barred_mentions(anaphor, disjoint, entities)
        if barred:
            for place, position in enumerate(positions):
                if position in barred and not listed[place].rejected_by:
                    listed[place] = Candidate(position, listed[place].agreement, "syntax", barred[position])
        return listed

    def _verdicts(self, wanted: Features, entities: Entities | None) -> list[Candidate]:
        """By position what agreement makes of each mention, on its own or as part of its entity so far."""
        own = self.discourse.verdicts.get(wanted)
        if own is None:
            own = self.discourse.verdicts[wanted] = self._own_verdicts(wanted)
        if entities is None:
            return own
        known, done = self._of_entities.get(wanted, (own, 0))
        changed = set(entities.changed[done:])
        if changed or known is own:
            known = list(known) if known is own else known
            for position in changed:
                known[position] = self._verdict(position, entities.features[entities.of[position]], wanted)
            self._of_entities[wanted] = known, len(entities.changed)
        return known

    def _own_verdicts(self, wanted: Features) -> list[Candidate]:
        discourse = self.discourse
        # Few mentions differ in these, and comparing sets is dear.
        known: dict[tuple[frozenset[str], frozenset[str], int], Candidate] = {}
        verdicts = []
        for position, mention in enumerate(discourse.mentions):
            features = discourse.number[position], discourse.gender[position]
            alike = known.get((*features, mention.person))
            if alike is None:
                alike = known[(*features, mention.person)] = self._verdict(position, features, wanted)
            verdicts.append(Candidate(position, alike.agreement, alike.rejected_by))
        return verdicts

    def _verdict(self, position: int, features: Features, wanted: Features) -> Candidate:
        agreement = agree(*features, self.discourse.mentions[position].person, *wanted)
        return Candidate(position, agreement, "" if agreement.ok else "agreement")

    def barred_entities(self, anaphor: int, entities: Entities) -> dict[int, str]:
        """Entities that syntax excludes for a pronoun, with the rule that does."""
        disjoint = disjoint_of(self.discourse, anaphor, self.options) if self._syntax else None
        return self._barred_entities(anaphor, disjoint, entities)

    def _barred_mentions(self, anaphor: int, disjoint: Disjoint | None, entities: Entities | None) -> dict[int, str]:
        """The members of barred entities, with the rule that bars them."""
        if entities is None:
            return {}
        barred = self._barred_entities(anaphor, disjoint, entities)
        return {position: rule for entity, rule in barred.items() for position in entities.members[entity]}

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


def own_copies(candidates: Iterable[Candidate]) -> list[Candidate]:
    """A list of candidates in which those that no filter rejects may be scored and ranked."""
    return [one if one.rejected_by else Candidate(one.position, one.agreement) for one in candidates]


def _until(start: int, positions: Sequence[int], places: Iterable[int]) -> Iterator[int]:
    """The places in a list up to the first position that lies before a start."""
    return takewhile(lambda place: positions[place] >= start, places)
