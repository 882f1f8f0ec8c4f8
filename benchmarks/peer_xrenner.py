"""``python -m benchmarks.peer_xrenner PYTHON FOLDER``: answers of xrenner to OntoGUM dev, as a row beside ours.

xrenner 2.2.1.1 (Zeldes & Zhang 2016) is a rule-based system of full coreference with an English model in its package.
It needs Python 3.8 in an environment of its own:

    python3.8 -m venv xrenner
    xrenner/bin/pip install numpy==1.21.6 scipy==1.5.4 scikit-learn==0.23.1 xgboost==0.90 joblib threadpoolctl \\
        xmltodict depedit
    xrenner/bin/pip install --no-deps xrenner==2.2.1.1
    python -m benchmarks.peer_xrenner xrenner/bin/python answers
    workbench compare ../shared/corpora/ontogum/dev --setting system-gold --singletons drop -r sieve \\
        --response xrenner=answers

It reads Universal Dependencies, which spaCy's English models do not make, so it gets the gold trees of GUM; its neural
tagger is no part of the package and stays off (``--noseq``).
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
from pathlib import Path

from anaphora_workbench.corpora.formats.writing import write_text
from benchmarks.places import corpora_folder

_COLUMNS = 10
_DEPS = 8
# Of one document; it takes a few seconds.
SECONDS = 600


def main(arguments: list[str]) -> int:
    """Write a file for each document that xrenner answers; returns the exit status, 1 if it failed on some."""
    if len(arguments) != 2:
        print("error: expected two words: a Python 3.8 that has xrenner, and a folder for its answers", file=sys.stderr)
        return 2
    corpora = corpora_folder()
    if corpora is None:
        return 2
    python, output = Path(arguments[0]).absolute(), Path(arguments[1])
    found = subprocess.run([python, "-c", "import xrenner; print(xrenner.__path__[0])"], capture_output=True, text=True)
    if found.returncode:
        print(f"error: {python} has no xrenner; expected an environment as in the docstring", file=sys.stderr)
        return 2
    output.mkdir(parents=True, exist_ok=True)
    files = sorted((corpora / "gum" / "dev").glob("*.conllu"))
    missing = 0
    for file in files:
        try:
            answer = _answer(python, Path(found.stdout.strip()), file)
        except ValueError as error:
            missing += 1
            print(f"warning: {file.stem}: no answer: {error}", file=sys.stderr)
        else:
            write_text(output / f"{file.stem}.conll", answer)
    print(f"{len(files) - missing} of {len(files)} documents answered")
    return 1 if missing else 0


def _answer(python: Path, package: Path, file: Path) -> str:
    """What xrenner prints for a document without its key.

    Raises:
        ValueError: nothing, as it failed or took too long; the message is its last line.
    """
    with tempfile.TemporaryDirectory() as scratch:
        given = Path(scratch) / file.name
        given.write_text(without_key(file.read_text(encoding="utf-8")), encoding="utf-8")
        command: list[str | Path] = [python, "xrenner.py", "--noseq", "-m", "eng", "-o", "conll", given]
        try:
            done = subprocess.run(command, cwd=package, capture_output=True, text=True, timeout=SECONDS)
        except subprocess.TimeoutExpired:
            raise ValueError(f"not done after {SECONDS} s") from None
    # What goes wrong in one of its processes does not show in its exit status.
    if done.returncode or not done.stdout.strip():
        raise ValueError((done.stderr.strip().splitlines() or ["nothing was printed"])[-1])
    return done.stdout


def without_key(text: str) -> str:
    """The lines of full words of a CoNLL-U file, without comments, enhanced dependencies and MISC."""
    kept = []
    for line in text.splitlines():
        columns = line.split("\t")
        if len(columns) == _COLUMNS and columns[0].isdecimal():
            kept.append("\t".join([*columns[:_DEPS], "_", "_"]))
        elif not line:
            kept.append("")
    return "\n".join([*kept, ""])


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
