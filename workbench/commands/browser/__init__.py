"""Commands whose result is opened in the browser."""
