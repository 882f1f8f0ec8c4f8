"""``workbench explain``: why each pronoun was resolved as it was."""

from __future__ import annotations

import sys
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Annotated, Any

import typer

from anaphora_workbench.corpora.document import Document
from anaphora_workbench.preprocessing import Preprocessor
from anaphora_workbench.resolvers import get_resolver
from anaphora_workbench.workbench.commands.choices import AnnotationChoice, MentionsChoice
from anaphora_workbench.workbench.commands.options import (
    CacheOption,
    FormOption,
    FromOption,
    InputsArgument,
    JobsOption,
    LexiconOption,
    ModelOption,
    NoCacheOption,
    QuietOption,
    ResolverOption,
    ResolverOptions,
    cache_wanted,
    jobs_wanted,
    report_failures,
    resolver_options,
    status,
)
from anaphora_workbench.workbench.documents import each_document, size_of, tasks_of
from anaphora_workbench.workbench.errors import Failure
from anaphora_workbench.workbench.prepared import PreparedDocuments
from anaphora_workbench.workbench.progress import progress
from anaphora_workbench.workbench.report.explanation import Explanation, as_page, explanations, long_rows
from anaphora_workbench.workbench.report.tables import Form, json_text, show
from anaphora_workbench.workbench.settings import allowed


@dataclass(frozen=True)
class Explain:
    """Makes the function that explains one document."""

    resolver: str
    options: dict[str, Any]
    mentions: str | None
    annotation: str | None
    model: str | None
    lexicon: str | None
    cache: Path | None

    def __call__(self) -> Callable[[Document], list[Explanation]]:
        resolver = get_resolver(self.resolver, **self.options)
        prepared = PreparedDocuments(Preprocessor(self.model, self.lexicon), self.cache)

        def explained(document: Document) -> list[Explanation]:
            possible = allowed(document)
            wanted = [
                setting
                for setting in possible
                if self.mentions in (None, setting.mentions) and self.annotation in (None, setting.annotation)
            ]
            if not wanted:
                there = ", ".join(map(str, possible)) or "none"
                asked = " ".join(filter(None, (self.mentions, self.annotation)))
                raise ValueError(f"{document.id}: no {asked} setting; expected one that it allows: {there}")
            whole = prepared.get(document, wanted[0].annotation)
            given = whole.with_mentions(wanted[0].mentions)
            key = None
            if whole.key is not None:
                key = replace(whole, mentions=[one for one in whole.mentions if one.source == "true"])
            return explanations(resolver.resolve(given, key if resolver.needs_key else None), given, key)

        return explained


def command(
    inputs: InputsArgument,
    resolver: ResolverOption,
    anaphor: Annotated[
        str | None, typer.Option("--anaphor", help="Id of the one pronoun to explain.", show_default=False)
    ] = None,
    mentions: Annotated[
        MentionsChoice | None,
        typer.Option("--mentions", help="Mentions of the key, or those the workbench finds.", show_default=False),
    ] = None,
    annotation: Annotated[
        AnnotationChoice | None,
        typer.Option("--annotation", help="The corpus's own parse, or spaCy's.", show_default=False),
    ] = None,
    option: ResolverOptions = None,
    form: FormOption = Form.text,
    from_format: FromOption = None,
    model: ModelOption = None,
    lexicon: LexiconOption = None,
    cache: CacheOption = None,
    no_cache: NoCacheOption = False,
    jobs: JobsOption = 0,
    quiet: QuietOption = False,
) -> int:
    """Show for each pronoun its candidates, what removed them, every factor, the rule and the choice.

    »it« marks the pronoun and [the phrase] the choice. Mentions and annotation are the corpus's own where it has them.

    Example: workbench explain text.txt --resolver mitkov
    """
    failures: list[Failure] = []
    tasks = tasks_of(inputs, from_format, failures.append)
    options = resolver_options(option, (resolver,)).get(resolver, {})
    make = Explain(
        resolver,
        options,
        mentions.value if mentions else None,
        annotation.value if annotation else None,
        model,
        str(lexicon) if lexicon else None,
        cache_wanted(cache, no_cache),
    )
    found: list[Explanation] = []
    done = 0
    with progress("explaining", None, quiet) as advance:
        for name, outcome in each_document(make, tasks, jobs_wanted(jobs, size_of(inputs, from_format))):
            if isinstance(outcome, Failure):
                failures.append(outcome)
            else:
                done += 1
                found += outcome
            advance(name)
    if anaphor is not None and done:
        known = [one.trace["anaphor"]["id"] for one in found]
        found = [one for one in found if one.trace["anaphor"]["id"] == anaphor]
        if not found:
            raise ValueError(f"no pronoun {anaphor!r} in scope; there are: {', '.join(known) or 'none'}")
    report_failures(failures)
    if form is Form.json:
        sys.stdout.write(json_text([one.as_json() for one in found]))
    elif form is Form.text:
        pages = [as_page(one) for one in found] or (["no pronouns in scope\n"] if done else [])
        sys.stdout.write("\n".join(pages))
    else:
        show([long_rows(found)], form)
    return status(failures, done)
