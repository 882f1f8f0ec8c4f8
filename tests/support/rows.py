"""Tables of cases written as text, one row a case."""


def rows(text: str) -> list[tuple[str, ...]]:
    """The cells of each line, which stand between ``  |  ``; a line that begins so goes on with the row before."""
    return [tuple(line.split("  |  ")) for line in text.replace("\n  |  ", "  |  ").strip("\n").split("\n")]


def annotated(text: str) -> list[tuple[str, str, list[tuple[int, str]]]]:
    """Files below lines ``=== NAME``: the name, the content, and by line what stands there behind ``  !! ``."""
    files = []
    for block in text.split("=== ")[1:]:
        name, *written = block.splitlines()
        lines: list[str] = []
        said = []
        for line in written:
            of_file, *behind = line.split("  !! ")
            if of_file or not behind:
                lines.append(of_file)
            said += [(len(lines), what) for what in behind]
        files.append((name, "\n".join([*lines, ""]), said))
    return files
