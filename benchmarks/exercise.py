"""``python -m benchmarks.exercise``: does the Anaphora Resolution Exercise and writes docs/are.md.

It takes some minutes, most of them for LitBank. Public corpora are found as for ``python -m benchmarks``.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping
from pathlib import Path

from anaphora_workbench.corpora.writing import write_text
from anaphora_workbench.resolvers import shipped
from anaphora_workbench.workbench.cache import DEFAULT_FOLDER, cache_folder
from anaphora_workbench.workbench.corpus import Corpus
from anaphora_workbench.workbench.exercise import TASKS
from anaphora_workbench.workbench.exercise.preparing import Rules
from anaphora_workbench.workbench.exercise.running import Exercise, ExerciseResults, run
from anaphora_workbench.workbench.exercise.scoring import MODERN, document_means, measure_of
from anaphora_workbench.workbench.report.comparison import heading as heading_of
from anaphora_workbench.workbench.report.exercise import exercise_tables
from anaphora_workbench.workbench.report.tables import Column, Row
from anaphora_workbench.workbench.runs.workers import processors
from benchmarks.data import SIGNATURES, figures, markdown, one_signature, sign, write_figures
from benchmarks.places import DOCS, ROOT, corpora_folder

_INTRODUCTION = """\
# The Anaphora Resolution Exercise

ARE 2007 (Orăsan, Cristea, Mitkov & Branco 2008) was the only shared exercise for anaphora resolution. Its data is not
public, but its tasks and measures are described. `workbench are` does all four tasks with any corpus that has
coreference, for the resolvers here or for yours.

| task | given | asked | measure |
|---|---|---|---|
| 1 | text with its noun phrases marked, pronouns to resolve | an antecedent for each | success: 1, ½ or 0 each |
| 2 | text with the noun phrases that are in chains | the chains | MUC-6: P, R, F |
| 3 | text | pronouns and their antecedents | P, R, F by overlap of spans, times the credit of task 1 |
| 4 | text | chains | MUC by overlap of spans |

## Step by step

```sh
workbench are prepare corpora/samples --task 1 --output task1                   # inputs/*-input.xml, keys/*-key.xml
workbench are resolve task1/inputs --task 1 --resolver mitkov --output answers  # *-answer.xml
workbench are score task1/keys answers --task 1                                 # each document, pooled, mean
workbench are run corpora/samples                                               # all of it, all resolvers
```

To take part with a system of your own, read the inputs, write answers and score them. Keys are never next to the
inputs, so the folder `inputs` can be handed out as it is; `--keys FOLDER` puts them somewhere else altogether. `run`
goes through the same files, so its figures are those of the single steps.

**Answers.** Task 1: `<pronoun id="6" antecedent="5"/>`, one for each pronoun in the list; without `antecedent` it
abstains. Task 3: `<pronoun start="31" end="31" antecedent_start="26" antecedent_end="29"/>`, nodes inclusive. Tasks 2
and 4: `<chain id="c1"><node id="18"/>…</chain>`, with `start` and `end` in task 4. All are in one
`<document id="NAME">`. (The format of the answers of 2007 was not published.) `workbench are schema --task 1` prints
the grammar of answers in RELAX NG, `--of input` and `--of key` those of the other files. Before answers are handed in,
`workbench are check task1/inputs answers --task 1` says what is wrong in them, without a key.

**Several systems.** `workbench are score task1/keys answers/* --task 1` ranks the answers of several systems, a folder
for each: pooled scores with intervals, means, and tests of every pair, corrected for their number.

**Mistakes in an answer** are reported line by line, and the answer is scored as it is: an unknown antecedent earns
nothing; of two answers for a pronoun the first counts; an answer for a pronoun that was not asked counts as an attempt
in task 3 and is ignored in task 1. A file that is missing or is not XML counts as no answer, and the exit status is 1.
A text without a chain is not prepared, and a key of tasks 1 and 2 is none of tasks 3 and 4, or the other way round.
A key without a list of pronouns (task 2) asks in task 1 for all that have an earlier mention in their chain.

## What counts

- **Relations.** ARE kept identity, synonymy, generalisation and specialisation between noun phrases. Mentions that the
  corpus links by apposition (`appos`) or copula (`pred`) leave their chain; clauses (`disc`, `clause:yes`) are left
  out, because they are not noun phrases. `--leave-out TYPE` names other types, `--leave-out nothing` keeps all. A
  corpus that does not annotate the relations (LitBank; the samples for appositions and copulas) keeps them in its
  chains.
- **Pronouns to resolve** are third person personal, possessive and reflexive pronouns with an earlier mention in their
  chain. Where no noun of the chain is before them they are *unnamed*: they earn ½ for a pronoun of the chain, which is
  what the ½ of task 1 is for. `prepare` says how many there are, `--named` leaves them out. Pleonastic pronouns are not
  listed.
