"""``workbench explain``: why each pronoun was resolved as it was."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path
from typing import Annotated, Any, Literal

import typer

from anaphora_workbench.corpora.document import Document, Source
from anaphora_workbench.corpora.document.marked_text import mention_in_words
from anaphora_workbench.corpora.support.errors import quantity
from anaphora_workbench.corpora.support.known_names import did_you_mean
from anaphora_workbench.preprocessing import AskedAnnotation
from anaphora_workbench.resolvers import get_resolver, joined_names, share_reading
from anaphora_workbench.resolvers.contract.case import Case
from anaphora_workbench.resolvers.learning.model import shipped_licence
from anaphora_workbench.workbench.base.errors import Failure
from anaphora_workbench.workbench.base.prepared_documents import PreparedDocuments
from anaphora_workbench.workbench.base.progress import progress
from anaphora_workbench.workbench.base.settings import Setting
from anaphora_workbench.workbench.commands.wiring import options as shared
from anaphora_workbench.workbench.commands.wiring.from_fields import with_fields
from anaphora_workbench.workbench.commands.wiring.option_values import set_format_options
from anaphora_workbench.workbench.engine.current_work import at_work
from anaphora_workbench.workbench.engine.running import documents_of, each_document, input_paths
from anaphora_workbench.workbench.engine.workers import isolation
from anaphora_workbench.workbench.experiments.preprocessing import Preprocessing
from anaphora_workbench.workbench.report.explanations.explanation import Explanation, as_page, explanations, long_rows
from anaphora_workbench.workbench.report.tables import REDIRECTED, Form, json_text, sentences, show, width_of_lines

# Of a folder of documents there may be hundreds.
_MOST_NAMED = 30
Why = Literal["words"]


@dataclass
class Explained:
    """What is explained of documents.

    Attributes:
        settings: in how many documents the mentions are whose.
        pronouns, others: ids of the pronouns, and of the other mentions, that there are decisions about.
        without_reciprocals: there are reciprocals, and every resolver leaves them out.
    """

    explanations: list[Explanation] = field(default_factory=list)
    pronouns: dict[str, None] = field(default_factory=dict)
    others: dict[str, None] = field(default_factory=dict)
    without_reciprocals: bool = False
    settings: Counter[Setting] = field(default_factory=Counter)

    @property
    def whose_mentions(self) -> str:
        """Whose mentions are explained, and which annotation they have, by how many documents."""
        several = self.settings.total() > 1
        return "; ".join(
            (f"{quantity(number, 'document')}: " if several else "") + setting.meaning
            for setting, number in self.settings.items()
        )

    def add(self, document: Explained) -> None:
        """Add what is explained of another document."""
        self.explanations += document.explanations
        self.pronouns |= document.pronouns
        self.others |= document.others
        self.without_reciprocals |= document.without_reciprocals
        self.settings += document.settings


def explaining(
    names: tuple[str, ...],
    options: dict[str, dict[str, Any]],
    mentions: Source | None,
    annotation: AskedAnnotation | None,
    preprocessing: Preprocessing,
    cache: Path | None,
    wanted: Callable[[Case[Any]], bool] | None,
    telling_words: bool,
) -> Callable[[Document], Explained]:
    """The function that explains one document.

    Args:
        wanted: says which traces are explained; None for those of pronouns.
    """
    resolvers = {name: get_resolver(name, **options.get(name, {})) for name in names}
    share_reading(resolvers.values(), cache)
    prepared = PreparedDocuments(preprocessing.preprocessor(), cache)

    def explained(document: Document) -> Explained:
        setting, whole, given = _in_setting(document, prepared, mentions, annotation)
        key = whole.as_key() if whole.key is not None else None
        reciprocals = any(mention.pronoun_type == "reciprocal" for mention in given.mentions)
        result = Explained(settings=Counter([setting]))
        result.without_reciprocals = reciprocals and all(
            getattr(getattr(resolver, "parameters", None), "reciprocals", None) is False
            for resolver in resolvers.values()
        )
        for name, resolver in resolvers.items():
            with at_work(name, given):
                resolution = resolver.resolve(given, key if resolver.needs_key else None)
            result.pronouns |= dict.fromkeys(decision.anaphor for decision in resolution.decisions)
            result.others |= dict.fromkeys(trace.mention(trace.anaphor).id for trace in resolution.mention_traces)
            of_resolver = explanations(resolution, given, key, wanted, telling_words)
            if len(resolvers) > 1:
                # The trace of a joined resolver names the part that answered.
                of_resolver = [replace(each, trace={**each.trace, "resolver": name}) for each in of_resolver]
            result.explanations += of_resolver
        if len(resolvers) > 1:
            # Those of each pronoun together, pronouns in text order.
            result.explanations.sort(key=lambda explanation: explanation.trace["anaphor"]["start"])
        return result

    return explained


def _in_setting(
    document: Document, prepared: PreparedDocuments, mentions: Source | None, asked: AskedAnnotation | None
) -> tuple[Setting, Document, Document]:
    """The setting of a document, the document preprocessed, and with the mentions that resolvers are given."""
    by_spacy = asked == "spacy"
    # What another parser has annotated is then nothing but words.
    possible = prepared.allowed(replace(document, annotation="none") if by_spacy else document)
    annotation = "predicted" if by_spacy else asked
    wanted = [
        setting
        for setting in possible
        if mentions in (None, setting.mentions) and annotation in (None, setting.annotation)
    ]
    if not possible:
        raise ValueError(f"{document.id}: {prepared.why_in_none(document)}")
    if not wanted:
        there = ", ".join(map(str, possible))
        said = " ".join(filter(None, (mentions, asked)))
        raise ValueError(f"{document.id}: no {said} setting; expected one that it allows: {there}")
    whole = prepared.get(document, "spacy" if by_spacy else wanted[0].annotation)
    return wanted[0], whole, whole.with_mentions(wanted[0].mentions)


def _is_named(trace: Case[Any], name: str) -> bool:
    document, mention = trace.discourse.document, trace.mention(trace.anaphor)
    return name == mention.id or mention_in_words(document, mention).casefold() == name.casefold()


def _every(trace: Case[Any]) -> bool:
    return True


@with_fields("explain")
def command(
    *,
    inputs: shared.InputsArgument,
    resolver: Annotated[
        list[str],
        shared.what("--resolver", "-r", help="Resolver to explain (see workbench list resolvers); repeatable."),
    ],
    anaphor: Annotated[
        str | None, shared.what(metavar="WORD", help="Explain only mentions of this form, or with this id.")
    ] = None,
    every: Annotated[
        bool, shared.what("--all", help="Explain all mentions that the resolver decided on, not only pronouns.")
    ] = False,
    details: Annotated[
        bool,
        shared.printing(
            "--details", help="For learned resolvers, show the weight of each feature, not of each reason."
        ),
    ] = False,
    why: Annotated[
        Why | None, shared.printing(help="For neural, also the words that the answer hangs on (seconds).")
    ] = None,
    mentions: Annotated[
        Source | None, shared.what(help="Mentions of the key, or those that the workbench finds.")
    ] = None,
    annotation: Annotated[
        AskedAnnotation | None, shared.what(help="The corpus's own parse, a predicted one, or spaCy's.")
    ] = None,
    option: shared.ResolverOptions = None,
    form: shared.FormOption = Form.text,
    from_format: shared.FromOption = None,
    preprocessing: Preprocessing,
    runs: shared.Running,
    quiet: shared.QuietOption = False,
) -> int:
    """Show the candidates of each pronoun, the filters that rejected some, every factor, the rule and the choice.

    »it« marks the pronoun and [the phrase] the choice. Mentions and annotation come from the corpus if it has them.

    With several resolvers, each pronoun is shown with the decision of each. Resolvers of full coreference also decide
    on other mentions: --all shows these decisions, --anaphor one of them.

    Example: workbench explain text.txt --resolver mitkov
    """
    failures: list[Failure] = []
    documents = documents_of(inputs, from_format)
    names = tuple(dict.fromkeys(resolver))
    options = shared.resolver_options(set_format_options(option or ()), names)
    resolvers = [get_resolver(name, **options.get(name, {})) for name in names]
    limits = isolation(resolvers, runs.limits())
    wanted = partial(_is_named, name=anaphor) if anaphor is not None else _every if every else None
    make = partial(
        explaining, names, options, mentions, annotation, preprocessing, runs.folder(), wanted, why is not None
    )
    explained, done = Explained(), 0
    with progress("explaining", None, quiet) as advance:
        workers = runs.workers(input_paths(inputs, from_format))
        for _, of_document in each_document(make, documents, workers, failures, advance, False, limits):
            done += 1
            explained.add(of_document)
    pronouns, others = explained.pronouns, explained.others
    if anaphor is not None and done and not explained.explanations:
        named = ", ".join(list(pronouns)[:_MOST_NAMED]) or "none"
        if len(pronouns) > _MOST_NAMED:
            named += f" and {len(pronouns) - _MOST_NAMED} more"
        if others:
            named += f"; other mentions with one: {len(others)} (--all shows them)"
        meant = did_you_mean((*pronouns, *others), anaphor)
        raise ValueError(f"no decision on a mention {anaphor!r}; pronouns with one: {named}{meant}")
    shared.report_failures(failures)
    if why is not None and not any("words" in one.trace for one in explained.explanations):
        typer.echo(f"note: {', '.join(names)}: no answer here hangs on words; neural reads them", err=True)
    if others and not every and anaphor is None and not any(resolver.answers_pronouns for resolver in resolvers):
        typer.echo(
            f"note: {', '.join(names)} decide{'s' * (len(names) == 1)} about other mentions than these pronouns; "
            "--all shows them",
            err=True,
        )
    several = len(names) > 1
    if form is Form.json:
        sys.stdout.write(json_text([explanation.as_json() for explanation in explained.explanations]))
    elif form is Form.text:
        width = width_of_lines() if sys.stdout.isatty() else None
        pages = [as_page(explanation, several, details, width) for explanation in explained.explanations]
        if done and not pages:
            without = " (reciprocals are left out; reciprocals=true)" * explained.without_reciprocals
            pages = [f"no pronouns in scope{without}\n"]
        if pages:
            licences = {name: shipped_licence(name) for joined in names for name in joined_names(joined)}
            told = (f"{name}: model under {licence}" for name, licence in licences.items() if licence)
            first = sentences(["; ".join([explained.whose_mentions, *told])], width or REDIRECTED)
            sys.stdout.write("\n".join([*first, "", *pages]))
    else:
        show([long_rows(explained.explanations, several)], form)
    return shared.status(failures, done)
