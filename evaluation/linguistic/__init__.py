"""Metrics that ask what kind of mention was linked to what."""
