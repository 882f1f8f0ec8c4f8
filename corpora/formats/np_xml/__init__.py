"""The shared XML NP representation."""
