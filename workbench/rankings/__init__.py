"""Rankings: several responses to one key, their differences and agreement."""
