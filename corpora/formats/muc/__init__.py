"""MUC-6 and MUC-7."""
