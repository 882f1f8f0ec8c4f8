"""``workbench difficulty``: how large and how hard corpora are."""

import sys
from enum import StrEnum
from typing import Annotated, Any

from anaphora_workbench.corpora.support.errors import quantity
from anaphora_workbench.evaluation.counting.breakdown import NO_GENRE
from anaphora_workbench.resolvers import get_resolver
from anaphora_workbench.workbench.base.corpus import corpora_at
from anaphora_workbench.workbench.base.progress import progress
from anaphora_workbench.workbench.commands.wiring import options as shared
from anaphora_workbench.workbench.commands.wiring.from_fields import with_fields
from anaphora_workbench.workbench.commands.wiring.option_values import require_none, set_format_options
from anaphora_workbench.workbench.experiments.preprocessing import Preprocessing
from anaphora_workbench.workbench.report.difficulty import difficulty_table, long_table, parts_table
from anaphora_workbench.workbench.report.tables import Form, json_text, show
from anaphora_workbench.workbench.runs.measuring import measure


class By(StrEnum):
    corpus = "corpus"
    document = "document"
    genre = "genre"


@with_fields("difficulty")
def command(
    *,
    corpora: shared.CorporaArgument,
    by: Annotated[By | None, shared.what(help="Also measure each part.")] = None,
    resolver: Annotated[str, shared.what("--resolver", "-r", help="Resolver whose candidates are counted.")] = "mitkov",
    form: shared.FormOption = Form.text,
    from_format: shared.FromOption = None,
    option: shared.FormatOptions = None,
    preprocessing: Preprocessing,
    runs: shared.Running,
    quiet: shared.QuietOption = False,
) -> int:
    """Measure the size of a corpus, its coreference and the difficulty of its pronouns.

    Example: workbench difficulty samples --by document
    """
    require_none(set_format_options(option or ()))
    get_resolver(resolver)  # Raises for one that does not exist, before a cache is made.
    chosen = corpora_at(corpora, from_format)
    files = [file for corpus in chosen for file in corpus.files()]
    workers, folder = runs.workers(files), runs.folder()
    with progress("measuring", len(files), quiet, files=True) as advance:
        measures = measure(chosen, resolver, preprocessing, folder, workers, advance, runs.limits())
    shared.report_failures(measures.failures)
    totals = measures.corpora
    if not totals:
        return shared.status(measures.failures, 0)
    pooled = measures.total
    parts = {By.corpus: totals, By.document: measures.by_document(), By.genre: measures.by_genre()}
    without_text = pooled.counts["without_text"]
    if without_text:
        number = quantity(without_text, "document")
        shared.warn(f"{number} without text; words, distances and candidates are those of the others")
    if by is By.genre and parts[By.genre].keys() <= {NO_GENRE}:
        shared.warn("no document says its genre")
    if form is Form.json:
        content: dict[str, Any] = pooled.as_json()
        breakdowns = [part for part in By if part is by or (part is By.corpus and len(totals) > 1)]
        if breakdowns:
            content["by"] = {
                part.value: {name: figures.as_json() for name, figures in parts[part].items()} for part in breakdowns
            }
        sys.stdout.write(json_text(content))
    elif form is Form.csv:
        chosen_parts = {part.value: parts[part] for part in dict.fromkeys([By.corpus, *([by] if by else [])])}
        show([long_table(chosen_parts)], form)
    elif by is None or by is By.corpus:
        show([difficulty_table(totals | ({"all": pooled} if len(totals) > 1 else {}), resolver)], form)
    else:
        show([parts_table(parts[by], pooled, by.value, resolver)], form)
    return shared.status(measures.failures, len(totals))
