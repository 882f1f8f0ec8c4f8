"""What of a plug-in or model counts as its content (corpora/support/plugin_code.py)."""

from collections.abc import Callable
from importlib.machinery import EXTENSION_SUFFIXES
from importlib.metadata import Distribution, EntryPoint
from pathlib import Path

import pytest

import anaphora_workbench
from anaphora_workbench.corpora.support.plugin_code import distribution_content, own_content, plug_in_code

# Without what is kept of an earlier call.
code = plug_in_code.__wrapped__


@pytest.fixture
def site(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder that modules are imported from."""
    site = tmp_path / "site"
    site.mkdir()
    monkeypatch.syspath_prepend(site)
    return site


@pytest.fixture
def package(site: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A package of a plug-in of which no distribution is known, with a module in a folder."""
    package = site / "its_code"
    (package / "near").mkdir(parents=True)
    (package / "far").mkdir()
    (package / "__init__.py").write_text("", encoding="utf-8")
    (package / "near" / "rule.py").write_text("", encoding="utf-8")
    install(monkeypatch, EntryPoint("its", "its_code:Its", "anaphora_workbench.resolvers"))
    return package


def install(monkeypatch: pytest.MonkeyPatch, entry: EntryPoint) -> None:
    monkeypatch.setattr("anaphora_workbench.corpora.support.plugin_code._foreign_entries", lambda: [entry])


def listed(monkeypatch: pytest.MonkeyPatch, site: Path, value: str, *files: str) -> None:
    """Install a distribution of these files, as hatchling and flit make it: with a list and no top_level.txt."""
    information = site / "its-1.dist-info"
    information.mkdir()
    (information / "METADATA").write_text("Metadata-Version: 2.1\nName: its\nVersion: 1\n", encoding="utf-8")
    (information / "RECORD").write_text("".join(f"{file},,\n" for file in files), encoding="utf-8")
    for file in files:
        (site / file).parent.mkdir(parents=True, exist_ok=True)
        (site / file).touch()
    entry = EntryPoint("its", value, "anaphora_workbench.metrics")
    vars(entry)["dist"] = Distribution.at(information)
    install(monkeypatch, entry)


@pytest.mark.parametrize(
    ("change", "changes"),
    [
        (lambda package: (package / "near" / ".#rule.py").symlink_to("me@here.1"), False),
        (lambda package: (package / "near" / "folder.py").mkdir(), False),
        (lambda package: (package / "weights.json").write_text("{}", encoding="utf-8"), True),
        (lambda package: (package / "near" / "rule.py").rename(package / "far" / "rule.py"), True),
        (lambda package: (package / "near" / "rule.py").write_text("x = 1", encoding="utf-8"), True),
        (lambda package: (package / f"fast{EXTENSION_SUFFIXES[0]}").write_bytes(b"\x7fELF"), True),
    ],
    ids=["an editor's lock", "a folder", "data", "moved", "edited", "compiled"],
)
def test_the_content_of_a_plug_in_is_its_files(package: Path, change: Callable[[Path], object], changes: bool) -> None:
    before = code()
    change(package)
    assert (code() != before) == changes


def test_all_modules_that_a_distribution_lists_are_its_code(site: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its entry point is in one of them and imports the other."""
    listed(monkeypatch, site, "its_metric:Its", "its_metric.py", "its_rules.py", "its_data.txt")
    before = code()
    (site / "anothers.py").write_text("x = 1", encoding="utf-8")
    assert code() == before
    (site / "its_data.txt").write_text("a", encoding="utf-8")
    assert code() != before
    before = code()
    (site / "its_rules.py").write_text("x = 1", encoding="utf-8")
    assert code() != before


def test_what_others_have_in_a_namespace_is_not_its_code(site: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    listed(monkeypatch, site, "company.its:Its", "company/its.py")
    before = code()
    (site / "company" / "anothers.py").write_text("x = 1", encoding="utf-8")
    assert code() == before
    (site / "company" / "its.py").write_text("x = 1", encoding="utf-8")
    assert code() != before


def test_a_script_names_its_interpreter_and_is_not_its_code(site: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    listed(monkeypatch, site, "its:Its", "its.py", "../its")
    before = code()
    (site.parent / "its").write_text("#!/usr/bin/python", encoding="utf-8")
    assert code() == before


def test_the_content_of_the_workbench_is_that_of_its_rooms(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whether it is installed or a checkout, in which none of its files are where the package is."""
    found = {own_content()}
    for rooms in ((), ("evaluation",), ("evaluation", "corpora")):
        monkeypatch.setattr("anaphora_workbench.corpora.support.plugin_code._ROOMS", rooms)
        found.add(own_content.__wrapped__())
    # A wheel has a list of its files.
    assert len(found) == (1 if (Path(anaphora_workbench.__file__).parent / "evaluation").is_dir() else 4)


@pytest.mark.parametrize("leading", ["__editable___its_1_finder.py", "_editable_impl_its.py", "_editable_skbc_its.py"])
@pytest.mark.parametrize("module", ["its_code", "company.its"])
def test_an_editable_installation_is_known_by_its_sources(
    site: Path, monkeypatch: pytest.MonkeyPatch, leading: str, module: str
) -> None:
    """What leads to them names folders of this machine, and would make two checksums of one code."""
    listed(monkeypatch, site, f"{module}:Its", leading)
    source = (site / module.replace(".", "/")).with_suffix(".py")
    source.parent.mkdir(exist_ok=True)
    source.write_text("", encoding="utf-8")
    before = code()
    (site / leading).write_text("MAPPING = {}", encoding="utf-8")
    assert code() == before
    source.write_text("x = 1", encoding="utf-8")
    assert code() != before


@pytest.mark.parametrize(("size", "value"), [(3, "recorded"), (4, "read")])
def test_a_file_of_the_recorded_size_is_what_is_recorded(
    site: Path, monkeypatch: pytest.MonkeyPatch, size: int, value: str
) -> None:
    """SHA-256 of *abc* is ungWv48Bz-pBQUDeXa4iI7ADYaOWF3qctBD_YfIAFa0 (FIPS 180, base 64), and is not read where the
    size says that it is recorded."""
    listed(monkeypatch, site, "its:Its", "its.py")
    (site / "its.py").write_text("abc", encoding="utf-8")
    record = site / "its-1.dist-info" / "RECORD"
    record.write_text("its.py,,\n", encoding="utf-8")
    unlisted = distribution_content("its")
    record.write_text("its.py,sha256=ungWv48Bz-pBQUDeXa4iI7ADYaOWF3qctBD_YfIAFa0,3\n", encoding="utf-8")
    assert distribution_content("its") == unlisted
    record.write_text(f"its.py,sha256=another,{size}\n", encoding="utf-8")
    assert (distribution_content("its") == unlisted) == (value == "read")
