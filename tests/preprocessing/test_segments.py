"""Where TextTiling opens a segment: by the depths of the gaps alone (Hearst 1994; resolvers.md, 9.5)."""

import numpy as np
import pytest

from anaphora_workbench.corpora.document import Document, Paragraph, Sentence, Word
from anaphora_workbench.preprocessing.parser import segments


def test_a_gap_opens_a_segment_if_it_is_deeper_than_the_mean_less_half_a_deviation(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    # The last 23 of 39 gaps lie between the mean less a deviation and the mean less half of one.
    depths = np.array([1.0] * 16 + [0.5] * 23)
    assert depths.mean() - depths.std() < 0.5 < depths.mean() - depths.std() / 2
    monkeypatch.setattr(segments, "_depths", lambda similarity: depths)
    starts = range(0, 800, 20)
    document = Document("d", [Word("lamp") for _ in range(800)], paragraphs=[Paragraph() for _ in starts])
    document.sentences = [Sentence(start, start + 20, number) for number, start in enumerate(starts)]
    segments.mark_segments(document, frozenset())
    opening = [word for word in range(1, 800) if document.words[word].segment > document.words[word - 1].segment]
    # Three gaps at least lie between two boundaries.
    assert opening == [20 * (gap + 1) for gap in (0, 3, 6, 9, 12, 15)]
