"""Pronouns: the one loop over them, and its memory."""
