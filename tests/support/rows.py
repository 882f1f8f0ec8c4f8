"""Tables of cases written as text, one row a case."""


def rows(text: str) -> list[tuple[str, ...]]:
    """The cells of each line, which stand between ``  |  ``; a line that begins so goes on with the row before."""
    return [tuple(line.split("  |  ")) for line in text.replace("\n  |  ", "  |  ").strip("\n").split("\n")]
