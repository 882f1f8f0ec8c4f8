"""What plug-ins print goes to standard error, and standard output is itself again after them."""

import sys
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier, Event
from types import SimpleNamespace
from typing import Any

import pytest

from anaphora_workbench.corpora.support.plugins import DISTRIBUTION, Registry

SECONDS = 10


def registry_of(package: str, **loads: Any) -> Registry[Any]:
    """A registry of things of one distribution, loaded by these functions."""
    registry: Registry[Any] = Registry("a.group", "thing", lambda loaded: loaded)
    dist = type("Dist", (), {"name": package, "version": "1.0"})()
    entries = {
        name: SimpleNamespace(name=name, value=f"a:{name}", load=load, dist=dist) for name, load in loads.items()
    }
    registry.__dict__["_entries"] = entries
    return registry


def test_standard_output_is_put_back_after_loads_that_overlap(capsys: pytest.CaptureFixture[str]) -> None:
    both_in, first_out = Barrier(2), Event()

    def first() -> str:
        both_in.wait(SECONDS)
        print("first")
        return "first"

    def second() -> str:
        both_in.wait(SECONDS)
        first_out.wait(SECONDS)
        print("second")
        return "second"

    registry, stdout = registry_of("foreign", first=first, second=second), sys.stdout
    with ThreadPoolExecutor(2) as pool:
        loading = {name: pool.submit(registry.get, name) for name in ("first", "second")}
        assert loading["first"].result(SECONDS) == "first"
        first_out.set()
        assert loading["second"].result(SECONDS) == "second"
    assert sys.stdout is stdout
    assert capsys.readouterr() == ("", "first\nsecond\n")


@pytest.mark.parametrize(("package", "printed"), [(DISTRIBUTION, ("it\n", "")), ("foreign", ("", "it\n"))])
def test_ours_print_where_they_did(capsys: pytest.CaptureFixture[str], package: str, printed: tuple[str, str]) -> None:
    assert registry_of(package, it=lambda: print("it")).get("it") is None
    assert capsys.readouterr() == printed


def test_standard_output_is_put_back_after_what_fails() -> None:
    stdout = sys.stdout
    with pytest.raises(ValueError, match="cannot be loaded: "):
        registry_of("foreign", it=lambda: 1 / 0).get("it")
    assert sys.stdout is stdout
