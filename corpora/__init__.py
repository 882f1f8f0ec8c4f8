"""What a document is, and how it is read and written."""

from anaphora_workbench.corpora import formats
from anaphora_workbench.corpora.errors import FormatError
from anaphora_workbench.corpora.formats import find, read
from anaphora_workbench.corpora.writing import write

__all__ = ["FormatError", "find", "formats", "read", "write"]
