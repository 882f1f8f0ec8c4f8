"""``workbench difficulty``: how large and how hard corpora are."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import Annotated, Any

import typer

from anaphora_workbench.corpora.document import Document
from anaphora_workbench.evaluation.breakdown import NO_GENRE
from anaphora_workbench.evaluation.difficulty import Difficulty, difficulty
from anaphora_workbench.resolvers import get_resolver
from anaphora_workbench.workbench.commands.from_fields import with_fields
from anaphora_workbench.workbench.commands.options import (
    CacheOption,
    CorporaArgument,
    FormOption,
    FromOption,
    JobsOption,
    NoCacheOption,
    QuietOption,
    cache_wanted,
    jobs_wanted,
    report_failures,
    status,
)
from anaphora_workbench.workbench.corpus import corpora_at
from anaphora_workbench.workbench.errors import Failure
from anaphora_workbench.workbench.prepared import PreparedDocuments
from anaphora_workbench.workbench.progress import progress
from anaphora_workbench.workbench.report.difficulty import difficulty_table, long_table, parts_table
from anaphora_workbench.workbench.report.tables import Form, json_text, show
from anaphora_workbench.workbench.runs.preprocessing import Preprocessing
from anaphora_workbench.workbench.runs.running import documents_of, each_document
from anaphora_workbench.workbench.settings import allowed


class By(StrEnum):
    corpus = "corpus"
    document = "document"
    genre = "genre"


@dataclass(frozen=True)
class Measure:
    """Makes the function that measures one document, in the first setting that it allows."""

    resolver: str
    preprocessing: Preprocessing
    cache: Path | None

    def __call__(self) -> Callable[[Document], Difficulty]:
        resolver = get_resolver(self.resolver)
        prepared = PreparedDocuments(self.preprocessing.preprocessor(), self.cache)

        def measured(document: Document) -> Difficulty:
            if document.key is None:
                raise ValueError("no coreference annotation; expected a corpus with a key")
            if not document.has_text:
                return difficulty([document])
            setting = allowed(document)[0]
            whole = prepared.get(document, setting.annotation)
            resolution = resolver.resolve(whole.with_mentions(setting.mentions))
            return difficulty([whole], {whole.id: resolution.decisions})

        return measured


@with_fields("difficulty")
def command(
    *,
    corpora: CorporaArgument,
    by: Annotated[
        By | None, typer.Option("--by", help="Give the figures of each part too.", show_default=False)
    ] = None,
    resolver: Annotated[
        str, typer.Option("--resolver", "-r", help="The resolver whose candidates are counted.")
    ] = "mitkov",
    form: FormOption = Form.text,
    from_format: FromOption = None,
    preprocessing: Preprocessing,
    cache: CacheOption = None,
    no_cache: NoCacheOption = False,
    jobs: JobsOption = 0,
    quiet: QuietOption = False,
) -> int:
    """Say how large a corpus is, how it corefers and how hard its pronouns are.

    Example: workbench difficulty corpora/samples --by document
    """
    if get_resolver(resolver).needs_key:
        raise ValueError(f"{resolver} has no candidates of its own; expected a resolver that needs no key")
    chosen = corpora_at(corpora, from_format)
    files = [file for corpus in chosen for file in corpus.files()]
    workers = jobs_wanted(jobs, sum(file.stat().st_size for file in files))
    make = Measure(resolver, preprocessing, cache_wanted(cache, no_cache))
    failures: list[Failure] = []
    totals: dict[str, Difficulty] = {}
    with progress("measuring", len(files), quiet) as advance:
        for corpus in chosen:
            documents = documents_of([corpus.path], corpus.format, failures)
            for _, measured in each_document(make, documents, workers, failures, advance):
                totals[corpus.name] = totals.get(corpus.name, Difficulty()) + measured
    report_failures(failures)
    totals = {name: total for name, total in totals.items() if total.by_document}
    if not totals:
        return status(failures, 0)
    pooled, *others = totals.values()
    for other in others:
        pooled = pooled + other
    parts = {
        By.corpus: totals,
        By.document: _by_document(totals),
        By.genre: _added(total.by_genre() for total in totals.values()),
    }
    without_text = pooled.counts["without_text"]
    if without_text:
        number = f"{without_text} document{'s' * (without_text > 1)}"
        typer.echo(f"warning: {number} without text; words, distances and candidates are those of the others", err=True)
    if by is By.genre and parts[By.genre].keys() <= {NO_GENRE}:
        typer.echo("warning: no document says its genre", err=True)
    if form is Form.json:
        content: dict[str, Any] = pooled.as_json()
        shown = [one for one in By if one is by or (one is By.corpus and len(totals) > 1)]
        if shown:
            content["by"] = {one.value: {name: part.as_json() for name, part in parts[one].items()} for one in shown}
        sys.stdout.write(json_text(content))
    elif form is Form.csv:
        chosen_parts = {one.value: parts[one] for one in dict.fromkeys([By.corpus, *([by] if by else [])])}
        show([long_table(chosen_parts)], form)
    elif by is None or by is By.corpus:
        show([difficulty_table(totals | ({"all": pooled} if len(totals) > 1 else {}), resolver)], form)
    else:
        show([parts_table(parts[by], pooled, by.value, resolver)], form)
    return status(failures, len(totals))


def _by_document(totals: Mapping[str, Difficulty]) -> dict[str, Difficulty]:
    """The documents of all corpora by id, after the corpus's name where two corpora have one of the same id."""
    counted = Counter(name for total in totals.values() for name in total.by_document)
    return {
        name if counted[name] == 1 else f"{corpus}: {name}": one
        for corpus, total in totals.items()
        for name, one in total.by_document.items()
    }


def _added(parts_of_each: Iterable[Mapping[str, Difficulty]]) -> dict[str, Difficulty]:
    """Parts of the same name of several corpora as one part, sorted."""
    found: dict[str, Difficulty] = {}
    for parts in parts_of_each:
        for name, part in parts.items():
            found[name] = found.get(name, Difficulty()) + part
    return dict(sorted(found.items()))
