"""Pronouns that mean an event or what was said, and the clauses that they take up."""
