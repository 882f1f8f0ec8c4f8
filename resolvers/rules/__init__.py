"""The rule-based algorithms, each file after its paper."""
