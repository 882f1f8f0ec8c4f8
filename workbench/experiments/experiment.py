"""The one description of a comparison.

Its faces are the options of ``workbench compare``, the experiment file, ``anaphora_workbench.compare`` and later
the page: a new option is one field here.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from os.path import expanduser, expandvars
from pathlib import Path
from typing import Annotated, Any, Self

from anaphora_workbench.corpora.support.samples import packaged
from anaphora_workbench.evaluation.counting.breakdown import BREAKDOWNS
from anaphora_workbench.evaluation.counting.options import option_values
from anaphora_workbench.evaluation.counting.registry import anaphora_metrics, metrics_named, shipped_metrics
from anaphora_workbench.evaluation.statistics.significance import SEED
from anaphora_workbench.resolvers import default_options, files_named, get_resolver, shipped
from anaphora_workbench.workbench.base.corpus import Corpus, corpus_names, same_place, warn_of_overlaps
from anaphora_workbench.workbench.base.descriptions import DescriptionError, key_of
from anaphora_workbench.workbench.base.fields import Says
from anaphora_workbench.workbench.base.settings import Setting
from anaphora_workbench.workbench.experiments.preprocessing import Preprocessing
from anaphora_workbench.workbench.experiments.responses import Response


@dataclass(frozen=True)
class Experiment:
    """A comparison, fully described: the same Experiment on the same files gives the same figures.

    Each field says what it is. No resolvers stand for those of :func:`first_wave`, ``none`` for responses alone; no
    settings and no metrics for all that apply. Metric options are those of ``evaluation.options``.
    """

    corpora: Annotated[tuple[Corpus, ...], Says("Files or folders with a key.")]
    resolvers: Annotated[
        tuple[str, ...],
        Says(
            "Resolver to run, none for responses alone; repeatable [default: pronoun algorithms, baselines, oracles].",
            ("--resolver", "-r"),
            called="resolver",
        ),
    ] = ()
    resolver_options: Annotated[
        dict[str, dict[str, Any]],
        Says(
            "Option of a resolver, metric or format, such as mitkov.window=3, blanc.rules=luo or brat.layer=Coref; "
            "repeatable.",
            ("--option",),
            metavar="NAME.OPTION=VALUE",
        ),
    ] = field(default_factory=dict)
    settings: Annotated[
        tuple[Setting, ...],
        Says(
            "true-gold, true-predicted, system-gold or system-predicted; repeatable [default: all possible].",
            ("--setting", "-s"),
        ),
    ] = ()
    metrics: Annotated[
        tuple[str, ...],
        Says(
            "Metric to compute; repeatable [default: all that apply, except those of plug-ins].",
            ("--metric", "-m"),
            called="metric",
        ),
    ] = ()
    metric_options: Annotated[dict[str, Any], Says("Options of the metrics.")] = field(default_factory=dict)
    preprocessing: Annotated[Preprocessing, Says("What predicted annotation is made by.")] = field(
        default_factory=Preprocessing
    )
    responses: Annotated[
        tuple[Response, ...],
        Says(
            "Answers of another system, in any format, as a row of the tables; NAME:closed or NAME:open states the "
            "resources it used, NAME@SETTING the only setting that it answers; repeatable.",
            ("--response",),
            metavar="NAME=PATH",
        ),
    ] = ()
    by: Annotated[
        tuple[str, ...],
        Says(
            f"Also score each part: {', '.join(BREAKDOWNS)}; repeatable.",
            ("--by",),
            BREAKDOWNS,
            called="breakdown",
            metavar="PART",
        ),
    ] = ()
    seed: Annotated[int, Says("Seed of the resampling behind intervals and tests.", least=0)] = SEED

    __pydantic_config__ = {"extra": "forbid", "alias_generator": key_of, "validate_by_name": True}  # noqa: RUF012

    @property
    def names_of_rows(self) -> list[str]:
        """Resolvers, then responses."""
        return [*self.resolvers, *(response.name for response in self.responses)]

    def options_of(self, resolver: str) -> dict[str, Any]:
        """The options given for a resolver."""
        given = self.resolver_options.get(resolver, {})
        return {name: tuple(value) if isinstance(value, list) else value for name, value in sorted(given.items())}

    def changed_options(self, resolver: str) -> dict[str, Any]:
        """The options of a resolver, as it runs, that are not its default."""
        options, defaults = get_resolver(resolver, **self.options_of(resolver)).options, default_options(resolver)
        return {name: value for name, value in options.items() if value != defaults.get(name)}

    def completed(self, folder: Path | None = None) -> Self:
        """The experiment as it runs: checked, its corpora named, its resolvers listed, nothing twice.

        Args:
            folder: of the file that describes it: files that options name are relative to it and may name
                variables; None where no file does.

        Raises:
            DescriptionError: a resolver, metric or option that does not exist, or two rows of one name.
        """
        given: dict[str, Any] = {name: tuple(dict.fromkeys(getattr(self, name))) for name in _ONCE}
        given["resolvers"] = () if given["resolvers"] == NO_RESOLVERS else given["resolvers"] or first_wave()
        if not given["resolvers"] and not self.responses:
            if self.resolvers == NO_RESOLVERS:
                raise DescriptionError("resolvers", "no resolvers and no responses", "one or the other")
            raise DescriptionError("resolvers", "no resolver is installed", "pip install -e . to register them")
        complete = replace(self, corpora=_named(self.corpora), **given)
        for name in self.resolver_options:
            if name not in complete.resolvers:
                wanted = f"one of {', '.join(complete.resolvers)}"
                raise DescriptionError(name, f"options of {name!r}, which does not run", wanted)
        if folder is not None:
            complete = complete.placed(folder, lambda path: expandvars(expanduser(path)))
        rows = complete.names_of_rows
        for place, name in enumerate(rows):
            if name in rows[:place]:
                entry = ("responses", place - len(complete.resolvers))
                raise DescriptionError("name", f"duplicate row name {name!r}", "names that differ", entry)
        complete.check()
        return complete

    def placed(self, folder: Path, written: Callable[[str], str] = str) -> Self:
        """The experiment with the files that options name, and a model's folder, which are relative to a folder.

        Args:
            written: makes a path of what is written for it.
        """
        placed = {name: _placed(name, given, folder, written) for name, given in self.resolver_options.items()}
        return replace(self, resolver_options=placed, preprocessing=self.preprocessing.placed(folder, written))

    def check(self) -> None:
        """Raise ValueError for a resolver, metric, option or word list that does not exist, before any work is done."""
        self.preprocessing.preprocessor()
        for name in self.resolvers:
            get_resolver(name, **self.options_of(name))
        metrics = metrics_named([*self.metrics, *anaphora_metrics()] if self.metrics else shipped_metrics())
        option_values(metrics.values(), self.metric_options)


def _placed(resolver: str, options: Mapping[str, Any], folder: Path, written: Callable[[str], str]) -> dict[str, Any]:
    """Options of a resolver with the paths among them, which are relative to a folder."""
    placed = dict(options)
    for option, path in files_named(resolver, options).items():
        for form in {option, option.rpartition(".")[2]} & options.keys():
            if options[form] == path and isinstance(path, str):
                placed[form] = str(folder / written(path))
    return placed


# What stands for no resolver at all, next to responses.
NO_RESOLVERS = ("none",)
_ONCE = ("resolvers", "settings", "metrics", "by")


def first_wave() -> tuple[str, ...]:
    """The resolvers of a comparison for which none are named: our algorithms for pronouns, baselines and oracles."""
    return shipped("algorithm", "baseline", "oracle")


def _named(corpora: tuple[Corpus, ...]) -> tuple[Corpus, ...]:
    if not corpora:
        raise DescriptionError("", "no corpora", "[[corpora]] with a path")
    for number in range(len(corpora)):
        if same_place([corpus.path for corpus in corpora[: number + 1]]) is not None:
            raise DescriptionError("path", "duplicate corpus", "paths that differ", ("corpora", number))
    names = corpus_names(packaged(corpus.path) for corpus in corpora)
    named: dict[str, Corpus] = {}
    for number, corpus in enumerate(corpora):
        path = packaged(corpus.path)
        name = corpus.name or names[path.resolve()]
        if name in named:
            raise DescriptionError("name", f"duplicate corpus name {name!r}", "names that differ", ("corpora", number))
        named[name] = replace(corpus, name=name, path=path)
    warn_of_overlaps(named.values())
    return tuple(named.values())
