"""Reports: tables in five forms, comparisons and explanations."""
