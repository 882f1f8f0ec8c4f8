"""``python -m benchmarks.pages``: makes the tables of measured pages anew from docs/data and the models.

Nothing is measured; ``make measure`` does that first.
"""

from __future__ import annotations

from anaphora_workbench.corpora.formats.writing import write_text
from benchmarks import complexity, exercise, full_coreference, languages, model_pages, mutations, neural, results
from benchmarks.data import filled

MODULES = (results, full_coreference, languages, exercise, model_pages, mutations, neural, complexity)
PAGES = {module.PAGE: module.parts for module in MODULES}
PAGES[full_coreference.PAGE] = lambda: full_coreference.parts() | neural.guideline_parts()


def main() -> None:
    for page, parts in PAGES.items():
        write_text(page, filled(page, parts()))


if __name__ == "__main__":
    main()
