"""One file a format; ``registry`` finds them, reads and writes."""

from anaphora_workbench.corpora.formats.registry import Format, available, find, get_format, read, recognise, write

__all__ = ["Format", "available", "find", "get_format", "read", "recognise", "write"]
