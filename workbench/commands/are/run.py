"""``workbench are run``: all tasks with all resolvers at once."""

import sys
from typing import Annotated, cast

from anaphora_workbench.resolvers import shipped
from anaphora_workbench.workbench.base.corpus import corpora_at
from anaphora_workbench.workbench.base.outputs import Outputs
from anaphora_workbench.workbench.base.progress import progress
from anaphora_workbench.workbench.commands.are import application as are
from anaphora_workbench.workbench.commands.wiring import options as shared
from anaphora_workbench.workbench.commands.wiring.from_fields import with_fields
from anaphora_workbench.workbench.exercise import ExerciseTask
from anaphora_workbench.workbench.exercise.answering import HEAD_MATCH
from anaphora_workbench.workbench.exercise.running import Exercise, run
from anaphora_workbench.workbench.experiments.preprocessing import Preprocessing
from anaphora_workbench.workbench.report.exercise import LEGEND, exercise_json, exercise_tables
from anaphora_workbench.workbench.report.tables import Form, json_text, show


@are.app.command("run")
@with_fields("are")
def run_(
    *,
    corpora: shared.CorporaArgument,
    task: Annotated[
        list[int] | None, shared.what("--task", "-t", min=1, max=4, help="Task; repeatable [default: all].")
    ] = None,
    resolver: shared.ResolversOption = None,
    nominal: are.NominalOption = HEAD_MATCH,
    leave_out: are.LeaveOutOption = None,
    named: are.NamedOption = False,
    drop_crossing: are.CrossingOption = False,
    option: shared.ResolverOptions = None,
    output: shared.JsonOption = None,
    form: shared.FormOption = Form.text,
    timings: Annotated[
        bool, shared.printing("--timings", help="Add the seconds that each resolver took to JSON.")
    ] = False,
    from_format: shared.FromOption = None,
    preprocessing: Preprocessing,
    runs: shared.Running,
    quiet: shared.QuietOption = False,
) -> int:
    """Run all tasks with all resolvers.

    The files are the same as step by step, and the tables are laid out as in the paper.

    Example: workbench are run samples
    """
    resolvers = tuple(dict.fromkeys(resolver or (*shipped("algorithm", "baseline"), "oracle")))
    exercise = Exercise(
        resolvers,
        tuple(cast(ExerciseTask, number) for number in sorted(set(task or (1, 2, 3, 4)))),
        are.rules_of(leave_out, named, drop_crossing),
        nominal,
        tuple((name, tuple(sorted(of.items()))) for name, of in shared.resolver_options(option, resolvers).items()),
        preprocessing,
    )
    exercise.answerers()
    chosen = corpora_at(corpora, from_format)
    files = [file for corpus in chosen for file in corpus.files()]
    outputs = Outputs([("--output", output)], files)
    workers, folder = runs.workers(files), runs.folder()
    with progress("doing the exercise", len(files), quiet, files=True) as advance:
        results = [run(exercise, corpus, folder, workers, advance, runs.limits()) for corpus in chosen]
    failures = [failure for corpus_results in results for failure in corpus_results.failures]
    shared.report_failures(failures)
    done = [corpus_results for corpus_results in results if corpus_results.outcomes]
    if done:
        text = json_text(exercise_json(done, timings))
        if output is not None:
            outputs.write(output, text)
        if form is Form.json:
            sys.stdout.write(text)
        else:
            show([table for corpus_results in done for table in exercise_tables(corpus_results)], form)
        if form is Form.text:
            print(LEGEND)
    return shared.status(failures, len(done), outputs.failed)
