"""What learned resolvers share: feature tables, pairs, the ranker, model files, training documents."""
