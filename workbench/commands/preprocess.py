"""``workbench preprocess``: text or corpus files to the shared XML."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Annotated

from anaphora_workbench.corpora.document import Document
from anaphora_workbench.preprocessing import AskedAnnotation, has_own_annotation, is_preprocessed
from anaphora_workbench.workbench.base.corpus import places_of
from anaphora_workbench.workbench.base.errors import Failure
from anaphora_workbench.workbench.base.outputs import require_place_outside
from anaphora_workbench.workbench.base.prepared_documents import PreparedDocuments
from anaphora_workbench.workbench.base.progress import progress
from anaphora_workbench.workbench.commands.wiring import options as shared
from anaphora_workbench.workbench.commands.wiring.from_fields import with_fields
from anaphora_workbench.workbench.commands.wiring.option_values import require_none, set_format_options
from anaphora_workbench.workbench.engine.running import documents_at, each_document, input_paths
from anaphora_workbench.workbench.experiments.preprocessing import Preprocessing
from anaphora_workbench.workbench.records.folder import DocumentFolder


def annotating(
    preprocessing: Preprocessing, annotation: AskedAnnotation, cache: Path | None = None
) -> Callable[[Document], Document]:
    """The function that preprocesses one document."""
    preprocessor = preprocessing.preprocessor()
    prepared = PreparedDocuments(preprocessor, cache)

    def preprocessed(document: Document) -> Document:
        lacks_clauses = document.relations and all(word.clause is None for word in document.words)
        if is_preprocessed(document) and not (lacks_clauses and annotation == document.annotation):
            raise ValueError(f"{document.id}: preprocessed already; expected the text or corpus it was made of")
        if annotation == "gold" and has_own_annotation(document) and document.annotation == "predicted":
            raise ValueError(f"{document.id}: its annotation is predicted; expected --annotation predicted or spacy")
        if is_preprocessed(document) or has_own_annotation(document):
            return preprocessor.annotate(document, annotation)
        return prepared.get(document, annotation)

    return preprocessed


@with_fields("preprocess")
def command(
    *,
    inputs: shared.InputsArgument,
    output: Annotated[Path, shared.path_option("--output", "-o", help="Folder for the .np.xml files.")],
    annotation: Annotated[
        AskedAnnotation,
        shared.what(help="The corpus's own parse, a predicted one (the corpus's, else spaCy's), or always spaCy's."),
    ] = "predicted",
    from_format: shared.FromOption = None,
    option: shared.FormatOptions = None,
    preprocessing: Preprocessing,
    cache: shared.CacheOption = None,
    no_cache: shared.NoCacheOption = False,
    jobs: shared.JobsOption = 0,
    quiet: shared.QuietOption = False,
) -> int:
    """Find noun phrases with their features and write the shared XML, a file for each document.

    Example: workbench preprocess texts/ --output prepared
    """
    require_none(set_format_options(option or ()))
    places = places_of(inputs)
    inputs = [path for path, _ in places]
    files = input_paths(inputs, from_format)
    require_place_outside(output, inputs, files)
    failures: list[Failure] = []
    documents = documents_at(places, from_format)
    make = partial(annotating, preprocessing, annotation, shared.cache_wanted(cache, no_cache))
    make()
    folder = DocumentFolder(output, "np-xml", files, failures)
    with progress("preprocessing", None, quiet) as advance:
        workers = shared.jobs_wanted(jobs, files)
        # The folder itself tells which documents would have one file.
        for _, prepared in each_document(make, documents, workers, failures, advance, unique=False):
            folder.add(prepared)
    folder.finish()
    shared.report_failures(failures)
    return shared.status(failures, folder.written)
