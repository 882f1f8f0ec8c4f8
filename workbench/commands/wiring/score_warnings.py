"""Warnings of ``workbench score``: parts that the scores leave out, and assumptions."""

from collections.abc import Iterator

from anaphora_workbench.corpora.pairing.pairing import other_names
from anaphora_workbench.corpora.support.errors import quantity
from anaphora_workbench.evaluation.arithmetic.exact import exact
from anaphora_workbench.evaluation.arithmetic.scores import Average, Ratio
from anaphora_workbench.evaluation.counting.metric import OF_KEY
from anaphora_workbench.evaluation.matching.mention_selection import REPEATS
from anaphora_workbench.workbench.base.errors import first_of, says_incomplete, says_missing
from anaphora_workbench.workbench.scoring.scores import Scores, of_key

_AS_CONLL = ", as for the CoNLL scorer"


def warnings_of(scores: Scores) -> Iterator[str]:
    """The warnings in words: on breakdowns, documents, mentions, and unknown features."""
    for breakdown, parts in scores.by.items():
        if not any(parts.values()):
            yield f"nothing by {breakdown}: no mention has one, or no metric chosen is a sum over mentions"
    yield from _of_documents(scores)
    yield from _of_mentions(scores)
    counted = [number for name in scores.metrics if (number := _number_in_key(scores, name)) is not None]
    if counted and not any(counted):
        yield "the key has nothing that these metrics count: every recall is 0 of 0"
    yield from of_words(scores)
    yield from _of_assumptions(scores)


def of_words(scores: Scores) -> Iterator[str]:
    """What of the text the response drops, adds or changes, and where its spans seem to be moved."""
    if scores.missing_words:
        yield says_incomplete(scores.missing_words)
    if scores.added_words:
        yield says_missing(scores.added_words, "the key", "response")
    yield from scores.misread()


def _number_in_key(scores: Scores, metric: str) -> float | None:
    """How many of what a metric counts the key has; None where it does not say, as a rate of nothing."""
    score = scores.metrics[metric]
    if isinstance(score, Average):
        # The tallies of the metrics that it is the mean of stand side by side.
        tally = scores.total.tallies[metric].items()
        in_key = [exact(number) for field, number in tally if isinstance(field, tuple) and OF_KEY in field]
        return float(sum(in_key)) if in_key else None
    if isinstance(score, Ratio):
        return float(score.denominator) or None
    return of_key(score.as_json())


def _of_documents(scores: Scores) -> Iterator[str]:
    """Those of one side, and those paired though their ids differ."""
    for ids, says in (
        (scores.only_in_key, "in the key only, counted as without any answer"),
        (scores.only_in_response, "in the response only, not counted"),
    ):
        if ids:
            yield f"{quantity(len(ids), 'document')} {says}: {first_of(ids)}"
    if scores.only_in_key and scores.total.options.get("gap_missing") == "plain":
        yield (
            "gap: a snippet without an answer counts as FALSE for both names; the official scorer counts "
            "two false negatives (--option gap.missing=official)"
        )
    for as_parts, why in (
        (True, "NAME_N being part N of NAME"),
        (False, "by their order or each the only one of its file"),
    ):
        pairs = [
            f"{own!r} with {other!r}" for own, other in scores.other_ids if (other in other_names(own)) is as_parts
        ]
        if pairs:
            yield f"{quantity(len(pairs), 'document')} paired though the ids differ, {why}: {first_of(pairs)}"


def _of_mentions(scores: Scores) -> Iterator[str]:
    """Those that do not count, or by a head or a place that is not their own."""
    # A partial match asks for the heads of the key alone.
    of_sides = "of the key" if scores.total.options.get("mention_match") == "partial" else "of key and response"
    crac = scores.preset is not None and scores.preset.name.startswith("crac")
    official = "; the official scorer takes the first word (--heads first)" * crac
    rules = (REPEATS, REPEATS)
    if scores.total.options.get("conll_repeats"):
        rules = "the first of each counts", "the last of each counts, so that a response like the key is not perfect"
        rules = rules[0] + _AS_CONLL, rules[1] + _AS_CONLL
    for number, says in (
        (scores.total.repeats, f"repeated in the response; {rules[0]}"),
        (scores.total.key_repeats, f"repeated in the key; {rules[1]}"),
        (scores.total.fallen_together, "with the minimum span of another of their side; the last entity has it"),
        (
            scores.total.assumed_heads,
            f"{of_sides} without the head field of CorefUD; the head in np-xml or chains-json is taken, else the "
            f"topmost word of the parse, else the last word with a letter or digit{official}",
        ),
        (
            scores.assumed.guessed_heads,
            f"of the response {_verb('has', 'have', scores.assumed.guessed_heads)} a guessed head, as its format has "
            "no heads: the last word with a letter or digit; a format with heads (np-xml, chains-json, conllu), a key "
            "with a parse, or --match exact does without",
        ),
        (
            scores.unaligned,
            f"of the response {_verb('begins or ends', 'begin or end', scores.unaligned)} where no word of the key "
            f"does, and {_verb('matches', 'match', scores.unaligned)} nothing",
        ),
    ):
        if number:
            yield f"{quantity(number, 'mention')} {says}"


def _of_assumptions(scores: Scores) -> Iterator[str]:
    """What is assumed of a response that does not say it, and how to supply it."""
    documents = scores.assumed.from_chains
    if documents:
        yield (
            f"{quantity(documents, 'document')} without answers to pronouns; "
            "the mention before a pronoun in its chain is taken for its antecedent (np-xml and chains-json have "
            "a place for answers)"
        )
    if scores.assumed.headless_keys:
        keys = quantity(scores.assumed.headless_keys, "document")
        yield f"{keys} of the key without heads, so no span inside a mention counts half; columns of heads give them"
    zeros = scores.assumed.unasked_zeros
    if zeros:
        yield (
            f"{quantity(zeros, 'zero')} of the key left out of the anaphors, as nothing says that "
            "they are third persons; a key written by workbench preprocess says it of each, as in compare"
        )
    splits = scores.unanswered_splits
    if splits:
        yield (
            f"the key has {quantity(splits, 'split antecedent')} and the response none: all missed "
            "(--split-antecedents drop leaves them out, as compare does)"
        )
    of_key, of_response = scores.total.singletons
    has = quantity(of_key, "singleton") if of_key else "no singletons"
    found = (
        f"the response has no singletons, and the key has {of_key}"
        if scores.total.lacks_singletons == "response"
        else f"the key has {has}, and the response has {of_response}"
    )
    for name, without in scores.without_singletons.items():
        yield (
            f"{found}: {name} "
            f"{100 * scores[name].figure:.1f}, and {100 * without.figure:.1f} with --singletons drop"
            f"{' --split-antecedents drop' * scores.splits_scored}, which leaves them out on both sides"
        )


def _verb(of_one: str, of_several: str, number: int) -> str:
    return of_one if number == 1 else of_several
