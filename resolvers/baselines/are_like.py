"""A baseline in the manner of the Anaphora Resolution Exercise: the surface of noun phrases and nothing else.

ARE 2007 (Orăsan et al. 2008) reports a baseline and does not say what it is; this one is ours.
"""

from anaphora_workbench.corpora.document import ANY_GENDER, ANY_NUMBER
from anaphora_workbench.resolvers.baselines.baselines import MostRecent
from anaphora_workbench.resolvers.discourse.discourse import Discourse
from anaphora_workbench.resolvers.nominal.head_match import PERSONS
from anaphora_workbench.resolvers.pronouns.stages.agreement import AGREES
from anaphora_workbench.resolvers.pronouns.stages.chains import SEPARATE_CHAINS
from anaphora_workbench.resolvers.pronouns.stages.syntax import ALLOWED_BY_SYNTAX

_SINGULAR, _PLURAL = frozenset("s"), frozenset("p")


class AreLike(MostRecent):
    """The most recent noun phrase that agrees by tags, titles and named entities; no word lists of nouns or names."""

    name = "are-like"
    description = "the most recent noun phrase that agrees by surface cues alone"
    source = "baseline"
    filters = (AGREES, ALLOWED_BY_SYNTAX, SEPARATE_CHAINS)

    def reading_of(self, discourse: Discourse) -> Discourse:
        number, gender = list(discourse.number), list(discourse.gender)
        for position, mention in enumerate(discourse.mentions):
            if not mention.is_pronoun:
                number[position] = _number(discourse, position)
                gender[position] = _gender(discourse, position)
        return discourse.with_features(number, gender)


def _number(discourse: Discourse, position: int) -> frozenset[str]:
    mention = discourse.mentions[position]
    if mention.kind == "coordination":
        return _PLURAL
    tag = mention.xpos or discourse.document.words[mention.head].xpos
    if discourse.language.tag_is(tag, "plural"):
        return _PLURAL
    return _SINGULAR if discourse.language.tag_is(tag, "singular") else ANY_NUMBER


def _gender(discourse: Discourse, position: int) -> frozenset[str]:
    mention = discourse.mentions[position]
    if mention.kind == "coordination":
        return ANY_GENDER
    forms = {word.form.lower().rstrip(".") for word in discourse.document.words[mention.start : mention.end]}
    if forms & discourse.language.words("surface_titles.masculine"):
        return frozenset("m")
    if forms & discourse.language.words("surface_titles.feminine"):
        return frozenset("f")
    label = discourse.document.words[mention.head].entity_type.upper()
    if label in PERSONS:
        return frozenset("mf")
    return frozenset("n") if label else ANY_GENDER
