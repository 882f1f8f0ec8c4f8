"""``workbench score``: a response against a key."""

from __future__ import annotations

import hashlib
import sys
from collections.abc import Iterable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Annotated, Any

import typer

from anaphora_workbench.evaluation import registry
from anaphora_workbench.evaluation.counting import Counts, total
from anaphora_workbench.evaluation.metric import Metric
from anaphora_workbench.evaluation.options import described, known_options
from anaphora_workbench.workbench.commands.options import (
    FormOption,
    FromOption,
    JobsOption,
    JsonOption,
    QuietOption,
    report_failures,
    status,
)
from anaphora_workbench.workbench.commands.scoring_options import (
    BreakdownsOption,
    MatchOption,
    MetricsOption,
    SingletonsOption,
    TwinlessOption,
)
from anaphora_workbench.workbench.errors import CommandError, Failure
from anaphora_workbench.workbench.progress import progress
from anaphora_workbench.workbench.report.tables import Form, json_text, show
from anaphora_workbench.workbench.scoring import FilePair, Request, Scored, Scorer, file_pairs, ids_of, metrics_for
from anaphora_workbench.workbench.signature import signature

_NAMED = 5


def _choice(flag: str, says: str) -> Any:
    return typer.Option(flag, help=says, show_default=False)


def command(
    key: Annotated[Path, typer.Argument(metavar="KEY", help="File or folder of the gold annotation.")],
    response: Annotated[Path, typer.Argument(metavar="RESPONSE", help="File or folder of the system's answers.")],
    metric: MetricsOption = None,
    by: BreakdownsOption = None,
    twinless: TwinlessOption = None,
    singletons: SingletonsOption = None,
    match: MatchOption = None,
    mention_match: Annotated[
        str | None, _choice("--mention-match", "Mentions of chains by exact, partial or head match [exact].")
    ] = None,
    mention_credit: Annotated[
        str | None, _choice("--mention-credit", "strict, or partial: half for a span with the head [strict].")
    ] = None,
    blanc_rules: Annotated[str | None, _choice("--blanc-rules", "reference, luo or recasens-hovy [reference].")] = None,
    arcs_rules: Annotated[str | None, _choice("--arcs-rules", "paper, formulas or scripts [paper].")] = None,
    nominal: Annotated[str | None, _choice("--nominal", "Nouns of ARCS by head or script [head].")] = None,
    prague_antecedent: Annotated[str | None, _choice("--prague-antecedent", "any or root [any].")] = None,
    parent_require_defining: Annotated[
        bool, typer.Option("--parent-require-defining", help="PARENT without entities that nothing defines.")
    ] = False,
    lceaf: Annotated[str | None, _choice("--lceaf", "mention or entity [mention].")] = None,
    option: Annotated[
        list[str] | None, _choice("--option", "NAME=VALUE of any other option of a metric; repeatable.")
    ] = None,
    significance: Annotated[
        Path | None, _choice("--significance", "Another response, to test the difference to it.")
    ] = None,
    intervals: Annotated[bool, typer.Option("--intervals", help="95% intervals by bootstrap over documents.")] = False,
    truncate: Annotated[
        bool, typer.Option("--truncate", help="Cut percentages after two decimals, as the CoNLL scorer does.")
    ] = False,
    annotator: Annotated[
        str | None, _choice("--annotator", "Whose annotation of the response to score, if it has several.")
    ] = None,
    output: JsonOption = None,
    form: FormOption = Form.text,
    from_format: FromOption = None,
    jobs: JobsOption = 1,
    quiet: QuietOption = False,
) -> int:
    """Score a response against a key: files, or folders whose files are paired by name.

    Example: workbench score key.conll response.conll --metric muc --metric b_cubed
    """
    if metric:
        registry.metrics_named(metric)
    pairs, unpaired = file_pairs(key, response, from_format)
    given = {
        "twinless": twinless,
        "singletons": singletons and singletons.value,
        "match": match and match.value,
        "mention_match": mention_match,
        "mention_credit": mention_credit,
        "blanc_rules": blanc_rules,
        "arcs_rules": arcs_rules,
        "nominal": nominal,
        "prague_antecedent": prague_antecedent,
        "lceaf": lceaf,
        "parent_require_defining": parent_require_defining or None,
    }
    request = Request(
        by=tuple(dict.fromkeys(one.value for one in by or ())),
        format=from_format,
        annotator=annotator,
        answers=significance is not None,
    )
    names = tuple(dict.fromkeys(metric)) if metric else metrics_for(pairs, request)
    metrics = registry.metrics_named(names)
    options = _options(metrics.values(), given, option or [])
    request = replace(request, metrics=names, options=tuple(options.items()))
    with progress("scoring", len(pairs), quiet) as advance:
        scored = []
        for pair, one in zip(pairs, _each(pairs, request, jobs), strict=True):
            scored.append(one)
            advance(pair.name)
    failures = [failure for one in scored for failure in one.failures]
    counts = {(pair.name, name): one for pair, of in zip(pairs, scored, strict=True) for name, one in of.counts.items()}
    report_failures(failures)
    if not counts:
        return status(failures or [Failure(str(key), "nothing to score")], 0)
    everything = total(counts.values())
    content = _content(everything, metrics, pairs, key, response)
    _note(content, scored, [name for path in unpaired for name in ids_of(path, from_format)], everything)
    if intervals:
        _add_intervals(content, counts, request.by)
    if significance is not None:
        others = _other(key, significance, request, pairs, jobs)
        content["significance"] = _tested(counts, scored, pairs, others, everything)
    if output is not None:
        from anaphora_workbench.workbench.report.files import write_whole

        write_whole(output, json_text(content))
    _print(content, form, truncate)
    return status(failures, len(counts))


