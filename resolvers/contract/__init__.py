"""The contract: what a resolver is, and the case of one pronoun with its trace."""
