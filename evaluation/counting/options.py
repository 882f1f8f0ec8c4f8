"""The options that hold for a whole evaluation, and the check of all options that were given."""

import json
from collections.abc import Iterable, Mapping
from typing import Any

from anaphora_workbench.corpora.support.known_names import did_you_mean, there_are
from anaphora_workbench.evaluation.arithmetic import twinless
from anaphora_workbench.evaluation.counting.metric import Metric, Option
from anaphora_workbench.evaluation.counting.registry import available_metrics

COMMON: dict[str, Option] = {
    "twinless": Option(twinless.STANDARD, "how to treat mentions that only one side has", twinless.CHOICES),
    "singletons": Option("keep", "whether entities of one mention are scored, on both sides", ("keep", "drop")),
    "mention_match": Option(
        "exact",
        "which mentions match besides equal ones: none; those inside the key mention that contain its head; those with "
        "equal heads; those that overlap the first part of the key mention, first come, first served",
        ("exact", "partial", "head", "partial-craft"),
    ),
    "heads": Option(
        "file",
        "the head of a mention that states none: as its file tells otherwise, or the first word, as the CorefUD scorer",
        ("file", "first"),
    ),
    "zeros": Option("keep", "whether mentions that are empty nodes are scored", ("keep", "drop")),
    "zero_match": Option(
        "linear",
        "how to match empty nodes of key and response: by place, or by their dependencies",
        ("linear", "dependent"),
    ),
    "f_beta": Option(1.0, "weight of recall against precision in the F_beta shown beside each F1", spelled="f.beta"),
    "split_antecedents": Option("keep", "whether split antecedents are scored, where there are any", ("keep", "drop")),
    "discourse_deixis": Option(False, "score entities of discourse deixis instead of identity"),
    "min_spans": Option(False, "match mentions by their minimum spans in the key's parse"),
    "np_only": Option(False, "leave out mentions that are verb phrases in the parse of the key"),
    "conll_repeats": Option(
        False, "of a mention in two entities the last of a key has it and the first of a response, as the CoNLL scorer"
    ),
    "remove_nested": Option(False, "leave out mentions nested in another mention of their entity"),
}


class OptionError(ValueError):
    """An option that no metric chosen has, or that cannot have its value.

    Args:
        wrong: what is wrong, as of an experiment file.
        typed: the same as of a command line.
    """

    def __init__(self, wrong: str, typed: str) -> None:
        super().__init__(wrong)
        self.typed = typed


def spellings(metrics: Iterable[Metric]) -> dict[str, str]:
    """The names of options by METRIC.OPTION, as a command line spells them."""
    spelled = [(metric.spelling(name), name) for metric in metrics for name in metric.options]
    spelled += [(option.spelled, name) for name, option in COMMON.items() if option.spelled]
    return {spelling: name for spelling, name in sorted(spelled) if not spelling.startswith("--")}


def typed(name: str, value: Any = None) -> str:
    """An option as a command line has it, with its value if there is one."""
    spelling = next((its for its, option in spellings(available_metrics().values()).items() if option == name), "")
    text = "" if value is None else json.dumps(value) if isinstance(value, bool | dict) else str(value)
    if spelling:
        return f"--option {spelling}" + f"={text}" * (value is not None)
    flag = f"--{name.replace('_', '-')}"
    if isinstance(value, bool):
        return flag if value else f"no {flag}"
    return f"{flag} {text}".rstrip()


def known_options(metrics: Iterable[Metric]) -> dict[str, Option]:
    """All options by name: the common ones, and those of the metrics."""
    options = dict(COMMON)
    for metric in metrics:
        options.update(metric.options)
    return options


def option_values(metrics: Iterable[Metric], given: Mapping[str, Any]) -> dict[str, Any]:
    """The value that holds for each option of the metrics.

    Raises:
        ValueError: an option is unknown, has a value that it cannot have, or means nothing next to another.
    """
    metrics = list(metrics)
    options = known_options(metrics)
    for name, value in given.items():
        if name in options:
            _check(name, options[name], value)
        else:
            _check_of_others(name, value, options)
    _check_together(given)
    return {name: given.get(name, option.default) for name, option in options.items()}


def _check_of_others(name: str, value: Any, options: Mapping[str, Option]) -> None:
    """Raise ValueError for an option of none of the metrics chosen, unless it is named with its default."""
    having = [metric for metric in available_metrics().values() if name in metric.options]
    if not having:
        raise ValueError(f"no option {name!r} of the metrics chosen; {there_are(sorted(options), name)}")
    option = having[0].options[name]
    _check(name, option, value)
    if value != option.default:
        names, wrong = [metric.name for metric in having], "no metric chosen has this option; expected"
        wanted = f"--metric {names[0]}" if len(names) == 1 else f"--metric with one of {', '.join(names)}"
        named = f"{name} {value!r}: {wrong} one of {', '.join(names)}"
        raise OptionError(named, f"{typed(name, value)}: {wrong} {wanted}")


def _check_together(given: Mapping[str, Any]) -> None:
    """Raise OptionError for options that mean nothing together."""
    match = given.get("mention_match", COMMON["mention_match"].default)
    partial = given.get("mention_credit") == "partial"
    if given.get("zeros") == "drop" and "zero_match" in given:
        raise _beside("zero_match", given["zero_match"], "zeros", "drop", "no zero is left to match; expected only one")
    if given.get("min_spans") and match != "exact":
        each = "each says which mentions are the same; expected only one"
        raise _beside("min_spans", True, "mention_match", match, each)
    both = "both are for mentions whose spans differ; expected one of the two"
    if given.get("min_spans") and partial:
        raise _beside("mention_credit", "partial", "min_spans", True, both)
    if partial and match != "exact":
        raise _beside("mention_credit", "partial", "mention_match", match, both)


def _beside(name: str, value: Any, other: str, its_value: Any, why: str) -> OptionError:
    """That an option means nothing next to another one."""
    named, beside = (f"{each}{'' if its is True else f' {its!r}'}" for each, its in ((name, value), (other, its_value)))
    wrong = f"{named} next to {beside}: {why}"
    return OptionError(wrong, f"{typed(name, value)} next to {typed(other, its_value)}: {why}")


def described(metrics: Iterable[Metric], values: Mapping[str, Any]) -> dict[str, str]:
    """The options for a signature: choices always, numbers and tables where they are not the default."""
    options = known_options(metrics)
    return {
        name: str(values[name])
        for name, option in options.items()
        if (option.choices and not option.rare and name != "heads")
        or values.get(name, option.default) != option.default
    }


def _check(name: str, option: Option, value: Any) -> None:
    wrong = ""
    if option.choices and value not in option.choices:
        near = did_you_mean(option.choices, str(value))
        wrong = f"cannot be {value!r}; expected one of {', '.join(option.choices)}{near}"
    elif isinstance(option.default, bool) and not isinstance(value, bool):
        wrong = f"cannot be {value!r}; expected true or false"
    if wrong:
        raise OptionError(f"{name} {wrong}", f"{typed(name)} {wrong}")
