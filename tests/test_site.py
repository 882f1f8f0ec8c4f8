"""Every page of the documentation has its place on the site of ``make docs``, and its tables are made there."""

import re
import runpy
from pathlib import Path

from anaphora_workbench.evaluation import available_metrics
from anaphora_workbench.resolvers import available

REPOSITORY = Path(__file__).resolve().parents[1]


def test_the_contents_name_every_page_once() -> None:
    listed = re.findall(r"(?:file|root): (\S+)", (REPOSITORY / "docs/site/contents.yml").read_text(encoding="utf-8"))
    files = [path for folder in ("docs", "corpora/languages") for path in (REPOSITORY / folder).rglob("*.md")]
    pages = [path.relative_to(REPOSITORY).with_suffix("").as_posix() for path in files]
    assert sorted(listed) == sorted([*pages, "README", "CONTRIBUTING", "CHANGELOG", "docs/site/api"])


def test_the_tables_of_the_site_have_every_metric_and_every_option_of_a_resolver() -> None:
    made = runpy.run_path(str(REPOSITORY / "docs" / "site" / "tables.py"))
    pages = {
        name: (REPOSITORY / "docs/reference" / f"{name}.md").read_text(encoding="utf-8") for name in made["TABLES"]
    }
    shown = {name: made["filled"](page) for name, page in pages.items()}
    assert all(f"| `{metric}` |" in shown["metrics"] for metric in available_metrics())
    assert all(f"| `{option}` |" in shown["resolvers"] for info in available().values() for option in info.options)
