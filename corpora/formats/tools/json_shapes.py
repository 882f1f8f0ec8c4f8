"""The shapes of JSON in which systems and tools keep chains, told apart by their keys.

A format recognises a file by how it begins; what each value in it is, its keys say when it is read, so that a key
that comes late misleads nobody.
"""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

from anaphora_workbench.corpora.document import GOLD_LAYER, CoreferenceLayer, Document, Entity, Mention
from anaphora_workbench.corpora.document.closure import closure_by_id
from anaphora_workbench.corpora.formats.format import Format
from anaphora_workbench.corpora.formats.parts.json_file import JsonFile, json_values
from anaphora_workbench.corpora.formats.tools import text_shapes, word_shapes
from anaphora_workbench.corpora.support.errors import brief, going_on

_Reader = Callable[[JsonFile, int], Iterator[Document]]
_OBJECT = rb"\A(?:\xef\xbb\xbf)?\s*(?:\[\s*)?\{.*?"
# A text that goes beyond what is looked at.
_LONG_TEXT = (
    rb'\A(?:\xef\xbb\xbf)?\s*(?:\[\s*)?\{\s*(?:"id"\s*:\s*(?:\d+|"[^"]*")\s*,\s*)?"text"\s*:\s*"(?:[^"\\]|\\.)*\Z'
)
_OF_E2E = re.compile(rb'"(?:doc_key|sentences)"\s*:')


@dataclass(frozen=True)
class Shape:
    """One way to keep chains in JSON.

    Attributes:
        beginning: pattern of how its objects begin, after the brace.
        keys: that its objects have.
        fits: whether an object with these keys is of this shape; others may share them.
        states: see ``Format``.
        otherwise: what to ask the tool for where it has left the chains out.
    """

    name: str
    description: str
    source: str
    beginning: bytes
    keys: frozenset[str]
    read: _Reader
    fits: Callable[[dict[str, Any]], bool] = lambda root: True
    states: tuple[str, ...] = ("singletons",)
    otherwise: str = ""


def scorch(file: JsonFile, place: int) -> Iterator[Document]:
    """Chains without a text: mentions are known by their ids (scorch 0.2, README)."""
    root = file.root
    document = Document(file.value(root, (), "name", str) or file.path.stem, source=str(file.path))
    layer = document.coreference[GOLD_LAYER] = CoreferenceLayer(GOLD_LAYER)
    if root["type"] == "clusters":
        clusters = file.required(root, (), "clusters", dict)
        chains = [(name, file.strings(file.required(clusters, ("clusters",), name, list), ("clusters", name)))
                  for name in clusters]  # fmt: skip
    else:
        links = file.required(root, (), "links", list)
        for index, link in enumerate(links):
            if not (isinstance(link, list) and len(link) == 2 and all(isinstance(end, str) for end in link)):
                raise file.error(("links", index), f"{brief(str(link))} is not a link", "expected two ids of mentions")
        mentions = file.strings(file.required(root, (), "mentions", list), ("mentions",))
        chains = [(str(number), chain) for number, chain in enumerate(closure_by_id(links, mentions), 1)]
    layer.entities = [Entity(name, chain) for name, chain in chains if chain]
    document.mentions = [
        Mention(name, -1, -1, -1) for name in dict.fromkeys(name for _, chain in chains for name in chain)
    ]
    yield document


def _first_of(key: str, inner: str, innermost: str = "") -> Callable[[dict[str, Any]], bool]:
    """Whether the first object of a list has a key, and the first of that list one too."""

    def fits(root: dict[str, Any]) -> bool:
        first = first_of(root.get(key))
        if not isinstance(first, dict) or inner not in first:
            return False
        within = first_of(first[inner]) if innermost else None
        return not innermost or (isinstance(within, dict) and innermost in within)

    def first_of(value: object) -> object:
        """The first of a list; what is none is said by the reader of the shape that fits."""
        return value[0] if isinstance(value, list) and value else None

    return fits


