"""Values of ``--option``: METRIC.OPTION=VALUE, and RESOLVER.OPTION=VALUE where resolvers run."""

import json
from collections.abc import Collection, Iterable
from functools import partial
from math import isfinite
from typing import Any

import click

from anaphora_workbench.corpora.formats.options import set_options
from anaphora_workbench.corpora.support.known_names import there_are
from anaphora_workbench.evaluation.counting.metric import Metric
from anaphora_workbench.evaluation.counting.options import known_options, spellings, typed
from anaphora_workbench.evaluation.counting.registry import available_metrics
from anaphora_workbench.workbench.base.errors import CommandError
from anaphora_workbench.workbench.commands.wiring.options import LANGUAGE_MODELS, resolver_options, warn
from anaphora_workbench.workbench.scoring.metric_options import MetricOptions


def metric_options(flags: MetricOptions, values: Iterable[str], metrics: Collection[Metric] = ()) -> dict[str, Any]:
    """The options of metrics that flags and ``--option`` give, by name; numbers and tables as such.

    Args:
        metrics: looked through before all others, as a plug-in may import for seconds.

    Raises:
        CommandError: ``--option`` is not of the form METRIC.OPTION=VALUE, contradicts a flag or another one, or its
            value is not a number where one is needed.
    """
    options = flags.given()
    for text in values:
        name, value = _option(text, metrics)
        if options.setdefault(name, value) != value:
            raise CommandError(f"{typed(name, value)} next to {typed(name, options[name])}; expected only one")
    return options


def set_format_options(values: Iterable[str]) -> list[str]:
    """Set the ``--option`` values of formats for the command that runs; returns the other values.

    Raises:
        CommandError: the format has no such option, or the option no such value.
    """
    values = list(values)
    if not values:
        set_options({})
        return []
    from anaphora_workbench.corpora.formats.registry import FORMATS, get_format  # scores alone start faster

    of_formats: dict[str, str] = {}
    others: list[str] = []
    for text in values:
        name, equals, value = text.partition("=")
        owner, _, option = name.rpartition(".")
        known = get_format(owner).options if owner in FORMATS.names() else {}
        if not known:
            others.append(text)
            continue
        if not equals or option not in known:
            options = ", ".join(f"{owner}.{each}" for each in known)
            raise CommandError(
                f"--option {text!r}: format {owner} has the options {options}; expected {owner}.NAME=VALUE"
            )
        if known[option] and value not in known[option]:
            raise CommandError(f"--option {text!r}: expected one of {', '.join(known[option])}")
        of_formats[name] = value
    set_options(of_formats)
    context = click.get_current_context(silent=True)
    if context is not None:
        context.call_on_close(partial(set_options, {}))
    return others


def require_none(values: Iterable[str]) -> None:
    """Raise CommandError for an ``--option`` that is of no format."""
    for text in values:
        raise CommandError(f"--option {text!r} is of no format; expected FORMAT.OPTION=VALUE, as brat.layer=Coref")


def split_options(values: Iterable[str], resolvers: tuple[str, ...]) -> tuple[list[str], dict[str, dict[str, Any]]]:
    """``--option`` values of metrics, as they are typed, and those of resolvers, by resolver.

    A name that is both is the resolver's if that runs. Raises ValueError as ``resolver_options`` does.
    """
    # Scores alone start faster.
    from anaphora_workbench.resolvers import joined_names

    values = set_format_options(values)
    running = {part for resolver in resolvers for part in (resolver, *joined_names(resolver))}
    of_metrics: list[str] = []
    of_resolvers: list[str] = []
    for value in values:
        owner = value.partition("=")[0].rpartition(".")[0]
        if not owner or owner in running or owner == LANGUAGE_MODELS:
            of_resolvers.append(value)
        elif _hyphenated(owner) in map(_hyphenated, _owners()):
            of_metrics.append(value)
        else:
            wrong = f"{owner!r} is neither a resolver that runs nor a metric"
            raise CommandError(f"--option {value!r}: {wrong}; {there_are((*resolvers, *_owners()), owner)}")
    return of_metrics, resolver_options(of_resolvers, resolvers)


def _owners() -> list[str]:
    """What may stand before the dot: metrics, and families of them such as ``arcs``."""
    metrics = available_metrics()
    families = (spelling.partition(".")[0] for spelling in spellings(metrics.values()))
    return list(dict.fromkeys([*metrics, *families]))


def _option(text: str, chosen: Collection[Metric]) -> tuple[str, Any]:
    """The name and the value of an option; a warning names the new spelling of an old one."""
    spelling, equals, value = text.partition("=")
    if not equals:
        raise CommandError(f"--option {text!r}: expected METRIC.OPTION=VALUE")
    for metrics in (lambda: chosen, lambda: available_metrics().values()):
        options, by_spelling = known_options(metrics()), spellings(metrics())
        names = {_hyphenated(name): name for name in options}
        names |= {_hyphenated(its): name for its, name in by_spelling.items()}
        name = names.get(_hyphenated(spelling))
        if name is not None:
            parsed = _parsed(text, value, options[name].default)
            if "." not in spelling:
                warn(f"--option {text} is now {typed(name, parsed)}")
            return name, parsed
    raise CommandError(f"--option {text!r}: no metric has an option {spelling!r}; {there_are(by_spelling, spelling)}")


def _hyphenated(name: str) -> str:
    return name.replace("_", "-")


def _parsed(text: str, value: str, default: Any) -> Any:
    """A value as a number, a table or true or false, where the default is one."""
    if isinstance(default, str):
        return value
    try:
        parsed = json.loads(value)
    except ValueError:
        parsed = None
    if isinstance(default, bool | dict):
        fits = isinstance(parsed, type(default))
    else:
        fits = isinstance(parsed, int | float) and not isinstance(parsed, bool) and isfinite(parsed)
    if not fits:
        expected = {bool: "true or false", dict: "a JSON object"}.get(type(default), "a number")
        raise CommandError(f"--option {text}: expected {expected}")
    return parsed
