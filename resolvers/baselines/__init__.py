"""Baselines and oracles."""
