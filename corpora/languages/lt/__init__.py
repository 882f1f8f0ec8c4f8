"""Lithuanian: its tables and its module."""
