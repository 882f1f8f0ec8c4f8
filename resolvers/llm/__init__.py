"""Resolvers that ask a language model (the extra ``llm``)."""
