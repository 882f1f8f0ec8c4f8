"""Random documents for hypothesis: any text, any structure that a Document may have."""

from itertools import pairwise

from hypothesis import strategies as st

from anaphora_workbench.corpora.document import (
    Bridge,
    CoreferenceLayer,
    Decision,
    Document,
    Entity,
    Mention,
    Paragraph,
    Quotation,
    Sentence,
    Word,
)

# Surrogates, control characters, backslashes and blanks of all kinds are what formats stumble over.
TEXT = st.text(
    st.one_of(st.characters(), st.sampled_from("\\\x00\x0b\x1f\x85\u2028\ufffe\ud800\t\n\r \"'<&>|(")), max_size=6
)
NOTES = st.dictionaries(TEXT, TEXT, max_size=2)
_FEW = st.integers(0, 3)


@st.composite
def words(draw: st.DrawFn, count: int) -> list[Word]:
    head = st.integers(-1, count - 1)
    return [
        Word(
            draw(TEXT), draw(TEXT), draw(TEXT), draw(TEXT), draw(TEXT), draw(head), draw(TEXT), draw(TEXT),
            draw(st.booleans()), draw(st.none() | _FEW), draw(st.none() | _FEW), draw(st.booleans()), draw(NOTES),
            draw(st.none() | TEXT), draw(TEXT),
        )
        for _ in range(count)
    ]  # fmt: skip


@st.composite
def mentions(draw: st.DrawFn, count: int, name: str) -> Mention:
    """A mention of a text of ``count`` words; without a span if there are none."""
    if not count:
        return Mention(name, -1, -1, -1, extra=draw(NOTES))
    offset = st.integers(0, count - 1)
    start, last = sorted((draw(offset), draw(offset)))
    parts = draw(st.sampled_from([(), ((start, start + 1), (last, last + 1))]))
    return Mention(
        name,
        start,
        last + 1,
        draw(st.integers(start, last)),
        parts,
        draw(TEXT),
        draw(TEXT),
        draw(TEXT),
        draw(st.sampled_from(["pronoun", "proper", "common", "coordination", "other"])),
        draw(st.none() | TEXT),
        frozenset(draw(st.sets(st.sampled_from("sp"), min_size=1))),
        frozenset(draw(st.sets(st.sampled_from("mfn"), min_size=1))),
        draw(st.integers(1, 3)),
        draw(st.sampled_from(["definite", "indefinite", "bare"])),
        draw(TEXT.filter(bool)),
        draw(st.none() | offset),
        draw(st.none() | TEXT),
        draw(st.none() | TEXT),
        draw(st.booleans()),
        draw(st.booleans()),
        draw(TEXT),
        draw(st.booleans()),
        draw(st.sampled_from(["true", "system"])),
        draw(NOTES),
        tuple(draw(st.lists(offset, max_size=2))),
        draw(TEXT),
        draw(st.none() | _FEW),
        draw(st.none() | _FEW),
        draw(st.booleans()),
        draw(st.sampled_from(["anaphoric", "exophoric", ""])),
        draw(TEXT),
        apposition_of=draw(st.none() | TEXT),
        predicate_of=draw(st.none() | TEXT),
    )


@st.composite
def _layers(draw: st.DrawFn, names: list[str]) -> CoreferenceLayer:
    """A layer over mentions of these names."""
    if not names:
        return CoreferenceLayer(draw(TEXT), [], draw(st.none() | st.just([])), draw(NOTES))
    name = st.sampled_from(names)
    ids = st.lists(name, max_size=3)
    members = st.lists(TEXT, max_size=2).map(tuple)
    entities = st.builds(Entity, TEXT, ids, st.dictionaries(name, TEXT, max_size=2), st.none() | name, NOTES, members)
    decisions = st.builds(
        Decision, name, st.none() | name, ids.map(tuple), ids.map(tuple), st.booleans(), st.booleans()
    )
    return CoreferenceLayer(
        draw(TEXT),
        draw(st.lists(entities, max_size=2)),
        draw(st.none() | st.lists(decisions, max_size=2)),
        draw(NOTES),
        draw(st.lists(st.builds(Bridge, name, st.none() | name, TEXT, TEXT, NOTES), max_size=2)),
        draw(ids),
        draw(st.lists(entities, max_size=1)),
    )


