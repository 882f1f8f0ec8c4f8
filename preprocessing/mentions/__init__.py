"""Noun phrases and their features."""
