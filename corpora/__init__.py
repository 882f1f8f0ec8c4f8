"""Documents, and how they are read and written."""

from anaphora_workbench.corpora import formats
from anaphora_workbench.corpora.formats import find, read
from anaphora_workbench.corpora.formats.writing import write
from anaphora_workbench.corpora.support.errors import FormatError

__all__ = ["FormatError", "find", "formats", "read", "write"]
