"""ARCS counted slowly from the definitions alone (metrics.md, section 12), to check a fast one by.

A mention is its first and last word, a chain the mentions in text order; a word is a noun or pronoun by its Penn tag.
"""

from collections.abc import Callable, Sequence

Mention = tuple[int, int]
Chain = Sequence[Mention]
Events = list[tuple[str, Mention]]
METRICS = ("immediate", "inferred", "entity_detection", "entity_mentions")


class SlowArcs:
    """The outcomes of one document, by metric: (outcome, mention); for anchors by the anchor of the entity.

    Args:
        tags: of each word.
        rules: paper, formulas or scripts.
    """

    def __init__(self, key: Sequence[Chain], response: Sequence[Chain], tags: Sequence[str], rules: str) -> None:
        self.tags, self.rules = tags, rules
        # The scripts keep singletons, so that such a mention is in the key and in the response.
        least = 1 if rules == "scripts" else 2
        self.key = [chain for chain in key if len(chain) >= least]
        self.response = [chain for chain in response if len(chain) >= least]

    def noun(self, mention: Mention) -> bool:
        return mention[0] != mention[1] or self.tags[mention[0]] in ("NN", "NNS", "NNP", "NNPS")

    def pronoun(self, mention: Mention) -> bool:
        return mention[0] == mention[1] and self.tags[mention[0]] in ("PRP", "PRP$")

    def nouns_before(self, mention: Mention, chain: Chain | None) -> Chain:
        return [other for other in chain[: chain.index(mention)] if self.noun(other)] if chain else []

    def anchor(self, chain: Chain) -> Mention | None:
        return next(filter(self.noun, chain), None)

    def events(self, metric: str) -> Events:
        if metric == "immediate":
            return self.immediate()
        if metric == "inferred":
            return self.inferred_of_paper() if self.rules == "paper" else self.inferred_of_formulas()
        anchors = self.anchors_of_scripts() if self.rules == "scripts" else self.anchors()
        return anchors[METRICS.index(metric) - 2]

    def immediate(self) -> Events:
        found: Events = []
        for chain in self.key:
            for place, mention in enumerate(chain[1:], 1):
                if self.rules == "scripts":
                    if not any(map(self.noun, chain)):
                        continue
                    if self.pronoun(mention) and not self.nouns_before(mention, chain):
                        continue
                other = chain_of(mention, self.response)
                if other is None or other[0] == mention:
                    found.append(("fn", mention))
                else:
                    same = other[other.index(mention) - 1] == chain[place - 1]
                    found.append(("tp" if same else "wl", mention))
        return found + self.false(lambda mention, chain: True)

    def inferred_of_paper(self) -> Events:
        found: Events = []
        for chain in self.key:
            for place, mention in enumerate(chain[1:], 1):
                nouns = self.nouns_before(mention, chain_of(mention, self.response))
                if not self.nouns_before(mention, chain):
                    found += [("wl", mention)] if nouns else []
                elif not nouns:
                    found.append(("fn", mention))
                else:
                    found.append(("tp" if nouns[-1] in chain[:place] else "wl", mention))
        return found + self.false(lambda mention, chain: bool(self.nouns_before(mention, chain)))

    def false(self, counts: Callable[[Mention, Chain], bool]) -> Events:
        return [
            ("fp", mention)
            for chain in self.response
            for mention in chain[1:]
            if (of_key := chain_of(mention, self.key)) is None or of_key[0] == mention
            if counts(mention, chain)
        ]

    def inferred_of_formulas(self) -> Events:
        found: Events = []
        for chain in self.key:
            for mention in chain[1:]:
                asked = not self.pronoun(mention) if self.rules == "scripts" else self.noun(mention)
                if not any(map(self.noun, chain)) or not (asked or self.nouns_before(mention, chain)):
                    continue
                other = chain_of(mention, self.response)
                nouns = self.nouns_before(mention, other)
                if other is None or other[0] == mention:
                    found.append(("fn", mention))
                elif nouns:
                    found.append(("tp" if nouns[-1] in chain else "wl", mention))
                elif self.nouns_before(mention, chain):
                    found.append(("fn", mention))
        for chain in self.response:
            for mention in chain[1:] if any(map(self.noun, chain)) else ():
                of_key = chain_of(mention, self.key)
                if of_key is None:
                    found.append(("fp", mention))
                elif self.nouns_before(mention, chain) and not self.nouns_before(mention, of_key):
                    if self.rules == "formulas" and not any(map(self.noun, of_key)):
                        found.append(("wl", mention))
                    elif self.rules == "scripts" or of_key[0] == mention:
                        found.append(("fp", mention))
        return found

    def anchors(self) -> tuple[Events, Events]:
        detection, mentions = Events(), Events()
        for chain in self.key:
            anchor = self.anchor(chain)
            if anchor is not None:
                other = chain_of(anchor, self.response)
                detection.append(("fn" if other is None else "tp", anchor))
                mentions += memberships(chain, other, anchor) if other else []
        for chain in self.response:
            anchor = self.anchor(chain)
            if anchor is not None and chain_of(anchor, self.key) is None:
                detection.append(("fp", anchor))
        return detection, mentions

    def anchors_of_scripts(self) -> tuple[Events, Events]:
        detection, mentions = Events(), Events()
        left = sorted(self.response)
        for chain in sorted(chain for chain in self.key if len(chain) > 1):
            anchor = self.anchor(chain)
            wanted = set(chain) if anchor is None else {anchor}
            other = next((one for one in left if wanted & set(one)), None)
            if other is not None:
                left.remove(other)
            if anchor is not None:
                detection.append(("fn" if other is None else "tp", anchor))
                mentions += memberships(chain, other, anchor) if other else []
        return detection + [("fp", self.anchor(chain) or chain[0]) for chain in left], mentions


def chain_of(mention: Mention, chains: Sequence[Chain]) -> Chain | None:
    return next((chain for chain in chains if mention in chain), None)


def memberships(key: Chain, response: Chain, anchor: Mention) -> Events:
    common, missed, added = set(key) & set(response), set(key) - set(response), set(response) - set(key)
    return [("tp", anchor)] * len(common) + [("fn", anchor)] * len(missed) + [("fp", anchor)] * len(added)
