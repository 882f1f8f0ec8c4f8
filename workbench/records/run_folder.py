"""Run folders: a comparison whose results are kept document by document, so that it goes on after any interruption.

The folder holds what the run is of before the first document is read. It goes on only where nothing has changed that
figures depend on, so its results are those of a run that was never interrupted.
"""

import hashlib
import json
import os
import warnings
from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from pathlib import Path
from types import MappingProxyType
from typing import Any

from anaphora_workbench.corpora.support.locks import FileLock, LockedError
from anaphora_workbench.corpora.support.plugin_code import plug_ins
from anaphora_workbench.workbench.base.cache import LOCK_SUFFIX, RESULTS, RESULTS_SUFFIX, CacheWarning
from anaphora_workbench.workbench.base.corpus import files_of
from anaphora_workbench.workbench.base.descriptions import described
from anaphora_workbench.workbench.base.errors import CommandError, reason_of
from anaphora_workbench.workbench.experiments.experiment import NO_RESOLVERS, Experiment
from anaphora_workbench.workbench.experiments.experiment_file import made_with, plain_values
from anaphora_workbench.workbench.experiments.responses import Response
from anaphora_workbench.workbench.records.record import Record, RecordError, connected, storable


class CachedRecord(Record):
    """A record that goes on in a file that goes with the process, with a warning, where its own cannot be written.

    What its own file had until then stays there for a later run.
    """

    def begin(self, values: Mapping[str, Any], files: Iterable[tuple[str, Path, str]]) -> None:
        self._here_or_apart(super().begin, values, list(files))

    def has_all(self, *given: Any) -> None:
        self._here_or_apart(super().has_all, *given)

    def add(self, *given: Any) -> None:
        self._here_or_apart(super().add, *given)

    def forget_row(self, row: str) -> None:
        self._here_or_apart(super().forget_row, row)

    def _forget(self, number: int) -> None:
        self._here_or_apart(super()._forget, number)

    def _here_or_apart(self, write: Callable[..., None], *given: Any) -> None:
        try:
            write(*given)
        except RecordError as error:
            if self.path is None:
                raise
            self._go_apart()
            warnings.warn(f"results not kept in the cache: {error}", CacheWarning, stacklevel=4)
            write(*given)

    def _go_apart(self) -> None:
        """Take what is there to a file of the system's. Raises RecordError where there is no room for it either."""
        with self._telling():
            apart = connected("")
            self._connection.backup(apart)
            self._connection.close()
        self._connection, self.path = apart, None


RECORD, LOCK = "run.sqlite", "run.lock"
_DESCRIPTION, _MADE_WITH, _WORKING_FOLDER, _OPTIONS = "description", "made-with", "working folder", "options"


