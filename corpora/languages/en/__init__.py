"""English: its tables and its module."""
