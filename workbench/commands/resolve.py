"""``workbench resolve``: one resolver's answers, written as documents."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Annotated, Any

from anaphora_workbench.corpora.document import GOLD_LAYER, Document, Source
from anaphora_workbench.corpora.formats.losses import ANSWERS, ELIDED_MENTIONS, ELIDED_WORDS, OTHER_CHAINS
from anaphora_workbench.corpora.formats.registry import get_writable
from anaphora_workbench.corpora.formats.writing import DEFAULT_FORMAT
from anaphora_workbench.corpora.languages import language_named
from anaphora_workbench.corpora.pairing.shared_words import over_words_of_source
from anaphora_workbench.corpora.support.errors import quantity
from anaphora_workbench.evaluation.linguistic.typed import dominant
from anaphora_workbench.evaluation.matching.mention_facts import mention_facts
from anaphora_workbench.preprocessing import AskedAnnotation, is_preprocessed
from anaphora_workbench.resolvers import get_resolver, share_reading
from anaphora_workbench.resolvers.discourse.language_gaps import foreign_model
from anaphora_workbench.workbench.base.corpus import places_of
from anaphora_workbench.workbench.base.errors import CommandError, Failure
from anaphora_workbench.workbench.base.outputs import require_place_outside
from anaphora_workbench.workbench.base.prepared_documents import UNDESCRIBED, PreparedDocuments
from anaphora_workbench.workbench.base.progress import progress
from anaphora_workbench.workbench.base.settings import has_undescribed_key
from anaphora_workbench.workbench.commands.wiring import options as shared
from anaphora_workbench.workbench.commands.wiring.from_fields import with_fields
from anaphora_workbench.workbench.commands.wiring.option_values import set_format_options
from anaphora_workbench.workbench.engine.current_work import at_work
from anaphora_workbench.workbench.engine.running import DocumentTask, Outcome, documents_at, each_document, input_paths
from anaphora_workbench.workbench.engine.workers import Settled, isolation
from anaphora_workbench.workbench.experiments.preprocessing import Preprocessing
from anaphora_workbench.workbench.records.folder import DocumentFolder
from anaphora_workbench.workbench.report.explanations.resolved_text import Printed
from anaphora_workbench.workbench.report.tables import Form


def resolving(
    resolver: str,
    options: dict[str, Any],
    mentions: Source,
    annotation: AskedAnnotation | None,
    types: bool,
    own_words: bool,
    preprocessing: Preprocessing,
    cache: Path | None,
) -> Callable[[Document], Document]:
    """The function that answers one document.

    Args:
        annotation: None takes a preprocessed document as it is, and parses any other.
        types: the answer says the types of its links.
        own_words: the answer is over the words that were read, without the zeros that preprocessing made.
    """
    chosen = get_resolver(resolver, **options)
    share_reading([chosen], cache)
    prepared = PreparedDocuments(preprocessing.preprocessor(), cache)

    def answered(document: Document) -> Document:
        if mentions == "true" and annotation != "spacy" and has_undescribed_key(document):
            raise ValueError(f"{document.id}: no true mentions to resolve: {UNDESCRIBED}")
        own = document.annotation if is_preprocessed(document) else "predicted"
        whole = prepared.get(document, annotation or own)  # type: ignore[arg-type]
        given = whole.with_mentions(mentions)
        if not given.mentions and whole.mentions:
            raise ValueError(f"{document.id}: it has no {mentions} mentions; expected --mentions for those it has")
        key = whole.as_key() if chosen.needs_key else None
        with at_work(resolver, given):
            resolution = chosen.resolve(given, key)
        layer, given = resolution.layer(), resolution.bounded(given)
        mention_of = given.mention_by_id()
        for entity in layer.entities:
            if not types:
                entity.types = {}
            if len(entity.mentions) > 1 and entity.dominant is None:
                facts = [mention_facts(given, mention_of[name]) for name in entity.mentions]
                entity.dominant = entity.mentions[dominant(facts)]
        # The key stays out of the response, so that no scorer can take one for the other.
        answer = replace(given, coreference={layer.annotator: layer})
        return over_words_of_source(answer, document) if own_words else answer

    return answered


def _noting_annotators(
    documents: Iterable[DocumentTask | Settled[Outcome]], annotators: set[str]
) -> Iterator[DocumentTask | Settled[Outcome]]:
    """The documents, and on the way who has annotated them, the key apart."""
    for task in documents:
        if isinstance(task, DocumentTask):
            annotators.update(name for name in task.document.coreference if name != GOLD_LAYER)
        yield task


@with_fields("resolve")
def command(
    *,
    inputs: shared.InputsArgument,
    resolver: shared.ResolverOption,
    output: Annotated[
        Path | None,
        shared.path_option(
            "--output", "-o", help="Folder for the answered documents [default: the text and its chains are printed]."
        ),
    ] = None,
    mentions: Annotated[Source, shared.what(help="Mentions of the key, or those that the workbench finds.")] = "system",
    annotation: Annotated[
        AskedAnnotation | None,
        shared.what(
            help="The corpus's own parse, a predicted one, or spaCy's [default: predicted; of np-xml files their own]."
        ),
    ] = None,
    types: Annotated[
        bool,
        shared.printing("--types", help="Add the type of each link, as far as it follows, after Žitkus et al. (2023)."),
    ] = False,
    to: Annotated[str | None, shared.printing(help="Format of the files [default: np-xml].")] = None,
    form: Annotated[
        Form, shared.printing("--format", help="Format of what is printed; json is chains-json, which score reads.")
    ] = Form.text,
    option: shared.ResolverOptions = None,
    from_format: shared.FromOption = None,
    preprocessing: Preprocessing,
    runs: shared.Running,
    quiet: shared.QuietOption = False,
) -> int:
    """Resolve texts and print them with their chains, or write the answers, a file for each document.

    Neither holds the key.

    Example: workbench resolve text.txt --resolver mitkov

    Example: workbench resolve samples --resolver mitkov --output answers --to chains-json
    """
    if output is None and to is not None:
        raise CommandError(f"--to {to} without --output FOLDER; expected both, or --format for what is printed")
    if output is not None and form is not Form.text:
        raise CommandError(f"--format {form} next to --output; expected --to for the format of the files")
    places = places_of(inputs)
    inputs = [path for path, _ in places]
    files = input_paths(inputs, from_format)
    if output is not None:
        require_place_outside(output, inputs, files)
    failures: list[Failure] = []
    annotators: set[str] = set()
    documents = _noting_annotators(documents_at(places, from_format), annotators)
    options = shared.resolver_options(set_format_options(option or ()), (resolver,)).get(resolver, {})
    own_words = form is Form.json if to is None else not get_writable(to).has_words
    make = partial(resolving, resolver, options, mentions, annotation, types, own_words, preprocessing)
    make(None)
    chosen = get_resolver(resolver, **options)
    limits = isolation([chosen], runs.limits())
    folder = DocumentFolder(output, to or DEFAULT_FORMAT, files, failures) if output is not None else None
    printed = Printed(form, len(files) > 1)
    make = partial(make, runs.folder())
    with progress("resolving", None, quiet) as advance:
        workers = runs.workers(files)
        # The folder itself tells which documents would have one file.
        languages: set[str] = set()
        for _, answered in each_document(make, documents, workers, failures, advance, False, limits):
            languages.add(answered.language)
            if folder is not None:
                folder.add(answered)
            else:
                printed.add(answered)
    if folder is not None:
        folder.finish()
        _warn_of_losses(folder, to or DEFAULT_FORMAT)
    else:
        printed.finish()
    if annotators and folder is not None:
        shared.warn(
            f"annotation by {', '.join(sorted(annotators))} is left out of the answers, which hold one "
            "resolver's; the input keeps it"
        )
    for code in sorted(languages):
        for lacking, reason in foreign_model(chosen.learnt_in, language_named(code)).items():
            shared.warn(f"{resolver} lacks {lacking}: {reason}")
    shared.report_failures(failures)
    return shared.status(failures, printed.number if folder is None else folder.written)


def _warn_of_losses(folder: DocumentFolder, to: str) -> None:
    """Say what of the answers the format of the files has no place for."""
    if OTHER_CHAINS in folder.lost:
        shared.warn(
            f"{to} has no place for {OTHER_CHAINS} (of noun phrases, or of one mention), so these are not "
            "written; np-xml and chains-json keep them"
        )
    if ANSWERS in folder.lost:
        shared.warn(
            f"{to} has no place for {ANSWERS}, so pronoun scores will be read off the chains; "
            "np-xml and chains-json keep the answers"
        )
    words, elided = folder.elided[ELIDED_WORDS], folder.elided[ELIDED_MENTIONS]
    if words:
        of_mentions = f", nor {quantity(elided, 'mention')} of nothing else" if elided else ""
        shared.warn(
            f"{to} does not keep {quantity(words, 'elided word')} as such{of_mentions}; np-xml and conllu keep them"
        )
