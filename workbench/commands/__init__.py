"""The commands, one file each; a command's file is imported only when the command is called.

A command NAME is the function ``command`` of the module NAME of this package, or, if it has commands of
its own, the Typer ``app`` of that module. Adding one takes its file and a line in ``COMMANDS``.
"""

from __future__ import annotations

import errno
import importlib
import io
import os
import re
import signal
import sys
import threading
import warnings
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from functools import partial
from pathlib import Path
from typing import Any, cast

import typer
from typer.core import TyperGroup

from anaphora_workbench.corpora.support.known_names import did_you_mean, there_are
from anaphora_workbench.workbench.base import errors
from anaphora_workbench.workbench.commands.wiring import command_line
from anaphora_workbench.workbench.commands.wiring.standard_input import as_given, forget_standard_input

# Name → module of this package and what it does.
COMMANDS = {
    "compare": ("compare", "Compare resolvers on identical input."),
    "explain": ("explain", "Show why each pronoun was resolved as it was."),
    "score": ("score", "Score a response against a key."),
    "resolve": ("resolve", "Resolve texts or a corpus with one resolver."),
    "preprocess": ("preprocess", "Find noun phrases and write the shared XML."),
    "difficulty": ("difficulty", "Measure the size and difficulty of a corpus."),
    "agreement": ("agreement", "Measure the agreement of two annotators."),
    "serve": ("browser.serve", "Open the workbench in the browser."),
    "exercise": ("browser.exercise", "Make an exercise for a class."),
    "are": ("are", "Run the Anaphora Resolution Exercise."),
    "convert": ("convert", "Convert between formats."),
    "validate": ("validate", "Check files of any format."),
    "train": ("train", "Train the model of a resolver."),
    "corpora": ("stores.corpora", "List or fetch public corpora."),
    "models": ("stores.models", "List models, or fetch an encoder."),
    "llm": ("stores.llm", "Share the kept answers of language models."),
    "cache": ("stores.cache", "Show or clear the cache of preprocessed documents."),
    "list": ("listing", "List installed resolvers, metrics or formats."),
}
# OpenBLAS begins threads when numpy is loaded, and interrupts a process that may have none; matrices here are small.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
# Typer brings its own copy of Click, whose exceptions can be had only through the one it exports.
UsageError = typer.BadParameter.__base__
ClickError = UsageError.__base__  # type: ignore[union-attr]
DEBUG = "--debug"
_ASKED_OF_ANY_FOLDER = {"--help", "--version"}
# Errors of a disk that is full or broken; Windows has not all of them.
_OF_A_DISK = {getattr(errno, name, None) for name in ("ENOSPC", "EFBIG", "EIO", "EDQUOT")} - {None}
_NO_THREAD = "can't start new thread"
_NONE_LEFT = "no further process or thread is allowed here; expected a higher ulimit -u, or --jobs 1"
_CLOSED = "closed; expected a place for what is printed"
# Exit status after a signal, as shells have it: 128 and its number; Ctrl-C is SIGINT, 2.
SIGNALLED, INTERRUPTED = 128, 130
# Windows has no SIGHUP, which says that the terminal was closed.
_ENDING = [getattr(signal, name) for name in ("SIGTERM", "SIGHUP") if hasattr(signal, name)]
# Seconds after which what a signal raises is raised again, as Python and libraries drop what is raised in callbacks.
_AGAIN = 5.0


class LazyCommands(TyperGroup):
    """A group that knows its commands' names and imports the one that is called."""

    def list_commands(self, ctx: Any) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        if cmd_name not in COMMANDS:
            return None
        module = importlib.import_module(f"anaphora_workbench.workbench.commands.{COMMANDS[cmd_name][0]}")
        if hasattr(module, "app"):
            command = typer.main.get_command(module.app)
        else:
            app = typer.Typer(add_completion=False, rich_markup_mode=None)
            app.command(cmd_name)(module.command)
            command = typer.main.get_command(app)
        command.name = cmd_name
        for below in (command, *getattr(command, "commands", {}).values()):
            _refuse_empty_values(below)
            _read_options(below)
            if not hasattr(below, "commands"):
                below.format_options = partial(command_line.write_panels, below)
                below.collect_usage_pieces = partial(command_line.usage_pieces, below)
        return command

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        if args and args[0] not in COMMANDS and not args[0].startswith("-"):
            raise errors.CommandError(f"no command {args[0]!r}; {there_are(COMMANDS, args[0])}")
        return super().resolve_command(ctx, args)

    def format_commands(self, ctx: Any, formatter: Any) -> None:
        with formatter.section("Commands"):
            formatter.write_dl([(name, says) for name, (_, says) in COMMANDS.items()])


