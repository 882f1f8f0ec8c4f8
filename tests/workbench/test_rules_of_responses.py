"""What is compared of a response changes with the number of the rules by which it is brought to its key, or not at all.

The responses are the samples' own keys with every third mention one word shorter, over words that differ from the
key's in the ways in which tokenizers do.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from itertools import accumulate
from pathlib import Path

import pytest

from anaphora_workbench.corpora import formats, read
from anaphora_workbench.corpora.document import CoreferenceLayer, Document, Entity, Mention, Sentence, Word
from anaphora_workbench.workbench.base import signature
from anaphora_workbench.workbench.base.errors import ResponseError
from anaphora_workbench.workbench.experiments.responses import AlignedResponse, Response
from few_samples import ONE_OF_EACH_GENRE
from numbered_rules import check_rules

_TABLE = Path(signature.__file__).with_name("rules.tsv")
# Files that say the heads of their mentions, files that do not, and files without words.
_FORMATS = {"np-xml": "np.xml", "jsonlines": "jsonlines", "chains-json": "json"}
_SHOWN = 16


def _same(forms: list[str]) -> list[list[str]]:
    return [[form] for form in forms]


def _capitals(forms: list[str]) -> list[list[str]]:
    return [[form.upper()] for form in forms]


def _marks_joined(forms: list[str]) -> list[list[str]]:
    """Marks and what begins with one stand with the word before."""
    tokens: list[list[str]] = []
    for form in forms:
        if tokens and not form[0].isalnum():
            tokens[-1].append(form)
        else:
            tokens.append([form])
    return tokens


def _some_missing(forms: list[str]) -> list[list[str]]:
    return [[form] if number % 7 else [] for number, form in enumerate(forms, 1)]


def _responses(key: Document) -> Iterator[Document]:
    """The key of a document as an answer over words of each kind."""
    assert key.key is not None
    for tokenized in (_same, _capitals, _marks_joined, _some_missing):
        tokens = tokenized([word.form for word in key.words])
        # A token of two words of the key is at the place of both; a word that is missing, at that of the next one.
        places = [number for number, token in enumerate(tokens) for _ in token or [""]]
        offset = list(accumulate((bool(token) for token in tokens), initial=0))
        mentions = []
        for number, mention in enumerate(key.mentions):
            start, end = offset[places[mention.start]], offset[places[mention.end - 1]] + 1
            end = max(start + 1, min(end, offset[-1]) - (number % 3 == 0))
            mentions.append(Mention(mention.id, start, end, start))
        words = [Word("".join(token)) for token in tokens if token]
        ends = [offset[places[sentence.end - 1]] + 1 for sentence in key.sentences]
        sentences = [Sentence(start, min(end, len(words))) for start, end in zip([0, *ends], ends, strict=False)]
        entities = [Entity(entity.id, entity.mentions) for entity in key.key.entities]
        layer = CoreferenceLayer("system", entities)
        yield Document(key.id, words, sentences, mentions=mentions, coreference={"system": layer})


def _compared(response: Response, key: Document) -> Iterator[str]:
    """What is compared of a response: the places of its mentions, their heads, and the answers to pronouns."""
    try:
        answers = AlignedResponse(response).pair(key, key)
    except ResponseError:
        yield "refused"
        return
    yield f"{answers.unaligned} {answers.missing_words}"
    for mention in answers.pair.response.mentions:
        yield f"{mention.id} {mention.start} {mention.end} {mention.parts} {mention.head}"
    for decision in answers.pair.response_layer.decisions or ():
        yield f"{decision.anaphor} {decision.antecedent}"


@pytest.mark.filterwarnings("ignore::UserWarning")
def test_responses_are_brought_to_their_keys_as_the_number_says(tmp_path: Path) -> None:
    lines = []
    for name in ONE_OF_EACH_GENRE:
        sample = next(read(f"samples/{name}.conllu"))
        for response in _responses(sample):
            for format, ending in _FORMATS.items():
                write = formats.get_format(format).write
                assert write is not None
                file = tmp_path / f"{sample.id}.{ending}"
                write([response], file)
                lines += _compared(Response("system", file), sample)
    check_rules(_TABLE, {"response": hashlib.sha256("\n".join(lines).encode()).hexdigest()[:_SHOWN]})
