"""Options that several commands share, so that they are the same everywhere."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from anaphora_workbench.corpora.support.known_names import there_are
from anaphora_workbench.workbench.base import errors
from anaphora_workbench.workbench.base.fields import COUNTED, OUTPUT, RUNNING, WHAT
from anaphora_workbench.workbench.commands.wiring.command_line import tracebacks_are_shown
from anaphora_workbench.workbench.commands.wiring.standard_input import as_given, input_path, named_path
from anaphora_workbench.workbench.report.tables import Form

if TYPE_CHECKING:
    from anaphora_workbench.workbench.engine.workers import Limits

# What stands before the dot of an option of all resolvers that ask a language model.
LANGUAGE_MODELS = "llm"
_WORTH_A_WORKER = 150_000

# Options of each panel of the help.
what = partial(typer.Option, rich_help_panel=WHAT)
counting = partial(typer.Option, rich_help_panel=COUNTED)
printing = partial(typer.Option, rich_help_panel=OUTPUT)
running = partial(typer.Option, rich_help_panel=RUNNING)
path_option = partial(printing, parser=named_path, metavar="PATH")
"""An option that names a file or folder, which cannot be standard input; of output unless it says otherwise."""

InputsArgument = Annotated[
    list[Path],
    typer.Argument(
        parser=input_path, metavar="INPUT...", help="Texts, corpus files or folders; PATH:ca names a language."
    ),
]
CorporaArgument = Annotated[
    list[Path],
    typer.Argument(
        parser=input_path, metavar="CORPUS...", help="Files or folders with a key; PATH:ca names a language."
    ),
]
ResolverOption = Annotated[str, what("--resolver", "-r", help="Resolver to run; see workbench list resolvers.")]
ResolversOption = Annotated[
    list[str] | None,
    what(
        "--resolver", "-r", help="Resolver to run; repeatable [default: pronoun algorithms, baselines and the oracle]."
    ),
]
JsonOption = Annotated[Path | None, path_option("--output", "-o", help="Also write all results to this JSON file.")]
FormOption = Annotated[Form, printing("--format", help="Format of the output.")]
FromOption = Annotated[str | None, what("--from", help="Format of the input [default: recognised].")]
FormatOptions = Annotated[
    list[str] | None,
    what(
        "--option",
        metavar="FORMAT.OPTION=VALUE",
        help="Option of a format, such as brat.layer=Coref (see workbench list formats NAME); repeatable.",
    ),
]
LanguageOption = Annotated[
    str | None, what("--language", metavar="CODE", help="Language of documents that do not name one [default: en].")
]
QuietOption = Annotated[bool, running("--quiet", "-q", help="Show no progress bar.")]
JobsOption = Annotated[
    int, running("--jobs", "-j", min=0, max=1000, help="Worker processes; 0 chooses a number that suits the input.")
]
CacheOption = Annotated[
    Path | None,
    path_option(
        "--cache",
        envvar="WORKBENCH_CACHE",
        help="Folder for preprocessed documents [default: .workbench-cache].",
        rich_help_panel=RUNNING,
    ),
]
NoCacheOption = Annotated[bool, running("--no-cache", help="Neither read nor write the cache.")]
ResolverOptions = Annotated[
    list[str] | None,
    what(
        "--option",
        metavar="OPTION=VALUE",
        help="Option of the resolver, as OPTION=VALUE or RESOLVER.OPTION=VALUE, or of a format, as brat.layer=Coref; "
        "repeatable.",
    ),
]


def jobs_wanted(jobs: int, files: Iterable[Path]) -> int:
    """The number of workers for a value of ``--jobs``.

    Args:
        files: of the input; starting a worker does not pay for a few pages.
    """
    from anaphora_workbench.workbench.engine.workers import processors

    return jobs or min(processors(), 1 + sum(file.stat().st_size for file in files) // _WORTH_A_WORKER)


def cache_wanted(folder: Path | None, no_cache: bool) -> Path | None:
    """The folder of the cache, or None, with a warning, where there can be none. Raises ValueError for a file."""
    from anaphora_workbench.workbench.base.cache import DEFAULT_FOLDER, cache_folder

    told = folder is not None or Path(DEFAULT_FOLDER).exists()
    chosen = cache_folder(folder, no_cache)
    if chosen is not None:
        errors.keeps(lambda: f"preprocessed documents in {chosen}" if any(chosen.glob("*.np.xml")) else "")
        if not told:
            remark(f"what is preprocessed is kept in {chosen}, unless --no-cache says not to")
    return chosen


@dataclass(frozen=True)
class Running:
    """How a command runs: ``with_fields`` gives a command with such a parameter the options of its fields."""

    cache: CacheOption = None
    no_cache: NoCacheOption = False
    jobs: JobsOption = 0
    timeout: Annotated[
        float | None,
        running(
            min=0.01,
            metavar="SECONDS",
            help="Time limit per document and resolver, which runs in a separate process "
            "[default for plug-ins and with several jobs: 60 + 0.002 per word].",
        ),
    ] = None
    memory: Annotated[
        int | None,
        running(
            min=1,
            metavar="MIB",
            help="Memory limit per document in MiB for a resolver, which runs in a separate process.",
        ),
    ] = None

    def folder(self) -> Path | None:
        """See ``cache_wanted``."""
        return cache_wanted(self.cache, self.no_cache)

    def limits(self) -> Limits | None:
        """The limits that were asked for, None for none."""
        from anaphora_workbench.workbench.engine.workers import Limits

        return None if self.timeout is None and self.memory is None else Limits(self.timeout, self.memory)

    def workers(self, files: Iterable[Path]) -> int:
        """See ``jobs_wanted``."""
        return jobs_wanted(self.jobs, files)


def resolver_options(values: list[str] | None, resolvers: tuple[str, ...]) -> dict[str, dict[str, Any]]:
    """``--option`` values by resolver; one without a resolver's name is for all that have such an option.

    One with a name holds against it, in whichever order they are given. An option of ``mitkov`` is one of
    ``mitkov+head-match`` too.

    Raises:
        ValueError: a value is not of the form, names a resolver that does not run or an option nobody has, or says
            otherwise than one before it.
    """
    # Other commands start faster without.
    from anaphora_workbench.resolvers import joined_names

    by_resolver: dict[str, dict[str, Any]] = {}
    given: dict[str, str] = {}
    # What is said of all, then of those that ask a language model, then of one.
    for value in sorted(values or [], key=lambda value: (value.count(".", 0, value.find("=")), value[:4] != "llm.")):
        name, equals, text = value.partition("=")
        resolver, dot, option = name.rpartition(".")
        if not equals or not name:
            raise ValueError(f"--option {value!r} is not of the form RESOLVER.NAME=VALUE")
        if given.setdefault(name, text) != text:
            raise ValueError(f"--option {value} next to {name}={given[name]}; expected only one")
        if dot:
            names = {
                taker: option if taker == resolver else name
                for taker in resolvers
                if resolver in (taker, *joined_names(taker))
            }
            if resolver == LANGUAGE_MODELS:
                names = {taker: option for taker in resolvers if _asks_with(taker, option)}
            if not names:
                raise ValueError(
                    f"--option {value!r}: resolver {resolver!r} does not run; {there_are(resolvers, resolver)}"
                )
        else:
            names = {taker: option for taker in resolvers if option in _options_of(taker)}
        if not names:
            known = sorted({its_option for taker in resolvers for its_option in _options_of(taker)})
            none = f"{resolvers[0]} has no" if len(resolvers) == 1 else f"none of {', '.join(resolvers)} has an"
            raise ValueError(f"--option {value!r}: {none} option {option!r}; {there_are(known, option)}")
        for taker, its_name in names.items():
            by_resolver.setdefault(taker, {})[its_name] = text
    return by_resolver


def _asks_with(resolver: str, option: str) -> bool:
    """Whether a resolver, or a part of several joined, asks a language model and has an option."""
    from anaphora_workbench.resolvers import default_options, joined_names, role_of

    return any(role_of(part) == "llm" and option in default_options(part) for part in joined_names(resolver))


def _options_of(resolver: str) -> set[str]:
    """Names of the options of a resolver, or of all those joined in it."""
    # No other resolver is loaded: a plug-in may import for seconds.
    from anaphora_workbench.resolvers import default_options

    return {option.rpartition(".")[2] for option in default_options(resolver)}


def report_failures(failures: list[errors.Failure]) -> None:
    """One line on standard error for each document without a result, with ``--debug`` after its traceback."""
    errors.note_failures(failures)
    for failure in failures:
        if tracebacks_are_shown() and failure.traceback:
            typer.echo(failure.traceback.rstrip(), err=True)
        typer.echo(f"error: {errors.without_controls(as_given(failure.reason))}", err=True)


def warn(text: str) -> None:
    """One line on standard error about what a result leaves out or takes for granted."""
    typer.echo(f"warning: {errors.without_controls(as_given(text))}", err=True)


def remark(text: str) -> None:
    """One line for a person at a terminal; a program that reads has no use for it."""
    if sys.stderr.isatty():
        typer.echo(f"note: {errors.without_controls(as_given(text))}", err=True)


def status(failures: list[errors.Failure], done: int, unwritten: bool = False) -> int:
    """The exit status after some documents were done and others failed.

    Args:
        unwritten: an output is not where it was asked for.
    """
    if not failures and not unwritten:
        return errors.DONE
    return errors.SOME_FAILED if done else errors.NOTHING_DONE
