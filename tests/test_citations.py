"""Every page and section that the code or a page cites is in the repository, and every link leads somewhere."""

import re
from functools import cache
from pathlib import Path

REPOSITORY = Path(__file__).resolve().parents[1]
FOLDERS = ("corpora", "preprocessing", "resolvers", "evaluation", "workbench", "tests", "benchmarks", "docs")
SUFFIXES = {".py", ".md", ".toml", ".rng", ".html", ".j2", ".js", ".css"}

# ``NAME.md``, ``docs/NAME.md``, with a section: ``NAME.md, 6.1``, ``NAME.md 6.1``, ``NAME.md, section 4``,
# ``NAME.md, sections 1.1, 2.2 and 9.3``, ``NAME.md, 1.2 (order), 1.3 (candidates)``, ``NAME.md, section ARE``.
NUMBER = r"\d+(?:\.\d+)*"
CITATION = re.compile(
    r"(?<![\w/.-])(?P<page>(?:[\w.-]+/)*[\w-]+\.md)\b`*"
    rf"(?:,? (?:sections? )?(?P<numbers>{NUMBER}(?:(?: \([^)]*\))?,? (?:and |to )?{NUMBER})*)"
    r"|, (?:section )?(?P<heading>[A-Z]\w+(?: [a-z]+)?))?"
)


@cache
def files() -> list[Path]:
    """The files of the repository in which pages are cited; not this one, whose citations are made up."""
    paths = [path for folder in FOLDERS for path in sorted((REPOSITORY / folder).rglob("*")) if path.suffix in SUFFIXES]
    front = [*sorted(REPOSITORY.glob("*.md")), *sorted((REPOSITORY / "anaphora_workbench").glob("*.py"))]
    return [*(path for path in paths if path != Path(__file__).resolve()), *front]


def pages() -> list[Path]:
    return [path for path in files() if path.suffix == ".md"]


def flat(text: str) -> str:
    """A text without line ends, so that a citation may begin in one line and end in the next."""
    return re.sub(r"\s*\n[ \t]*(?:#+ |\* |//+ )?\s*", " ", text)


def headings(page: Path) -> list[str]:
    text = re.sub(r"^```.*?^```$", "", page.read_text(encoding="utf-8"), flags=re.MULTILINE | re.DOTALL)
    return re.findall(r"^#+ +(.*?) *$", text, re.MULTILINE)


@cache
def sections(page: Path) -> set[str]:
    """The numbers of the sections of a page."""
    return {numbered[1] for heading in headings(page) if (numbered := re.match(rf"({NUMBER})\.? ", heading))}


@cache
def page_named(name: str, folder: Path) -> Path | None:
    """The page of that name: by its place if a folder is named, else in docs, or in the folder of who cites it."""
    if "/" in name:
        places = [REPOSITORY / name, folder / name, REPOSITORY / "docs" / name]
    else:
        places = [folder / name, REPOSITORY / name, *(REPOSITORY / "docs").rglob(name)]
        places += [path for path in pages() if path.name == name]
    return next((place.resolve() for place in places if place.is_file()), None)


def broken_citations(text: str, near: Path) -> list[str]:
    """The citations of a text that lead nowhere."""
    broken = []
    # Where the links of a page lead is another test's matter.
    for citation in CITATION.finditer(flat(re.sub(r"\]\([^)]*\)", "]", text))):
        page = page_named(citation["page"], near.parent)
        if page is None:
            broken.append(f"{citation[0]!r}: no such page")
            continue
        numbers = re.findall(NUMBER, re.sub(r"\([^)]*\)", "", citation["numbers"] or ""))
        broken += [
            f"{citation[0]!r}: {page.name} has no section {number}"
            for number in numbers
            if number not in sections(page)
        ]
        heading = citation["heading"]
        if heading and not any(heading in title or heading.split()[0] in title.split() for title in headings(page)):
            broken.append(f"{citation[0]!r}: {page.name} has no section {heading}")
    return broken


def test_what_is_cited_is_in_the_repository() -> None:
    broken = {path: broken_citations(path.read_text(encoding="utf-8"), path) for path in files()}
    assert {str(path.relative_to(REPOSITORY)): citations for path, citations in broken.items() if citations} == {}


def test_a_citation_that_leads_nowhere_is_found() -> None:
    text = "metrics.md, section 4, resolvers.md,\n    # 99.1; metrics.md 98; metrics.md, section 26; no-such-page.md"
    assert [line.partition(": ")[2] for line in broken_citations(text, REPOSITORY / "x.py")] == [
        "resolvers.md has no section 99.1",
        "metrics.md has no section 98",
        "no such page",
    ]


def test_the_reference_is_cited_often() -> None:
    """The form of the citations has not changed unnoticed."""
    cited = [
        citation for path in files() if path.suffix == ".py" for citation in CITATION.finditer(flat(path.read_text()))
    ]
    assert sum(citation["numbers"] is not None for citation in cited) > 60


def anchor(heading: str) -> str:
    """The anchor that GitHub gives a heading."""
    plain = re.sub(r"\[(.*?)\]\(.*?\)", r"\1", heading).lower()
    return re.sub(r"[^\w\- ]", "", plain).replace(" ", "-")


def links(page: Path) -> list[str]:
    text = re.sub(r"^ *```.*?^ *```$", "", page.read_text(encoding="utf-8"), flags=re.MULTILINE | re.DOTALL)
    text = re.sub(r"`[^`\n]*`", "", text)
    return [link for link in re.findall(r"\]\(([^)\s]+)\)", text) if not re.match(r"[a-z]+:", link)]


def test_links_lead_to_files_and_headings() -> None:
    broken = []
    for page in pages():
        for link in links(page):
            name, _, place = link.partition("#")
            target = (page.parent / name).resolve() if name else page
            if not target.exists():
                broken.append(f"{page.name}: {link}: no such file")
            elif place and place not in {anchor(heading) for heading in headings(target)}:
                broken.append(f"{page.name}: {link}: no such heading")
    assert broken == []