def _options(metrics: Iterable[Metric], given: Mapping[str, Any], others: list[str]) -> dict[str, Any]:
    """The options that were given, numbers and tables as such.

    Raises:
        CommandError: ``--option`` is not of the form NAME=VALUE or its value is no number where one is needed.
    """
    metrics = list(metrics)
    known = known_options(metrics)
    options = {name: value for name, value in given.items() if value is not None}
    for text in others:
        name, equals, value = text.partition("=")
        name = name.replace("-", "_")
        if not equals or name not in known:
            raise CommandError(f"--option {text!r}: expected NAME=VALUE with a NAME of {', '.join(sorted(known))}")
        options[name] = _typed(name, value, known[name].default)
    from anaphora_workbench.evaluation.options import option_values

    option_values(metrics, options)
    return options


def _typed(name: str, value: str, default: Any) -> Any:
    if isinstance(default, str):
        return value
    import json

    try:
        parsed = json.loads(value)
    except ValueError:
        parsed = None
    number = isinstance(parsed, int | float) and not isinstance(parsed, bool) and parsed == parsed
    if isinstance(default, bool | dict):
        fits = isinstance(parsed, type(default))
    else:
        fits = number and abs(parsed) != float("inf")
    if not fits:
        expected = {bool: "true or false", dict: "a JSON object"}.get(type(default), "a number")
        raise CommandError(f"--option {name}={value}: expected {expected}")
    return parsed


def _each(pairs: list[FilePair], request: Request, jobs: int) -> Iterable[Scored]:
    if jobs == 1 or len(pairs) == 1:
        yield from map(Scorer(request)(), pairs)
        return
    from anaphora_workbench.workbench.commands.options import jobs_wanted
    from anaphora_workbench.workbench.parallel import DIED, WorkerDied, mapped

    for one in mapped(Scorer(request), pairs, jobs_wanted(jobs, sum(pair.key.stat().st_size for pair in pairs))):
        if isinstance(one, WorkerDied):
            yield Scored(failures=[Failure(one.item.name, f"{one.item.key}: {DIED}")])
        else:
            yield one


def _content(
    everything: Counts, metrics: Mapping[str, Metric], pairs: list[FilePair], key: Path, response: Path
) -> dict[str, Any]:
    data = everything.as_json()
    signed = signature(
        key=f"{key.name}@{_checksum(pair.key for pair in pairs)}",
        response=f"{response.name}@{_checksum(pair.response for pair in pairs if pair.response is not None)}",
        documents=everything.documents,
        **described(metrics.values(), everything.options),
    )
    return {"signature": str(signed), **data}


def _checksum(paths: Iterable[Path]) -> str:
    content = hashlib.sha256()
    for path in paths:
        content.update(hashlib.sha256(path.read_bytes()).digest())
    return content.hexdigest()[:12]


