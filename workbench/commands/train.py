"""``workbench train``: a learned resolver's model, from corpora with a key."""

import shlex
from pathlib import Path
from typing import Annotated

import typer

from anaphora_workbench.corpora.support.errors import quantity
from anaphora_workbench.workbench.base.corpus import same_place
from anaphora_workbench.workbench.base.errors import NOTHING_DONE, CommandError, Failure
from anaphora_workbench.workbench.base.outputs import Outputs
from anaphora_workbench.workbench.base.prepared_documents import PreparedDocuments
from anaphora_workbench.workbench.base.progress import progress
from anaphora_workbench.workbench.commands.wiring import options as shared
from anaphora_workbench.workbench.commands.wiring.from_fields import with_fields
from anaphora_workbench.workbench.commands.wiring.option_values import set_format_options
from anaphora_workbench.workbench.engine.running import input_paths
from anaphora_workbench.workbench.experiments.preprocessing import Preprocessing
from anaphora_workbench.workbench.runs.training import learner, learning_options, settings_of, train, training_set


@with_fields("train")
def command(
    *,
    system: Annotated[str, typer.Argument(metavar="SYSTEM", help="Name of a learned resolver.")],
    corpora: shared.CorporaArgument,
    output: Annotated[Path, shared.path_option("--output", "-o", help="File for the trained model (JSON).")],
    setting: Annotated[
        list[str] | None, shared.what(help="Setting to train on; repeatable [default: the system's].")
    ] = None,
    seed: Annotated[int, shared.running(min=0, help="Random seed for training.")] = 0,
    guideline: Annotated[
        list[str] | None,
        shared.what(
            metavar="CORPUS=NAME",
            help="Annotation guidelines of a corpus, for systems that tell guidelines apart; repeatable.",
        ),
    ] = None,
    option: shared.ResolverOptions = None,
    from_format: shared.FromOption = None,
    preprocessing: Preprocessing,
    cache: shared.CacheOption = None,
    no_cache: shared.NoCacheOption = False,
    quiet: shared.QuietOption = False,
) -> int:
    """Train the model of a resolver. The same documents give the same file, whatever their order.

    Example: workbench train ranking-pronouns samples --output model.json
    """
    kind = learner(system)
    settings = settings_of(kind, setting or [])
    options = shared.resolver_options(set_format_options(option or ()), (system,)).get(system, {})
    if guideline:
        options = options | {"guidelines": ",".join(guideline)}
    learning_options(system, options)
    twice = same_place(corpora)
    if twice is not None:
        raise CommandError(f"{twice[1]}: given twice; expected each corpus once")
    files = input_paths(corpora, from_format)
    outputs = Outputs([("--output", output)], files)
    failures: list[Failure] = []
    prepared = PreparedDocuments(preprocessing.preprocessor(), shared.cache_wanted(cache, no_cache))
    with progress("preprocessing", len(files), quiet, files=True) as advance:
        gathered = training_set(corpora, from_format, settings, prepared, failures, advance)
    shared.report_failures(failures)
    for missing, count in gathered.unserved.items():
        shared.warn(f"{quantity(count, 'document')} without {missing}: the corpus does not allow it")
    if not gathered.documents:
        typer.echo("error: no document to learn from", err=True)
        return NOTHING_DONE
    with progress("learning", None, quiet) as advance:
        model = train(system, gathered, settings, seed, options, advance)
    outputs.write(output, model.text())
    if not (quiet or outputs.failed):
        used = {"model": output, **options}
        words = [word for name, value in used.items() for word in ("--option", f"{system}.{name}={value}")]
        learnt_from = quantity(sum(map(len, gathered.checksums.values())), "document")
        partly = f", learnt from {learnt_from} without those named above" if failures else ""
        typer.echo(f"{output}: the model of {system}{partly}, for {shlex.join(words)}", err=True)
    return shared.status(failures, len(gathered.documents), outputs.failed)
