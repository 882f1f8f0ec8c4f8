"""Which *it* refers to nothing: patterns over the dependency tree.

The patterns of Lappin & Leass (1994, section 2.2) and, unless ``strict``, extensions to them: more
adjectives, nouns and verbs, clefts, weather and time (resolvers.md, 9.7). Each pattern has a name,
which the explanation of a decision shows.
"""

from __future__ import annotations

from collections.abc import Callable

from anaphora_workbench.corpora.dependencies import SUBJECTS, DependencyTree
from anaphora_workbench.corpora.document import Document
from anaphora_workbench.preprocessing.lexicon import Lexicon

_CLAUSAL = frozenset({"ccomp", "xcomp", "advcl", "csubj", "csubjpass", "acl", "relcl"})
_COPULAS = frozenset({"be", "become", "get", "seem", "appear", "look", "sound", "feel", "remain", "prove", "'s", "s"})
_FORMS = frozenset({"it", "'t", "its"})
# *it was late when we left* says nothing of it; *it was green when ripe* does.
_OPEN_CLAUSE_MARKS = frozenset({"that", "to", "if", "whether", "for", "how", "why", "what", "who", "where", "when"})


class PleonasticPatterns:
    """Tells pleonastic *it* in one document.

    Args:
        strict: only the patterns as Lappin & Leass published them.
    """

    def __init__(self, document: Document, tree: DependencyTree, lexicon: Lexicon, strict: bool = False) -> None:
        self.words, self.tree = document.words, tree
        words = lexicon.words

        def listed(name: str) -> frozenset[str]:
            plain = words(f"pleonastic.{name}")
            if strict:
                return plain
            return (plain | words(f"pleonastic.more_{name}")) - words(f"pleonastic.doubtful_{name}")

        self.adjectives = listed("modal_adjectives")
        self.handling = frozenset() if strict else words("pleonastic.handling_adjectives")
        self.cognition = listed("cognition_verbs")
        self.raising = listed("raising_verbs")
        self.nouns = frozenset({"time", "thanks"}) if strict else words("pleonastic.nouns")
        self.weather_verbs = words("pleonastic.weather_verbs")
        self.weather_adjectives = words("pleonastic.weather_adjectives")
        self.time_nouns = words("pleonastic.time_nouns")
        self.causative = frozenset({"make", "find"}) if strict else words("pleonastic.causative_verbs")
        self.patterns: list[tuple[str, Callable[[int, int], bool]]] = [
            ("object with adjective and clause", self._object_predicate),
            ("adjective with clause", self._adjective_with_clause),
            ("noun with clause", self._noun_with_clause),
            ("passive verb of cognition", self._passive_cognition),
            ("verb of appearance", self._raising),
        ]
        if not strict:
            self.patterns += [
                ("weather", self._weather),
                ("time", self._time),
                ("cleft", self._cleft),
                ("it takes", self._takes),
            ]

    def pattern(self, offset: int) -> str | None:
        """Name of the pattern by which the word is pleonastic, None if it is none.

        An expletive that the parse itself marks (UD ``expl``) needs no pattern.
        """
        if self.words[offset].form.lower() not in _FORMS or self.words[offset].xpos == "PRP$":
            return None
        if self.tree.relation[offset] == "expl":
            return "expletive in the parse"
        above = self.tree.head[offset]
        if above < 0:
            return None
        return next((name for name, holds in self.patterns if holds(offset, above)), None)

    def _lemma(self, offset: int) -> str:
        return (self.words[offset].lemma or self.words[offset].form).lower()

    def _is_listed(self, adjective: int) -> bool:
        """Whether an adjective takes a clause as its subject, by lemma or form (*better*)."""
        return self._lemma(adjective) in self.adjectives or self.words[adjective].form.lower() in self.adjectives

    def _complements(self, verb: int, *relations: str) -> list[int]:
        return [child for child in self.tree.children[verb] if self.tree.relation[child] in relations]

    def _is_subject(self, offset: int) -> bool:
        return self.tree.relation[offset] in SUBJECTS

    def _clause_below(self, *tops: int, after: int) -> bool:
        """Whether an open clause (*that …*, *to …*, *if …*) hangs on one of the words and follows ``after``."""
        return any(
            self.tree.relation[child] in _CLAUSAL and child > after and self._opens_clause(child, after)
            for top in tops
            for child in self.tree.children[top]
        )

    def _opens_clause(self, verb: int, after: int) -> bool:
        relation = self.tree.relation[verb]
        if relation in ("ccomp", "csubj", "csubjpass"):
            return True
        below = [word for word in self.tree.children[verb] if after < word <= verb]
        marks = {self.words[word].form.lower() for word in below}
        if relation == "relcl":
            # *time to go*, *a pity that it broke* are parsed like *a key that fits*; there *that* is a pronoun.
            return any(self.words[word].xpos in ("TO", "IN") for word in below)
        if marks & _OPEN_CLAUSE_MARKS:
            return True
        return relation == "xcomp" or self.words[verb].xpos == "VBG"

    def _adjective_with_clause(self, it: int, above: int) -> bool:
        if not self._is_subject(it):
            return False
        if self._is_listed(above) and self.words[above].upos == "ADJ":
            return self._clause_below(above, after=above) and not self._fills_gap(above)
        for adjective in self._complements(above, "acomp", "oprd", "attr", "advmod"):
            if self._is_listed(adjective):
                return self._clause_below(above, adjective, after=adjective) and not self._fills_gap(adjective)
        return False

    def _fills_gap(self, adjective: int) -> bool:
        """Whether *it* is what the infinitive after the adjective lacks: *it is easy to find*.

        So only with adjectives that say how a thing is to handle, and an infinitive without any complement.
        """
        if self._lemma(adjective) not in self.handling:
            return False
        clauses = [
            child
            for top in (adjective, self.tree.head[adjective])
            if top >= 0
            for child in self.tree.children[top]
            if child > adjective and self.tree.relation[child] in ("xcomp", "advcl", "ccomp", "acl", "relcl")
        ]
        infinitives = [
            verb for verb in clauses if any(self.words[word].xpos == "TO" for word in self.tree.children[verb])
        ]
        return bool(infinitives) and not self._complements(
            infinitives[0], "dobj", "dative", "attr", "acomp", "ccomp", "xcomp", "oprd", "prep", "advmod", "prt"
        )

    def _noun_with_clause(self, it: int, above: int) -> bool:
        if not self._is_subject(it) or self._lemma(above) not in _COPULAS:
            return False
        return any(
            self._lemma(noun) in self.nouns and self._clause_below(above, noun, after=noun)
            for noun in self._complements(above, "attr", "oprd")
        )

    def _passive_cognition(self, it: int, above: int) -> bool:
        passive = self.tree.relation[it] == "nsubjpass" or any(
            self.tree.relation[child] == "auxpass" for child in self.tree.children[above]
        )
        # *It is supposed to be good* is no such pattern: only a full clause can be what is said.
        return (
            passive
            and self._lemma(above) in self.cognition
            and any(clause > it for clause in self._complements(above, "ccomp", "csubj"))
        )

    def _raising(self, it: int, above: int) -> bool:
        if not self._is_subject(it) or self._lemma(above) not in self.raising:
            return False
        if any(clause > above for clause in self._complements(above, "ccomp", "csubj")):
            return True
        # *It seems as if he left*, but not *it looks like a lamp*.
        return any(
            self.tree.subject(clause) is not None
            and any(
                self.words[mark].form.lower() in ("like", "as", "if", "that", "though")
                for mark in self.tree.children[clause]
            )
            for clause in self._complements(above, "advcl")
            if clause > above
        )

    def _object_predicate(self, it: int, above: int) -> bool:
        tree = self.tree
        if self._is_subject(it) and self.words[above].upos in ("ADJ", "NOUN"):
            governor = tree.head[above]
            return (
                tree.relation[above] in ("ccomp", "xcomp", "oprd")
                and governor >= 0
                and self._lemma(governor) in self.causative
                and (self._is_listed(above) or self.words[above].upos == "NOUN")
                and self._clause_below(above, governor, after=above)
                and not self._fills_gap(above)
            )
        if tree.relation[it] == "dobj" and self._lemma(above) in self.causative:
            return any(
                predicate > it and self._is_listed(predicate) and self._clause_below(above, predicate, after=predicate)
                for predicate in self._complements(above, "oprd", "acomp", "ccomp", "xcomp", "advmod")
            )
        return False

    def _weather(self, it: int, above: int) -> bool:
        if not self._is_subject(it):
            return False
        if self._lemma(above) in self.weather_verbs:
            return True
        return self._lemma(above) in _COPULAS and any(
            self._lemma(word) in self.weather_adjectives and self.words[word].upos == "ADJ"
            for word in self._complements(above, "acomp")
            if self._lemma(word)
            in ("rainy", "sunny", "cloudy", "windy", "foggy", "stormy", "misty", "chilly", "humid", "late", "early")
        )

    def _time(self, it: int, above: int) -> bool:
        if not self._is_subject(it) or self._lemma(above) not in _COPULAS:
            return False
        return any(
            self._lemma(word) in self.time_nouns
            and not any(
                self.tree.relation[child] in ("det", "poss") and self.words[child].form.lower() not in ("a", "an")
                for child in self.tree.children[word]
            )
            for word in self._complements(above, "attr", "npadvmod", "acomp")
        )

    def _cleft(self, it: int, above: int) -> bool:
        if not self._is_subject(it) or self._lemma(above) not in ("be", "'s"):
            return False
        for focus in self._complements(above, "attr", "prep", "advmod", "npadvmod"):
            if focus < above:
                continue
            if not self._is_focus(focus):
                continue
            for clause in self._complements(focus, "relcl", "ccomp", "acl") + self._complements(
                above, "relcl", "ccomp", "advcl"
            ):
                marks = {self.words[word].form.lower() for word in self.tree.children[clause] if word < clause}
                if clause > focus and marks & {"that", "who", "whom"}:
                    return True
        return False

    def _is_focus(self, offset: int) -> bool:
        """Whether a cleft may single it out: no *something that*, no *a pump that*, no *the first that*."""
        word = self.words[offset]
        if self.tree.relation[offset] != "attr":
            return True
        if word.upos == "PRON":
            return word.xpos == "PRP"
        if word.upos not in ("NOUN", "PROPN"):
            return False
        determiners = {
            self.words[child].form.lower()
            for child in self.tree.children[offset]
            if self.tree.relation[child] in ("det", "nummod", "poss", "amod")
        }
        return not determiners & {"a", "an", "some", "any", "one", "no", "another", "first", "last", "only"}

    def _takes(self, it: int, above: int) -> bool:
        if not self._is_subject(it) or self._lemma(above) not in ("take", "cost"):
            return False
        return bool(self._complements(above, "dobj", "npadvmod")) and self._clause_below(
            above, *self._complements(above, "dobj", "npadvmod"), after=above
        )