def _note(content: dict[str, Any], scored: list[Scored], unpaired: list[str], everything: Counts) -> None:
    """Say, in the content and on standard error, what the scores leave out.

    Args:
        unpaired: ids of the documents in files of the response that the key has not.
    """
    for breakdown, parts in content.get("by", {}).items():
        if not any(one["metrics"] for one in parts.values()):
            typer.echo(
                f"warning: nothing by {breakdown}: no mention has one, or no metric chosen is a sum over mentions",
                err=True,
            )
    only_in_key = [name for one in scored for name in one.only_in_key]
    only_in_response = unpaired + [name for one in scored for name in one.only_in_response]
    unaligned = sum(number for one in scored for number in one.unaligned.values())
    for name, found, says in (
        ("only_in_key", only_in_key, "in the key only, counted as without any answer"),
        ("only_in_response", only_in_response, "in the response only, not counted"),
    ):
        if found:
            content[name] = found
            shown = ", ".join(found[:_NAMED]) + (", …" if len(found) > _NAMED else "")
            typer.echo(f"warning: {len(found)} document{'s' * (len(found) > 1)} {says}: {shown}", err=True)
    other_ids = [{"key": own, "response": other} for one in scored for own, other in one.other_ids.items()]
    if other_ids:
        content["other_ids"] = other_ids
        shown = ", ".join(f"{one['key']!r} with {one['response']!r}" for one in other_ids[:_NAMED])
        more = ", …" * (len(other_ids) > _NAMED)
        what = f"document{'s' * (len(other_ids) > 1)} paired though the ids differ, each the only one of its file"
        typer.echo(f"warning: {len(other_ids)} {what}: {shown}{more}", err=True)
    for name, number, says in (
        ("repeated_mentions", everything.repeats, "repeated in the response; the first of each counts"),
        ("unaligned_mentions", unaligned, "of the response begin or end inside a word of the key, and match nothing"),
    ):
        if number:
            content[name] = number
            typer.echo(f"warning: {number} mention{'s' * (number > 1)} {says}", err=True)


def _add_intervals(content: dict[str, Any], counts: Mapping[tuple[str, str], Counts], by: Iterable[str]) -> None:
    """Add 95% intervals to the scores of the whole, and to those of every part with several documents."""
    from anaphora_workbench.workbench.results import Outcome

    outcome = Outcome({"/".join(place): one for place, one in counts.items()})
    shown = [(outcome, content["metrics"])]
    shown += [
        (one, content["by"][breakdown][part]["metrics"])
        for breakdown in by
        for part, one in outcome.parts(breakdown).items()
    ]
    for one, metrics in shown:
        for name, interval in one.intervals(list(metrics)).items():
            metrics[name]["interval"] = list(interval)


def _other(
    key: Path, other: Path, request: Request, pairs: list[FilePair], jobs: int
) -> dict[tuple[str, str], tuple[Counts, Scored]]:
    found, _ = file_pairs(key, other, request.format)
    scored = list(_each(found, request, jobs))
    failures = [failure for one in scored for failure in one.failures]
    if failures:
        raise CommandError(failures[0].reason)
    return {
        (pair.name, name): (counts, one)
        for pair, one in zip(found, scored, strict=True)
        for name, counts in one.counts.items()
    }


def _tested(
    counts: dict[tuple[str, str], Counts],
    scored: list[Scored],
    pairs: list[FilePair],
    others: dict[tuple[str, str], tuple[Counts, Scored]],
    everything: Counts,
) -> dict[str, Any]:
    """The figures of the other response and the p-values of the difference, by metric."""
    from anaphora_workbench.evaluation import significance

    common = [place for place in counts if place in others]
    first, second = [counts[place] for place in common], [others[place][0] for place in common]
    bootstrap = significance.paired_bootstrap(first, second)
    randomisation = significance.approximate_randomisation(first, second)
    one, two = total(first).scores(), total(second).scores()
    tested: dict[str, Any] = {
        name: {
            "first": one[name].figure,
            "second": two[name].figure,
            "difference": one[name].figure - two[name].figure,
            "p_bootstrap": bootstrap[name],
            "p_randomisation": randomisation[name],
        }
        for name in one
    }
    if "success_rate" in tested:
        own = {place: right for of in scored for place, right in of.answers.items()}
        theirs = {place: right for _, of in others.values() for place, right in of.answers.items()}
        shared = sorted(own.keys() & theirs.keys())
        tested["success_rate"]["p_mcnemar"] = significance.mcnemar(
            [own[place] for place in shared], [theirs[place] for place in shared]
        )
    return {
        "documents": len(common),
        "samples": significance.TEST_SAMPLES,
        "seed": significance.SEED,
        "metrics": tested,
    }


def _print(content: dict[str, Any], form: Form, truncate: bool) -> None:
    if form is Form.json:
        sys.stdout.write(json_text(content))
        return
    from anaphora_workbench.workbench.report.scores import comparison_table, long_table, parts_table, score_table

    by = content.get("by", {})
    if form is Form.csv:
        tables = [long_table(content["metrics"], by)]
    else:
        title = f"{content['documents']} document{'s' * (content['documents'] != 1)}"
        tables = [score_table(title, content["metrics"], (content["signature"],), truncate)]
        for breakdown, parts in by.items():
            if parts:
                tables.append(parts_table(breakdown, {part: one["metrics"] for part, one in parts.items()}, truncate))
    if "significance" in content:
        rows = [
            {"metric": name, **{at: f"{one[at]:.4f}" if at.startswith("p_") else one[at] for at in one}}
            for name, one in content["significance"]["metrics"].items()
        ]
        tables.append(comparison_table([{"p_mcnemar": "", **row} for row in rows]))
    show(tables, form)
