"""Distance: in sentences, mentions, words and subjects, and whether paragraph or clause are the same."""

import numpy as np

from anaphora_workbench.resolvers.features.feature import Codes, bin_names, binned, of_mention, of_pair, stretches
from anaphora_workbench.resolvers.features.mention_table import MentionTable
from anaphora_workbench.resolvers.words import NEARNESS, TALKED_ABOUT

_SENTENCES = (1, 2, 3, 4, 5, 7, 10, 20)
_MENTIONS = (2, 3, 4, 5, 6, 8, 11, 16, 26, 51, 101)
_WORDS = (2, 4, 8, 16, 32, 64, 128)
_SUBJECTS = (1, 2, 3, 4, 6)
_PARAGRAPHS = (1, 2, 4)


@of_pair("sentences", bin_names(_SENTENCES), "Soon et al. 2001, DIST", reason=NEARNESS, called="sentences back")
def sentences(table: MentionTable, later: Codes, earlier: Codes) -> Codes:
    """Sentences between: 0 within one."""
    return binned(table.sentence[later] - table.sentence[earlier], _SENTENCES)


@of_pair("mentions", bin_names(_MENTIONS, 1), "Durrett & Klein 2013", reason=NEARNESS, called="noun phrases back")
def mentions(table: MentionTable, later: Codes, earlier: Codes) -> Codes:
    """Place among the mentions before: 1 for the nearest."""
    return binned(later - earlier, _MENTIONS)


@of_pair("words", bin_names(_WORDS), "Bengtson & Roth 2008", reason=NEARNESS, called="words back")
def words(table: MentionTable, later: Codes, earlier: Codes) -> Codes:
    """Words between."""
    return binned(np.maximum(table.start[later] - table.end[earlier], 0), _WORDS)


@of_pair("paragraphs", bin_names(_PARAGRAPHS), "Ng & Cardie 2002, PARANUM", reason=NEARNESS, called="paragraphs back")
def paragraphs(table: MentionTable, later: Codes, earlier: Codes) -> Codes:
    """Paragraphs between."""
    return binned(table.paragraph[later] - table.paragraph[earlier], _PARAGRAPHS)


@of_pair("same clause", source="Kennedy & Boguraev 1996", reason=NEARNESS, called="in the pronoun's clause")
def same_clause(table: MentionTable, later: Codes, earlier: Codes) -> Codes:
    """*Tom* and *the lamp* in *Tom said that the lamp fell*: no."""
    return table.clause[later] == table.clause[earlier]


@of_pair("subjects", bin_names(_SUBJECTS), reason=NEARNESS, called="subjects between")
def subjects(table: MentionTable, later: Codes, earlier: Codes) -> Codes:
    """Subjects between the two."""
    before = table.subjects_before
    return binned(before[later] - before[earlier + 1], _SUBJECTS)


@of_pair(
    "agreeing between",
    bin_names(_SUBJECTS),
    "Mitkov 1998, referential distance",
    reason=NEARNESS,
    called="candidates between that agree",
)
def agreeing_between(table: MentionTable, later: Codes, earlier: Codes) -> Codes:
    """Mentions between that agree with the later one in number and gender and can be antecedents."""
    counts = np.zeros(len(later), dtype=np.intp)
    for start, end in stretches(later):
        anaphor = later[start]
        nearest = int(earlier[start:end].min())
        window = slice(nearest, anaphor)
        agrees = (
            table.eligible[window]
            & ((table.number[window] & table.number[anaphor]) > 0)
            & ((table.gender[window] & table.gender[anaphor]) > 0)
        )
        upto = np.zeros(len(agrees) + 1, dtype=np.intp)
        np.cumsum(agrees, out=upto[1:])
        counts[start:end] = upto[-1] - upto[np.minimum(earlier[start:end] - nearest + 1, len(agrees))]
    return binned(counts, _SUBJECTS)


@of_mention("place in text", ("", "first sentence", "heading"), reason=TALKED_ABOUT, called="place in the text")
def place_in_text(table: MentionTable) -> Codes:
    """Whether it stands in a heading, or in the text's first sentence."""
    return np.where(np.array(table.discourse.heading, dtype=bool), 2, np.where(table.sentence == 0, 1, 0))
