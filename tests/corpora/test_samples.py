"""The shipped samples: well-formed, consistent, and as many phenomena as their README promises."""

import re
from collections import Counter
from itertools import product
from pathlib import Path

import pytest

from anaphora_workbench.corpora import read, write
from anaphora_workbench.corpora.document import Document, Entity, Mention
from anaphora_workbench.corpora.support.samples import packaged

SAMPLES = packaged("samples")
DOCUMENTS = {document.id: document for document in read(SAMPLES)}
FILES = sorted(SAMPLES.glob("*.conllu"))

MASCULINE = frozenset(["he", "him", "his", "himself"])
FEMININE = frozenset(["she", "her", "hers", "herself"])
NEUTER = frozenset(["it", "its", "itself"])
PLURAL = frozenset(["they", "them", "their", "theirs", "themselves", "themself"])
REFLEXIVE = frozenset(["himself", "herself", "itself", "themselves", "themself"])
RECIPROCAL = frozenset({"each other", "one another"})
THIRD_PERSON = MASCULINE | FEMININE | NEUTER | PLURAL
TYPES = frozenset(
    ["person", "place", "organization", "object", "event", "time", "substance", "animal", "plant", "abstract"]
)

# Entities whose pronouns mix he or she with singular they, by document and first mention.
SINGULAR_THEY = {("news_painting", "the thief")}

every_document = pytest.mark.parametrize("document", DOCUMENTS.values(), ids=DOCUMENTS.keys())


def entities(document: Document) -> list[tuple[Entity, list[Mention]]]:
    assert document.key is not None
    by_id = document.mention_by_id()
    return [(entity, [by_id[mention] for mention in entity.mentions]) for entity in document.key.entities]


def words_of(document: Document, mention: Mention) -> str:
    return document.mention_text(mention).lower()


def is_clause(mention: Mention) -> bool:
    return mention.is_clause


def pleonastic(document: Document) -> list[str]:
    return [word.form.lower() for word in document.words if word.extra.get("Pleonastic") == "Yes"]


def counts(document: Document) -> dict[str, int]:
    """What the README's table says of a document."""
    chains = [mentions for _, mentions in entities(document)]
    pronouns = [
        (mentions.index(mention), words_of(document, mention), mentions)
        for mentions in chains
        for mention in mentions
        if words_of(document, mention) in THIRD_PERSON
    ]
    return {
        "words": sum(any(map(str.isalnum, word.form)) for word in document.words),
        "sentences": len(document.sentences),
        "mentions": len(document.mentions),
        "entities": len(chains),
        "chains": sum(len(mentions) > 1 for mentions in chains),
        "anaphoric": sum(position > 0 for position, _, _ in pronouns),
        "reflexive": sum(form in REFLEXIVE for _, form, _ in pronouns),
        "reciprocal": sum(words_of(document, mention) in RECIPROCAL for mention in document.mentions),
        "cataphoric": sum(
            position == 0
            and "SplitAnte" not in document.words[mentions[0].start].extra
            and any(words_of(document, later) not in THIRD_PERSON | RECIPROCAL for later in mentions)
            for position, _, mentions in pronouns
        ),
        "pleonastic": len(pleonastic(document)),
        "clauses": sum(any(map(is_clause, mentions)) for mentions in chains),
        "split": sum("SplitAnte" in word.extra for word in document.words),
    }


def table() -> list[str]:
    """The rows of the README's table."""
    rows = {name: counts(document) for name, document in DOCUMENTS.items()}
    together = {key: sum(row[key] for row in rows.values()) for key in next(iter(rows.values()))}
    return [
        "| " + " | ".join((name, *(f"{count:,}" for count in row.values()))) + " |"
        for name, row in [*rows.items(), ("together", together)]
    ]


def test_the_readme_gives_the_counts_of_the_files() -> None:
    lines = (SAMPLES / "README.md").read_text(encoding="utf-8").splitlines()
    assert [line for line in lines if line.startswith(("| fiction", "| manual", "| news", "| together"))] == table()


def test_three_genres_of_three_or_four_documents() -> None:
    genres = Counter(name.split("_")[0] for name in DOCUMENTS)
    assert genres.keys() == {"fiction", "manual", "news"}
    assert set(genres.values()) <= {3, 4}
    assert all(document.genre == name.split("_")[0] for name, document in DOCUMENTS.items())


def test_manuals_have_headings_and_list_items() -> None:
    for name, document in DOCUMENTS.items():
        kinds = [paragraph.kind for paragraph in document.paragraphs]
        assert kinds[0] == "heading"
        assert {"heading", "item", "body"} == set(kinds) or not name.startswith("manual")
        assert kinds.count("heading") >= 4 or not name.startswith("manual")


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_file_holds_the_document_of_its_name_and_is_written_as_it_was_read(path: Path, tmp_path: Path) -> None:
    documents = list(read(path))
    write(documents, tmp_path / "again.conllu", "conllu")
    assert [document.id for document in documents] == [path.stem]
    assert (tmp_path / "again.conllu").read_bytes() == path.read_bytes()


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_keys_of_the_last_column_are_known_and_in_alphabetical_order(path: Path) -> None:
    for line in path.read_text(encoding="utf-8").splitlines():
        if line and not line.startswith("#"):
            keys = [item.split("=")[0] for item in line.split("\t")[9].split("|")]
            assert keys == sorted(set(keys)), line
            assert set(keys) <= {"_", "Entity", "Pleonastic", "SpaceAfter", "Speaker", "SplitAnte"}, line


@every_document
def test_the_text_comment_is_what_the_words_say(document: Document) -> None:
    for number, sentence in enumerate(document.sentences, 1):
        assert sentence.id == f"{document.id}-{number}"
        assert document.text(sentence.start, sentence.end) == sentence.extra["text"]
        assert not re.search(r"[\[\]*~<>{}]| {2}", sentence.extra["text"])


