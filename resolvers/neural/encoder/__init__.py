"""A frozen encoder: word pieces, weights in four bits, the graph that runs them, files."""
