"""What a document is, and how it is read and written."""

from corpora import formats
from corpora.errors import FormatError
from corpora.formats import find, read, write

__all__ = ["FormatError", "find", "formats", "read", "write"]
