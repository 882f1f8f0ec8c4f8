"""The distribution ``anaphora-workbench-models``: its files, and what to install where something is missing."""

from importlib.resources import files
from importlib.util import find_spec
from pathlib import Path

PACKAGE = "anaphora_workbench_models"
# What runs an encoder: the extra ``neural``.
RUN_BY = ("onnx", "onnxruntime", "safetensors")


def missing() -> str:
    """What has to be installed before ``neural`` answers with its own model; "" for nothing."""
    return missing_to_run() or ("" if find_spec(PACKAGE) else missing_models("neural"))


def missing_to_run() -> str:
    """What has to be installed before an encoder runs; "" for nothing."""
    absent = [name for name in RUN_BY if find_spec(name) is None]
    return _install(" and ".join(absent), "'.[neural]' ./models") if absent else ""


def missing_models(resolver: str) -> str:
    """What is said where the distribution is not there."""
    return _install("the models", "./models", resolver)


def _install(what: str, named: str, resolver: str = "neural") -> str:
    return f"{resolver} needs {what}; in the folder of the repository: pip install {named}"


def shipped_path(name: str) -> Path | None:
    """Where a file of the models is, or would be; None without the distribution."""
    return Path(str(files(PACKAGE))) / name if find_spec(PACKAGE) else None


def shipped(name: str) -> Path:
    """A file of the models.

    Raises:
        ValueError: it is not there; the message says what to install.
    """
    path = shipped_path(name)
    if path is None or not path.is_file():
        raise ValueError(missing() or f"{path}: no such file; expected it in {PACKAGE}: pip install ./models")
    return path
