"""The Anaphora Resolution Exercise: inputs, keys and answers."""
