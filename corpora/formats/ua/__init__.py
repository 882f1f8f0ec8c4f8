"""The Universal Anaphora exchange format."""
