"""The neural ranker: two small scorers over a frozen encoder."""
