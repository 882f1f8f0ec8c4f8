"""Explanations: traces in words."""
