"""JSON: chains, standoff annotation, lines of e2e-coref."""
