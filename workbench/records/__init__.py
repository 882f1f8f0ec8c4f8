"""Records: results kept document by document, run folders."""
