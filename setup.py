"""Where the packages lie: the five top-level folders are installed as packages of ``anaphora_workbench``."""

from setuptools import find_namespace_packages, setup

FRONT = "anaphora_workbench"
FOLDERS = ("corpora", "preprocessing", "resolvers", "evaluation", "workbench")
INNER = {folder: find_namespace_packages(folder, exclude=["*__pycache__*"]) for folder in FOLDERS}

setup(
    packages=[FRONT]
    + [f"{FRONT}.{name}" for top in FOLDERS for name in (top, *(f"{top}.{name}" for name in INNER[top]))],
    package_dir={FRONT: FRONT} | {f"{FRONT}.{folder}": folder for folder in FOLDERS},
)