def _refuse_empty_values(command: Any) -> None:
    """Make a command refuse an option with an empty word, as that of an unset variable is."""

    def stated(context: Any, option: Any, value: Any) -> Any:
        if value == "" or (isinstance(value, (list, tuple)) and "" in value):
            expected = "one" if option.required else f"one, or no {option.opts[0]}"
            raise typer.BadParameter(f"an empty value; expected {expected}", ctx=context, param=option)
        return value

    for option in command.params:
        if option.opts[0].startswith("-") and option.callback is None:
            option.callback = stated


def _read_options(command: Any) -> None:
    """Make a command read renamed options, and refuse an option of one value that is given two: one would be lost."""
    made = command.make_parser

    def make_parser(context: Any) -> Any:
        parser = made(context)
        parse = parser.parse_args

        def parse_args(args: list[str]) -> Any:
            options = [name for option in command.get_params(context) for name in option.opts]
            values, rest, order = parse(command_line.renamed(command.name, args, options))
            for option in order:
                one_value = option.param_type_name == "option" and not (option.multiple or option.is_flag)
                if one_value and order.count(option) > 1:
                    raise errors.CommandError(f"{max(option.opts, key=len)} is given twice; expected it once")
            return values, rest, order

        parser.parse_args = parse_args
        return parser

    command.make_parser = make_parser


app = typer.Typer(
    cls=LazyCommands, rich_markup_mode=None, pretty_exceptions_enable=False, epilog="Example: workbench compare samples"
)


def _show_version(wanted: bool) -> None:
    if wanted:
        from importlib.metadata import version

        typer.echo(f"anaphora-workbench {version('anaphora-workbench')}")
        raise typer.Exit


@app.callback()
def workbench(
    version: bool = typer.Option(False, "--version", help="Print the version and exit.", callback=_show_version),
    debug: bool = typer.Option(False, DEBUG, help="Show the traceback of an error; allowed anywhere on the line."),
) -> None:
    """Compare anaphora resolvers on identical input, score them, and see why each decided as it did."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command line; the exit status is 0 done, 1 some documents failed, 2 nothing could be done."""
    if arguments is None:
        _in_utf_8()
        _open_closed_streams()
    words = list(sys.argv[1:] if arguments is None else arguments)
    debug = DEBUG in words
    command_line.show_tracebacks(debug)
    words = [word for word in words if word != DEBUG]
    sys.stdout = _written_whole(sys.stdout)
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            # A console that cannot show B³ or a curly quote must not end the run.
            # What a program reads is UTF-8, whatever the locale.
            stream.reconfigure(errors="replace", **({} if stream.isatty() else {"encoding": "utf-8"}))
    errors.forget()
    forget_standard_input()
    try:
        with warnings.catch_warnings(), _ended_by_signals():
            warnings.showwarning = errors.print_warning
            if not _ASKED_OF_ANY_FOLDER & set(words):
                _require_working_folder()
            status = app(words or ["--help"], prog_name="workbench", standalone_mode=False)
        sys.stdout.flush()
        if status == INTERRUPTED:
            # Typer's answer to Ctrl-C, without a word.
            return _interrupted("interrupted", debug, INTERRUPTED)
        return status if isinstance(status, int) else errors.DONE
    except (KeyboardInterrupt, typer.Abort):
        return _interrupted("interrupted", debug, INTERRUPTED)
    except errors.Terminated as ending:
        # A terminal that was closed takes no line any more.
        with suppress(OSError):
            _interrupted("terminated", debug, SIGNALLED + ending.number)
        return SIGNALLED + ending.number
    except BrokenPipeError:
        return _unread()
    except SystemExit as ending:
        # Typer makes of a broken pipe an exit with status 1, which here would mean that documents failed.
        if isinstance(ending.__context__, BrokenPipeError):
            return _unread()
        raise
    except ClickError as error:  # type: ignore[misc]
        if type(error).__name__ == "NoArgsIsHelpError":
            print(error.format_message())
            return errors.DONE
        return _fail(_usage(error), debug)
    except (ValueError, OSError, ImportError) as error:
        # What is wrong with an option of a metric is said as it is typed here, elsewhere as in files and Python.
        return _fail(_unprinted(error) or getattr(error, "typed", "") or errors.reason_of(error), debug)
    except Exception as error:
        if str(error) == _NO_THREAD:
            return _fail(_NONE_LEFT, debug)
        return _fail(f"{type(error).__name__}: {errors.one_line(error)}; run again with {DEBUG} to see where", debug)
    finally:
        errors.forget()


def _in_utf_8() -> None:
    """Begin again in Python's UTF-8 mode (PEP 540) where the locale has names of files and arguments in another."""
    if sys.getfilesystemencoding() != "utf-8":
        command = [sys.executable, "-X", "utf8", *sys.orig_argv[1:]]
        os.execve(sys.executable, command, os.environ | {"PYTHONUTF8": "1"})


def _require_working_folder() -> None:
    """Raise CommandError where the folder that relative names begin in has been removed."""
    try:
        Path.cwd()
    except FileNotFoundError:
        raise errors.CommandError("the working folder has been removed; expected one that is there") from None


