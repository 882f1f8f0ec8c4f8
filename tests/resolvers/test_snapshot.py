"""Whatever is changed in a document, its snapshot tells."""

from collections.abc import Iterator
from copy import deepcopy
from dataclasses import fields, is_dataclass
from typing import Any

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from anaphora_workbench.corpora.document import CoreferenceLayer, Document, Entity, Mention, Word
from examples import examples
from random_documents import documents
from snapshot import Snapshot


def _parts(value: Any) -> Iterator[Any]:
    """The document and everything in it that can be changed in place."""
    if is_dataclass(value):
        yield value
        members = [getattr(value, field.name) for field in fields(value)]
    elif isinstance(value, (list, dict)):
        yield value
        members = list(value.values()) if isinstance(value, dict) else value
    else:
        return
    for member in members:
        yield from _parts(member)


def _other(value: Any) -> Any:
    """A value of about the same kind that is not equal."""
    if isinstance(value, bool):
        return not value
    if isinstance(value, int):
        return -2 if value == -1 else value + 1
    if isinstance(value, str):
        return value + "x"
    if isinstance(value, frozenset):
        return value ^ {"x"}
    if isinstance(value, tuple):
        return (*value, 1)
    if isinstance(value, list):
        return [*value, "x"]
    if isinstance(value, dict):
        return value | {"a key that is not there": "x"}
    return 1


def _change(draw: st.DrawFn | Any, part: Any) -> None:
    if isinstance(part, dict):
        if part and draw(st.booleans()):
            del part[draw(st.sampled_from(list(part)))]
        else:
            part["a key that is not there"] = "x"
    elif isinstance(part, list):
        if part and draw(st.booleans()):
            del part[draw(st.integers(0, len(part) - 1))]
        else:
            part.append("x")
    else:
        name = draw(st.sampled_from([field.name for field in fields(part)]))
        setattr(part, name, _other(getattr(part, name)))


@given(document=documents(), data=st.data())
@settings(max_examples=examples(150), suppress_health_check=list(HealthCheck))
def test_any_change_of_any_field_is_seen(document: Document, data: st.DataObject) -> None:
    snapshot = Snapshot(document)
    assert snapshot.changes() == []
    before = deepcopy(document)
    _change(data.draw, data.draw(st.sampled_from(list(_parts(document)))))
    assert len(snapshot.changes()) == 1
    assert getattr(document, snapshot.changes()[0]) != getattr(before, snapshot.changes()[0])


def test_every_field_of_every_part_is_seen() -> None:
    """The same without chance: each field of each kind of part, one at a time."""
    seen = set()
    layer = CoreferenceLayer("gold", [Entity("1", ["m1"])])
    document = Document("d", [Word("It")], mentions=[Mention("m1", 0, 1, 0)], coreference={"gold": layer})
    for place, part in enumerate(_parts(document)):
        for field in fields(part) if is_dataclass(part) else ():
            changed = deepcopy(document)
            snapshot = Snapshot(changed)
            thing = list(_parts(changed))[place]
            setattr(thing, field.name, _other(getattr(thing, field.name)))
            assert len(snapshot.changes()) == 1, (type(part).__name__, field.name)
            seen.add((type(part).__name__, field.name))
    assert len(seen) == sum(len(fields(kind)) for kind in (Document, Word, Mention, CoreferenceLayer, Entity))


def test_order_counts() -> None:
    document = Document("d", [Word("It"), Word("rains")], extra={"a": "1", "b": "2"})
    snapshot = Snapshot(document)
    document.words.reverse()
    document.extra = {"b": "2", "a": "1"}
    assert snapshot.changes() == ["words", "extra"]
    document.words.reverse()
    document.extra = {"a": "1", "b": "2"}
    assert snapshot.changes() == []
