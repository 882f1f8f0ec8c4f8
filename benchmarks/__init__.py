"""How fast the workbench is, beside its peers, measured in one run: ``python -m benchmarks``."""
