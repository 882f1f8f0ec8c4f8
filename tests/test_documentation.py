"""What the pages of docs/reference print is what the code computes."""

import csv
import json
import re
import tomllib
from importlib.metadata import entry_points
from pathlib import Path
from typing import Any

import pytest

from anaphora_workbench.corpora.document import Document, Mention
from anaphora_workbench.corpora.languages import LANGUAGES, language_named
from anaphora_workbench.evaluation import evaluate
from anaphora_workbench.preprocessing import Preprocessor
from anaphora_workbench.preprocessing.pleonastic.patterns import CHECKS
from anaphora_workbench.resolvers import available, get_resolver, shipped, words_of
from anaphora_workbench.resolvers.sieve.passes import CONSTRUCTS
from anaphora_workbench.resolvers.sieve.sieve import ALL_PASSES
from anaphora_workbench.workbench.commands import COMMANDS
from anaphora_workbench.workbench.experiments.experiment_file import read_experiment

REPOSITORY = Path(__file__).resolve().parents[1]
REFERENCE = REPOSITORY / "docs" / "reference"


def section(page: str, number: str) -> str:
    """The text of a numbered section of a page of the reference, its subsections included."""
    text = (REFERENCE / page).read_text(encoding="utf-8")
    heading = re.search(rf"^(#+) {re.escape(number)}\.? .*$", text, re.MULTILINE)
    assert heading, f"{page} has no section {number}"
    rest = text[heading.end() :]
    following = re.search(rf"^#{{1,{len(heading[1])}}} ", rest, re.MULTILINE)
    return rest[: following.start()] if following else rest


def tables(text: str) -> list[list[dict[str, str]]]:
    """The tables of a page, each row by its headings."""
    rows = []
    for block in re.findall(r"(?:^\|.*\n)+", text, re.MULTILINE):
        cells = [[cell.strip() for cell in re.split(r"(?<!\\)\|", line)[1:-1]] for line in block.splitlines()]
        rows.append([dict(zip(cells[0], row, strict=True)) for row in cells[2:]])
    return rows


def partition(written: str) -> list[list[str]]:
    """Entities written as letters: ``abc, de`` or ``abc de``."""
    return [] if written == "(none)" else [list(entity) for entity in re.findall(r"\w+", written)]


def value(written: str) -> float:
    """A figure as the tables write it: ``2/5``, ``(13/10)/2 = 13/20``, ``1``."""
    last = written.rpartition("=")[2].strip()
    above, _, below = last.partition("/")
    return float(above) / float(below or 1)


def rows(page: str, number: str) -> list[dict[str, str]]:
    """The rows of the tables of a section, those in the files of docs/data that it names included."""
    text = section(page, number)
    files = [in_file(name) for name in re.findall(r"<!-- table: ([\w-]+\.csv) -->", text)]
    return [row for table in [*tables(text), *files] for row in table]


def in_file(name: str) -> list[dict[str, str]]:
    with (REFERENCE.parent / "data" / name).open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


EXAMPLES = {"4": "muc", "5": "b_cubed", "8": "lea"}


@pytest.mark.parametrize("number", EXAMPLES)
def test_worked_examples_of_one_metric(number: str) -> None:
    for row in rows("metrics.md", number):
        given = evaluate(partition(row["key"]), partition(row["response"]), EXAMPLES[number])[EXAMPLES[number]]
        recall, precision = (next(row[name] for name in row if name.startswith(letter)) for letter in "RP")
        wanted = [value(recall), value(precision), value(row["F"])]
        assert [given.recall, given.precision, given.f1] == pytest.approx(wanted), row


@pytest.mark.parametrize("metric", ["ceaf_m", "ceaf_e"])
def test_worked_examples_of_ceaf(metric: str) -> None:
    for row in rows("metrics.md", "6"):
        given = evaluate(partition(row["key"]), partition(row["response"]), metric)[metric]
        written = row[metric.replace("ceaf", "CEAF") + " R, P"]
        assert [given.recall, given.precision] == pytest.approx([value(figure) for figure in written.split(", ")]), row


def test_worked_examples_of_blanc() -> None:
    for row in rows("metrics.md", "7"):
        key, response = partition(row["key"]), partition(row["response"])
        given = evaluate(key, response, "blanc")["blanc"]
        f1, _, other_rules = row["F"].partition(" (")
        wanted = [value(row["R"]), value(row["P"]), value(f1)]
        assert [given.recall, given.precision, given.f1] == pytest.approx(wanted), row
        for rules in re.findall(r"`(.*?)`", other_rules):
            figures = other_rules.rpartition(": ")[2].rstrip(")").split()
            given = evaluate(key, response, "blanc", blanc_rules=rules)["blanc"]
            assert given.f1 == pytest.approx(value(figures[-1])), (row, rules)


