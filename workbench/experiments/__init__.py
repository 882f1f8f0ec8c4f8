"""Experiments: their description and what they found."""
