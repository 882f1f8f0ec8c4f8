"""The multi-pass sieve."""
