"""Why each pronoun was resolved as it was, as a person reads it and as data."""

import textwrap
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from anaphora_workbench.corpora.document import ELIDED, Document, DocumentPair, Mention, span_order
from anaphora_workbench.corpora.support.errors import quantity
from anaphora_workbench.resolvers import Resolution, Words, agree, are_weights, words_of
from anaphora_workbench.resolvers.contract.case import AGREEMENT, NO_CANDIDATE, Case
from anaphora_workbench.workbench.base.layers import is_narrow
from anaphora_workbench.workbench.report.explanations import reasons
from anaphora_workbench.workbench.report.explanations.compared_weights import by_reason, compared
from anaphora_workbench.workbench.report.explanations.key_verdict import KeyVerdict, verdict_of_key
from anaphora_workbench.workbench.report.explanations.words import words_of_filter, words_of_filters
from anaphora_workbench.workbench.report.tables import Column, Row, Table, as_text, columns_of, in_width, shown

WIDTH = 100
_WIDEST_TABLE = 136
_LONGEST_FORM = 30
_LONGEST_MARKS = 40
_LONGEST_WALK = 40
_HALF = 0.5
# What a mention is called that is no pronoun, by its kind.
_KINDS = {"proper": "name", "coordination": "coordination"}
_TIMES = {1: "once", 2: "twice"}
_AFTER = "after the pronoun"
_THIRD = 3


@dataclass(frozen=True)
class Explanation:
    """One pronoun or other mention: the trace of its decision and what the key says.

    Attributes:
        mention_of: the document's mentions by id, the same for all explanations of it.
        trace: as in resolvers.md, 1.5.
        verdict: what the key says of it; None where there is no key.
        words: those of the resolver.
    """

    document: Document
    mention_of: Mapping[str, Mention]
    trace: dict[str, Any]
    verdict: KeyVerdict | None = None
    words: Words = field(default_factory=Words)

    def named(self, id: str) -> str:
        """A mention in words: its form and its id."""
        return f"{_short(self.document.mention_text(self.mention_of[id]))} ({id})"

    def as_json(self) -> dict[str, Any]:
        """The trace, with the document's id and the key's answer next to it."""
        gold = None
        if self.verdict is not None:
            gold = {
                "antecedents": [
                    {"id": mention.id, "form": self.document.mention_text(mention)}
                    for mention in self.verdict.antecedents
                ],
                "correct": self.verdict.correct,
                "outside_key": self.verdict.outside,
            }
        return {"document": self.document.id, **self.trace, "gold": gold}


def explanations(
    resolution: Resolution,
    given: Document,
    key: Document | None,
    wanted: Callable[[Case[Any]], bool] | None = None,
    telling_words: bool = False,
) -> list[Explanation]:
    """An Explanation for each trace that is wanted, in the order of the text.

    Args:
        given: the document as the resolver had it.
        key: the same words with the key's mentions and layer, None where there is no key.
        wanted: whether a trace is to be explained; None: those of pronouns are.
        telling_words: find the words of the context that each answer hangs on, where the resolver reads words.
    """
    explained = []
    layer = resolution.layer()
    narrow = key is not None and is_narrow(key)
    heads_of_key = {mention.head for mention in key.mentions} if key is not None else set()
    given = resolution.bounded(given, every=True)
    mention_of, words = given.mention_by_id(), words_of([resolution.resolver])
    traces = [(trace, True) for trace in resolution.traced(given)]
    if wanted is not None:
        traces += [(trace, False) for trace in resolution.mention_traces]
        traces = [(trace, of_pronoun) for trace, of_pronoun in traces if wanted(trace)]
    traces.sort(key=lambda traced: span_order(traced[0].mention(traced[0].anaphor)))
    for trace, of_pronoun in traces:
        data = trace.as_json()
        if telling_words and trace.telling_words is not None:
            data["words"] = [
                {"word": given.words[offset].form, "position": offset, "points": points}
                for offset, points in trace.telling_words()
            ]
        verdict = None
        if key is not None and key.key is not None:
            anaphor = mention_of[trace.decision.anaphor]
            pair = DocumentPair(given.id, key, key.key, given, replace(layer, decisions=[trace.decision]))
            verdict = verdict_of_key(pair, trace.decision, of_pronoun)
            verdict = replace(verdict, outside=narrow and anaphor.head not in heads_of_key)
        explained.append(Explanation(given, mention_of, data, verdict, words))
    return explained


