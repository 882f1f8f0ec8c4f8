"""Answers of the page: comparisons, rankings, explanations."""
