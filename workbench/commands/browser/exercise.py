"""``workbench exercise``: a text whose pronouns a class guesses, as one file."""

from collections.abc import Iterable
from functools import partial
from pathlib import Path
from typing import Annotated

from anaphora_workbench.corpora.support.known_names import there_are
from anaphora_workbench.resolvers import get_resolver
from anaphora_workbench.workbench.api.side_by_side import exercising
from anaphora_workbench.workbench.base.errors import CommandError, Failure
from anaphora_workbench.workbench.base.outputs import Outputs
from anaphora_workbench.workbench.base.progress import progress
from anaphora_workbench.workbench.commands.wiring import options as shared
from anaphora_workbench.workbench.commands.wiring.from_fields import with_fields
from anaphora_workbench.workbench.engine.running import DocumentTask, Outcome, documents_of, each_document, input_paths
from anaphora_workbench.workbench.engine.workers import Settled, isolation
from anaphora_workbench.workbench.experiments.preprocessing import Preprocessing
from anaphora_workbench.workbench.runs.column import Column


def _only(tasks: Iterable[DocumentTask | Settled[Outcome]], id: str | None) -> list[DocumentTask | Settled[Outcome]]:
    """The one document, or that of an id, with the failures before it."""
    found = list(tasks)
    ids = [task.name for task in found if isinstance(task, DocumentTask)]
    if id is None and len(ids) > 1:
        raise CommandError(f"{len(ids)} documents; expected one: choose it with --document {ids[0]}")
    if id is not None and id not in ids:
        raise CommandError(f"--document {id}: {there_are(ids, id)}")
    return [task for task in found if not isinstance(task, DocumentTask) or id in (None, task.name)]


@with_fields("exercise")
def command(
    *,
    inputs: shared.InputsArgument,
    resolver: Annotated[
        list[str], shared.what("--resolver", "-r", help="Resolver whose answers and reasons are shown; repeatable.")
    ],
    output: Annotated[Path, shared.path_option("--output", "-o", help="HTML file of the exercise.")],
    document: Annotated[str | None, shared.what(help="Id of the document, where the input has several.")] = None,
    option: shared.ResolverOptions = None,
    from_format: shared.FromOption = None,
    preprocessing: Preprocessing,
    runs: shared.Running,
    quiet: shared.QuietOption = False,
) -> int:
    """Make an exercise for a class: one HTML file in which pronouns are guessed, judged and explained.

    The file needs no network. It opens without answers, judges guesses by the text's key if it has one, shows why each
    resolver answered as it did, and prints all answers for the lecturer.

    Example: workbench exercise text.txt -r mitkov -r hobbs -o exercise.html
    """
    names = tuple(dict.fromkeys(resolver))
    options = shared.resolver_options(option, names)
    columns = tuple(Column(name, options.get(name, {})) for name in names)
    resolvers = [get_resolver(column.resolver, **column.options) for column in columns]
    files = input_paths(inputs, from_format)
    outputs = Outputs([("--output", output)], files)
    make = partial(exercising, columns, preprocessing, runs.folder())
    failures: list[Failure] = []
    limits = isolation(resolvers, runs.limits())
    with progress("making the exercise", None, quiet) as advance:
        documents = _only(documents_of(inputs, from_format), document)
        for _, (html, failed) in each_document(make, documents, 1, failures, advance, False, limits):
            outputs.write(output, html)
            for reason in failed:
                shared.warn(f"left out of the exercise: {reason}")
    shared.report_failures(failures)
    return shared.status(failures, 0 if failures else 1, outputs.failed)
