"""``python -m anaphora_workbench.evaluation.describe``: docs/reference/metric-catalogue.md, from the registry."""

from __future__ import annotations

import inspect
import sys
from collections.abc import Callable, Iterable, Mapping

from anaphora_workbench.evaluation.metric import Metric, Option
from anaphora_workbench.evaluation.options import COMMON
from anaphora_workbench.evaluation.registry import available_metrics

INTRODUCTION = """\
# Metrics by name

*Written from the installed metrics by
`python -m anaphora_workbench.evaluation.describe > docs/reference/metric-catalogue.md`; do not edit.*

Each metric with its source, its options and the docstring of the function that counts it. [metrics.md](metrics.md)
defines them with formulas and worked examples, under the section numbers that the docstrings cite.

Counts are added over documents and divided last; a ratio with denominator 0 is 0. Numerators are exact, so a
result does not depend on the order of documents. A key document without a response counts as not answered at
all, a response document without a key does not count; both are reported. In the response the first occurrence
of a repeated mention stays, going through the entities in order of their first opening bracket; in the key a
mention in two entities is one of the last. Two mentions are the same if their spans are equal, or, where one has no
span, if their ids are; `--mention-match` adds others (metrics.md, section 18). Singletons are
entities like others unless `--singletons drop`.

Where a paper leaves room, [readings.md](readings.md) says which reading is the default. Other readings are options,
and the signature names every choice.
"""

TWINLESS = """\
## Mentions that only one side has: `--twinless`

| option | recall is computed from | precision is computed from | source |
|---|---|---|---|
| `standard` | key, response | the same | Pradhan et al. (2014) |
| `drop` | both without twinless mentions | the same | Bengtson & Roth (2008) |
| `key-zero` | key, response without its twinless mentions | the same | Stoyanov et al. (2009), B³₀ |
| `all` | missed mentions added to the response as singletons | spurious ones added to the key as singletons \
| Stoyanov et al. (2009), B³_all |
| `rahman-ng` | spurious singletons taken out of the response | the same | Rahman & Ng (2009) |
| `cai-strube` | spurious mentions taken out, missed ones added as singletons | spurious singletons taken out, \
other spurious mentions added to the key, missed ones to the response | Cai & Strube (2010) |
| `semeval` | spurious singletons taken out, other spurious mentions added to the key, missed ones to the response \
| the same | Màrquez, Recasens & Sapena (2012) |

`semeval` and `cai-strube` can reward silence: key {a} against response {b} scores 1 in B³ and CEAF.
"""

SCORERS = """\
## Differences from published scorers

What published scorers do, as far as it changes figures; found by running them ([metrics.md, section
18](metrics.md#18-what-published-scorers-do)). "Equal" means the same figures as ours with the options named.

| scorer | MUC, B³, CEAF-e, LEA | CEAF-m | BLANC | repeated mentions | singletons | documents |
|---|---|---|---|---|---|---|
| CoNLL scorer 8.01 (Perl) | equal (has no LEA) | equal | `reference` | removed if in the key; spurious repeats count \
each time | kept | counts added |
| LEA scorer (Perl) | equal | equal | `reference` | as above | kept | counts added |
| CoVal | equal | divides by entities, may exceed 1 | none | each copy counts | kept | counts added |
| Universal Anaphora scorer | equal | equal | `corefud` | each copy counts | kept | counts added |
| CorefUD scorer | equal | equal | `corefud` | removed within an entity | dropped unless `-s` \
| counts added |
| scorch, functions | equal; CEAF-e stops where nothing overlaps | equal | `reference`, but 1 where neither side has \
links | sets | kept | one document |
| scorch, command | adds spurious mentions to the key as singletons | differs | differs | first entity | kept \
| means weighted by mentions |

Percentages of the Perl scorers are cut after two decimals, not rounded: `--truncate` does the same.
"""


def document(metrics: Mapping[str, Metric]) -> str:
    """The page for some metrics."""
    parts = [INTRODUCTION, _overview(metrics.values()), _common(), TWINLESS, SCORERS]
    parts += [_section(metric) for metric in metrics.values()]
    return "\n".join(part.strip() + "\n" for part in parts)


def _overview(metrics: Iterable[Metric]) -> str:
    lines = ["## All metrics", "", "| name | what | source | needs | breakdowns |", "|---|---|---|---|---|"]
    for metric in metrics:
        breakdowns = "all" if metric.by_mention else "document, genre"
        lines.append(
            f"| [`{metric.name}`](#{metric.name}) | {metric.description} | {metric.source} "
            f"| {metric.needs.value} | {breakdowns} |"
        )
    return "\n".join(lines)


def _common() -> str:
    return "## Options of all metrics\n\n" + _options(COMMON, lambda name: f"--{name.replace('_', '-')}")


def _section(metric: Metric) -> str:
    lines = [f"## {metric.name}", "", f"{metric.description[0].upper()}{metric.description[1:]}.", ""]
    lines += [f"Source: {metric.source}.", ""]
    defined = metric.definition or metric.count
    lines += [
        f"Counted by `{defined.__module__}.{defined.__qualname__}`:",
        "",
        "```text",
        inspect.getdoc(defined) or "",
    ]
    lines += ["```", ""]
    if metric.options:
        lines.append(_options(metric.options, metric.spelling))
    return "\n".join(lines)


def _options(options: Mapping[str, Option], spelling: Callable[[str], str]) -> str:
    lines = ["| option | in files and Python | default | values | what |", "|---|---|---|---|---|"]
    for name, option in options.items():
        values = ", ".join(f"`{choice}`" for choice in option.choices) or _kind(option.default)
        default = f"`{option.default}`" if option.default != "" else ""
        lines.append(f"| `{spelling(name)}` | `{name}` | {default} | {values} | {option.help} |")
    return "\n".join(lines)


def _kind(default: object) -> str:
    return {bool: "yes or no", dict: "a table", str: "letters"}.get(type(default), "a number")


if __name__ == "__main__":
    sys.stdout.write(document(available_metrics()))
