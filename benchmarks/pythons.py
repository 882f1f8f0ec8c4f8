"""``python -m benchmarks.pythons WHEEL``: tries the wheel on each Python that is here.

In an empty environment with the oldest numpy and spaCy that pyproject.toml allows, and in one with the newest, it
compares the samples and scores answers. A Python without a wheel of the oldest numpy gets the oldest that it has.
"""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
import tempfile
import tomllib
from collections.abc import Iterator
from pathlib import Path

from benchmarks.places import ROOT

PYTHONS = ("3.11", "3.12", "3.13")
_BOUNDED = ("numpy", "spacy")
_COMMANDS = (
    "compare samples --no-cache --quiet --setting system-predicted",
    "resolve samples --resolver mitkov --output answers --no-cache --quiet",
    "score samples answers --quiet",
)


def found(version: str) -> str | None:
    """The command of a Python, of pyenv or on the path, None where it is not here."""
    of_pyenv = sorted(Path.home().glob(f".pyenv/versions/{version}.*/bin/python"))
    return str(of_pyenv[-1]) if of_pyenv else shutil.which(f"python{version}")


def oldest(command: str) -> Iterator[str]:
    """The oldest release of each package that is allowed and has a wheel for a Python, as pip is told it.

    pip names the releases that a Python can install where it is asked for one that is none; ``pip index versions``
    names others too.
    """
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    for package in _BOUNDED:
        (bound,) = (line.partition(">=")[2] for line in project["dependencies"] if line.startswith(f"{package}>="))
        asked = ("--python", command, "install", "--dry-run", "--no-deps", "--only-binary=:all:", f"{package}==0")
        told = subprocess.run(_pip(*asked), capture_output=True, text=True, check=False).stderr
        there = told.partition("(from versions: ")[2].partition(")")[0].split(", ")
        releases = [each for each in there if re.fullmatch(r"\d+(\.\d+)*", each) and _key(each) >= _key(bound)]
        yield f"{package}=={min(releases, key=_key)}"


def _key(release: str) -> list[int]:
    return [int(part) for part in release.split(".")] + [0] * (3 - release.count(".") - 1)


def _pip(*words: str) -> list[str]:
    return [sys.executable, "-m", "pip", "--disable-pip-version-check", *words]


def tried(command: str, wheel: Path, pins: list[str], folder: Path) -> str:
    """What was installed and did its work. Raises CalledProcessError."""
    subprocess.run([command, "-m", "venv", "--without-pip", folder / "python"], check=True)
    python = str(folder / "python" / "bin" / "python")
    wanted = (f"{wheel.resolve()}[english]", *pins)
    subprocess.run(
        _pip("--python", python, "install", "--quiet", "--upgrade", "--only-binary=:all:", *wanted), check=True
    )
    for words in _COMMANDS:
        subprocess.run(
            [python, "-m", "anaphora_workbench", *words.split()], cwd=folder, check=True, stdout=subprocess.PIPE
        )
    asks = "import sys, numpy, spacy; "
    asks += "print(sys.version.split()[0], 'numpy', numpy.__version__, 'spaCy', spacy.__version__)"
    return subprocess.run([python, "-c", asks], check=True, capture_output=True, text=True).stdout.strip()


def main(wheel: str) -> None:
    """Try all there are; what is not here is said."""
    for version in PYTHONS:
        command = found(version)
        if command is None:
            print(f"Python {version}: not here", flush=True)
            continue
        for pins in (list(oldest(command)), []):
            with tempfile.TemporaryDirectory() as folder:
                print(f"Python {tried(command, Path(wheel), pins, Path(folder))}: compares and scores", flush=True)


if __name__ == "__main__":
    main(*sys.argv[1:])
