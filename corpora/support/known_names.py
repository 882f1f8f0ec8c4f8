"""Known names, and the one that a misspelt name probably meant."""

from collections.abc import Iterable

# Share of letters in common, in their order, from which a name may have been meant (difflib).
_NEAR = 0.6


def there_are(names: Iterable[str], *wrong: object, nothing: str = "none") -> str:
    """The part of a message behind a name that does not exist.

    Args:
        wrong: the names that do not exist; a file may have numbers where names should be.
        nothing: what is said where there are no names.

    >>> there_are(["muc", "lea"], "lae")
    'there are: muc, lea; did you mean lea?'
    """
    listed = list(names)
    return f"there are: {', '.join(listed) or nothing}{did_you_mean(listed, *wrong)}"


def did_you_mean(names: Iterable[str], *wrong: object) -> str:
    """``; did you mean x?``, or nothing where no name is near.

    >>> did_you_mean(["muc", "lea"], "muc,lea")
    '; did you mean muc and lea, each by itself?'
    """
    listed = list(names)
    several = [part.strip() for name in wrong for part in str(name).split(",") if "," in str(name)]
    if several and set(several) <= set(listed):
        return f"; did you mean {' and '.join(dict.fromkeys(several))}, each by itself?"
    found = (near(name, listed) for name in wrong)
    meant = list(dict.fromkeys(name for name in found if name is not None))
    return f"; did you mean {' and '.join(meant)}?" if meant else ""


def near(wrong: object, names: Iterable[str], share: float = _NEAR) -> str | None:
    """The name most like one that does not exist, None where none is near.

    Args:
        share: of letters in common, in their order.
    """
    from difflib import get_close_matches  # a right name needs none

    spelled = {_plain(name): name for name in names}
    found = get_close_matches(_plain(wrong), spelled, 1, share)
    return spelled[found[0]] if found else None


def _plain(name: object) -> str:
    return str(name).lower().replace("_", "-").strip("-")
