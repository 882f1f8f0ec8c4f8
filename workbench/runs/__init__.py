"""Runs: what an experiment is, the one loop over documents, and what comes out."""
