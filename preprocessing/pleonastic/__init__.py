"""Pronouns that refer to nothing."""