def as_page(
    explanation: Explanation, with_resolver: bool = False, details: bool = False, width: int | None = None
) -> str:
    """An explanation for the terminal: text, candidates, rule, choice and the key's answer.

    Args:
        with_resolver: say whose it is, where there are several.
        details: of weighed features tell each, and not the reasons that they count for.
        width: of the terminal; None for lines of 100, and tables as wide as they are.
    """
    line = width or WIDTH
    document, anaphor = explanation.document, explanation.trace["anaphor"]
    sentence = document.sentences[anaphor["sent"]] if document.sentences else None
    where = f"sentence {anaphor['sent'] + 1}" + (f" ({sentence.id})" if sentence is not None and sentence.id else "")
    kind = anaphor["ptype"] or _KINDS.get(explanation.mention_of[anaphor["id"]].kind, "noun phrase")
    title = f"{document.id}  {anaphor['id']}  “{anaphor['form']}”  {kind}, {anaphor['gfun']}, {where}"
    title += f"  {explanation.trace['resolver']}" * with_resolver
    lines = [*_wrapped([title], line, ""), "─" * min(len(title), line), ""]
    text = " ".join(marked_sentences(document, explanation.mention_of, explanation.trace))
    lines += textwrap.wrap(text, line, initial_indent="  ", subsequent_indent="  ", break_long_words=False)
    lines.append("")
    table, aside = candidate_table(explanation), _marks_aside(explanation)
    if aside:
        table = replace(table, columns=[column for column in table.columns if column.key != "marks"])
    if table.rows:
        lines += ["  " + row for row in _fitting(table, width)]
        lines += ["  " + row for row in _why_ahead(explanation, details, width)]
        lines += _wrapped((*_words_told(explanation), *aside), line)
    lines += _wrapped((*_following(explanation), *_weights(explanation), *_entities(explanation)), line)
    mention_of = explanation.mention_of
    for candidate in explanation.trace["candidates"]:
        reason = _left_out(explanation, candidate)
        if reason:
            told = reasons.told_of_clash(mention_of[candidate["id"]], candidate)
            place = f", {_AFTER}" if _is_after(explanation, candidate) else ""
            left_out = f"left out: {_short(candidate['form'])} ({candidate['id']}{place}): {reason}"
            lines += _wrapped([f"{left_out} ({told})" if told else left_out], line)
    for mention in explanation.trace["skipped"]:
        why = explanation.words.skipped.get(mention["why"], mention["why"])
        lines += _wrapped([f"no candidate: {_short(mention['form'])} ({mention['id']}): {why}"], line)
    for name, why in explanation.trace.get("absent", {}).items():
        lines += _wrapped([f"absent: {name} ({why})"], line)
    for name, why in explanation.trace.get("abstained", {}).items():
        lines += _wrapped([f"{words_of_filter(name).cause} abstained: {why}"], line)
    lines += _wrapped((*_walk(explanation), *_verdict(explanation)), line)
    return "\n".join(shown(row, "text").rstrip() for row in lines) + "\n"


def _wrapped(told: Iterable[str], width: int, indent: str = "  ") -> list[str]:
    return [
        line
        for sentence in told
        for line in textwrap.wrap(
            shown(sentence, "text"),
            width,
            initial_indent=indent,
            subsequent_indent=indent + "  ",
            break_long_words=False,
            break_on_hyphens=False,
        )
    ]


def _fitting(table: Table, width: int | None) -> list[str]:
    return (as_text(table) if width is None else in_width(table, width - 2)).splitlines()


def _why_ahead(explanation: Explanation, details: bool, width: int | None) -> Iterator[str]:
    """What weighs for the candidate that was chosen and for the next one; nothing where features have no weights."""
    if details:
        yield from compared(explanation.trace, (width or WIDTH) - 2)
        return
    table = by_reason(explanation.trace, explanation.words)
    if table is not None:
        yield ""
        yield from _fitting(table, width)


def _words_told(explanation: Explanation) -> Iterator[str]:
    """The words of the context that the answer hangs on, where these were asked for."""
    words = explanation.trace.get("words", [])
    if words:
        told = ", ".join(f"“{_short(word['word'])}” {word['points']:+.2f}" for word in words)
        yield f"words that the lead of the best candidate hangs on, in points lost without each: {told}"


