"""Dependency trees: relations by name, and one view of a tree whatever scheme it was annotated in.

No other folder names a label.
"""
