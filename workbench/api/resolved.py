"""``resolve`` and ``explain`` in Python: a text in, something that a person reads out."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, get_args

from anaphora_workbench.corpora import read
from anaphora_workbench.corpora.document import Document, Mention, Source
from anaphora_workbench.corpora.document.marked_text import MOST_WORDS, chains_in_words, in_colours
from anaphora_workbench.corpora.formats.registry import by_name
from anaphora_workbench.corpora.support.errors import quantity
from anaphora_workbench.corpora.support.known_names import there_are
from anaphora_workbench.corpora.support.tabular import Records, Tabular, in_notebook
from anaphora_workbench.preprocessing import Preprocessor, is_preprocessed
from anaphora_workbench.resolvers import Resolution, Resolver, get_resolver
from anaphora_workbench.workbench.base.prepared_documents import PreparedDocuments
from anaphora_workbench.workbench.report.explanations.explanation import as_page, explanations
from anaphora_workbench.workbench.report.explanations.resolved_text import resolved_text
from anaphora_workbench.workbench.report.tables import REDIRECTED, width_of_lines

if TYPE_CHECKING:
    from spacy.tokens import Doc

    from anaphora_workbench.resolvers.registry.guard import Guarded
    from anaphora_workbench.resolvers.registry.joined import Joined

    AnyResolver = Resolver | Guarded | Joined

DEFAULT_RESOLVER = "kennedy-boguraev"


class Words(str):
    """A text that Python shows as it stands, line by line, and a notebook in a block of its own."""

    __slots__ = ()

    def __repr__(self) -> str:
        return str(self)

    def _repr_html_(self) -> str:
        return (
            f'<pre style="white-space:pre;overflow-x:auto;background:none;color:inherit">{in_notebook(str(self))}</pre>'
        )


@dataclass(frozen=True, repr=False)
class Resolved(Tabular):
    """A text with the chains that a resolver made, for a person: printed, or shown in a notebook.

    Attributes:
        document: the text as the resolver had it.
        resolution: its result.
        key: the same words with the key, None where there is none.
    """

    document: Document
    resolution: Resolution
    key: Document | None = None

    @property
    def chains(self) -> list[list[str]]:
        """The texts of the mentions of each chain of two or more; ``resolution.chains`` has the ids of all."""
        return chains_in_words(self.document, self.resolution.chains)

    def why(self, pronoun: str | Mention | None = None) -> Words:
        """Why it was resolved as it was: candidates, filters, factors and the rule that decided.

        Args:
            pronoun: as it stands in the text (each of that form is explained), or a mention or its id; any mention that
                the resolver decided on may be named. None for all pronouns.

        Raises:
            ValueError: nothing of that form or id was decided on.
        """
        if not isinstance(pronoun, str | Mention | None):
            got = type(pronoun).__name__
            raise ValueError(f"expected a word of the text, as 'it', the id of a mention, or a Mention; got {got}")
        every = explanations(self.resolution, self.document, self.key, lambda trace: True)
        pronouns = {decision.anaphor for decision in self.resolution.decisions}
        name = pronoun.id if isinstance(pronoun, Mention) else pronoun
        told = [each for each in every if each.trace["anaphor"]["id"] == name] or [
            each
            for each in every
            if (name is None and each.trace["anaphor"]["id"] in pronouns)
            or (name is not None and each.trace["anaphor"]["form"].casefold() == name.casefold())
        ]
        if not told and name is not None:
            forms = dict.fromkeys(each.trace["anaphor"]["form"] for each in every)
            raise ValueError(f"no decision on {name!r}; {there_are(forms, name)}")
        return Words("\n".join(map(as_page, told)) or "no pronouns in scope\n")

    @property
    def response(self) -> Document:
        """The document with these chains and without the key: what ``score`` compares with one, and ``write`` keeps."""
        layer = self.resolution.layer()
        return replace(self.document, coreference={layer.annotator: layer})

    def to_doc(self) -> Doc:
        """A spaCy Doc of its words, with each chain of two mentions or more in ``doc.spans["coref_clusters_1"]`` …"""
        from anaphora_workbench.workbench.api.spacy_output import doc_with_chains  # spaCy takes a second

        return doc_with_chains(self.document, self.resolution.chains)

    def records(self) -> Records:
        """A row for each mention of a chain of two or more."""
        mention_of = self.document.mention_by_id()
        longer = [chain for chain in self.resolution.chains if len(chain) > 1]
        return [
            {
                "chain": number,
                "mention": name,
                "text": text,
                "kind": mention_of[name].kind,
                "start": mention_of[name].start,
                "end": mention_of[name].end,
            }
            for number, (chain, texts) in enumerate(zip(longer, self.chains, strict=True), start=1)
            for name, text in zip(chain, texts, strict=True)
        ]

    def __str__(self) -> str:
        return resolved_text(self.document, self.resolution.chains, _columns())

    def __repr__(self) -> str:
        shown = resolved_text(self.document, self.resolution.chains, _columns(), MOST_WORDS)
        left_out = len(self.document.words) - MOST_WORDS
        return shown + (f"\n… {quantity(left_out, 'more word')}; print() shows all" if left_out > 0 else "")

    def _repr_html_(self) -> str:
        return in_colours(self.document, self.resolution.chains, f"by {self.resolution.resolver}")


def resolve(
    text: str | Path | Document | Doc,
    resolver: str | AnyResolver = DEFAULT_RESOLVER,
    *,
    mentions: Source = "system",
    preprocessor: Preprocessor | None = None,
    **options: Any,
) -> Resolved:
    """Resolve a text, and see the answer: printed, in a notebook, as chains, or why.

    Args:
        text: a text; a Document, preprocessed or not; a spaCy Doc with tags and dependencies; or the Path of a file
            with one document.
        resolver: a name, as in :func:`resolvers`, or what ``get_resolver`` made.
        mentions: ``"true"`` for those of the key of a Document.
        preprocessor: that finds the mentions; None for the default, with the installed English model.
        options: of the resolver.

    Raises:
        ValueError: it is no text, there is no such resolver or option, or the resolver needs a key and there is none.

    >>> answer = resolve("The pump has a filter. Rinse it before it dries out.", "kennedy-boguraev")
    >>> print(answer)
    [The pump]₁ has a filter. Rinse [it]₁ before [it]₁ dries out.
    <BLANKLINE>
    1  The pump · it · it
    >>> answer.chains
    [['The pump', 'it', 'it']]
    """
    if not isinstance(resolver, str) and not hasattr(resolver, "resolve"):
        raise ValueError(f"the resolver: expected a name, as 'mitkov', or a Resolver; got {type(resolver).__name__}")
    chosen = get_resolver(resolver, **options) if isinstance(resolver, str) else resolver
    if options and not isinstance(resolver, str):
        raise ValueError(f"options of a Resolver that is made: {', '.join(options)}; expected them in get_resolver")
    if mentions not in get_args(Source):
        raise ValueError(f"no mentions {mentions!r}; {there_are(get_args(Source), str(mentions))}")
    whole = _prepared(text, preprocessor or _default())
    given = whole.with_mentions(mentions)
    if not given.mentions and whole.mentions:
        raise ValueError(f"{whole.id}: it has no {mentions} mentions; expected mentions={whole.mentions[0].source!r}")
    key = whole.as_key() if whole.key is not None else None
    resolution = chosen.resolve(given, key if chosen.needs_key else None)
    return Resolved(resolution.bounded(given), resolution, key)


def explain(
    text: str | Path | Document | Doc,
    resolver: str | AnyResolver = DEFAULT_RESOLVER,
    pronoun: str | None = None,
    **options: Any,
) -> Words:
    """Why each pronoun of a text was resolved as it was, as ``workbench explain`` prints it.

    Args:
        text, resolver, options: as for :func:`resolve`.
        pronoun: only those of this form, or the mention with this id.

    Raises:
        ValueError: as there, or nothing of that form or id was decided on.

    >>> print(explain("Ann met Tom. She smiled.", "mitkov", "She").splitlines()[-1].strip())
    → Ann (s1) by highest-score; its number from form, gender from name list
    """
    return resolve(text, resolver, **options).why(pronoun)


def _prepared(text: Any, preprocessor: Preprocessor) -> Document:
    if isinstance(text, Path):
        documents = list(read(text))
        if len(documents) != 1:
            raise ValueError(f"{text}: {quantity(len(documents), 'document')}; expected one, as of read(path)")
        text = documents[0]
    if isinstance(text, str):
        if not text.strip():
            raise ValueError("an empty text; expected words")
        if _is_file(text):
            raise ValueError(f"{text!r} is the name of a file; expected a text, or Path({text!r})")
        return preprocessor.process(text, "text")
    if isinstance(text, Document):
        annotation = text.annotation if is_preprocessed(text) and text.annotation != "none" else "predicted"
        return PreparedDocuments(preprocessor).get(text, annotation)
    if type(text).__module__.partition(".")[0] == "spacy" and hasattr(text, "sents"):
        return preprocessor.from_doc(text, "doc")
    raise ValueError(f"expected one text, Document, spaCy Doc or Path; got {type(text).__name__}")


def _is_file(text: str) -> bool:
    """Whether what should be a text is the name of a file, be it there or not."""
    try:
        return len(text.split()) == 1 and (by_name(Path(text)) is not None or Path(text).is_file())
    except OSError:
        return False


@lru_cache(maxsize=1)
def _default() -> Preprocessor:
    return Preprocessor()


def _columns() -> int:
    return min(REDIRECTED, width_of_lines())
