"""Metrics over entities: each reads one table of overlaps."""
