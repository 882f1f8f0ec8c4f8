"""LitBank."""
