"""axe-core, which looks for what keeps people from using a page (Deque); a test dependency that npm installs."""

import shutil
import subprocess
import tempfile
from functools import cache
from pathlib import Path
from typing import Any

import pytest

_RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"]
_SECONDS = 120


@cache
def axe_script() -> Path | str:
    """The script, installed once into a folder of the system's for temporary files; or why there is none."""
    folder = Path(tempfile.gettempdir()) / "workbench-axe-core"
    script = folder / "node_modules" / "axe-core" / "axe.min.js"
    npm = shutil.which("npm")
    if script.exists():
        return script
    if npm is None:
        return "npm is not installed"
    folder.mkdir(parents=True, exist_ok=True)
    command = [npm, "install", "--silent", "--no-audit", "--no-fund", "--no-package-lock", "--prefix", str(folder)]
    try:
        done = subprocess.run([*command, "axe-core"], capture_output=True, timeout=_SECONDS, check=False)
    except subprocess.TimeoutExpired:
        return "npm took too long"
    return script if done.returncode == 0 and script.exists() else "npm could not install axe-core"


def serious_problems(page: Any, script: Path) -> list[str]:
    """What axe calls serious or critical, each with the first element that has it.

    Args:
        page: of a context that bypasses the page's own policy, which lets no foreign script in.
    """
    page.add_script_tag(path=str(script))
    found = page.evaluate("(rules) => axe.run(document, {runOnly: rules})", _RULES)
    return [
        f"{problem['id']}: {problem['nodes'][0]['html'][:160]}"
        for problem in found["violations"]
        if problem["impact"] in ("serious", "critical")
    ]


def nothing_is_cut_and_nobody_is_kept_out(page: Any, width: int) -> None:
    """Fail for a page that is wider than its window, or has what axe calls serious or critical."""
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    script = axe_script()
    if isinstance(script, str):
        pytest.skip(script)
    problems = serious_problems(page, script)
    assert not problems, problems