@every_document
def test_mentions_nest_within_a_sentence_and_have_spans_of_their_own(document: Document) -> None:
    spans = [(mention.start, mention.end) for mention in document.mentions]
    assert len(set(spans)) == len(spans)
    crossing = [(one, other) for one, other in product(spans, spans) if one[0] < other[0] < one[1] < other[1]]
    assert not crossing, "mentions that cross"
    for mention in document.mentions:
        assert document.sentence_number(mention.start) == document.sentence_number(mention.end - 1)
        assert mention.start <= mention.head < mention.end
        assert mention.extra.get("head"), "the head is stated, not guessed by the reader"
        assert any(map(str.isalnum, document.words[mention.head].form)), document.mention_text(mention)


@every_document
def test_a_third_person_pronoun_is_a_mention_or_pleonastic_and_never_both(document: Document) -> None:
    single = {mention.start for mention in document.mentions if mention.end == mention.start + 1}
    for offset, word in enumerate(document.words):
        refers_to_nothing = word.extra.get("Pleonastic") == "Yes"
        if word.form.lower() in THIRD_PERSON:
            around = document.text(max(0, offset - 5), offset + 5)
            assert (offset in single) != refers_to_nothing, around
        else:
            assert not refers_to_nothing
    assert set(pleonastic(document)) == {"it"}


@every_document
def test_the_mentions_of_an_entity_have_one_type(document: Document) -> None:
    for _, mentions in entities(document):
        types = {mention.entity_type for mention in mentions}
        assert len(types) == 1, document.mention_text(mentions[0])
        assert types <= TYPES


@every_document
def test_the_pronouns_of_an_entity_agree(document: Document) -> None:
    for _, mentions in entities(document):
        forms = {words_of(document, mention) for mention in mentions}
        used = [group for group in (MASCULINE, FEMININE, NEUTER, PLURAL) if forms & group]
        first = document.mention_text(
            next((m for m in mentions if words_of(document, m) not in THIRD_PERSON), mentions[0])
        )
        if used == [NEUTER, PLURAL]:
            assert mentions[0].entity_type == "organization", first
        elif len(used) > 1:
            assert (document.id, first) in SINGULAR_THEY, f"{first}: {sorted(forms)}"
        if forms & (MASCULINE | FEMININE):
            assert mentions[0].entity_type in {"person", "animal"}, first
        if forms & RECIPROCAL:
            assert not forms & (MASCULINE | FEMININE | NEUTER), first


@every_document
def test_a_reflexive_has_its_antecedent_in_the_sentence(document: Document) -> None:
    for _, mentions in entities(document):
        for mention in mentions:
            if words_of(document, mention) in REFLEXIVE:
                sentence = document.sentence_number(mention.start)
                others = [m for m in mentions if m is not mention and document.sentence_number(m.start) == sentence]
                assert others, document.text(mention.start - 6, mention.end)


@every_document
def test_an_object_pronoun_is_not_the_subject_right_before_it(document: Document) -> None:
    # "she told her", "they are late to them": binding forbids that both are one.
    entity_of = document.key.entity_of() if document.key else {}
    single = {mention.start: mention for mention in document.mentions if mention.end == mention.start + 1}
    subjects = frozenset({"he", "she", "they"})
    objects = frozenset({"him", "them"})
    for start, mention in single.items():
        later = single.get(start + 2)
        if later and words_of(document, mention) in subjects and words_of(document, later) in objects:
            assert entity_of[mention.id] is not entity_of[later.id], document.text(start, start + 3)


@every_document
def test_nobody_is_their_own_sister(document: Document) -> None:
    # A pronoun may refer to the phrase that it stands in from inside a relative clause or as an emphatic
    # reflexive, but the possessor that begins a phrase is someone else.
    for _, mentions in entities(document):
        for outer in mentions:
            for inner in mentions:
                if outer is not inner and outer.contains(inner) and not is_clause(outer):
                    assert inner.start > outer.start or words_of(document, outer).endswith("both")


@every_document
def test_split_antecedents_are_entities_mentioned_before(document: Document) -> None:
    first = {entity.id: mentions[0].start for entity, mentions in entities(document)}
    for offset, word in enumerate(document.words):
        pairs = [pair.split("<") for pair in word.extra.get("SplitAnte", "").split(",") if pair]
        assert len(pairs) != 1, "an antecedent is split into two or more"
        for part, whole in pairs:
            assert first[whole] == offset
            assert first[part] < offset
        assert len({whole for _, whole in pairs}) <= 1


@every_document
def test_every_quotation_names_an_entity_as_its_speaker(document: Document) -> None:
    of = {entity.id: mentions for entity, mentions in entities(document)}
    marks = [offset for offset, word in enumerate(document.words) if word.form == '"']
    assert len(marks) % 2 == 0
    assert [offset for offset, word in enumerate(document.words) if "Speaker" in word.extra] == marks[::2]
    for opening, closing in zip(marks[::2], marks[1::2], strict=True):
        speaker = of[document.words[opening].extra["Speaker"]]
        assert speaker[0].entity_type in {"person", "organization"}
        inside = {m.start for m in document.mentions if opening < m.start < closing and words_of(document, m) == "i"}
        assert inside <= {m.start for m in speaker}, "I is who speaks"


@every_document
def test_a_clause_is_annotated_only_where_something_takes_it_up(document: Document) -> None:
    for _, mentions in entities(document):
        if any(map(is_clause, mentions)):
            assert mentions[0].entity_type in {"event", "abstract"}
            assert not all(map(is_clause, mentions)), document.mention_text(mentions[0])