def test_worked_examples_of_errors_in_chains() -> None:
    from anaphora_workbench.evaluation.counting.options import option_values
    from anaphora_workbench.evaluation.counting.registry import metrics_named
    from anaphora_workbench.evaluation.statistics.chain_errors import CLASSES, METRICS, errors_of_partitions

    values = option_values(metrics_named(METRICS).values(), {})
    examples = rows("metrics.md", "22")
    assert len(examples) == 4
    for row in examples:
        sides = [[entity.split() for entity in re.findall(r"{(.*?)}", row[side])] for side in ("key", "response")]
        found = errors_of_partitions(sides[0], sides[1], {}, lambda mention: "nominal", values)
        given = {name: found.number(name) for name in CLASSES if found.number(name)}
        wanted = {}
        for error in row["errors"].split(", "):
            number, named = error.split(" ", 1)
            wanted[next(name for name in CLASSES if name.startswith(named.removesuffix("s")))] = int(number)
        assert given == wanted, row


def test_twinless_options_of_the_first_example() -> None:
    written = re.search(
        r"key \{abc\}, response \{abd\}.*?\n(`standard`.*?)\.$", section("metrics.md", "2"), re.M | re.S
    )
    assert written
    figures = re.findall(r"`([\w-]+)` (\S+) (\S+) (\S+)", written[1])
    assert len(figures) == 7
    for option, recall, precision, f1 in figures:
        given = evaluate([[*"abc"]], [[*"abd"]], "b_cubed", twinless=option)["b_cubed"]
        assert [given.recall, given.precision, given.f1] == pytest.approx([value(recall), value(precision), value(f1)])


class Marked:
    """A sentence in which **bold** marks a candidate and *italics* a pronoun, as character spans."""

    def __init__(self, written: str) -> None:
        self.text = ""
        self.bold = self.italic = (-1, -1)
        begun: dict[str, int] = {}
        for piece in re.split(r"(\*+)", written):
            if not piece.startswith("*"):
                self.text += piece
                continue
            for mark in ("*", "**") if piece == "***" else (piece,):
                if mark not in begun:
                    begun[mark] = len(self.text)
                elif mark == "**":
                    self.bold = begun.pop(mark), len(self.text)
                else:
                    self.italic = begun.pop(mark), len(self.text)


def mention_at(document: Document, text: str, span: tuple[int, int]) -> Mention:
    """The mention at a span of characters of the text that a document was made of."""
    places, end = [], 0
    for word in document.words:
        start = text.index(word.form, end)
        end = start + len(word.form)
        places.append((start, end))
    mentions = [m for m in document.mentions if (places[m.start][0], places[m.end - 1][1]) == span]
    assert len(mentions) == 1, f"{text[slice(*span)]!r} is not one mention: {mentions}"
    return mentions[0]


def options(written: str) -> dict[str, str]:
    return dict(pair.split("=") for pair in written.split(", ")) if written else {}


@pytest.fixture(scope="module")
def preprocessor() -> Preprocessor:
    return Preprocessor()


def explained(preprocessor: Preprocessor, row: dict[str, str], resolver: str, **default: str) -> tuple[dict, dict]:
    """What the trace of the pronoun of a row's example says of the candidate, and of the decision."""
    example, chosen = Marked(row["example"]), default | options(row.get("options", ""))
    heading = chosen.pop("heading", "")
    text = f"# {heading}\n\n{example.text}" if heading else example.text
    document = preprocessor.process(text)
    before = len(text) - len(example.text)
    bold, italic = (
        mention_at(document, text.replace("# ", "  "), (span[0] + before, span[1] + before))
        for span in (example.bold, example.italic)
    )
    traces = [trace.as_json() for trace in get_resolver(resolver, **chosen).resolve(document).traces]
    trace = next(trace for trace in traces if trace["anaphor"]["id"] == italic.id)
    candidate = next(candidate for candidate in trace["candidates"] if candidate["id"] == bold.id)
    return candidate, trace["decision"]


def examples(number: str, name: str) -> list[dict[str, str]]:
    """Rows of a section of resolvers.md that have an example and are named in a column."""
    return [row for row in rows("resolvers.md", number) if "example" in row and name in row]


