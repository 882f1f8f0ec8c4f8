"""The base: corpora, settings, signatures, the cache, progress, errors."""
