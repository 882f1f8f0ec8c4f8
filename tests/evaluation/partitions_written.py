"""Partitions as letters, the way the cases of the reference scorer are written in papers: ``a bc def``."""

from fractions import Fraction


def partition(text: str) -> list[list[str]]:
    """Entities from words of letters; ``(none)`` for no entity."""
    return [] if text in ("(none)", "") else [list(word) for word in text.split()]


def fractions(text: str) -> list[Fraction]:
    """Numbers like ``7/18 1``."""
    return [Fraction(fraction) for fraction in text.split()]
