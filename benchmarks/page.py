"""The page under load: readers at once, a text against ``compare``, a newer text, and memory after many jobs.

Source of the bounds: no error and a median answer under 0.2 s for twenty readers on an idle machine of two cores; a
text in at most twice the time of ``compare``; memory after 200 jobs at most 1.2 of that after ten.
"""

from __future__ import annotations

import json
import re
import statistics
import subprocess
import threading
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from tests.support.served_page import Served, form, served

from anaphora_workbench.corpora import read
from anaphora_workbench.workbench.report.tables import Row, Table
from benchmarks.columns import columns_of
from benchmarks.places import ROOT
from benchmarks.processes import mebibytes, tree, workbench

READERS, REQUESTS = 20, 40
JOBS_BEFORE, JOBS_AFTER = 10, 200
WORDS = 1000
RESOLVERS = ("kennedy-boguraev", "lappin-leass", "cogniac", "mitkov")
SHORT = "The pump has a filter. Rinse it before it dries out. This is text number {}."
_COLUMNS = columns_of("what; value (number); bound: at most (number)")


class Page(Served):
    """A running page that takes texts without waiting for their answers."""

    def sent(self, path: str, *fields: tuple[str, str]) -> dict[str, Any]:
        """What is answered to a form. Raises RuntimeError for a refusal."""
        kind, body = form(*fields)
        answer = self.request("POST", path, body, {"Content-Type": kind, "Origin": self.origin})
        if answer.status >= 400:
            raise RuntimeError(f"{path}: {answer.body.decode()}")
        return dict(answer.json)

    def ended(self, job: str) -> str:
        """The last state of a job."""
        return str(self.events(job)[-1]["state"])

    def begun(self, text: str, resolvers: Sequence[str]) -> str:
        """Send a text; returns its job."""
        columns = json.dumps([{"resolver": name} for name in resolvers])
        return str(self.sent("/ask", ("tab", "benchmark"), ("columns", columns), ("text", text))["job"])

    def memory(self) -> float:
        """MiB that the server and its workers hold."""
        return sum(mebibytes(process, "status", "VmRSS:") for process in tree(self.process))


def page_tables(corpora: Path, scratch: Path) -> Iterator[Table]:
    """A table for each of the four.

    Args:
        corpora: folder of the public corpora.
        scratch: for what the page and ``compare`` write.
    """
    text = long_text()
    with served(scratch, str(corpora / "gum" / "dev")) as running:
        page = Page(running.address, running.process)
        page.ended(page.begun(SHORT.format("none"), RESOLVERS))
        yield Table("a text of 1,000 words, four classical resolvers", _COLUMNS, list(text_rows(page, text, scratch)))
        yield Table("a newer text of the same tab", _COLUMNS, list(newer_rows(page, text)))
        yield Table("memory of the server and its workers", _COLUMNS, list(memory_rows(page)))
        yield Table(f"{READERS} readers at once, results of GUM dev", _COLUMNS, list(reader_rows(page, "gum/dev")))


def text_rows(page: Page, text: str, scratch: Path) -> Iterator[Row]:
    """A text on the page, and by the command, in turns."""
    file = scratch / "text.txt"
    file.write_text(text, encoding="utf-8")
    words = [word for name in RESOLVERS for word in ("-r", name)]
    command = workbench("compare", str(file), *words, "-q", "--no-cache")
    by_page, by_compare = [], []
    for number in range(3):
        start = time.perf_counter()
        state = page.ended(page.begun(f"{text} Run {number} ended.", RESOLVERS))
        by_page.append(time.perf_counter() - start)
        if state != "done":
            raise RuntimeError(f"the job {state}")
        start = time.perf_counter()
        subprocess.run([*command, "--report", str(scratch / "r.html")], check=True, capture_output=True)
        by_compare.append(time.perf_counter() - start)
    seconds = statistics.median(by_page), statistics.median(by_compare)
    yield {"what": "seconds of the page, from sending to the answer", "value": seconds[0]}
    yield {"what": "seconds of compare --report", "value": seconds[1]}
    yield {"what": "ratio", "value": seconds[0] / seconds[1], "bound": 2.0}


def newer_rows(page: Page, text: str) -> Iterator[Row]:
    """A text that is sent while an older one of the same tab is worked on."""
    older = page.begun(text + " The older one.", RESOLVERS)
    start = time.perf_counter()
    newer = page.begun(SHORT.format("newer"), RESOLVERS)
    state = page.ended(older)
    told = time.perf_counter() - start
    if (state, page.ended(newer)) != ("cancelled", "done"):
        raise RuntimeError(f"the older job is {state}; expected it cancelled")
    yield {"what": "seconds until the older job is told to be cancelled", "value": told}
    yield {"what": "seconds until the newer is answered", "value": time.perf_counter() - start}


def memory_rows(page: Page, jobs: int = JOBS_AFTER) -> Iterator[Row]:
    """Memory after some jobs and after many."""
    held = {}
    for number in range(1, jobs + 1):
        page.ended(page.begun(SHORT.format(number), ("mitkov", "kennedy-boguraev")))
        if number in (JOBS_BEFORE, jobs):
            held[number] = page.memory()
            yield {"what": f"MiB after {number} jobs", "value": held[number]}
    yield {"what": "ratio", "value": held[jobs] / held[JOBS_BEFORE], "bound": 1.2}


def reader_rows(page: Page, corpus: str) -> Iterator[Row]:
    """Answers that readers of a comparison get when all ask at once."""
    fields = [("tab", "readers"), ("corpus", corpus), ("setting", "system-predicted")]
    fields += [("resolver", name) for name in (*RESOLVERS, "most-recent")]
    taken = page.sent("/corpus/ask", *fields)
    if "job" in taken and page.ended(taken["job"]) != "done":
        raise RuntimeError("the comparison failed")
    report = f"/corpus/{taken['report']}/"
    index = re.search(r'id="index">(.*?)</script>', page.request("GET", report).body.decode())
    assert index
    pieces = json.loads(index.group(1))["exports"]
    seconds: list[float] = []
    errors: list[str] = []

    def read_on(reader: int) -> None:
        for number in range(REQUESTS):
            path = (report, "/", "/static/report.css")[number % 8] if number % 8 < 3 else ""
            path = path or f"{report}pieces/{(reader * 31 + number * 17) % pieces}"
            start = time.perf_counter()
            try:
                status = page.request("GET", path).status
            except OSError as error:
                errors.append(f"{path}: {error}")
                continue
            seconds.append(time.perf_counter() - start)
            if status != 200:
                errors.append(f"{path}: {status}")

    threads = [threading.Thread(target=read_on, args=(reader,)) for reader in range(READERS)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    yield {"what": "answers", "value": len(seconds)}
    yield {"what": "errors", "value": len(errors), "bound": 0}
    yield {"what": "median milliseconds", "value": 1000 * statistics.median(seconds), "bound": 200}
    yield {"what": "milliseconds of the slowest in a hundred", "value": 1000 * statistics.quantiles(seconds, n=100)[98]}


def long_text() -> str:
    """A thousand words of the samples."""
    words: list[str] = []
    for document in read(ROOT / "corpora" / "samples"):
        words += document.text().split()
    return " ".join(words[:WORDS])
