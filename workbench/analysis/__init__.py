"""Analysis: what became of each decision, and why it is wrong."""