def candidate_table(explanation: Explanation) -> Table:
    """The candidates that were compared: factors, score and rank; the choice is marked ``→``."""
    candidates = [c for c in explanation.trace["candidates"] if not _left_out(explanation, c)]
    values = [{**candidate.get("factors", {}), **candidate.get("adjust", {})} for candidate in candidates]
    # Zeros are listed too, so the first candidate with all factors gives the order of the paper.
    named = dict.fromkeys(name for factors in values for name in factors)
    factors = [name for name in named if any(of_candidate.get(name) for of_candidate in values)]
    columns = [*columns_of("text", choice="", id="id", form="candidate"), Column("distance", "back", "count")]
    factor_columns = [
        Column(f"factor {name}", _stacked(explanation.words.factor_name(name)), "count") for name in factors
    ]
    tail = [*columns_of("count", "score", "rank"), Column("marks", "marks")]
    rows = [_candidate_row(explanation, candidate) for candidate in candidates]
    if are_weights(factors):
        return Table("", _used([*columns, *tail], rows), rows)
    wide = Table("", _used([*columns, *factor_columns, *tail], rows), rows)
    if max(map(len, as_text(wide).splitlines())) <= _WIDEST_TABLE:
        return wide
    return Table("", _used([*columns, Column("factors", "factors"), *tail], rows), rows)


def _marks_aside(explanation: Explanation) -> list[str]:
    """What marks say of each candidate compared, where it is too long for a column; else nothing."""
    told = {
        candidate["id"]: _marks(candidate)
        for candidate in explanation.trace["candidates"]
        if candidate.get("marks") and not _left_out(explanation, candidate)
    }
    if max(map(len, told.values()), default=0) <= _LONGEST_MARKS:
        return []
    return [f"{id}: {marks}" for id, marks in told.items()]


def _marks(candidate: dict[str, Any]) -> str:
    return ", ".join(f"{name} {value}" for name, value in candidate.get("marks", {}).items())


def _following(explanation: Explanation) -> Iterator[str]:
    after = [
        explanation.named(candidate["id"])
        for candidate in explanation.trace["candidates"]
        if _is_after(explanation, candidate) and not _left_out(explanation, candidate)
    ]
    if after:
        yield f"{_AFTER}: {', '.join(after)}"


def _is_after(explanation: Explanation, candidate: dict[str, Any]) -> bool:
    """Whether a candidate comes after the pronoun, as in *Before he left, Sam paid*."""
    return explanation.mention_of[candidate["id"]].start > int(explanation.trace["anaphor"]["start"])


def long_rows(explained: Iterable[Explanation], with_resolver: bool = False) -> Table:
    """A row for each candidate of each pronoun, and of each resolver where there are several.

    A pronoun without candidates has one row, without a candidate.
    """
    columns = columns_of(
        "text", *["resolver"] * with_resolver, "document", "anaphor", "pronoun", id="candidate", form="form"
    )
    columns += [Column("distance", "back", "count")]
    columns += columns_of("text", rejected="left out", factors="factors", marks="marks")
    columns += [*columns_of("count", "score", "rank"), *columns_of("text", "choice", "rule")]
    return Table("", columns, list(_long_rows(explained)))


def _long_rows(explained: Iterable[Explanation]) -> Iterator[Row]:
    for explanation in explained:
        anaphor = explanation.trace["anaphor"]
        shared = {"document": explanation.document.id, "anaphor": anaphor["id"], "pronoun": anaphor["form"]}
        shared["resolver"] = explanation.trace["resolver"]
        shared["rule"] = explanation.trace["decision"]["rule"]
        # A pronoun without candidates has a row all the same, with the rule alone.
        rows = [_candidate_row(explanation, candidate) for candidate in explanation.trace["candidates"]] or [{}]
        for row in rows:
            yield {**row, **shared}


def _candidate_row(explanation: Explanation, candidate: dict[str, Any]) -> Row:
    factors = {**candidate.get("factors", {}), **candidate.get("adjust", {})}
    score = candidate.get("score")
    if score is not None and not are_weights(factors):
        # What is printed adds up: the sum of rounded factors, not the rounded sum.
        score = sum(round(value, 2) for value in factors.values())
    row: dict[str, Any] = {
        "choice": "→" if candidate["id"] == explanation.trace["decision"]["antecedent"] else "",
        "id": candidate["id"],
        "form": _short(candidate["form"]),
        "distance": candidate["distance"],
        "rejected": _left_out(explanation, candidate),
        "factors": ", ".join(
            f"{explanation.words.factor_name(name)} {_number(value)}" for name, value in factors.items() if value
        ),
        "marks": _marks(candidate),
        "score": None if score is None else _number(round(score, 2)),
        "rank": candidate.get("rank"),
    }
    row.update({f"factor {name}": _number(value) for name, value in factors.items() if value})
    return row


