"""JSON shapes that give a text, and spans of its characters with exclusive ends.

* fastcoref 2.1 (Otmazgin et al. 2022; modeling.py and tests of the repository, ``predict(..., output_file)``):
  ``text``, ``clusters`` and, to check them, ``clusters_strings``.
* doccano 1.8 (JSONL export of *Sequence Labeling* with relations): ``entities`` and ``relations``.
* Prodigy 1.11 (documentation of the interface *relations*): ``tokens``, ``spans``, ``relations`` with ``head_span`` and
  ``child_span``, ``answer``.
* Label Studio 1.8 (*Label Studio JSON format*): ``data``, and in ``annotations`` a ``result`` of ``labels`` and
  ``relation``.

Of the last three a span that no relation joins is an entity of one. Which relations are coreference is the option
``layer`` where there are several kinds.
"""

from collections.abc import Iterator, Mapping
from typing import Any

from anaphora_workbench.corpora.document import GOLD_LAYER, Document
from anaphora_workbench.corpora.formats.options import one_layer
from anaphora_workbench.corpora.formats.parts.json_file import JsonFile, Place
from anaphora_workbench.corpora.formats.tools.links import Annotated, add_linked
from anaphora_workbench.corpora.formats.tools.tool_document import PREDICTED, ToolDocument
from anaphora_workbench.corpora.support.errors import brief, going_on, note, quantity

_Links = list[tuple[str, str, str]]


def fastcoref(file: JsonFile, place: int) -> Iterator[Document]:
    root = file.root
    text, chains = file.required(root, (), "text", str), file.required(root, (), "clusters", list)
    strings = file.value(root, (), "clusters_strings", list)
    tool = ToolDocument(None, file.path, place)
    spans: list[list[tuple[Place, tuple[int, int]]]] = []
    for number, chain in enumerate(chains):
        spans.append([])
        for index, edges in enumerate(chain if isinstance(chain, list) else ()):
            at: Place = ("clusters", number, index)
            with going_on():
                if not (isinstance(edges, list) and len(edges) == 2 and all(type(edge) is int for edge in edges)):
                    raise file.error(at, f"{brief(str(edges))} is not a span", "expected [start, end] in characters")
                said = text[edges[0] : edges[1]]
                if strings is not None and (stated := _at(_at(strings, number), index)) != said:
                    wrong = f"characters {edges[0]} to {edges[1]} are {said!r}, not {stated!r}"
                    raise file.error(at, wrong, "expected clusters_strings to say the same as clusters")
                spans[-1].append((at, (edges[0], edges[1])))
    tool.add_text(text, (edges for chain in spans for _, edges in chain))
    tool.add_layer(PREDICTED)
    for number, chain_spans in enumerate(spans):
        mentions = []
        for at, characters in chain_spans:
            with going_on():
                try:
                    mentions.append(tool.mention(PREDICTED, (tool.words_at(*characters),)))
                except ValueError as wrong:
                    raise file.error(at, str(wrong)) from None
        tool.add_entity(PREDICTED, str(number), mentions)
    yield tool.finish()


def _at(values: object, place: int) -> object:
    """What stands at a place of a list, None if it is none or shorter."""
    return values[place] if isinstance(values, list) and place < len(values) else None


def doccano(file: JsonFile, place: int) -> Iterator[Document]:
    root = file.root
    spans: dict[str, Annotated] = {}
    for index, entity in enumerate(file.required(root, (), "entities", list)):
        at: Place = ("entities", index)
        edges = file.required(entity, at, "start_offset", int), file.required(entity, at, "end_offset", int)
        spans[str(entity.get("id", index))] = Annotated((edges,), file.value(entity, at, "label", str, ""))
    links = [
        tuple(str(relation.get(key)) for key in ("type", "from_id", "to_id"))
        for index, relation in enumerate(file.required(root, (), "relations", list))
        if file.required(relation, ("relations", index), "type", str)
    ]
    tool = ToolDocument(_name(root.get("id")), file.path, place)
    tool.add_text(file.required(root, (), "text", str), _edges(spans))
    _add_layer(file, tool, "doccano", GOLD_LAYER, spans, links)  # type: ignore[arg-type]
    yield tool.finish()


