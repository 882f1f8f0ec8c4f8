"""Documents that seem to lack the ends of their sentences, which resolvers need, or their words."""

from collections import Counter
from collections.abc import Iterator

from anaphora_workbench.corpora.document.document import Document

# Of more words in one sentence, its ends may be missing; so many are in hardly any sentence.
ONE_SENTENCE, LONG_SENTENCE = 60, 150
# Where the columns of a corpus stand alone: the file that has its sentences.
COMPANION = "conll2012:companion"
_MOST = 0.5


def note_sentence_ends(document: Document) -> None:
    """Take the sentences of a document as unknown where its file has the end of none; preprocessing splits it then."""
    if lacks_sentence_ends(document) and not any(word.head >= 0 for word in document.words):
        document.sentences_known = False


def lacks_sentence_ends(document: Document) -> bool:
    """Whether a document of many words is one sentence."""
    return len(document.sentences) == 1 and _length(document, 0) > ONE_SENTENCE


def remarks_on_words(document: Document) -> Iterator[str]:
    """What is odd about the words and sentences of a document as it was read."""
    forms = [word.form for word in document.words if not word.empty]
    form, times = next(iter(Counter(forms).most_common(1)), ("", 0))
    if len(forms) > 2 and times > _MOST * len(forms) and not form.isalnum():
        yield f"the words are {form or 'empty'}, {times} of {len(forms)}; expected the text of the corpus"
    missing = document.extra.get(COMPANION)
    if missing is not None:
        yield f"no {missing} is near, which has its sentences and parse"
    yield from remarks_on_sentences(document)


def remarks_on_sentences(document: Document) -> Iterator[str]:
    """Of one sentence of many words; nothing of formats that have no sentences, whose texts are always split."""
    if not document.sentences_known and (len(document.sentences) != 1 or document.anaphors is not None):
        return
    lengths = [_length(document, number) for number in range(len(document.sentences))]
    longest = max(lengths, default=0)
    if len(lengths) == 1 and longest > ONE_SENTENCE:
        split = ", so preprocessing splits it" * (not document.sentences_known)
        yield f"its {longest} words are one sentence{split}; does the file lack the ends of sentences?"
    elif longest >= LONG_SENTENCE:
        number = lengths.index(longest) + 1
        yield f"sentence {number} has {longest} words; does the file lack the ends of sentences?"


def _length(document: Document, number: int) -> int:
    sentence = document.sentences[number]
    return sum(not word.empty for word in document.words[sentence.start : sentence.end])