# Blank lines of a text are ends of paragraphs.
_OF_TEXT = ("paragraphs", "singletons")
SHAPES = (
    Shape("wl-coref", "lines of wl-coref, its input and its output", "Dobrovolskii (2021), README of wl-coref",
          rb'"cased_words"\s*:', frozenset({"cased_words", "sent_id"}), word_shapes.wl_coref,
          states=("speakers", "singletons")),
    Shape("allennlp", "what AllenNLP's coreference predictor gives", "AllenNLP 2.10, coreference predictor",
          rb'"(?:top_spans|antecedent_indices|document)"\s*:\s*\[', frozenset({"document", "clusters"}),
          partial(word_shapes.one_stretch, "document", "clusters"), lambda root: "sentences" not in root),
    Shape("crac-json", "JSON of the LLM track of CRAC 2025", "text2text-coref 2025, json_format.py",
          rb'"doc_id"\s*:.*?"tokens"\s*:\s*\[\s*"', frozenset({"doc_id", "tokens", "clusters_token_offsets"}),
          word_shapes.crac_json, lambda root: "clusters_token_text" not in root),
    Shape("maverick", "what Maverick predicts", "Martinelli et al. (2024), README of maverick-coref",
          rb'"(?:tokens"\s*:\s*\[\s*"|clusters_token_offsets"\s*:)', frozenset({"tokens", "clusters_token_offsets"}),
          partial(word_shapes.one_stretch, "tokens", "clusters_token_offsets")),
    Shape("hf-conll2012", "CoNLL-2012 as Hugging Face has it", "conll2012_ontonotesv5 of Hugging Face datasets",
          rb'"sentences"\s*:\s*\[\s*\{.*?"words"\s*:\s*\[', frozenset({"sentences"}), word_shapes.hf_conll2012,
          _first_of("sentences", "words"), ("speakers", "singletons")),
    Shape("corenlp", "JSON of CoreNLP", "Stanford CoreNLP 4.5, JSONOutputter",
          rb'"sentences"\s*:\s*\[\s*\{\s*"index"', frozenset({"sentences", "corefs"}), word_shapes.corenlp,
          otherwise="run it with coref among the annotators", states=("heads",)),
    Shape("coref-data", "the unified JSON of the coref-data collection", "Porada et al. (2024), repository coref-data",
          rb'"sentences"\s*:\s*\[\s*\{.*?"tokens"\s*:\s*\[\s*\{[^{}]*"text"\s*:',
          frozenset({"sentences", "coref_chains"}), word_shapes.coref_data, _first_of("sentences", "tokens", "text"),
          ("speakers", "singletons")),
    Shape("preco", "PreCo", "Chen et al. (2018)", rb'"mention_clusters"\s*:',
          frozenset({"sentences", "mention_clusters"}), word_shapes.preco,
          states=("paragraphs", "singletons")),
    Shape("fastcoref", "what fastcoref writes", "Otmazgin et al. (2022), fastcoref 2.1",
          rb'"clusters_strings"\s*:', frozenset({"text", "clusters"}), text_shapes.fastcoref,
          lambda root: "sentences" not in root, _OF_TEXT),
    Shape("label-studio", "JSON export of Label Studio", "Label Studio 1.8, documentation of the task format",
          rb'"(?:annotations"\s*:\s*\[.*?"result|result"\s*:.*?"from_name|label"\s*:\s*\[\s*\{.*?"labels)"\s*:',
          frozenset({"data", "annotations"}), text_shapes.label_studio,
          otherwise="export as JSON, since JSON-MIN has no relations", states=_OF_TEXT),
    Shape("prodigy", "tasks of Prodigy with relations", "Prodigy 1.11, documentation of the interface relations",
          rb'"(?:head_span"\s*:|tokens"\s*:\s*\[\s*\{)', frozenset({"text", "tokens", "relations"}),
          text_shapes.prodigy, states=_OF_TEXT),
    Shape("doccano", "JSONL export of doccano with relations", "doccano 1.8, export of sequence labeling",
          rb'"(?:entities"\s*:\s*\[\s*\{.*?"start_offset"\s*:|labels?"\s*:\s*\[\s*\[\s*\d)',
          frozenset({"text", "entities", "relations"}), text_shapes.doccano,
          otherwise="export a project with relations as JSONL", states=_OF_TEXT),
    Shape("scorch", "chains of mention ids for scorch", "Grobol, README of scorch 0.2",
          rb'"type"\s*:\s*"(?:clusters|graph)"', frozenset({"type"}), scorch,
          lambda root: root["type"] in ("clusters", "graph") and not isinstance(root.get("clusters"), list)),
)  # fmt: skip