def prodigy(file: JsonFile, place: int) -> Iterator[Document]:
    root = file.root
    answer = file.value(root, (), "answer", str, "accept")
    if answer != "accept":
        note(file.path, file.line(()), f"a task answered with {answer!r}, which is left out")
        return
    spans: dict[str, Annotated] = {}

    def span_of(data: Any, at: Place) -> str:
        edges = file.required(data, at, "start", int), file.required(data, at, "end", int)
        name = f"{edges[0]}-{edges[1]}"
        spans.setdefault(name, Annotated((edges,), file.value(data, at, "label", str, "")))
        return name

    for index, data in enumerate(file.value(root, (), "spans", list, [])):
        span_of(data, ("spans", index))
    links: _Links = []
    for index, relation in enumerate(file.required(root, (), "relations", list)):
        at: Place = ("relations", index)
        ends = [span_of(file.required(relation, at, key, dict), (*at, key)) for key in ("head_span", "child_span")]
        links.append((file.required(relation, at, "label", str), *ends))  # type: ignore[arg-type]
    tokens = [
        (file.required(token, ("tokens", index), "start", int), file.required(token, ("tokens", index), "end", int))
        for index, token in enumerate(file.required(root, (), "tokens", list))
    ]
    meta = file.value(root, (), "meta", dict, {})
    tool = ToolDocument(_name(meta.get("id")), file.path, place)
    tool.add_text(file.required(root, (), "text", str), _edges(spans), tokens)
    _add_layer(file, tool, "prodigy", GOLD_LAYER, spans, links)
    yield tool.finish()


def label_studio(file: JsonFile, place: int) -> Iterator[Document]:
    root = file.root
    data = file.required(root, (), "data", dict)
    texts = {key: value for key, value in data.items() if isinstance(value, str)}
    text = texts.get("text") if len(texts) != 1 else next(iter(texts.values()))
    if text is None:
        raise file.error(("data",), "no 'text'", f"expected it besides {', '.join(texts) or 'other values'}")
    tool = ToolDocument(_name(root.get("id")), file.path, place)
    found: list[tuple[str, bool, dict[str, Annotated], _Links]] = []
    for index, annotation in enumerate(file.required(root, (), "annotations", list)):
        at: Place = ("annotations", index)
        if file.value(annotation, at, "was_cancelled", bool, False):
            note(file.path, file.line(at), "a cancelled annotation, which is left out")
            continue
        # The key is the only annotation, or the one that is marked as such.
        by = annotation.get("completed_by", index + 1)
        name = f"annotator {by.get('id', index + 1) if isinstance(by, dict) else by}"
        # Somebody may have annotated a task again.
        name += f", annotation {index + 1}" * any(name == other for other, *_ in found)
        truth = file.value(annotation, at, "ground_truth", bool, False)
        found.append((name, truth, *_result(file, annotation, at)))
    if len(found) == 1:
        ((name, _, spans, links),) = found
        found = [(name, True, spans, links)]
    if sum(truth for _, truth, *_ in found) > 1:
        raise file.error(("annotations",), "several with ground_truth", "expected one at most")
    tool.add_text(text, (edges for _, _, spans, _ in found for edges in _edges(spans)))
    for name, truth, spans, links in found:
        _add_layer(file, tool, "label-studio", GOLD_LAYER if truth else name, spans, links)
    yield tool.finish()


def _result(file: JsonFile, annotation: Any, place: Place) -> tuple[dict[str, Annotated], _Links]:
    spans: dict[str, Annotated] = {}
    links: _Links = []
    for index, item in enumerate(file.required(annotation, place, "result", list)):
        at: Place = (*place, "result", index)
        kind = file.required(item, at, "type", str)
        if kind == "relation":
            kinds = file.value(item, at, "labels", list) or ["relation"]
            links.append(
                (str(kinds[0]), file.required(item, at, "from_id", str), file.required(item, at, "to_id", str))
            )
        elif kind == "labels":
            value = file.required(item, at, "value", dict)
            edges = file.required(value, at, "start", int), file.required(value, at, "end", int)
            labels = file.value(value, at, "labels", list, [])
            spans[file.required(item, at, "id", str)] = Annotated(
                (edges,), str(labels[0]) if labels else "", file.value(value, at, "text", str, "")
            )
        elif kind.endswith("labels"):
            raise file.error(at, f"regions of type {kind!r}", "expected 'labels', which count the characters of a text")
    return spans, links


def _name(id: object) -> str | None:
    return None if id is None else str(id)


def _edges(spans: Mapping[str, Annotated]) -> Iterator[tuple[int, int]]:
    return (edges for span in spans.values() for edges in span.stretches)


def _add_layer(
    file: JsonFile, tool: ToolDocument, shape: str, annotator: str, spans: Mapping[str, Annotated], links: _Links
) -> None:
    """Add the spans, and the links of the kind that is coreference."""
    layer = one_layer(f"{shape}.layer", (kind for kind, _, _ in links), file.path, file.line(()))
    others = sum(kind != layer for kind, _, _ in links)
    if others:
        note(file.path, file.line(()), f"{quantity(others, 'relation')} of other kinds than {layer}, not read")
    add_linked(
        tool, annotator, spans, [(first, second) for kind, first, second in links if kind == layer],
        lambda name, wrong: file.error((), f"span {name}: {wrong}"),
    )  # fmt: skip
