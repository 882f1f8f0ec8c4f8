"""Nominal resolvers: head match, speech pronouns, relative pronouns."""
