"""Of the best one-to-one maps the first, against all maps there are, whoever solves and in whatever order."""

import random
from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from anaphora_workbench.corpora.document import CoreferenceLayer, Document, DocumentPair, Entity, Mention, Word
from anaphora_workbench.evaluation.assignment import assignment
from anaphora_workbench.evaluation.assignment import first_assignment as module
from anaphora_workbench.evaluation.assignment.first_assignment import first_assignment
from anaphora_workbench.evaluation.matching.matching import names_of
from anaphora_workbench.evaluation.pronouns.are import aligned_links, overlap

Cells = list[tuple[int, int, Fraction]]
Chains = Sequence[Sequence[tuple[int, ...]]]
# Which weights make ties, and which are equal only when they are rounded to floats.
WEIGHTS = [Fraction(1, 2), Fraction(1), Fraction(2, 3), Fraction(1, 3), Fraction(1, 2) + Fraction(1, 10**30)]
TABLES = st.lists(
    st.tuples(st.integers(0, 4), st.integers(0, 4), st.sampled_from(WEIGHTS)),
    max_size=12,
    unique_by=lambda cell: cell[:2],
)
# Who solves a component: this module, scipy on a table, scipy on a sparse graph.
SOLVERS = {"own": (10**9, 10**9), "scipy": (0, 10**9), "scipy, sparsely": (0, 0)}