- **Credit** (task 1): 1 for a noun of the chain, or for a pronoun from which the system's own answers, all of them
  right, lead to one; ½ for a pronoun of the chain where they do not; else 0.
- **Pronouns** are recognised by their form, so that an answer counts the same whatever tags a corpus has.
- **Languages.** The exercise is done in the language of each document, as [languages.md](languages.md) says: `run` and
  `prepare` take it from the corpus, and `--language` is for documents that name none. Inputs and keys say it, if it is
  not English (`<document id="NAME" language="es">`; the attribute is ours, and may be left out). The lists of pronouns,
  what counts as one and the pipeline are those of the language. Its model must be installed, as the inputs have no
  annotation. Zero subjects have no place in a text: they are left out of keys, and none are made.
- **Raw text.** In tasks 3 and 4 a resolver is given words and paragraphs; it finds sentences, noun phrases and
  everything else itself. No resolver is shown a key, except an oracle, by name and with `--keys`.
- **Chains** (tasks 2 and 4): a resolver that answers pronouns only is joined with `head-match` (`--nominal`),
  `are-like` with `exact-match`; one of full coreference (`sieve`) answers as it is.
- **Crossing mentions** cannot be marked in the text of tasks 1 and 2: such a document fails and is named, or loses the
  later mention of each crossing pair with `--drop-crossing`.
- **Modern measures** (B³, CEAF, BLANC, LEA) compare whole chains; the authors meant to add such measures. For tasks 1
  and 3 the chains of all that is not asked are taken from the key, so that they show how well pronouns were resolved
  and no more.

`oracle` answers from the key with the mentions at hand. Where they are given it reaches 100, in task 1 with `--named`,
so the files and measures are sound. What it misses in task 1 without `--named` are the halves of the unnamed pronouns;
what it misses in tasks 3 and 4 is, besides them, the price of finding mentions.
"""
_RESULTS = """\
## Results

`python -m benchmarks.exercise` measures every figure, writes it to [are.csv](data/are.csv), which has P, R and other
modern measures too, and lays out this page. All scores are percentages, pooled over documents; *95%* is by Student's t
over documents. [signatures.csv](data/signatures.csv) names all that a score depends on.
"""
_COMMANDS = {
    "samples": "`workbench are run corpora/samples`",
    "GUM dev": "`workbench are run ../shared/corpora/gum/dev`",
    "LitBank": "`workbench are run ../shared/corpora/litbank/conll --drop-crossing`, few resolvers",
}
_PAPER = """\
## Comparison with the paper's tables

The paper's texts were newswire of Reuters; ours are others, so its figures are only bands to compare with. Its F is not
the harmonic mean of its P and R, so its tables must be means over documents, and so are ours here
([are-means.csv](data/are-means.csv)). S1, S2, S3 are the systems of each task (S1 of one task need not be S1 of
another). *Baseline* is the paper's baseline, which it does not describe; `are-like` is our own.
"""
_READING = """\
What the comparison shows:

- Pooled, every resolver is above `are-like` in every task, and far below what the mentions allow (`oracle`). The simple
  `most-recent` is harder to beat: on the samples MARS is just above it in task 1, and high-precision CogNIAC, which
  leaves pronouns unanswered, below it. In the paper the baseline beats S1 in task 3 and two of the three systems in
  task 4.
- `are-like` is above the paper's baseline in tasks 1 and 3. In task 4 it is about equal on the samples and below on
  GUM, where little is recalled by the same words.
- In task 1 our resolvers lie between the two systems of the paper on samples and GUM (`cogniac-high-precision` just
  above the lower one).
- In task 3 the best reach the better system of the paper in recall and stay below it in precision: they also answer
  pronouns that the key does not ask. LitBank shows it best: its key has no chains of things, so most answers for
  *it* are wrong.
- In task 2 precision is high, and on GUM recall is low: names and repeated heads are linked, other nouns are not.
- `all-in-one` wins task 2. MUC counts links, and where all given entities are in chains, one chain of them all has few
  wrong ones. It is the reason to read the modern measures as well: by all of them it is far below every resolver.
