"""``python -m benchmarks.pages``: lays measured pages out anew, from docs/data and the models, without measuring.

``make measure`` measures first.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from anaphora_workbench.corpora.writing import write_text
from benchmarks import exercise, full_coreference, languages, model_pages, results
from benchmarks.places import DOCS

PAGES: dict[Path, Callable[[], str]] = {
    DOCS / "results.md": results.page,
    DOCS / "full-coreference.md": full_coreference.page,
    DOCS / "languages-results.md": languages.page,
    DOCS / "are.md": exercise.page,
    DOCS / "models.md": model_pages.page,
}


def main() -> None:
    for path, page in PAGES.items():
        write_text(path, page())


if __name__ == "__main__":
    main()
