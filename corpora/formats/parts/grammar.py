"""Checking XML against a RELAX NG grammar, with errors for the person who wrote the file.

Every violation is listed with its line and what was expected; a test holds this check and that of libxml2, on the same
grammar file, together. It knows the part of RELAX NG that our grammars use: elements without text, attributes
(required, optional, or all or none of several) with text, listed values or whole numbers, and sequences of children,
each once, at most once or any number of times.

lxml's own validation was measured in its place (lxml 6, libxml2 2.14; lines are right in both kinds of grammar, also
beyond 65,535), and is worse for files with mistakes, which is all it would be for:

* RELAX NG says *Element w failed to validate attributes* for a missing attribute and for a wrong version, and *Invalid
  attribute gender for element mention* for a wrong value: neither which attribute is missing nor what is allowed.
* XML Schema says both, as well as we do, but cannot say *all or none of first, last, head*.
* Both stop checking a parent at its first child that is out of place: after <verb/> no later <w> without a form
  is found.
* Both take time with the square of the mistakes: 10,000 words without a form 0.7 s, 40,000 22 s; this check takes
  0.1 and 0.7 s.

For files without mistakes XML Schema is faster, 32 ms against 93 of the 334 ms that reading six documents of GUM takes.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from lxml import etree

from anaphora_workbench.corpora.support.errors import FormatError, complain

_NS = "{http://relaxng.org/ns/structure/1.0}"
_NUMBERS = {"integer": re.compile(r"\s*[+-]?\d{1,18}\s*"), "positiveInteger": re.compile(r"\s*\+?0*[1-9]\d{0,17}\s*")}
_FEW, _MANY = 8, 5000
_Values = frozenset[str] | re.Pattern[str] | None


@dataclass
class _Step:
    """Children that may stand at one point of the sequence."""

    names: frozenset[str]
    many: bool
    required: bool


@dataclass
class _Element:
    """The rules of the grammar for the elements of one name."""

    name: str
    attributes: dict[str, _Values] = field(default_factory=dict)
    required: set[str] = field(default_factory=set)
    together: list[frozenset[str]] = field(default_factory=list)
    steps: list[_Step] = field(default_factory=list)
    seen_names: dict[tuple[str, ...], list[tuple[str, frozenset[str] | set[str]]]] = field(default_factory=dict)
    seen_numbers: dict[str, set[str]] = field(default_factory=dict)
    seen_children: set[tuple[object, ...]] = field(default_factory=set)


class Grammar:
    """A grammar read from a RELAX NG file.

    Raises:
        ValueError: the grammar uses more of RELAX NG than this checker knows.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        root = etree.parse(path).getroot()
        self._defines = {define.get("name", ""): define for define in root.iterfind(f"{_NS}define")}
        self._elements: dict[str, _Element] = {}
        start = root.find(f"{_NS}start")
        assert start is not None
        self.roots = self._names(start)

    def check(self, root: etree._Element, file: Path) -> set[etree._Element]:
        """Check a whole tree; returns the elements that are not valid.

        Raises:
            FormatError: the first violation, with its line; while problems are collected, only for another root.
        """
        if root.tag not in self.roots:
            raise FormatError(file, root.sourceline, f"a file of <{root.tag}>", f"expected {_tags(self.roots)}")
        invalid = set()
        for element in root.iter():
            definition = self._elements.get(str(element.tag))
            if definition is None:
                complain(file, element.sourceline, f"<{element.tag}> is unknown", self._expected())
                invalid.add(element)
                continue
            # Most elements have the attributes and children of one checked before; only values differ.
            attributes = dict(element.attrib)
            constrained = definition.seen_names.get(tuple(attributes))
            seen_before = constrained is not None
            for name, values in constrained or ():
                if attributes[name] not in values:
                    seen_before = False
                    break
            if not seen_before and not self._check_attributes(element, definition, file):
                invalid.add(element)
            children = tuple([child.tag for child in element]) if len(element) < _FEW else None
            if children is None or children not in definition.seen_children:
                self._check_children(element, definition, file, children)
            text, tail = element.text, element.tail
            if (text and not text.isspace()) or (tail and not tail.isspace()):
                complain(file, element.sourceline, f"text next to or in <{element.tag}>", self._expected())
        return invalid

    def _check_attributes(self, element: etree._Element, definition: _Element, file: Path) -> bool:
        problems = list(self._wrong_attributes(element, definition))
        for wrong, expected in problems:
            complain(file, element.sourceline, f"<{element.tag}> {wrong}", expected)
        if not problems and len(definition.seen_names) < _MANY:
            allowed = definition.attributes
            names = tuple(str(name) for name in element.attrib)
            constrained: list[tuple[str, frozenset[str] | set[str]]] = []
            for name in names:
                values = allowed[name]
                if isinstance(values, frozenset):
                    constrained.append((name, values))
                elif values is not None:
                    seen = definition.seen_numbers.setdefault(name, set())
                    if len(seen) < _MANY:
                        seen.add(str(element.get(name)))
                    constrained.append((name, seen))
            definition.seen_names[names] = constrained
        return not problems

    def _wrong_attributes(self, element: etree._Element, definition: _Element) -> Iterator[tuple[str, str]]:
        allowed = definition.attributes
        for name, value in element.attrib.items():
            if name not in allowed:
                yield f"has an attribute {name!r}", f"expected only {', '.join(allowed) or 'none'}"
                continue
            values = allowed[str(name)]
            if isinstance(values, frozenset) and value not in values:
                yield f"has {name}={value!r}", f"expected one of {', '.join(sorted(values))}"
            elif isinstance(values, re.Pattern) and not values.fullmatch(str(value)):
                yield f"has {name}={value!r}", "expected a whole number"
        for name in sorted(definition.required):
            if name not in element.attrib:
                yield f"has no {name!r}", self._expected()
        for group in definition.together:
            present = sorted(name for name in group if name in element.attrib)
            if present and len(present) < len(group):
                yield f"has only {', '.join(present)}", f"expected all or none of {', '.join(sorted(group))}"

    def _check_children(
        self, element: etree._Element, definition: _Element, file: Path, children: tuple[object, ...] | None
    ) -> None:
        problem = self._wrong_child(element, definition)
        if problem is not None:
            complain(file, *problem)
        elif children is not None and len(definition.seen_children) < _MANY:
            definition.seen_children.add(children)

    def _wrong_child(self, element: etree._Element, definition: _Element) -> tuple[int | None, str, str] | None:
        """Line of the first child that stands where it may not, what is wrong and what was expected."""
        steps = definition.steps
        position, taken = 0, False
        for child in element:
            while position < len(steps):
                step = steps[position]
                if child.tag in step.names and (step.many or not taken):
                    taken = True
                    break
                if step.required and not taken:
                    position = len(steps)
                    break
                position, taken = position + 1, False
            if position == len(steps):
                order = ", ".join(_tags(step.names) for step in steps) or "nothing in it"
                wrong = f"<{child.tag}> in <{element.tag}>, or at this place in it"
                return child.sourceline, wrong, f"expected {order}, in this order"
        missing = next((step for step in steps[position + taken :] if step.required), None)
        if missing is not None:
            return element.sourceline, f"<{element.tag}> ends without {_tags(missing.names)}", self._expected()
        return None

    def _expected(self) -> str:
        return f"expected what {self.path.name} defines"

    def _names(self, pattern: etree._Element) -> frozenset[str]:
        """Names of the elements that a pattern stands for, one of them each time; registers them."""
        names: set[str] = set()
        for part in _parts(pattern):
            if part.tag == f"{_NS}element":
                names.add(self._register(part))
            elif part.tag == f"{_NS}ref":
                names |= self._names(self._defines[part.get("name", "")])
            elif part.tag == f"{_NS}choice":
                names |= self._names(part)
            else:
                raise ValueError(f"{self.path}:{part.sourceline}: {part.tag} is not known here")
        return frozenset(names)

    def _register(self, pattern: etree._Element) -> str:
        name = pattern.get("name", "")
        if name not in self._elements:
            definition = self._elements[name] = _Element(name)
            for part in _parts(pattern):
                self._add(part, definition)
        return name

    def _add(self, part: etree._Element, definition: _Element) -> None:
        tag = part.tag
        if tag == f"{_NS}attribute":
            name = part.get("name", "")
            definition.attributes[name] = self._values(part)
            definition.required.add(name)
        elif tag == f"{_NS}optional" and all(inner.tag == f"{_NS}attribute" for inner in _parts(part)):
            names = []
            for inner in _parts(part):
                names.append(inner.get("name", ""))
                definition.attributes[names[-1]] = self._values(inner)
            if len(names) > 1:
                definition.together.append(frozenset(names))
        elif tag in (f"{_NS}optional", f"{_NS}zeroOrMore", f"{_NS}oneOrMore"):
            many = tag != f"{_NS}optional"
            definition.steps.append(_Step(self._names(part), many, tag == f"{_NS}oneOrMore"))
        elif tag == f"{_NS}interleave":
            # Around attributes only: their order is free anyway.
            for inner in _parts(part):
                self._add(inner, definition)
        elif tag == f"{_NS}ref" and not self._is_element(part):
            for inner in _parts(self._defines[part.get("name", "")]):
                self._add(inner, definition)
        elif tag != f"{_NS}empty":
            definition.steps.append(_Step(self._names(_wrapped(part)), False, True))

    def _is_element(self, reference: etree._Element) -> bool:
        return all(part.tag == f"{_NS}element" for part in _parts(self._defines[reference.get("name", "")]))

    def _values(self, pattern: etree._Element) -> _Values:
        parts = _parts(pattern)
        if not parts or parts[0].tag == f"{_NS}text":
            return None
        part = parts[0]
        if part.tag == f"{_NS}ref":
            return self._values(self._defines[part.get("name", "")])
        if part.tag == f"{_NS}data":
            return _NUMBERS[part.get("type", "")]
        values = part.iter(f"{_NS}value")
        return frozenset(value.text or "" for value in values)


def _parts(pattern: etree._Element) -> list[etree._Element]:
    return [part for part in pattern if isinstance(part.tag, str)]


def _wrapped(part: etree._Element) -> etree._Element:
    """A pattern as the only part of a group."""
    group = etree.Element(f"{_NS}group")
    group.append(etree.fromstring(etree.tostring(part)))
    return group


def _tags(names: frozenset[str]) -> str:
    return " or ".join(f"<{name}>" for name in sorted(names))
