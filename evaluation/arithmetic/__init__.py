"""Arithmetic: contingency tables, exact sums, formulas, ratios, twinless mentions."""
