"""What names there are, and which of them somebody may have meant who wrote another one."""

from __future__ import annotations

from collections.abc import Iterable

# Share of letters in common, in their order, from which a name may have been meant (difflib).
_NEAR = 0.6


def there_are(names: Iterable[str], *wrong: str, nothing: str = "none") -> str:
    """The part of a message behind a name that does not exist.

    Args:
        wrong: the names that do not exist.
        nothing: what is said where there are no names.

    >>> there_are(["muc", "lea"], "lae")
    'there are: muc, lea; did you mean lea?'
    """
    listed = list(names)
    return f"there are: {', '.join(listed) or nothing}{did_you_mean(listed, *wrong)}"


def did_you_mean(names: Iterable[str], *wrong: str) -> str:
    """``; did you mean x?``, or nothing where no name is near."""
    from difflib import get_close_matches  # a right name needs none

    spelled = {_plain(name): name for name in names}
    near = (get_close_matches(_plain(name), spelled, 1, _NEAR) for name in wrong)
    meant = list(dict.fromkeys(spelled[match] for matches in near for match in matches))
    return f"; did you mean {' and '.join(meant)}?" if meant else ""


def _plain(name: str) -> str:
    return name.lower().replace("_", "-").strip("-")
