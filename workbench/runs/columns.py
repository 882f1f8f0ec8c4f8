"""One document answered by columns that stand side by side: resolvers with options, and other systems' answers.

A column that fails costs only itself. A document without a key is answered too: then there is nothing to measure.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace

from anaphora_workbench.corpora.document import Document
from anaphora_workbench.evaluation.counting.counting import count
from anaphora_workbench.resolvers import get_resolver, share_reading
from anaphora_workbench.workbench.analysis.details import ReportDetails, ResolutionDetails, SpeechAnswer, speech_answers
from anaphora_workbench.workbench.base.errors import ResolverError, one_line
from anaphora_workbench.workbench.base.prepared_documents import PreparedDocuments
from anaphora_workbench.workbench.base.settings import Setting, allowed
from anaphora_workbench.workbench.engine.current_work import being_made, for_column
from anaphora_workbench.workbench.experiments.responses import AlignedResponse, Response
from anaphora_workbench.workbench.experiments.results import Outcome
from anaphora_workbench.workbench.runs import evaluating
from anaphora_workbench.workbench.runs.column import Column, FeatureChange

NEEDS_KEY = "it takes its answers from a key, and this text has none"


@dataclass
class AnsweredColumns:
    """What the columns made of one document.

    Attributes:
        setting: of mentions and annotation.
        settings: all that the document allows.
        details: by number of the column.
        speech: what it made of first and second persons, likewise.
        outcomes: its counts, likewise; empty without a key.
        failures: why a column has no answer, likewise.
        unanswered: the document without answers, where no column has any.
    """

    document: Document
    setting: Setting
    settings: tuple[Setting, ...]
    details: dict[int, ResolutionDetails] = field(default_factory=dict)
    speech: dict[int, dict[int, SpeechAnswer]] = field(default_factory=dict)
    outcomes: dict[int, Outcome] = field(default_factory=dict)
    failures: dict[int, str] = field(default_factory=dict)
    unanswered: ResolutionDetails | None = None


def answered_by_columns(
    document: Document,
    columns: Sequence[Column],
    prepared: PreparedDocuments,
    metrics: Iterable[str],
    setting: Setting | None = None,
) -> AnsweredColumns:
    """Answer a document by each column.

    Args:
        prepared: preprocesses the document.
        metrics: to count where there is a key.
        setting: of mentions and annotation; None, or one that the document does not allow, for its first.
    """
    settings = allowed(document)
    if not settings:
        raise ValueError(f"{document.id}: there is no text to resolve; expected words")
    chosen = setting if setting in settings else settings[0]
    (served,) = prepared.in_settings(document, [chosen])
    whole, key, given = served.whole, served.key, served.given
    results = AnsweredColumns(whole, chosen, settings)
    resolvers = {}
    for number, column in enumerate(columns):
        if column.response is None:
            try:
                with for_column(number), being_made(column.resolver):
                    resolvers[number] = get_resolver(column.resolver, **column.options)
            except ValueError as error:
                results.failures[number] = one_line(error)
    share_reading(resolvers.values(), prepared.folder)
    make_details = ReportDetails()
    for number, column in enumerate(columns):
        if number in results.failures:
            continue
        try:
            if column.response is not None:
                response = Response(f"column {number + 1}", column.response)
                answers = AlignedResponse(response).pair(key or evaluating.without_key(whole), document)
                if answers.unanswered:
                    raise ValueError(answers.unanswered)
                pair = answers.pair
                resolution = evaluating.as_resolution(pair, response.name, answers.from_chains)
            elif resolvers[number].needs_key and key is None:
                raise ValueError(NEEDS_KEY)
            else:
                told = with_changes(given, column.changes)
                with for_column(number):
                    resolution, pair = evaluating.answered(column.resolver, resolvers[number], told, key)
                # The mentions stay those of all columns, and the trace says what was compared instead.
                pair = replace(pair, response=given)
            results.details[number] = make_details(pair, resolution, whole)
            results.speech[number] = speech_answers(resolution, results.details[number].given)
            if key is not None:
                results.outcomes[number] = Outcome(
                    {given.id: count(pair, list(metrics), evaluating.NO_RESOLVER_MAKES, ())}
                )
        except (ValueError, ResolverError) as error:
            results.failures[number] = one_line(error)
    if not results.details:
        nothing, pair = evaluating.unanswered(given, key)
        results.unanswered = make_details(pair, nothing, whole)
    return results


def with_changes(document: Document, changes: Iterable[FeatureChange]) -> Document:
    """A document with other numbers or genders of some mentions. Raises ValueError for a mention that there is not."""
    mentions = list(document.mentions)
    for change in changes:
        places = [
            at for at, mention in enumerate(mentions) if (mention.start, mention.end) == (change.start, change.end)
        ]
        if not places:
            raise ValueError(f"no mention from word {change.start + 1} to {change.end}; expected one of the document")
        for at in places:
            mentions[at] = replace(mentions[at], **{change.feature: frozenset(change.values)})  # type: ignore[arg-type]
    return replace(document, mentions=mentions) if mentions != document.mentions else document