def _left_out(explanation: Explanation, candidate: dict[str, Any]) -> str:
    """Why a candidate was not compared with the others, "" if it was."""
    for name, verdict in candidate["filters"].items():
        if not verdict.get("ok", True):
            cause = words_of_filter(name).cause
            reason = verdict.get("rule") or verdict.get("why")
            if reason:
                understood = _is_understood(explanation, candidate)
                words = reasons.condition_in_words(candidate, reason, explanation.words, understood, explanation.named)
                return f"{cause}: {words}"
            clashes = [
                reasons.clash_in_words(key, str(value))
                for key, value in verdict.items()
                if "∩" in str(value) and reasons.clash(str(value))
            ]
            if name == AGREEMENT and not clashes:
                clashes = [reasons.clash_in_words("person", f"{verdict['person']}∩3")]
            return ", ".join(clashes) or cause
    if candidate.get("represented_by"):
        return f"scored as {candidate['represented_by']}"
    return ""


def _is_understood(explanation: Explanation, candidate: dict[str, Any]) -> bool:
    """Whether a co-argument is one of another verb in the words, so that only the parse's reading makes it one."""
    mention_of = explanation.mention_of
    anaphor = mention_of[explanation.trace["anaphor"]["id"]]
    other = mention_of[candidate.get("linked_to") or candidate["id"]]
    return None not in (anaphor.verb, other.verb) and anaphor.verb != other.verb


def _weights(explanation: Explanation) -> Iterator[str]:
    """Of each ranked candidate which mention of its entity satisfied which factors, and how often it is cut since."""
    cut = "halved" if explanation.trace["options"].get("decay") == _HALF else "cut"
    for candidate in explanation.trace["candidates"]:
        if candidate.get("rank") is None or not candidate.get("sources"):
            continue
        factors_of: dict[tuple[tuple[str, int], ...], list[str]] = {}
        for factor, sources in candidate["sources"].items():
            if candidate["factors"].get(factor):
                key = tuple((source["mention"], source["faded"]) for source in sources)
                factors_of.setdefault(key, []).append(factor)
        parts = []
        for key, factors in factors_of.items():
            instances = " + ".join(_instance(explanation, mention, faded, cut) for mention, faded in key)
            parts.append(f"{', '.join(map(explanation.words.factor_name, factors))} from {instances}")
        yield f"weight of {candidate['id']}: {'; '.join(parts)}"


def _instance(explanation: Explanation, mention: str, faded: int, cut: str) -> str:
    """One mention that satisfied a factor, with its sentence and how often the weight is cut since."""
    document = explanation.document
    place = document.sentence_number(explanation.mention_of[mention].start) + 1
    times = f", {cut} {_TIMES.get(faded, f'{faded} times')}" if faded else ""
    return f"{explanation.named(mention)} in sentence {place}{times}"


def _entities(explanation: Explanation) -> Iterator[str]:
    """The entities of several mentions that were compared without scores."""
    chains = []
    for candidate in explanation.trace["candidates"]:
        chain = candidate.get("chain", ())
        compared = "factors" not in candidate and not _left_out(explanation, candidate)
        if compared and len(chain) > 1 and chain not in chains:
            chains.append(chain)
            yield "one entity: " + ", ".join(map(explanation.named, chain))


def _walk(explanation: Explanation) -> Iterator[str]:
    steps = explanation.trace.get("steps", ())
    for step in steps[:_LONGEST_WALK]:
        yield reasons.walk_in_words(step, explanation.words, explanation.named)
    if len(steps) > _LONGEST_WALK:
        yield f"… {len(steps) - _LONGEST_WALK} more steps"


def _short(form: str) -> str:
    words = " ".join(form.split())
    return words if len(words) <= _LONGEST_FORM else textwrap.shorten(words, _LONGEST_FORM, placeholder=" …")


def _stacked(name: str) -> str:
    return name.replace(" ", "\n").replace("non-", "non-\n")


def _cataphora_is_off(explanation: Explanation) -> bool:
    """Whether nouns follow the pronoun in its sentence that an option of the resolver would make candidates.

    *Before he left, Sam paid.*
    """
    anaphor, document = explanation.trace["anaphor"], explanation.document
    return explanation.trace["options"].get("cataphora") is False and any(
        mention.start > anaphor["start"]
        and not mention.is_pronoun
        and document.sentence_number(mention.start) == anaphor["sent"]
        for mention in explanation.mention_of.values()
    )


