"""``workbench are``: the Anaphora Resolution Exercise, by hand or all at once."""

# In the order in which --help lists them.
from anaphora_workbench.workbench.commands.are import prepare, resolve, check, score, run  # isort: skip
from anaphora_workbench.workbench.commands.are.application import app

__all__ = ["app", "check", "prepare", "resolve", "run", "score"]
