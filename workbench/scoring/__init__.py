"""Scoring: what each pair of key and response adds to the counts."""
