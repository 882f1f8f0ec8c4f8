"""The floors of the house: which folder may import which, which of its rooms each room, and no circle of modules.

All imports count, those inside functions and those for type checkers alone too: a folder that is known only there
is known, and a circle that is broken there is a circle.
"""

import ast
from collections import Counter
from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest

REPOSITORY = Path(__file__).resolve().parents[1]
PACKAGE = "anaphora_workbench"
# Each folder with those that it may know besides itself (design.md).
MAY_KNOW = {
    "corpora": set(),
    "preprocessing": {"corpora"},
    "resolvers": {"corpora"},
    "evaluation": {"corpora"},
    "workbench": {"corpora", "preprocessing", "resolvers", "evaluation"},
}
# The rooms of each folder, each of which may know those before it. A file beside them is a room of one.
ROOMS = {
    "corpora": ("support", "document", "languages", "trees", "formats", "pairing"),
    "preprocessing": ("mentions", "parser", "speech", "pleonastic", "pipeline"),
    "resolvers": ("words", "options", "discourse", "contract", "nominal", "pronouns", "abstract", "registry",
        "baselines", "rules", "sieve", "features", "learning", "pair_models", "rankers", "neural", "llm"),
    "evaluation": ("assignment", "arithmetic", "matching", "counting", "clusters", "linguistic", "pronouns",
        "statistics"),
    "workbench": ("base", "engine", "experiments", "scoring", "records", "analysis", "runs", "rankings", "exercise",
        "report", "api", "page", "commands"),
}  # fmt: skip
# A stranger finds a file among about a dozen.
MOST_FILES = 14
Imports = Mapping[str, set[str]]


def modules(root: Path = REPOSITORY) -> dict[str, Path]:
    """The modules of the five folders by name, without the name of the package."""
    file_of = {}
    for folder in MAY_KNOW:
        for file in (root / folder).rglob("*.py"):
            parts = file.relative_to(root).with_suffix("").parts
            file_of[".".join(parts[:-1] if parts[-1] == "__init__" else parts)] = file
    return file_of


def imported(source: str, modules: Mapping[str, object], own: str) -> Iterator[str]:
    """The modules of ours that a module imports anywhere, "" for the front door."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            assert not node.level, f"{own} has a relative import; expected the full name"
            names = [f"{node.module}.{alias.name}" for alias in node.names]
        else:
            continue
        for name in names:
            package, _, module = name.partition(".")
            if package != PACKAGE:
                continue
            # What is imported from a module is no module itself.
            while module and module not in modules:
                module = module.rpartition(".")[0]
            if module != own:
                yield module


def imports_of_all(files: Mapping[str, Path]) -> dict[str, set[str]]:
    return {name: set(imported(file.read_text(encoding="utf-8"), files, name)) for name, file in files.items()}


def floor(module: str) -> str:
    return module.partition(".")[0]


def trespasses(imports: Imports) -> list[str]:
    """Imports of a folder, or of the front door, by a folder that may not know it."""
    return sorted(
        f"{module} imports {its_import or PACKAGE}"
        for module, others in imports.items()
        for its_import in others
        if floor(its_import) != floor(module)
        and floor(its_import) not in MAY_KNOW[floor(module)]
        # The component of spaCy stands at the front door like any user.
        and (its_import or floor(module) != "workbench")
    )


def room(module: str) -> str:
    """The room of a module in its folder, "" for the folder's own ``__init__``, which opens all of them."""
    return module.split(".")[1] if "." in module else ""


def climbs(imports: Imports) -> list[str]:
    """Imports of a room by one that stands before it in its folder."""
    place = {folder: {name: number for number, name in enumerate(rooms)} for folder, rooms in ROOMS.items()}
    return sorted(
        f"{module} imports {its_import}"
        for module, others in imports.items()
        for its_import in others
        if floor(its_import) == floor(module)
        and room(module)
        and room(its_import)
        and place[floor(module)][room(its_import)] > place[floor(module)][room(module)]
    )


