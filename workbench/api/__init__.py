"""The front door for Python and the component of spaCy."""
