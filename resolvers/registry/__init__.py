"""The registry: finding resolvers by name, joining them, guarding against foreign ones."""