def _verdict(explanation: Explanation) -> Iterator[str]:
    decision, words = explanation.trace["decision"], explanation.words
    mention_of = explanation.mention_of
    chosen = mention_of.get(decision["antecedent"] or "")
    for step in decision.get("tried", ()):
        yield reasons.tried_in_words(step["rule"], step["why"], words, explanation.named)
    centre = explanation.trace["note"].removeprefix("Cb ")
    if centre != explanation.trace["note"]:
        yield f"the Cb is {explanation.named(centre)}"
    elif centre:
        yield centre
    by = reasons.rule_in_words(decision["rule"], words) + (
        f", tie broken by {decision['tie_break']}" if decision["tie_break"] else ""
    )
    before = decision["n_before_filter"]
    counts = [quantity(before, "candidate")]
    left, unasked = before, ""
    for name, of_filter in words_of_filters().items():
        verdicts = [each["filters"][name] for each in explanation.trace["candidates"] if name in each["filters"]]
        after = left - sum(not verdict["ok"] for verdict in verdicts)
        if verdicts and (after != left or name == AGREEMENT):
            counts.append(f"{after} after {of_filter.survived}")
        elif name == AGREEMENT:
            # No filter takes out those that do not agree, so the other counts are not of them.
            unasked = f"; {decision['n_after_agreement']} if {of_filter.survived} were asked"
        left = after
    if explanation.trace["candidates"]:
        yield ", ".join(counts) + unasked
    if chosen is None:
        left = any(not _left_out(explanation, candidate) for candidate in explanation.trace["candidates"])
        off = decision["rule"] == NO_CANDIDATE and _cataphora_is_off(explanation)
        yield (reasons.no_answer_in_words(decision, words, left) + "; cataphora is off (cataphora=true)" * off)
    else:
        told, clashes = reasons.told_by(chosen, reasons.TOLD), ", ".join(_disagreements(explanation, chosen))
        if clashes:
            by += f"; it does not agree, {clashes}" + (f" ({told})" if told else "")
        elif told:
            by += f"; its {told}"
        yield f"→ {explanation.document.mention_text(chosen)} ({chosen.id}) {by}"
    if explanation.verdict is not None:
        yield explanation.verdict.in_words(explanation.document, answered=chosen is not None)


def _disagreements(explanation: Explanation, chosen: Mention) -> Iterator[str]:
    """In what the mention that was chosen does not agree with the pronoun, where no filter asked for agreement."""
    pronoun = explanation.mention_of[explanation.trace["anaphor"]["id"]]
    asked = [each["id"] for each in explanation.trace["candidates"] if AGREEMENT in each["filters"]]
    if not pronoun.is_pronoun or chosen.id in asked:
        return
    person = chosen.person if pronoun.person == _THIRD else _THIRD
    agreement = agree(chosen.number, chosen.gender, person, pronoun.number, pronoun.gender)
    for feature in agreement.failed:
        operands = f"{agreement.person}∩{_THIRD}" if feature == "person" else getattr(agreement, feature)
        yield reasons.clash_in_words(feature, operands)


def _used(columns: list[Column], rows: list[Row]) -> list[Column]:
    always = ("choice", "id", "form", "distance")
    return [
        column
        for column in columns
        if column.key in always or any(row.get(column.key) not in (None, "") for row in rows)
    ]


def _number(value: float) -> str:
    return f"{value:g}" if value == round(value, 2) else shown(round(value, 2) + 0.0, "number")


_MOST_SENTENCES = 3


def marked_sentences(document: Document, mention_of: Mapping[str, Mention], trace: dict[str, Any]) -> Iterator[str]:
    """The sentences from the choice to the pronoun, at most a few, with ``»it«`` and ``[the choice]`` marked."""
    anaphor = mention_of[trace["anaphor"]["id"]]
    chosen = mention_of.get(trace["decision"]["antecedent"] or "")
    opens = {anaphor.start: "»"}
    closes = {anaphor.end - 1: "«"}
    last = document.sentence_number(anaphor.start)
    first = last
    if chosen is not None:
        opens[chosen.start] = "[" + opens.get(chosen.start, "")
        closes[chosen.end - 1] = closes.get(chosen.end - 1, "") + "]"
        first = min(last, max(document.sentence_number(chosen.start), 0))
        last = max(last, document.sentence_number(chosen.end - 1))
    numbers = list(range(first, last + 1))
    if len(numbers) > _MOST_SENTENCES:
        numbers = [numbers[0], -1, *numbers[-_MOST_SENTENCES + 1 :]]
    for number in numbers:
        if number < 0:
            yield "…"
            continue
        sentence = document.sentences[number]
        text = ""
        for offset in range(sentence.start, sentence.end):
            word = document.words[offset]
            if word.empty and (offset in opens or offset in closes):
                text += opens.get(offset, "") + ELIDED + closes.get(offset, "") + " "
            elif not word.empty:
                text += opens.get(offset, "") + word.form + closes.get(offset, "") + " " * word.space_after
        yield text.strip()
