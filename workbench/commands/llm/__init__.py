"""``workbench llm``: the kept answers of language models."""

from anaphora_workbench.workbench.commands.llm.answers import app

__all__ = ["app"]
