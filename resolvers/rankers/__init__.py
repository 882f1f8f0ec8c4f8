"""Rankers: models that compare the candidates of a mention."""