def circles(imports: Imports) -> list[set[str]]:
    """The sets of modules that reach each other."""

    def reached(start: str) -> set[str]:
        reached: set[str] = set()
        waiting = [start]
        while waiting:
            for neighbour in imports.get(waiting.pop(), ()):
                if neighbour not in reached:
                    reached.add(neighbour)
                    waiting.append(neighbour)
        return reached

    reach = {module: reached(module) for module in imports}
    rings = {
        frozenset(neighbour for neighbour in reach[module] if module in reach.get(neighbour, ())) for module in imports
    }
    return sorted((set(ring) for ring in rings if ring), key=sorted)


@pytest.fixture(scope="module")
def imports() -> Imports:
    return imports_of_all(modules())


def test_each_folder_knows_only_those_to_its_left(imports: Imports) -> None:
    assert len(imports) > 150
    assert trespasses(imports) == []


def test_each_room_knows_only_those_before_it(imports: Imports) -> None:
    assert {(floor(module), room(module)) for module in imports if room(module)} == {
        (folder, name) for folder, rooms in ROOMS.items() for name in rooms
    }
    assert climbs(imports) == []


def test_a_room_that_climbs_is_seen() -> None:
    assert climbs({"resolvers.discourse.binding": {"resolvers.rules.hobbs"}}) == [
        "resolvers.discourse.binding imports resolvers.rules.hobbs"
    ]
    assert climbs({"resolvers.rules.hobbs": {"resolvers.discourse.binding"}, "resolvers": {"resolvers.sieve"}}) == []


def test_no_room_has_more_files_than_a_stranger_reads() -> None:
    loose = Counter(file.parent for file in modules().values() if file.name != "__init__.py")
    assert {str(folder): count for folder, count in loose.items() if count > MOST_FILES} == {}


def test_no_modules_import_each_other_in_a_circle(imports: Imports) -> None:
    assert circles(imports) == []


@pytest.mark.parametrize(
    "line",
    [
        "from anaphora_workbench.resolvers.discourse.binding import binds",
        "import anaphora_workbench.resolvers.discourse.binding",
        "if TYPE_CHECKING:\n    from anaphora_workbench.resolvers.discourse import binding",
        "def lazily():\n    from anaphora_workbench.resolvers.discourse.binding import binds",
        "class A:\n    def lazily(self):\n        import anaphora_workbench.resolvers.discourse.binding as b",
    ],
)
def test_an_import_is_seen_wherever_it_stands(line: str) -> None:
    modules = {"resolvers", "resolvers.discourse.binding", "evaluation.muc"}
    imports = set(imported(line, dict.fromkeys(modules), "evaluation.muc"))
    assert imports == {"resolvers.discourse.binding"}
    assert trespasses({"evaluation.muc": imports}) == ["evaluation.muc imports resolvers.discourse.binding"]


def test_corpora_imports_at_the_top_of_its_files_alone() -> None:
    for name, file in modules().items():
        tree = ast.parse(file.read_text(encoding="utf-8"))
        inner = [node for node in ast.walk(tree) if node not in tree.body and isinstance(node, ast.ImportFrom)]
        if floor(name) == "corpora" and room(name) != "languages":
            assert [node.lineno for node in inner if (node.module or "").startswith(PACKAGE)] == [], name


def test_a_circle_is_seen_however_long_it_is() -> None:
    ring = {"corpora.a": {"corpora.b"}, "corpora.b": {"corpora.c"}, "corpora.c": {"corpora.a"}, "corpora.d": set()}
    assert circles({**ring, "corpora.e": {"corpora.a", "corpora.d"}}) == [{"corpora.a", "corpora.b", "corpora.c"}]


def test_the_front_door_is_for_users() -> None:
    assert trespasses({"resolvers.hobbs": {""}}) == [f"resolvers.hobbs imports {PACKAGE}"]
    assert trespasses({"workbench.spacy_component": {""}}) == []
