"""Finite clauses and topical segments.

Segments by TextTiling: where the vocabulary changes, a new one begins. Source: Hearst (1994), with block comparison
and depth scores; parameters of resolvers.md, 9.5.
"""

import re

import numpy as np

from anaphora_workbench.corpora.document import Document
from anaphora_workbench.corpora.trees.tree import DependencyTree


def number_clauses(document: Document, tree: DependencyTree) -> None:
    """Set ``Word.clause`` of every word (resolvers.md, 9.4).

    A sentence without a verb, a heading for one, is one clause. Words that no verb governs
    belong to the clause of the word before them in the sentence.
    """
    numbers: dict[tuple[int, int], int] = {}
    for index, sentence in enumerate(document.sentences):
        verbs = [tree.finite_clause(offset) for offset in range(sentence.start, sentence.end)]
        current = next((verb for verb in verbs if verb is not None), -1)
        for offset, verb in enumerate(verbs, start=sentence.start):
            current = current if verb is None else verb
            document.words[offset].clause = numbers.setdefault((index, current), len(numbers))


TOKENS_PER_PSEUDO_SENTENCE = 20
BLOCK = 10
SMOOTHING = 2
MIN_GAPS_BETWEEN_BOUNDARIES = 3

_CONTENT = re.compile(r"[^\W\d_]")


def mark_segments(document: Document, stop_words: frozenset[str]) -> None:
    """Set ``Word.segment`` of every word; a text too short to compare two blocks is one segment.

    Args:
        stop_words: lower-cased words that tell nothing of the topic.
    """
    content = [
        offset
        for offset, word in enumerate(document.words)
        if _CONTENT.search(word.form) and (word.lemma or word.form).lower() not in stop_words
    ]
    starts = _boundaries(document, content)
    segment = 0
    for offset, word in enumerate(document.words):
        if offset in starts:
            segment += 1
        word.segment = segment


def _boundaries(document: Document, content: list[int]) -> set[int]:
    """Offsets of the words that open a new segment."""
    if len(content) < 2 * BLOCK * TOKENS_PER_PSEUDO_SENTENCE or len(document.paragraphs) < 2:
        return set()
    lemmas = [(document.words[offset].lemma or document.words[offset].form).lower() for offset in content]
    column = {lemma: number for number, lemma in enumerate(sorted(set(lemmas)))}
    rows = -(-len(content) // TOKENS_PER_PSEUDO_SENTENCE)
    counts = np.zeros((rows, len(column)))
    for place, lemma in enumerate(lemmas):
        counts[place // TOKENS_PER_PSEUDO_SENTENCE, column[lemma]] += 1
    depth = _depths(_similarities(counts))
    threshold = depth.mean() - depth.std() / 2
    paragraph_starts = _paragraph_starts(document)
    chosen: list[int] = []
    starts: set[int] = set()
    for gap in np.argsort(-depth, kind="stable"):
        if depth[gap] <= max(threshold, 0) or any(abs(gap - other) < MIN_GAPS_BETWEEN_BOUNDARIES for other in chosen):
            continue
        chosen.append(int(gap))
        word = content[min((int(gap) + 1) * TOKENS_PER_PSEUDO_SENTENCE, len(content) - 1)]
        starts.add(min(paragraph_starts, key=lambda start: (abs(start - word), start)))
    return starts - {0}


def _similarities(counts: np.ndarray) -> np.ndarray:
    """Cosine of the blocks left and right of each gap, smoothed; shape (pseudo-sentences − 1,)."""
    cumulative = np.vstack([np.zeros(counts.shape[1]), counts.cumsum(axis=0)])
    rows = counts.shape[0]
    values = np.empty(rows - 1)
    for gap in range(1, rows):
        size = min(BLOCK, gap, rows - gap)
        left = cumulative[gap] - cumulative[gap - size]
        right = cumulative[gap + size] - cumulative[gap]
        norm = np.linalg.norm(left) * np.linalg.norm(right)
        values[gap - 1] = left @ right / norm if norm else 0.0
    kernel = np.ones(SMOOTHING) / SMOOTHING
    return np.convolve(np.pad(values, (SMOOTHING - 1, 0), mode="edge"), kernel, mode="valid")


def _depths(similarity: np.ndarray) -> np.ndarray:
    """How far similarity rises on both sides of each gap before it falls again."""
    depths = np.zeros_like(similarity)
    for gap, value in enumerate(similarity):
        left = right = value
        for other in similarity[gap::-1]:
            if other < left:
                break
            left = other
        for other in similarity[gap:]:
            if other < right:
                break
            right = other
        depths[gap] = (left - value) + (right - value)
    return depths


def _paragraph_starts(document: Document) -> list[int]:
    starts, seen = [], -1
    for sentence in document.sentences:
        if sentence.paragraph != seen:
            starts.append(sentence.start)
            seen = sentence.paragraph
    return starts