def _open_closed_streams() -> None:
    """Let no file of ours be a standard stream that was closed, nor what is for standard error go to another one."""
    for number in range(3):
        try:
            os.fstat(number)
        except OSError:
            os.open(os.devnull, os.O_RDWR)
    if sys.stderr is None:
        sys.stderr = open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115 - as long as the process


def _written_whole(stream: Any) -> Any:
    """A text stream that raises where not all can be written; an unbuffered one (PYTHONUNBUFFERED) drops the rest."""
    if stream is None:
        return _Closed()
    raw, own = getattr(stream, "buffer", None), cast(Any, sys.__stdout__)
    # What others have put in the place of standard output is theirs, and would be closed with ours.
    if stream is not own or not isinstance(raw, io.RawIOBase):
        return stream
    return io.TextIOWrapper(io.BufferedWriter(raw), stream.encoding, stream.errors, line_buffering=True)


class _Closed(io.TextIOBase):
    """What stands in for a standard output that was closed before the command began (``>&-``)."""

    def write(self, text: str) -> int:
        raise OSError(errno.EBADF, _CLOSED)


@contextmanager
def _ended_by_signals() -> Iterator[None]:
    """Within, SIGTERM and SIGHUP end what is under way as Ctrl-C does, with one line and no half-written file."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return

    asked: list[int] = []

    def end(number: int, frame: Any) -> None:
        if number in _ENDING:
            asked.append(number)
            for timer in again:
                signal.setitimer(timer, _AGAIN, _AGAIN)
        if asked:
            raise errors.Terminated(asked[-1])

    again = [signal.ITIMER_REAL] if hasattr(signal, "setitimer") else []
    # What nohup has started goes on without its terminal.
    heard = [number for number in _ENDING if signal.getsignal(number) != signal.SIG_IGN]
    before = {number: signal.signal(number, end) for number in [*heard, *[signal.SIGALRM for _ in again]]}
    try:
        yield
    except Exception:
        # Short of memory, a class that is being made turns any exception into one of its own.
        if asked:
            raise errors.Terminated(asked[-1]) from None
        raise
    finally:
        for timer in again:
            signal.setitimer(timer, 0)
        for number, handler in before.items():
            signal.signal(number, handler if handler is not None else signal.SIG_DFL)


def _interrupted(how: str, debug: bool, status: int) -> int:
    if errors.last_words():
        print(errors.last_words(), file=sys.stderr)
        return status
    return _fail(f"{how}; kept: {errors.kept()}", debug, status)


def _unread() -> int:
    """The reader (head, less) has seen enough; what is left in the buffer has no place to go."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return errors.status_so_far()


def _unprinted(error: Exception) -> str:
    """Why the system refused what has no file's name: a process, or what was printed; "" for another error."""
    if isinstance(error, BlockingIOError) and error.errno == errno.EAGAIN:
        return _NONE_LEFT
    if isinstance(error, OSError) and error.filename is None and error.errno in _OF_A_DISK | {errno.EBADF}:
        if not isinstance(sys.stdout, _Closed):
            _unread()
        return f"standard output: {error.strerror}"
    return ""


def _fail(reason: str, debug: bool, status: int = errors.NOTHING_DONE) -> int:
    if debug:
        import traceback

        traceback.print_exc()
    print(f"error: {as_given(reason)}", file=sys.stderr)
    return status


# What some commands say of mentions and annotation by two options, others by one; and what was renamed.
_SAID_BY = {
    command_line.MODEL: command_line.SPACY_MODEL,
    "--mentions": "--setting, as true-gold",
    "--annotation": "--setting, as true-gold",
    "--setting": "--mentions and --annotation",
}


def _usage(error: Any) -> str:
    """A usage error of Typer's on one line, with what was expected."""
    reason = errors.one_line(error.format_message()).rstrip(".").replace("Value error, ", "")
    if "-r" in getattr(getattr(error, "param", None), "opts", ()) and reason.startswith("Missing"):
        from anaphora_workbench.resolvers import shipped  # other messages do without

        reason += f"; expected one, as {', '.join(shipped('algorithm'))}"
    context = getattr(error, "ctx", None)
    if context is None:
        return reason
    if hasattr(error, "option_name") and hasattr(error, "possibilities"):
        options = sorted(
            name for parameter in context.command.get_params(context) for name in parameter.opts if name[:2] == "--"
        )
        instead = _SAID_BY.get(error.option_name, "")
        if re.split(r"[ ,]", instead)[0] in options:
            return f"no option {error.option_name}; expected {instead}"
        return f"no option {error.option_name}; {there_are(options, error.option_name)}"
    wrong = re.search(r"'([^']*)' is not one of (.*)", reason)
    if wrong:
        reason += did_you_mean(re.findall(r"'([^']*)'", wrong[2]), wrong[1])
    return f"{reason}; see {context.command_path} --help"