def shape_of(root: object) -> Shape | None:
    """The shape of a value, by its keys; None for none of these."""
    if not isinstance(root, dict):
        return None
    return next((shape for shape in SHAPES if shape.keys <= root.keys() and shape.fits(root)), None)


def read(asked: Shape, path: Path) -> Iterator[Document]:
    """The documents of a file of JSON, each value by its own keys."""
    place = 0
    for file in json_values(path):
        with going_on():
            shape = shape_of(file.root)
            if shape is None:
                raise file.error((), *_unknown(file.root, asked))
            for document in shape.read(file, place + 1):
                place += 1
                yield document


def _unknown(root: object, asked: Shape) -> tuple[str, str]:
    """What is wrong with a value of no shape, and what was expected: of those asked for or that share a key."""
    shapes = [asked]
    wrong = "no object with keys"
    if isinstance(root, dict):
        found = ", ".join(map(repr, root)) if root else "none"
        wrong = f"its keys are of no shape that is known: {found}"
        shapes += (shape for shape in SHAPES if shape is not asked and not shape.keys.isdisjoint(root))
    known = "; ".join(f"{', '.join(map(repr, sorted(shape.keys)))} ({shape.name})" for shape in shapes)
    return wrong, f"expected {known}" + f"; {asked.otherwise}" * bool(asked.otherwise)


def _recognises(shape: Shape, pattern: re.Pattern[bytes], name: str, beginning: bytes) -> bool:
    match = pattern.match(beginning)
    # Descendants of e2e-coref write the spans that they looked at, as AllenNLP does, into its own shape.
    return match is not None and not (shape.name == "allennlp" and _OF_E2E.search(match[0]))


def _format(shape: Shape) -> Format:
    long_text = rb"|" + _LONG_TEXT if shape.name == "fastcoref" else b""
    pattern = re.compile(_OBJECT + shape.beginning + long_text, re.DOTALL)
    return Format(
        name=shape.name,
        description=shape.description,
        source=shape.source,
        suffixes=(f".{shape.name}.json", f".{shape.name}.jsonl"),
        recognises=partial(_recognises, shape, pattern),
        read=partial(read, shape),
        states=shape.states,
        rank=3 if shape.name == "maverick" else 2,
        has_words=shape.name != "scorch",
        options={"layer": ()} if shape.name in ("label-studio", "doccano", "prodigy") else {},
    )


FORMATS = {shape.name: _format(shape) for shape in SHAPES}
WL_COREF = FORMATS["wl-coref"]
ALLENNLP = FORMATS["allennlp"]
MAVERICK = FORMATS["maverick"]
HF_CONLL2012 = FORMATS["hf-conll2012"]
CORENLP = FORMATS["corenlp"]
COREF_DATA = FORMATS["coref-data"]
PRECO = FORMATS["preco"]
FASTCOREF = FORMATS["fastcoref"]
LABEL_STUDIO = FORMATS["label-studio"]
PRODIGY = FORMATS["prodigy"]
DOCCANO = FORMATS["doccano"]
SCORCH = FORMATS["scorch"]
