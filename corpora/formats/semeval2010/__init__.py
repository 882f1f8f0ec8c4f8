"""SemEval-2010 Task 1."""