@pytest.fixture(params=SOLVERS)
def solver(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    steps, places = SOLVERS[request.param]
    monkeypatch.setattr(assignment, "_TINY", steps)
    monkeypatch.setattr(assignment, "_SMALL", steps)
    monkeypatch.setattr(assignment, "_DENSE", places)


def all_maps(cells: Cells, row: int = 0, used: frozenset[int] = frozenset()) -> Iterator[Cells]:
    """Every one-to-one map of rows 0 to 4."""
    if row > 4:
        yield []
        return
    yield from all_maps(cells, row + 1, used)
    for cell in cells:
        if cell[0] == row and cell[1] not in used:
            for rest in all_maps(cells, row + 1, used | {cell[1]}):
                yield [cell, *rest]


def prescribed(cells: Cells) -> Cells:
    """Of all maps the one that metrics.md, section 26 (Task 4), wants."""

    def place(chosen: Cells) -> list[int]:
        column_of = {row: column for row, column, _ in chosen}
        return [column_of.get(row, 5) for row in range(5)]

    return min(all_maps(cells), key=lambda chosen: (-sum(weight for _, _, weight in chosen), place(chosen)))


def chosen_of(cells: Cells) -> Cells:
    rows, columns, weights = ([cell[part] for cell in cells] for part in range(3))
    return sorted(cells[place] for place in first_assignment(rows, columns, weights))  # type: ignore[arg-type]


@pytest.mark.usefixtures("solver")
@pytest.mark.parametrize(
    ("large", "seed"), [*((module._LARGE, seed) for seed in range(3)), pytest.param(0, 3, id="prices in floats first")]
)
def test_it_is_the_prescribed_one_of_all_maps(large: int, seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "_LARGE", large)
    source = random.Random(seed)

    @given(TABLES)
    def holds(cells: Cells) -> None:
        source.shuffle(cells)
        assert chosen_of(cells) == prescribed(cells)

    holds()


@given(TABLES, st.randoms(use_true_random=False))
def test_any_map_leads_to_the_prescribed_one(cells: Cells, source: random.Random) -> None:
    """Also a bad one, of which a solver that rounds might be the author."""

    def some_map(component: list[int], rows: list[int], columns: list[int], weights: object) -> list[int]:
        taken: list[int] = []
        for cell in source.sample(component, len(component)):
            if all(rows[cell] != rows[taken_cell] and columns[cell] != columns[taken_cell] for taken_cell in taken):
                taken.append(cell)
        return taken[: source.randint(0, len(taken))]

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("anaphora_workbench.evaluation.assignment.first_assignment.solved", some_map)
        assert chosen_of(cells) == prescribed(cells)


@pytest.mark.usefixtures("solver")
def test_a_large_component_whose_ties_are_many() -> None:
    """Forty rows and columns, each cell of a band weighing the same: the diagonal is the first of the best."""
    cells = [(row, column, Fraction(1)) for row in range(40) for column in range(40) if abs(row - column) < 4]
    random.Random(1).shuffle(cells)
    assert [(row, column) for row, column, _ in chosen_of(cells)] == [(place, place) for place in range(40)]


def nested(number: int) -> Cells:
    """The cells of mentions that all end at one word, half of the response's inside the shortest of the key's."""
    last = 3 * number
    return [
        (row, column, Fraction(last - max(row, column + number // 2), last - row))
        for row in range(number)
        for column in range(number)
    ]


def test_prices_from_floats_lead_to_the_same_map(monkeypatch: pytest.MonkeyPatch) -> None:
    chosen = []
    for large in (0, 10**9):
        monkeypatch.setattr(module, "_LARGE", large)
        chosen.append(chosen_of(nested(40)))
    assert chosen[0] == chosen[1]


def test_exact_prices_of_nested_mentions_are_rarely_corrected(monkeypatch: pytest.MonkeyPatch) -> None:
    """Exact prices alone went through long numbers again and again; now each row does so a few times."""
    walks = []
    leads_back = module._leads_back

    def counted(column: int, came_from: dict[int, int]) -> bool:
        walks.append(column)
        return leads_back(column, came_from)

    monkeypatch.setattr(module, "_leads_back", counted)
    assert len(chosen_of(nested(200))) == 200
    assert len(walks) <= 200


def test_nothing_to_map() -> None:
    assert first_assignment([], [], []) == []


def links_prescribed(key: Chains, response: Chains) -> Fraction:
    """Task 4 as metrics.md, section 26, words it, all alignments tried."""
    true = sorted((offsets[0], -offsets[-1], number, offsets) for number, chain in enumerate(key) for offsets in chain)
    answered = sorted(
        (offsets[0], -offsets[-1], number, offsets) for number, chain in enumerate(response) for offsets in chain
    )
    assert max(len(true), len(answered)) <= 6
    best: tuple[Fraction, list[int], Fraction] | None = None
    for columns in permutations([*range(len(answered)), *[len(answered)] * len(true)], len(true)):
        together: dict[tuple[int, int], list[Fraction]] = {}
        for row, column in enumerate(columns):
            if column < len(answered) and (shared := overlap(true[row][3], answered[column][3])):
                together.setdefault((true[row][2], answered[column][2]), []).append(shared)
            elif column < len(answered):
                break
        else:
            total = sum((sum(overlaps) for overlaps in together.values()), Fraction(0))
            earned = sum((sum(overlaps) - max(overlaps) for overlaps in together.values()), Fraction(0))
            if best is None or (-total, list(columns)) < (-best[0], best[1]):
                best = total, list(columns), earned
    assert best is not None
    return best[2]


SPANS = st.lists(st.tuples(st.integers(0, 5), st.integers(1, 3)), max_size=4, unique=True).map(
    lambda spans: [tuple(range(start, start + length)) for start, length in spans]
)


@st.composite
def chains_of(draw: st.DrawFn) -> Chains:
    spans = draw(SPANS)
    numbers = [draw(st.integers(0, 1)) for _ in spans]
    return [[span for span, of in zip(spans, numbers, strict=True) if of == number] for number in set(numbers)]


@given(chains_of(), chains_of())
def test_task_4_is_that_of_the_prescribed_alignment(key: Chains, response: Chains) -> None:
    expected = links_prescribed(key, response)
    for ordered in permutations(response):
        assert aligned_links(key[::-1], ordered) == expected


def test_task_4_with_one_span_in_two_chains_of_the_response() -> None:
    key: Chains = [[(0, 1), (4, 5)], [(8, 9)]]
    response: Chains = [[(0, 1), (8, 9)], [(0, 1), (4, 5)], [(8, 9), (4, 5)]]
    assert len({aligned_links(key, ordered) for ordered in permutations(response)}) == 1


def document(spans: list[tuple[int, int]], head: int) -> Document:
    made = Document("d", [Word(form) for form in ["one", "two", "three", "four", "five", "six"]])
    made.mentions = [Mention(f"{start}-{end}", start, end, head) for start, end in spans]
    made.coreference["gold"] = CoreferenceLayer("gold", [Entity(mention.id, [mention.id]) for mention in made.mentions])
    return made


@pytest.mark.usefixtures("solver")
@pytest.mark.parametrize("match", ["head", "partial"])
def test_mentions_matched_by_head_are_paired_in_text_order(match: str) -> None:
    """All spans hold the head, so equally good pairings are many, however mentions are listed."""
    key_spans, response_spans = [(0, 4), (1, 5), (2, 6)], [(1, 4), (2, 4), (2, 5)]
    pairings = set()
    for listed in permutations(key_spans):
        for ordered in permutations(response_spans):
            key, response = document(list(listed), 3), document(list(ordered), 3)
            assert key.key is not None
            assert response.key is not None
            pair = DocumentPair("d", key, key.key, response, response.key)
            values = {"mention_match": match, "zero_match": "linear"}
            of_key, of_response = names_of(pair, key.mentions, response.mentions, values)
            by_name = {name: id for id, name in of_key.items()}
            pairings.add(tuple(sorted((by_name.get(name, ""), id) for id, name in of_response.items())))
    assert len(pairings) == 1
