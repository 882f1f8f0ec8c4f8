"""The agreement of two annotators: kappa on anaphoricity, measures of coreference, differences."""

from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from anaphora_workbench.corpora.document import Document, DocumentPair
from anaphora_workbench.corpora.pairing.alignment import align_same_text
from anaphora_workbench.corpora.pairing.pairing import duplicate_id, pair_documents
from anaphora_workbench.evaluation.statistics.annotators import AnnotatedTwice, Item, Mark, annotated_twice
from anaphora_workbench.evaluation.statistics.kappa import LabelledTwice
from anaphora_workbench.workbench.base.corpus import corpus_names
from anaphora_workbench.workbench.base.errors import Failure, one_line
from anaphora_workbench.workbench.base.layers import key_layer
from anaphora_workbench.workbench.scoring.pairs import DocumentsPair, documents_of_side, file_pairs
from anaphora_workbench.workbench.scoring.request import Request
from anaphora_workbench.workbench.scoring.scores import Scores, scores_of

METRICS = ("mentions", "muc", "b_cubed", "ceaf_e", "lea", "blanc", "conll")


@dataclass
class Agreement:
    """The agreement of two annotators on their common documents.

    Attributes:
        scores: of the second annotator, the first being the key.
        documents: by id.
        failures: documents that only one has, or that cannot be compared.
    """

    scores: Scores
    documents: dict[str, AnnotatedTwice] = field(default_factory=dict)
    failures: list[Failure] = field(default_factory=list)

    @property
    def pronouns(self) -> LabelledTwice:
        """Whether each pronoun is anaphoric."""
        return sum((document.pronouns for document in self.documents.values()), LabelledTwice({}))

    @property
    def mentions(self) -> LabelledTwice:
        """Whether each mention of either is anaphoric."""
        return sum((document.mentions for document in self.documents.values()), LabelledTwice({}))

    def as_json(self) -> dict[str, Any]:
        """The output of ``workbench agreement --format json``."""
        return {
            "documents": len(self.documents),
            "pronouns": _labels(self.pronouns),
            "mentions": _labels(self.mentions),
            "metrics": self.scores.as_json()["metrics"],
            "differences": [
                {"document": name, **difference_in_words(document, number)}
                for name, document in self.documents.items()
                for number in document.differences
            ],
        }


def annotator_names(first: Path, second: Path) -> tuple[str, str]:
    """What the two annotators are called: their files or folders, with the folders above where those have one name."""
    if first.name != second.name:
        return first.name, second.name
    named = corpus_names((first, second))
    return named[first.resolve()], named[second.resolve()]


def agreement_of(first: Path, second: Path, format: str | None = None) -> Agreement:
    """Compare the annotation of two files, or of the files of two folders that have the same names.

    Args:
        format: of all files; None to recognise it.

    Raises:
        ValueError: there is no document that both have.
    """
    pairs, unpaired = file_pairs(first, second, format)
    failures = [Failure(path.name, f"{path.name}: only the second annotator has it") for path in unpaired]
    documents: dict[str, AnnotatedTwice] = {}
    both: list[tuple[Document, Document]] = []
    file_of: dict[str, Path] = {}
    for pair in pairs:
        if pair.response is None:
            failures.append(Failure(pair.name, f"{pair.name}: only the first annotator has it"))
            continue
        try:
            ours, others = (list(documents_of_side(side, format)) for side in (pair.key, pair.response))
            matched = pair_documents(ours, others)
        except ValueError as error:
            failures.append(Failure(pair.name, one_line(error)))
            continue
        for name, (one, other) in matched.items():
            try:
                if other is None:
                    raise ValueError(f"{name}: only the first annotator has it")
                if name in documents:
                    raise ValueError(duplicate_id(pair.key, name, file_of[name]))
                file_of[name] = pair.key
                aligned = replace(align_same_text(other, one).document, id=name)
                documents[name] = annotated_twice(DocumentPair(name, one, key_layer(one), aligned, key_layer(aligned)))
                both.append((one, aligned))
            except ValueError as error:
                failures.append(Failure(name, one_line(error)))
        paired = {id(other) for _, other in matched.values()}
        alone = [other.id for other in others if id(other) not in paired]
        failures += [Failure(name, f"{name}: only the second annotator has it") for name in alone]
    if not both:
        raise ValueError(failures[0].reason if failures else f"{first}: no documents; expected some")
    firsts, seconds = zip(*both, strict=True)
    request = Request(metrics=METRICS)
    scores = scores_of([DocumentsPair("documents", firsts, seconds)], [], request, annotator_names(first, second))
    return Agreement(scores, documents, [*failures, *scores.failures])


def difference_in_words(document: AnnotatedTwice, number: int) -> dict[str, Any]:
    """A difference with what each annotator says; None for one who has no mention there."""
    item = document.items[number]
    return {
        "sentence": document.document.sentence_number(item.start) + 1,
        "kinds": list(item.kinds),
        "first": _said(document, item, 0),
        "second": _said(document, item, 1),
    }


def _said(document: AnnotatedTwice, item: Item, side: int) -> dict[str, Any] | None:
    mark = item.marks[side]
    if mark is None:
        return None
    antecedent: Mark | None = document.items[mark.antecedents[0]].marks[side] if mark.antecedents else None
    return {
        "text": document.document.mention_text(mark.mention),
        "antecedent": None if antecedent is None else document.document.mention_text(antecedent.mention),
        "in_chain": mark.is_chained,
        "reference": mark.mention.reference,
    }


def _labels(labelled: LabelledTwice) -> dict[str, Any]:
    return {name: getattr(labelled, name) for name in ("items", "observed", "expected", "kappa")}
