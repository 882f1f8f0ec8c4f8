"""Counting: what a metric is, how it is found by name, and what each document adds to it."""
