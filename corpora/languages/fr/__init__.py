"""French: its tables and its module."""