"""
# Task 1 success; tasks 2 to 4 P, R, F; published.md.
_PUBLISHED: dict[str, dict[int, tuple[float, ...]]] = {
    "ARE 2007 baseline": {1: (33.16,), 3: (23.44, 19.09, 19.52), 4: (45.89, 60.18, 50.28)},
    "ARE 2007 S1": {1: (43.07,), 2: (53.01, 45.72, 48.32), 3: (25.41, 8.23, 11.65), 4: (32.87, 13.09, 17.68)},
    "ARE 2007 S2": {1: (71.55,), 3: (65.45, 65.45, 65.45), 4: (49.08, 27.68, 33.93)},
    "ARE 2007 S3": {4: (62.34, 56.07, 58.02)},
}
_COMPARED = ("are-like", "most-recent", "mitkov", "kennedy-boguraev", "oracle")
_FEW = ("kennedy-boguraev", "mitkov", "are-like", "oracle")
_FIGURES = ("precision", "recall", "f1")
# Tasks 1 and 3 take the chains of all that is not asked from the key, so modern measures say less of them.
_OF_CHAINS = (2, 4)
PLACE = (Column("corpus", "corpus"), Column("resolver", "resolver"))
MEANS = (
    Column("1", "Task 1 success", "score"),
    *(Column(f"{task}{side}", f"Task {task} {side[0].upper()}", "score") for task in TASKS[1:] for side in _FIGURES),
)


def main() -> int:
    """Measure and write; returns the exit status."""
    folder = corpora_folder()
    if folder is None:
        return 2
    try:
        measure(folder, cache_folder(ROOT / DEFAULT_FOLDER, False), processors())
    except ValueError as error:
        print(f"error: {error}", file=sys.stderr)
        return 1
    write_text(DOCS / "are.md", page())
    return 0


def measure(folder: Path, cache: Path | None, jobs: int) -> None:
    """Write the figures of the page to docs/data. Raises ValueError if a document has no result."""
    everything = Exercise((*shipped("algorithm", "baseline"), "oracle"))
    few = Exercise(_FEW, rules=Rules(drop_crossing=True))
    samples = run(everything, Corpus(ROOT / "corpora" / "samples", "samples"), cache, jobs)
    gum = run(everything, Corpus(folder / "gum" / "dev", "GUM dev"), cache, jobs)
    litbank = run(few, Corpus(folder / "litbank" / "conll", "LitBank"), cache, jobs)
    rows: list[Row] = []
    signed = []
    for results in (samples, gum, litbank):
        for failure in results.failures:
            raise ValueError(failure.reason)
        pooled = exercise_tables(results)[0]
        rows += [{"corpus": results.corpus, **row} for row in pooled.rows]
        size = pooled.title.removeprefix(f"{results.corpus}: ").removesuffix("; pooled")
        signed.append((results.corpus, size, (), one_signature([pooled.notes])))
    write_figures("are", (*PLACE, *_scores()), rows)
    sign("are", signed)
    write_figures("are-means", (*PLACE, *MEANS), (row for results in (samples, gum) for row in _means(results)))


def page() -> str:
    """The text of docs/are.md, from docs/data."""
    return "\n".join(_sections()).rstrip() + "\n"


def _sections() -> Iterator[str]:
    yield _INTRODUCTION
    yield _RESULTS
    sizes = {row["corpus"]: row["size"] for row in figures(SIGNATURES) if row["file"] == "are"}
    for corpus, command in _COMMANDS.items():
        yield f"### {corpus}\n\n{command}: {sizes[corpus]}.\n"
        shown = [PLACE[1], *(column for column in _scores() if column.key in _SHOWN)]
        yield markdown(shown, [row for row in figures("are") if row["corpus"] == corpus])
    yield _PAPER
    published = [{"system": system, **_by_task(of_system)} for system, of_system in _PUBLISHED.items()]
    ours = [{"system": f"{row['corpus']}: {row['resolver']}", **row} for row in figures("are-means")]
    yield markdown((Column("system", "system"), *MEANS), [*published, *ours])
    yield _READING


_SHOWN = (
    "task1_pooled_value", "task1_interval", "task2_pooled_f1", "task2_ceaf_e",
    "task3_pooled_f1", "task4_pooled_f1", "task4_ceaf_e",
)  # fmt: skip


def _scores() -> Iterator[Column]:
    for task in TASKS:
        for name in ("value",) if task == 1 else _FIGURES:
            heading = "success" if task == 1 else name[0].upper()
            yield Column(f"task{task}_pooled_{name}", f"Task {task} {heading}", "percent")
        yield Column(f"task{task}_interval", "95%", "interval")
        for name in MODERN if task in _OF_CHAINS else ():
            yield Column(f"task{task}_{name}", f"Task {task} {heading_of(name)}", "percent")


def _by_task(published: Mapping[int, tuple[float, ...]]) -> dict[str, str]:
    return {
        key: f"{value:.2f}"
        for task, values in published.items()
        for key, value in zip(("1",) if task == 1 else (f"{task}{side}" for side in _FIGURES), values, strict=True)
    }


def _means(results: ExerciseResults) -> Iterator[Row]:
    """Means over documents, as in the paper."""
    for resolver in _COMPARED:
        row: dict[str, object] = {"corpus": results.corpus, "resolver": resolver}
        for task in TASKS:
            measure_name = measure_of(task)
            documents = results.outcomes[task][resolver].documents.values()
            means = document_means(documents, [measure_name])[measure_name]
            row |= {"1": means["value"]} if task == 1 else {f"{task}{side}": means[side] for side in _FIGURES}
        yield row


if __name__ == "__main__":
    if len(sys.argv) > 1:
        print(f"error: {Path(__file__).name} takes no arguments", file=sys.stderr)
        sys.exit(2)
    sys.exit(main())
