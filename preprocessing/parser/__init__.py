"""Words: tokens, tags, heads, sentences and paragraphs, by spaCy or as they are given."""