class RunFolder:
    """A folder with the record of a run, which no other process can open until this one ends.

    Attributes:
        record: the results so far.

    Raises:
        CommandError: another process has it open.
        OSError: the folder cannot be made or written.
        RecordError: likewise its record, or it is of another version.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        path.mkdir(parents=True, exist_ok=True)
        try:
            self._lock = FileLock(path / LOCK)
        except LockedError:
            raise CommandError(f"{path}: another process works on this run; expected one at a time") from None
        self.record = Record(path / RECORD)

    def close(self) -> None:
        """Let another process have it."""
        self.record.close()
        self._lock.release()

    @property
    def is_begun(self) -> bool:
        """Whether it holds a run."""
        return self.record.value(_DESCRIPTION) is not None

    @property
    def options(self) -> dict[str, Any]:
        """The options of the command besides the description, as it was begun."""
        options: dict[str, Any] = self.record.value(_OPTIONS)
        return options

    @property
    def working_folder(self) -> Path:
        """What the paths of description and options are relative to; the empty path for where we are."""
        begun_in = Path(self.record.value(_WORKING_FOLDER))
        return Path() if begun_in == Path.cwd() else begun_in

    def begin(self, experiment: Experiment, options: Mapping[str, Any]) -> None:
        """Keep what the run is of; where the folder has a run, it must be of the same.

        Args:
            experiment: completed.
            options: further plain values, for whoever resumes it.

        Raises:
            CommandError: it has another run, or something has changed since that was begun.
        """
        description = plain_values(experiment, str)
        if not self.is_begun:
            values = {
                _DESCRIPTION: description,
                _MADE_WITH: made_with(experiment),
                _WORKING_FOLDER: str(Path.cwd()),
                _OPTIONS: dict(options),
            }
            self.record.begin(values, files_of(experiment.corpora))
            return
        if self.record.value(_DESCRIPTION) != json.loads(json.dumps(description)):
            raise CommandError(
                f"{self.path}: it holds a run with another description; expected --resume or a new folder"
            )
        self._require_unchanged(experiment)

    @property
    def resolvers(self) -> tuple[str, ...]:
        """Those of its run."""
        return tuple(self.record.value(_DESCRIPTION)["resolvers"])

    def resumed(
        self,
        resolvers: tuple[str, ...] = (),
        responses: tuple[Response, ...] = (),
        how: Mapping[str, Mapping[str, Any]] = MappingProxyType({}),
    ) -> Experiment:
        """The experiment of its run, which from then on has these rows where some are given.

        Args:
            resolvers, responses: all that there are to be from now on; empty for those that there were.
            how: options, by resolver, that answers do not depend on, instead of those that there were.

        Raises:
            CommandError: something else has changed since it was begun.
        """
        folder = self.working_folder
        # Its paths are those of the run: their variables were read when it was begun.
        begun = described(Experiment, self.record.value(_DESCRIPTION), folder).placed(folder).completed()
        names = resolvers or begun.resolvers or NO_RESOLVERS
        experiment = replace(
            begun,
            resolvers=names,
            resolver_options={
                name: {**begun.resolver_options.get(name, {}), **how.get(name, {})}
                for name in names
                if name in begun.resolver_options or name in how
            },
            responses=responses or begun.responses,
        ).completed()
        self._require_unchanged(experiment, has_other_rows=experiment != begun)
        if experiment != begun:
            before = {response.name: response for response in begun.responses}
            others = [row.name for row in experiment.responses if before.get(row.name, row) != row]
            # Taken up again later, a resolver would run without the options that it had.
            for row in (*others, *(begun.resolver_options.keys() - experiment.resolver_options.keys())):
                self.record.forget_row(row)
            with_all = {**self.record.value(_MADE_WITH), **made_with(experiment)}
            self.record.change({_DESCRIPTION: plain_values(experiment, str), _MADE_WITH: with_all})
        return experiment

    def _require_unchanged(self, experiment: Experiment, has_other_rows: bool = False) -> None:
        for corpus in experiment.corpora:
            now = {Path(storable(str(path))): checksum for _, path, checksum in files_of([corpus])}
            then = {file.path: file.checksum for file in self.record.files(corpus.name)}
            for path in (*then, *now):
                if then.get(path) != now.get(path):
                    place = corpus.path if corpus.path.is_file() else corpus.path / path
                    change = "added" if path not in then else "gone" if path not in now else "changed"
                    raise CommandError(
                        f"{place}: {change} since the run in {self.path} was begun; "
                        "expected the corpus as it was, or a new run"
                    )
        # Resumed in another folder, files have other paths.
        begun_with, here = map(self._by_places, (self.record.value(_MADE_WITH), made_with(experiment)))
        for name in (*begun_with, *here):
            before, after = begun_with.get(name, "absent"), here.get(name, "absent")
            # What a row depends on comes and goes with it.
            if before != after and not (has_other_rows and "absent" in (before, after)):
                raise CommandError(
                    f"{self.path}: begun with {name} {before}, and it is {after} now; "
                    "expected what it was begun with, or a new run"
                )

    def _by_places(self, made_with: Mapping[str, str]) -> dict[str, str]:
        """Versions and checksums, files by their paths from the working folder of the run."""
        begun_in = f"{self.record.value(_WORKING_FOLDER)}{os.sep}"
        return {name.removeprefix(begun_in): told for name, told in made_with.items()}


def opened(path: Path) -> RunFolder:
    """The run folder at a path.

    Raises:
        CommandError: there is none, or another process works on it.
    """
    if not (path / RECORD).is_file():
        raise CommandError(f"{path}: no run to resume; expected a folder made by compare --run")
    folder = RunFolder(path)
    if not folder.is_begun:
        raise CommandError(f"{path}: its run was never started; expected compare CORPUS... --run {path}")
    return folder


def cached_record(cache: Path | None, experiment: Experiment, only: tuple[str, ...]) -> Record:
    """The record in the cache of an earlier run of the same, on the same files, by the same code; else a new one.

    With plug-ins, whose code may change under one version, nothing is kept.

    Args:
        cache: its folder; None for a record that goes with the process.
        only: see ``comparing.run``.
    """
    files = list(files_of(experiment.corpora))
    record: Record | None = None
    if cache is not None and not plug_ins():
        parts = plain_values(experiment, str), made_with(experiment), only, list(map(str, files))
        key = hashlib.sha256(json.dumps(parts).encode()).hexdigest()
        try:
            record = _in_cache(cache / RESULTS, key[:32])
        except (OSError, RecordError) as error:
            warnings.warn(f"results not kept in the cache: {reason_of(error)}", CacheWarning, stacklevel=2)
    record = record or Record()
    if not record.value(_DESCRIPTION):
        record.begin({_DESCRIPTION: plain_values(experiment, str)}, files)
    return record


def _in_cache(folder: Path, key: str) -> CachedRecord | None:
    """The record of a key; None while another process works on it."""
    folder.mkdir(exist_ok=True)
    try:
        lock = FileLock(folder / f"{key}{LOCK_SUFFIX}")
    except LockedError:
        return None
    path = folder / f"{key}{RESULTS_SUFFIX}"
    try:
        record = CachedRecord(path)
    except RecordError:
        # Damaged, or of another version; it is only a copy.
        for file in folder.glob(f"{path.name}*"):
            file.unlink()
        record = CachedRecord(path)
    record.lock = lock
    return record