FACTORS = [
    *(("kennedy-boguraev", row, row["factor"]) for row in examples("3", "factor")),
    *(("kennedy-boguraev", row, row["adjustment"]) for row in examples("3", "adjustment")),
    *(("mitkov", row, row["indicator"]) for row in examples("5.1", "indicator")),
    *(("mars", row, row["indicator"]) for row in examples("5.2", "indicator")),
    *(("lappin-leass", row, row["factor"]) for row in examples("6.1", "factor")),
]
NAMED = (("3", "factor"), ("3", "adjustment"), ("6.1", "factor"))
RULES = [
    *(("cogniac", row, row["rule"]) for row in examples("4", "rule")),
    *(("hobbs", row, row["rule"]) for row in examples("6.2", "rule")),
    *(("lappin-leass", row, row["step"]) for row in examples("2.4", "step")),
]


@pytest.mark.model
@pytest.mark.parametrize(("resolver", "row", "name"), FACTORS, ids=lambda value: value if type(value) is str else "")
def test_example_of_a_factor(preprocessor: Preprocessor, resolver: str, row: dict[str, str], name: str) -> None:
    candidate, _ = explained(preprocessor, row, resolver)
    assert (candidate["factors"] | candidate["adjust"]).get(name.strip("`")), (row["example"], candidate)


def test_the_page_names_factors_as_explanations_do() -> None:
    named = {row[kind].strip("`"): row["in explanations"] for number, kind in NAMED for row in examples(number, kind)}
    words = words_of(shipped("algorithm"))
    assert named == {factor: words.factor_name(factor) for factor in named}
    assert {name for name, factor in words.factors.items() if factor.name} <= named.keys()


@pytest.mark.model
@pytest.mark.parametrize(("resolver", "row", "name"), RULES, ids=lambda value: value if type(value) is str else "")
def test_example_of_a_rule(preprocessor: Preprocessor, resolver: str, row: dict[str, str], name: str) -> None:
    candidate, decision = explained(preprocessor, row, resolver)
    assert (decision["rule"], decision["antecedent"]) == (name.strip("`"), candidate["id"])


REJECTED = [
    # The one resolver that looks at what follows the pronoun, too, by default; the shared grammar bars by dep.
    *(("lappin-leass", {"grammar": "as-published"}, "syntax", "rule", row) for row in examples("2.3", "rule")),
    *(("hobbs", {}, "quotations", "why", row | {"why": row["rule"]}) for row in examples("2.5", "rule")),
    *(("kennedy-boguraev", {}, "referents", "why", row) for row in rows("resolvers.md", "2.7")),
]


@pytest.mark.model
@pytest.mark.parametrize(
    ("resolver", "default", "part", "cause", "row"), [case for case in REJECTED if case[-1]["example"]]
)
def test_example_of_what_a_filter_rejects(
    preprocessor: Preprocessor, resolver: str, default: dict[str, str], part: str, cause: str, row: dict[str, str]
) -> None:
    candidate, decision = explained(preprocessor, row, resolver, **default)
    assert candidate["filters"][part] == {"ok": False, cause: row[cause].strip("`")}
    assert decision["antecedent"] is not None or part != "referents"


@pytest.mark.model
@pytest.mark.parametrize("row", rows("resolvers.md", "9.6"), ids=lambda row: row["example"])
def test_example_of_a_speaker(preprocessor: Preprocessor, row: dict[str, str]) -> None:
    example = Marked(row["example"])
    text = example.text.replace(" ¶ ", "\n\n")
    document = preprocessor.process(text)
    speaker = mention_at(document, text, example.bold).head
    last = document.quotations[-1]
    assert last.speaker == speaker
    if example.italic != (-1, -1):
        assert last.addressee == mention_at(document, text, example.italic).head


@pytest.mark.model
@pytest.mark.parametrize("row", examples("7.1", "pass"), ids=lambda row: row["pass"])
def test_example_of_a_nominal_pass(preprocessor: Preprocessor, row: dict[str, str]) -> None:
    example = Marked(row["example"])
    document = preprocessor.process(example.text)
    earlier, later = (mention_at(document, example.text, span).id for span in (example.bold, example.italic))
    resolver = get_resolver(row["by"].strip("`"), **options(row["options"]))
    assert any({earlier, later} <= set(chain) for chain in resolver.resolve(document).chains)


SIEVE = [row for row in examples("6.3", "pass") if row["example"]]