@st.composite
def documents(draw: st.DrawFn) -> Document:
    count = draw(st.integers(0, 6))
    cuts = sorted({0, count, *draw(st.lists(st.integers(0, count), max_size=3))})
    paragraphs = draw(st.lists(st.builds(Paragraph, st.sampled_from(["heading", "body", "item"]), NOTES), max_size=3))
    sentences = [
        Sentence(start, end, draw(st.integers(0, max(0, len(paragraphs) - 1))), draw(TEXT), draw(NOTES), draw(TEXT))
        for start, end in pairwise(cuts)
        if draw(st.booleans())
    ]
    quotations = []
    if count:
        start, last = sorted((draw(st.integers(0, count - 1)), draw(st.integers(0, count - 1))))
        quotations = draw(
            st.lists(
                st.builds(
                    Quotation,
                    st.just(start),
                    st.just(last + 1),
                    st.none() | st.just(start),
                    st.none() | st.just(last),
                    st.frozensets(st.sampled_from(["speaker", "addressee"])),
                ),
                max_size=1,
            )
        )
    names = [f"m{number}" for number in range(draw(_FEW))]
    return Document(
        draw(TEXT),
        draw(words(count)),
        sentences,
        paragraphs,
        [draw(mentions(count, name)) for name in names],
        draw(st.dictionaries(TEXT, _layers(names), max_size=2)),
        quotations,
        draw(st.none() | (st.lists(st.sampled_from(names), max_size=3) if names else st.just([]))),
        draw(TEXT.filter(bool)),
        draw(st.sampled_from(["gold", "predicted", "none"])),
        draw(st.sampled_from(["ud", "clear", ""])),
        draw(TEXT),
        draw(TEXT),
        draw(NOTES),
        draw(TEXT),
        draw(TEXT),
        draw(st.booleans()),
        draw(st.sampled_from(["mentions", "pronouns"])),
        draw(st.none() | st.tuples(_FEW, _FEW)),
    )


@st.composite
def consistent_documents(draw: st.DrawFn) -> Document:
    """Documents that do not contradict themselves: sentences cover the words, entities part the mentions."""
    count = draw(st.integers(1, 6))
    cuts = sorted({0, count, *draw(st.lists(st.integers(1, count), max_size=2))})
    document = Document(draw(TEXT), draw(words(count)), extra=draw(NOTES))
    document.relations = draw(st.sampled_from(["ud", "clear", ""]))
    document.paragraphs = [Paragraph(draw(st.sampled_from(["heading", "body", "item"]))) for _ in cuts[1:]]
    for number, (start, end) in enumerate(pairwise(cuts)):
        document.sentences.append(Sentence(start, end, number, draw(TEXT), draw(NOTES), draw(TEXT)))
        for word in document.words[start:end]:
            word.head = word.head if start <= word.head < end else -1
    names = draw(st.lists(TEXT, unique=True, max_size=4))
    document.mentions = [draw(mentions(count, name)) for name in names]
    for mention in document.mentions:
        if mention.end - mention.start < 3:
            mention.parts = ()
        elif mention.parts:
            mention.head = mention.start
    entities: dict[int, Entity] = {}
    for name in names:
        place = draw(_FEW)
        if place:
            entities.setdefault(place, Entity(draw(TEXT) + str(place), [])).mentions.append(name)
    annotator = draw(st.sampled_from(["gold", "mitkov"]))
    decisions = draw(st.none() | st.just([Decision(name) for name in names]))
    document.coreference[annotator] = CoreferenceLayer(annotator, list(entities.values()), decisions)
    document.anaphors = draw(st.none() | st.just(names))
    return document
