"""CoNLL-U with coreference as GUM and CorefUD write it."""
