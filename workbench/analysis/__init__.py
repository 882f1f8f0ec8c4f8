"""Analysis: the verdict on each decision, and the cause of each error."""
