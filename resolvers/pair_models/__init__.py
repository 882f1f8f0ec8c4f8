"""Mention-pair models: classifiers of pairs and how entities are made of their answers."""
