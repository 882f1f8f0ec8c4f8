"""Flags of earlier versions: each is read as its successor, which a line on standard error names."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from anaphora_workbench.workbench.base.errors import print_warning

SPACY_MODEL = "--spacy-model"
MODEL = "--model"
# The options of one metric that `score` had flags for; those without a value are true.
OF_METRICS = {
    "--mention-credit": "mentions.credit",
    "--blanc-rules": "blanc.rules",
    "--arcs-rules": "arcs.rules",
    "--nominal": "arcs.nominal",
    "--prague-antecedent": "prague.antecedent",
    "--parent-require-defining": "parent.require-defining",
    "--typed-attempted": "typed.attempted",
    "--lceaf": "lceaf.by",
}
_WITHOUT_VALUE = {"--parent-require-defining": "true"}


def renamed(command: str, words: list[str], options: Collection[str]) -> list[str]:
    """The words of a command line with today's options.

    Args:
        command: its name.
        options: those of the command.
    """
    left = iter(words)
    return [new for word in left for new in ([word, *left] if word == "--" else _renamed(command, word, left, options))]


def _renamed(command: str, word: str, left: Iterator[str], options: Collection[str]) -> list[str]:
    """What stands for a word.

    Args:
        left: the words after it, from which its value is taken.
    """
    flag, equals, value = word.partition("=")
    if flag in options:
        return [word]
    # The model that `train` makes could be meant too.
    if flag == MODEL and SPACY_MODEL in options and command != "train":
        print_warning(f"{MODEL} is now {SPACY_MODEL}")
        return [SPACY_MODEL + equals + value]
    if flag in OF_METRICS and command == "score":
        stated = value if equals else _WITHOUT_VALUE.get(flag) or next(left, None)
        option = OF_METRICS[flag] + ("" if stated is None else f"={stated}")
        print_warning(f"{flag} is now --option {option}")
        return ["--option", option]
    return [word]
