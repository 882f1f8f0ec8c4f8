"""A package with entry points, installed in a folder, and the workbench run with it."""

import os
import subprocess
from pathlib import Path

from warm_commands import run_command


def install(site: Path, name: str, code: str, entry_points: str) -> Path:
    """Put a distribution of one module into a folder, which is returned."""
    about = site / f"{name}-1.0.dist-info"
    about.mkdir(parents=True)
    (site / f"{name}.py").write_text(code, encoding="utf-8")
    (about / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: 1.0\n", encoding="utf-8")
    (about / "entry_points.txt").write_text(entry_points, encoding="utf-8")
    return site


def run_with(site: Path, *words: object) -> subprocess.CompletedProcess[str]:
    """Run a command line in a process that finds what the folder holds."""
    return run_command(tuple(map(str, words)), site.parent, {**os.environ, "PYTHONPATH": str(site)})
