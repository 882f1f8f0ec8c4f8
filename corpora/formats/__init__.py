"""One file per format; ``registry`` finds and reads them, ``corpora.writing`` writes."""

from anaphora_workbench.corpora.formats.format import Format
from anaphora_workbench.corpora.formats.registry import available, find, get_format, read, recognise

__all__ = ["Format", "available", "find", "get_format", "read", "recognise"]