@pytest.mark.model
@pytest.mark.parametrize("row", SIEVE, ids=lambda row: f"{row['pass']} {row['construct']}".strip())
def test_example_of_a_pass_of_the_sieve(preprocessor: Preprocessor, row: dict[str, str]) -> None:
    example = Marked(row["example"])
    document = preprocessor.process(example.text)
    earlier, later = sorted(
        (mention_at(document, example.text, span) for span in (example.bold, example.italic)), key=lambda m: m.start
    )
    resolution = get_resolver("sieve", **options(row["options"])).resolve(document)
    links = [
        (link["pass"], link.get("construct", ""), link["mention"], link["antecedent"])
        for link in resolution.tables["passes"]
    ]
    links += [(trace.decision.anaphor, trace.rule, trace.decision.antecedent) for trace in resolution.traces]
    made_by = row["pass"].strip("`")
    if made_by == "pronouns":
        assert (later.id, made_by, earlier.id) in links
    else:
        assert (made_by, row["construct"].strip("`"), later.id, earlier.id) in links
    assert any({earlier.id, later.id} <= set(chain) for chain in resolution.chains)


def test_the_page_has_the_passes_of_the_sieve() -> None:
    rows_of_passes = [row["pass"].strip("`") for row in examples("6.3", "pass")]
    assert tuple(dict.fromkeys(rows_of_passes)) == ALL_PASSES
    constructs = [row["construct"].strip("`") for row in examples("6.3", "pass") if row["construct"]]
    assert constructs == list(CONSTRUCTS)


@pytest.mark.model
@pytest.mark.parametrize("row", [r for r in examples("7.8", "person") if r["example"]], ids=lambda row: row["person"])
def test_example_of_a_person_of_speech(preprocessor: Preprocessor, row: dict[str, str]) -> None:
    example = Marked(row["example"])
    document = preprocessor.process(example.text)
    both = {mention_at(document, example.text, span).id for span in (example.bold, example.italic)}
    chains = get_resolver("speech-pronouns").resolve(document).chains
    assert [chain for chain in chains if len(chain) > 1] == [sorted(both, key=lambda name: int(name[1:]))]


@pytest.mark.model
@pytest.mark.parametrize("row", examples("7.10", "test"), ids=lambda row: row["test"])
def test_example_of_what_a_pronoun_means(preprocessor: Preprocessor, row: dict[str, str]) -> None:
    example, named = Marked(row["example"]), row["test"].strip("`")
    document = preprocessor.process(example.text)
    pronoun = mention_at(document, example.text, example.italic)
    resolution = get_resolver("abstract-anaphora").resolve(document)
    (trace,) = (each for each in (*resolution.traces, *resolution.mention_traces) if each.pronoun.id == pronoun.id)
    if row["means"] == "individual":
        assert (trace.antecedent, trace.note.partition(":")[0]) == (None, named)
    else:
        assert trace.antecedent is not None
        assert trace.rule == named
        clause = trace.mention(trace.antecedent)
        assert f"**{document.mention_text(clause)}**" in row["example"]


def test_the_page_has_the_tests_of_what_a_pronoun_means() -> None:
    named = [row["test"].strip("`") for row in examples("7.10", "test") if row["means"] != "open"]
    assert tuple(named) == get_resolver("abstract-anaphora").parts


@pytest.mark.model
@pytest.mark.parametrize("row", rows("resolvers.md", "2.2"), ids=lambda row: row["mention"])
def test_example_of_number_and_gender(preprocessor: Preprocessor, row: dict[str, str]) -> None:
    example = Marked(row["mention"])
    mention = mention_at(preprocessor.process(example.text), example.text, example.bold)
    assert (mention.number, mention.gender) == (frozenset(row["number"]), frozenset(row["gender"]))


PATTERNS = [row for row in rows("resolvers.md", "9.7") if "pattern" in row]
REFERRING = [row for row in rows("resolvers.md", "9.7") if "because" in row]


@pytest.mark.model
@pytest.mark.parametrize("row", REFERRING, ids=lambda row: row["because"])
def test_example_of_an_it_that_refers(preprocessor: Preprocessor, row: dict[str, str]) -> None:
    example = Marked(row["example"])
    it = mention_at(preprocessor.process(example.text), example.text, example.italic)
    assert not it.pleonastic_pattern


def test_the_page_has_the_patterns_of_the_language() -> None:
    printed = [
        (row["pattern"].strip("`"), row[""] != "+", row["source"], Marked(row["example"]).text) for row in PATTERNS
    ]
    ours = language_named("en").patterns
    assert printed == [(pattern.name, pattern.published, pattern.source, pattern.example) for pattern in ours]
    all_patterns = (pattern for language in LANGUAGES.available().values() for pattern in language.patterns)
    assert {pattern.name for pattern in all_patterns} == set(CHECKS)


