"""Wiring: options that commands share, standard input, warnings, what a comparison shows."""
