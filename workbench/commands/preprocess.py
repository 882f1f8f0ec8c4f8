"""``workbench preprocess``: text or corpus files to the shared XML."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, cast

import typer

from anaphora_workbench.corpora.document import Document
from anaphora_workbench.preprocessing import Preprocessor
from anaphora_workbench.workbench.commands.choices import AnnotationChoice, ExtractorChoice
from anaphora_workbench.workbench.commands.options import (
    FromOption,
    InputsArgument,
    JobsOption,
    LexiconOption,
    ModelOption,
    QuietOption,
    jobs_wanted,
    report_failures,
    status,
)
from anaphora_workbench.workbench.documents import each_document, size_of, tasks_of
from anaphora_workbench.workbench.errors import Failure
from anaphora_workbench.workbench.progress import progress
from anaphora_workbench.workbench.report.files import DocumentFolder
from anaphora_workbench.workbench.settings import Annotation, is_preprocessed


@dataclass(frozen=True)
class Annotate:
    """Makes the function that preprocesses one document."""

    model: str | None
    lexicon: str | None
    extractor: str
    annotation: Annotation

    def __call__(self) -> Callable[[Document], Document]:
        preprocessor = Preprocessor(self.model, self.lexicon, self.extractor)

        def preprocessed(document: Document) -> Document:
            if is_preprocessed(document):
                raise ValueError(f"{document.id}: preprocessed already; expected the text or corpus it was made of")
            return preprocessor.annotate(document, self.annotation)

        return preprocessed


def command(
    inputs: InputsArgument,
    output: Annotated[Path, typer.Option("--output", "-o", help="Folder for the .np.xml files.")],
    annotation: Annotated[
        AnnotationChoice, typer.Option("--annotation", help="Parse anew, or keep the corpus's own parse.")
    ] = AnnotationChoice.predicted,
    extractor: Annotated[
        ExtractorChoice, typer.Option("--extractor", help="Which noun phrases are found.")
    ] = ExtractorChoice.maximal,
    from_format: FromOption = None,
    model: ModelOption = None,
    lexicon: LexiconOption = None,
    jobs: JobsOption = 0,
    quiet: QuietOption = False,
) -> int:
    """Find noun phrases with their features and write the shared XML, a file for each document.

    Example: workbench preprocess texts/ --output prepared
    """
    failures: list[Failure] = []
    tasks = tasks_of(inputs, from_format, failures.append)
    make = Annotate(model, str(lexicon) if lexicon else None, extractor.value, cast(Annotation, annotation.value))
    make()
    folder = DocumentFolder(output, "np-xml")
    with progress("preprocessing", None, quiet) as advance:
        for name, outcome in each_document(make, tasks, jobs_wanted(jobs, size_of(inputs, from_format))):
            failure = outcome if isinstance(outcome, Failure) else folder.add(outcome)
            if failure is not None:
                failures.append(failure)
            advance(name)
    failures += folder.finish()
    report_failures(failures)
    return status(failures, folder.written)