def test_every_part_of_a_resolver_has_an_example() -> None:
    with_example = {(resolver, name.strip("`").split(" ")[0]) for resolver, _, name in FACTORS + RULES}
    for name in ("kennedy-boguraev", "lappin-leass", "cogniac", "mitkov", "mars"):
        for part in get_resolver(name).parts:
            assert (name, part.split(" ")[0]) in with_example, f"{part} of {name} has no example in resolvers.md"


INTERFACES = (REFERENCE / "interfaces.md").read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("kind", "first", "last"), [("resolvers", "Resolvers:", "Metrics,"), ("metrics", "Metrics,", "Their options")]
)
def test_the_names_of_the_contract_are_installed(kind: str, first: str, last: str) -> None:
    text = section("interfaces.md", "3")
    listed = text[text.index(first) : text.index(last)]
    assert set(re.findall(r"`([a-z][\w-]+)`", listed)) <= entry_points(group=f"anaphora_workbench.{kind}").names


def test_all_resolvers_are_in_the_contract() -> None:
    text = section("interfaces.md", "3")
    listed = text[text.index("Resolvers:") : text.index("Metrics,")]
    assert set(re.findall(r"`([a-z][\w-]+)`", listed)) == set(available())


def test_the_commands_of_the_contract_are_there() -> None:
    for row in rows("interfaces.md", "2"):
        assert row["command"].strip("`").split()[1] in COMMANDS


def test_the_formats_of_the_page_are_installed() -> None:
    text = (REFERENCE / "formats.md").read_text(encoding="utf-8")
    names = [name for row in tables(text)[0] for name in re.findall(r"`([\w-]+)`", row["format"])]
    assert set(names) <= entry_points(group="anaphora_workbench.formats").names


def test_scores_have_the_form_of_the_contract() -> None:
    printed = json.loads(re.search(r"```json\n(\{\"signature\".*?)```", INTERFACES, re.DOTALL)[1])["metrics"]
    scores = evaluate([["m1", "m2", "m3"], ["m4"]], [["m1", "m2"], ["m3"]], list(printed))
    assert {name: score.as_json() for name, score in scores.items()} == printed


def test_the_experiment_file_of_the_page_is_read(tmp_path: Path) -> None:
    page = (REFERENCE.parent / "experiments.md").read_text(encoding="utf-8")
    written = re.search(r"```toml\n(.*?)```", page, re.DOTALL)
    assert written
    for folder in ("gum/dev", "litbank/conll", "answers"):
        (tmp_path / folder).mkdir(parents=True)
        (tmp_path / folder / "a.json").write_text('{"documents": [{"id": "a", "chains": []}]}', encoding="utf-8")
    (tmp_path / "experiment.toml").write_text(written[1], encoding="utf-8")
    described = read_experiment(tmp_path / "experiment.toml")
    assert described.title == "First wave on three corpora"
    assert described.experiment.options_of("mitkov") == {"window": 3}
    assert [response.name for response in described.experiment.responses] == ["another"]


@pytest.mark.model
def test_the_python_of_the_contract_runs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for name, chains in (("key", '[["m1", "m2"], ["m3"]]'), ("response", '[["m1", "m3"], ["m2"]]')):
        (tmp_path / f"{name}.json").write_text(f'{{"documents": [{{"id": "d1", "chains": {chains}}}]}}')
    (block,) = re.findall(r"```python\n(.*?)```", section("interfaces.md", "5"), re.DOTALL)
    made: dict[str, Any] = {}
    exec(compile(block, "interfaces.md", "exec"), made)
    assert made["resolution"].decisions[0].antecedent is not None
    assert made["results"].corpora


def test_the_glossary_of_the_page_is_that_of_the_docs() -> None:
    """``report/glossary.toml`` and the glossary in ``docs/README.md`` say the same."""
    text = (REPOSITORY / "docs" / "README.md").read_text(encoding="utf-8").partition("## Glossary")[2]
    entries = re.findall(r"^- \*\*(.+?)\*\*: ((?:.|\n  )+)", text, re.MULTILINE)
    in_docs = {name: " ".join(meaning.split()) for name, meaning in entries}
    file = REPOSITORY / "workbench" / "report" / "glossary.toml"
    words = tomllib.loads(file.read_text(encoding="utf-8"))["word"]
    assert {word["name"]: word["meaning"] for word in words} == in_docs
