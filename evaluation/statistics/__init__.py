"""Statistics: intervals and tests, difficulty, agreement of annotators, errors in chains."""
