"""A resolver as a spaCy component: ``nlp.add_pipe("anaphora_resolver", config={"resolver": "mitkov"})``.

It writes each chain of two mentions or more to ``doc.spans["coref_clusters_1"]``,
``doc.spans["coref_clusters_2"]`` …, in the order of their first mentions, as spacy-experimental does. Zero subjects
(*Llegó tarde*) hold a chain together, but a Doc has no place for them: they are in no group.
"""

from typing import Any

from spacy.language import Language
from spacy.tokens import Doc

import anaphora_workbench as aw

SPANS_PREFIX = "coref_clusters"
DEFAULT_CONFIG: dict[str, Any] = {
    "resolver": "kennedy-boguraev",
    "options": {},
    "lexicon": None,
    "spans_prefix": SPANS_PREFIX,
}


class AnaphoraResolver:
    """Resolves the pronouns of a Doc that has tags, dependencies and sentences.

    Args:
        resolver: name of any registered resolver that needs no key.
        options: its options.
        lexicon: path of a user's word lists.
        spans_prefix: chains go to ``doc.spans[f"{spans_prefix}_{number}"]``.

    Raises:
        ValueError: no such resolver or option, or the resolver needs a key.
    """

    def __init__(
        self,
        resolver: str = "kennedy-boguraev",
        options: dict[str, Any] | None = None,
        lexicon: str | None = None,
        spans_prefix: str = SPANS_PREFIX,
    ) -> None:
        self.resolver = aw.get_resolver(resolver, **(options or {}))
        if self.resolver.needs_key:
            raise ValueError(f"resolver {resolver!r} needs a key; expected one that works on text alone")
        self.preprocessor = aw.Preprocessor(lexicon=lexicon)
        self.spans_prefix = spans_prefix

    def __call__(self, doc: Doc) -> Doc:
        """Write the chains of the Doc to ``doc.spans``; groups of an earlier run are removed.

        Raises:
            ValueError: the Doc has no tags or dependencies.
        """
        document = self.preprocessor.from_doc(doc) if len(doc) else None
        for name in [name for name in doc.spans if name.startswith(f"{self.spans_prefix}_")]:
            del doc.spans[name]
        if document is None:
            return doc
        # spaCy imports this module in every program; the rest only where it is used.
        from anaphora_workbench.workbench.api.spacy_output import set_chains

        resolution = self.resolver.resolve(document)
        set_chains(doc, resolution.bounded(document), resolution.chains, self.spans_prefix)
        return doc


@Language.factory(
    "anaphora_resolver",
    assigns=["doc.spans"],
    requires=["token.pos", "token.tag", "token.dep", "token.head", "doc.sents"],
    default_config=DEFAULT_CONFIG,
)
def make_anaphora_resolver(
    nlp: Language, name: str, resolver: str, options: dict[str, Any], lexicon: str | None, spans_prefix: str
) -> AnaphoraResolver:
    """The component as ``nlp.add_pipe`` makes it."""
    return AnaphoraResolver(resolver, options, lexicon, spans_prefix)
