"""The engine: one function over many documents, in processes that may die."""
