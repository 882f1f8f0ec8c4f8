"""Scoring next to scorch: the metrics alone, whole processes, one long document, and the start.

The responses are keys damaged at random by a fixed seed: mentions left out, moved to other entities, and
mentions that the key does not have. scorch has five of the cluster metrics; ours computes all eight where
whole processes are compared.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from pathlib import Path

from anaphora_workbench.corpora import read
from anaphora_workbench.corpora import write as write_documents
from anaphora_workbench.corpora.document import GOLD_LAYER, CoreferenceLayer, Document, Entity, Mention, Sentence, Word
from anaphora_workbench.evaluation import evaluate
from anaphora_workbench.workbench.report.tables import Row, Table
from benchmarks.columns import columns_of
from benchmarks.processes import Measured, processes, python, timed, workbench

BOTH_HAVE = ("muc", "b_cubed", "ceaf_m", "ceaf_e", "blanc")
SEED = 7
Span = tuple[int, int]
Entities = list[list[Span]]


def scoring_tables(corpora: Path, scratch: Path) -> Iterator[Table]:
    """The tables, each when it is measured.

    Args:
        corpora: folder of the public corpora.
        scratch: an empty folder for files.
    """
    litbank = _entities(corpora / "litbank" / "conll")
    gum = _entities(corpora / "gum")
    yield _table("the metrics alone, in memory", [_alone("LitBank", litbank), _alone("GUM", gum)])
    yield _table("whole processes on CoNLL-2012 files", _processes(litbank, scratch))


def _table(title: str, rows: Sequence[Row]) -> Table:
    columns = columns_of(
        "what; ours: ours, s (number); ours_memory: MiB (number); peer; theirs: peer, s (number); "
        "peer_memory: MiB (number); ratio: times (number)"
    )
    return Table(title, columns, rows)


def _row(what: str, ours: Measured, peer: str, theirs: Measured | None) -> Row:
    return {
        "what": what,
        "ours": ours.seconds,
        "ours_memory": ours.mebibytes,
        "peer": peer,
        "theirs": theirs.seconds if theirs else None,
        "peer_memory": theirs.mebibytes if theirs else None,
        "ratio": theirs.seconds / ours.seconds if theirs else None,
    }


def _alone(name: str, documents: Sequence[Entities]) -> Row:
    from scorch import scores as scorch

    source = random.Random(SEED)
    lists = [(key, damaged(key, source)) for key in documents]
    sets = [([set(entity) for entity in key], [set(entity) for entity in response]) for key, response in lists]
    ours = timed(lambda: [evaluate(key, response, BOTH_HAVE) for key, response in lists])
    theirs = timed(
        lambda: [getattr(scorch, metric)(key, response) for key, response in sets for metric in BOTH_HAVE], runs=1
    )
    mentions = sum(len(entity) for key in documents for entity in key)
    return _row(f"{name}: {len(documents)} documents, {mentions} mentions", ours, "scorch", theirs)


def _processes(documents: Sequence[Entities], scratch: Path) -> list[Row]:
    source = random.Random(SEED)
    responses = [damaged(key, source) for key in documents]
    key, response = scratch / "key", scratch / "response"
    for folder, side in ((key, documents), (response, responses)):
        folder.mkdir()
        for number, entities in enumerate(side):
            write(folder / f"d{number}.conll", f"d{number}", entities, last_word(documents[number], responses[number]))
    long_key, long_response = joined(documents), joined(responses, documents)
    for path, entities in ((scratch / "key.conll", long_key), (scratch / "response.conll", long_response)):
        write(path, "long", entities, last_word(long_key, long_response))
    small = [scratch / "key" / "d0.conll", scratch / "response" / "d0.conll"]
    converted = [scratch / "key-json", scratch / "response-json"]
    for folder in converted:
        folder.mkdir()
    converting = [
        python("-m", "scorch.conll", str(path), str(into))
        for side, into in zip((key, response), converted, strict=True)
        for path in sorted(side.iterdir())
    ]
    processes(converting, runs=1)
    ours = processes([_score(key, response)])
    theirs = processes([python("-m", "scorch.main", *map(str, converted))])
    return [
        _row(f"LitBank, {len(documents)} files a side", ours, "scorch, five metrics, from JSON", theirs),
        _row(
            "the same files, mentions matched by head",
            processes([[*_score(key, response), "--mention-match", "head"]]),
            "exact match",
            ours,
        ),
        _row(
            f"LitBank joined into one document, {sum(map(len, long_key))} mentions",
            processes([_score(scratch / "key.conll", scratch / "response.conll")]),
            "scorch: 98 s, 6 GB when last measured",
            None,
        ),
        _row(
            "two files, start-up",
            processes([_score(*small)]),
            "import numpy, scipy.optimize",
            processes([python("-c", "import numpy, scipy.optimize")]),
        ),
    ]


def _score(key: Path, response: Path) -> list[str]:
    metrics = ("mentions", *BOTH_HAVE, "lea", "conll")
    return workbench("score", str(key), str(response), *(f"--metric={name}" for name in metrics))


def _entities(path: Path) -> list[Entities]:
    by_document = []
    for document in read(path):
        mention_of = document.mention_by_id()
        layer = document.key
        entities = [
            [(mention_of[name].start, mention_of[name].end) for name in entity.mentions] for entity in layer.entities
        ]  # type: ignore[union-attr]
        by_document.append(entities)
    return by_document


def damaged(key: Entities, source: random.Random) -> Entities:
    """A response: of ten mentions one is lost, two are moved, and one that the key does not have is added.

    None comes to an entity with a mention that it crosses, which brackets cannot hold.
    """
    taken = {mention for entity in key for mention in entity}
    response = [[] for _ in key] or [[]]  # type: Entities
    for number, entity in enumerate(key):
        for mention in entity:
            chance = source.random()
            if chance < 0.1:
                continue
            place = source.randrange(len(key)) if chance < 0.3 else number
            for there in dict.fromkeys((place, number)):
                if not any(_cross(mention, other) for other in response[there]):
                    response[there].append(mention)
                    break
            longer = mention[0], mention[1] + 1
            if chance > 0.9 and longer not in taken:
                taken.add(longer)
                place = source.randrange(len(key))
                if not any(_cross(longer, other) for other in response[place]):
                    response[place].append(longer)
    return [sorted(entity) for entity in response if entity]


def _cross(one: Span, other: Span) -> bool:
    first, second = sorted((one, other))
    return first[0] < second[0] < first[1] < second[1]


def joined(documents: Sequence[Entities], placed_like: Sequence[Entities] | None = None) -> Entities:
    """The entities of all documents as those of one."""
    moved: Entities = []
    offset = 0
    for entities, place in zip(documents, placed_like or documents, strict=True):
        moved += [[(start + offset, end + offset) for start, end in entity] for entity in entities]
        offset += last_word(place) + 2
    return moved


def last_word(*sides: Entities) -> int:
    """How many words documents with these entities have at least."""
    return max((end for entities in sides for entity in entities for _, end in entity), default=0) + 1


def write(path: Path, name: str, entities: Entities, words: int) -> None:
    """A CoNLL-2012 file with these entities."""
    named = [[(f"{number}-{place}", *span) for place, span in enumerate(one)] for number, one in enumerate(entities)]
    mentions = [Mention(id, start, end, end - 1) for one in named for id, start, end in one]
    layer = CoreferenceLayer(GOLD_LAYER, [Entity(str(n), [id for id, *_ in one]) for n, one in enumerate(named)])
    forms = [Word("word") for _ in range(words)]
    document = Document(name, forms, [Sentence(0, words)], mentions=mentions, coreference={GOLD_LAYER: layer})
    write_documents([document], path, "conll2012")
