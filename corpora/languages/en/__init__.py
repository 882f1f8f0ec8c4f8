"""English: its tables, and what of them cannot be said in tables."""
