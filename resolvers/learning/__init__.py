"""Shared parts of learned resolvers: feature tables, pairs, the ranker, model files, training documents."""
