"""How many examples hypothesis draws: few in ``make test``; ``make check-all`` sets ``EXAMPLES=many``."""

import os


def examples(many: int, few: int | None = None) -> int:
    """A number of examples; the few are a quarter of the many where they are not given."""
    if os.environ.get("EXAMPLES") == "many":
        return many
    return -(-many // 4) if few is None else few
