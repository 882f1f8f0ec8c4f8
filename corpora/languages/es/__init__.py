"""Spanish: its tables and its module."""
