"""How fast the workbench is, next to its peers, measured in one run: ``python -m benchmarks``."""
