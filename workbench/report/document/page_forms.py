"""The data of a report's page: the form of its index and of each packed piece, as its scripts read them.

Positions count the mentions of a document in the order of the text; a piece stands in the index by its number.
"""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, NamedTuple, NotRequired, TypedDict

if TYPE_CHECKING:
    from anaphora_workbench.workbench.analysis.packed_traces import PackedTrace


class RowOnPage(TypedDict):
    """A choice for A or B.

    ``kind`` is ``resolver``, ``baseline``, ``oracle`` or ``response``; ``options`` are those that were given.
    """

    name: str
    kind: str
    options: dict[str, Any]


class DocumentsPiece(TypedDict):
    """The documents of a corpus as columns, in its order; ``texts`` are numbers of :class:`TextPiece`."""

    ids: list[str]
    genres: list[str]
    anaphors: list[int]
    texts: list[int]


class AnsweredPiece(TypedDict):
    """The documents of a corpus in one setting: numbers of a :class:`MentionsPiece` and a :data:`TracesPiece`.

    A document without results in the setting has -1.
    """

    mentions: list[int]
    traces: list[int]


class SettingOnPage(TypedDict):
    """One setting of a corpus; ``documents`` is the number of an :class:`AnsweredPiece`.

    ``pronouns`` are numbers of :class:`PronounsPiece`, each of some documents in turn; ``first`` has the first of them.
    """

    meaning: str
    documents: int
    pronouns: list[int]
    first: list[int]


class CorpusOnPage(TypedDict):
    """A corpus, its settings by name; without a key no answer is right or wrong.

    ``count`` is the number of its documents, ``documents`` that of a :class:`DocumentsPiece`.
    """

    name: str
    has_key: bool
    count: int
    documents: int
    settings: dict[str, SettingOnPage]


class WordsOnPage(TypedDict):
    """What scripts call things: features in their order, filters by name, verdicts by letter.

    ``filters`` are ``words.FilterWords`` without ``survived``, ``verdicts`` ``words.VerdictWords`` without the letter.
    ``factors`` has for each factor what a candidate does that gains by it, and what one does that loses by it,
    ``factor_names`` its name in words where it has another; ``learned`` has the words for features of learned
    resolvers and for their values (``resolvers.words.FeatureWords``), ``labels`` what comes before a filter's reason,
    ``of_others`` what comes between both where the reason is another mention's; ``values`` the letters of each feature
    in words; the others are those of ``resolvers.words.Words``. A word of the ``glossary`` has a name, the forms that
    lead to it wherever they stand, and a meaning.
    """

    features: tuple[str, ...]
    filters: Mapping[str, Mapping[str, Any]]
    factors: Mapping[str, tuple[str, str]]
    factor_names: Mapping[str, str]
    learned: Mapping[str, Mapping[str, Any]]
    labels: Mapping[str, str]
    of_others: Mapping[str, str]
    rules: Mapping[str, str]
    conditions: Mapping[str, str]
    no_answer: Mapping[str, str]
    skipped: Mapping[str, str]
    values: Mapping[str, Mapping[str, str]]
    verdicts: Mapping[str, Mapping[str, str]]
    glossary: list[dict[str, Any]]


class Index(TypedDict):
    """The data that the page has from the start.

    ``first`` are the rows that are A and B at first. The page adds the pieces of ``exports`` (files of each table by
    its id and their ending) and of ``sections`` (what each gives its script).
    """

    resolvers: list[RowOnPage]
    first: list[int]
    words: WordsOnPage
    corpora: list[CorpusOnPage]
    exports: NotRequired[int]
    sections: NotRequired[dict[str, int]]


class TextPiece(TypedDict):
    """The words of a document and its key, see ``details.DocumentText``; ``space`` has a 1 for a space after a word."""

    words: list[str]
    space: str
    sentences: list[tuple[int, int, int]]
    headings: list[int]
    mentions: list[tuple[int, ...]]
    entities: list[list[int]]
    pronouns: list[int]
    counted: NotRequired[list[int]]


class MentionsPiece(TypedDict):
    """The mentions of a document in a setting, see ``details.GivenMentions``, and each row's chains."""

    spans: list[tuple[int, ...]]
    features: list[str]
    functions: list[str]
    entities: list[list[int]]
    pronouns: list[int]
    chains: list[list[list[int]]]


# By offset of the pronoun, a trace for each row of the page; None where it has none.
TracesPiece = dict[str, "list[PackedTrace | None]"]


class PronounRow(NamedTuple):
    """One pronoun of a setting; ``form``, ``antecedent`` and ``causes`` are numbers of strings.

    Attributes:
        document: its number.
        offset: of the pronoun.
        sentence: its number, -1 where it is unknown.
        entity: of the key; -1 for no anaphor.
        antecedent: of the key, -1 for none.
        distance: sentences back to the mention before it, -1 where it is unknown.
        verdicts: a letter for each row of the page.
        chosen: for each of them the position of its antecedent, -1 for none.
        causes: for each of them why it went wrong, -1 for nothing to say.
    """

    document: int
    offset: int
    sentence: int
    form: int
    entity: int
    antecedent: int
    distance: int
    verdicts: str
    chosen: list[int]
    causes: list[int]


class PronounsPiece(TypedDict):
    """The pronouns of some documents: what the table of pronouns and the plots are made of.

    ``chosen`` has for each document, from number ``first`` on, the text of the mentions chosen, by position, as
    numbers of strings.
    """

    first: int
    strings: list[str]
    rows: list[PronounRow]
    chosen: list[dict[int, int]]


class DocumentPieces(TypedDict):
    """One document as the rows of a page answered it, all its pieces at once.

    ``speech`` has by offset of first and second persons the span that each row linked it to, and None for none.
    """

    text: TextPiece
    mentions: MentionsPiece
    traces: TracesPiece
    pronouns: PronounsPiece
    speech: dict[str, list[tuple[int, ...] | None]]
