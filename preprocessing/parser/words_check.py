"""Checks that words are words of a text, and sentences sentences."""

from collections import Counter
from collections.abc import Iterator

from anaphora_workbench.corpora.document import Document

# Of more words in one sentence, its ends may be missing; more are in no sentence of a text.
ONE_SENTENCE, LONG_SENTENCE = 60, 150
# So many of the words are one form that stands for none.
_MOST = 0.5


def remarks_on_words(document: Document) -> Iterator[str]:
    """What is odd about the words and sentences of a document."""
    forms = [word.form for word in document.words if not word.empty]
    form, times = next(iter(Counter(forms).most_common(1)), ("", 0))
    if len(forms) > 2 and times > _MOST * len(forms) and not form.isalnum():
        yield f"the words are {form or 'empty'}, of {times} of {len(forms)}; expected the text of the corpus"
    yield from remarks_on_sentences(document)


def remarks_on_sentences(document: Document) -> Iterator[str]:
    """Of a document that seems to lack the ends of its sentences, which resolvers need."""
    lengths = [
        sum(not word.empty for word in document.words[sentence.start : sentence.end]) for sentence in document.sentences
    ]
    longest = max(lengths, default=0)
    if len(lengths) == 1 and longest > ONE_SENTENCE:
        yield f"{longest} words are one sentence; does the file lack the ends of its sentences?"
    elif longest >= LONG_SENTENCE:
        number = lengths.index(longest) + 1
        yield f"sentence {number} has {longest} words; does the file lack the ends of its sentences?"
