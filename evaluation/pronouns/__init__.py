"""Measures of pronoun resolution: success rates, GAP, the tasks of the exercise."""
