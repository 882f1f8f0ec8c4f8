"""The discourse: what resolvers ask of a text, from agreement and binding to who speaks."""
