"""One short text as each system and tool has it: *Ann fixed the pump. She rinsed it.*, Ann = She, the pump = it.

The shapes are those of the tools' own documentation and tests, which the readers name; the content is ours.
"""

import json
from pathlib import Path

TEXT = "Ann fixed the pump. She rinsed it."
SENTENCES = [["Ann", "fixed", "the", "pump", "."], ["She", "rinsed", "it", "."]]
WORDS = [word for sentence in SENTENCES for word in sentence]
# First and last word, end inclusive, and characters, end exclusive.
CHAINS = [[(0, 0), (5, 5)], [(2, 3), (7, 7)]]
CHARACTERS = [[(0, 3), (20, 23)], [(10, 18), (31, 33)]]
_EXCLUSIVE = [[(first, last + 1) for first, last in chain] for chain in CHAINS]
_STARTS = [0, 4, 10, 14, 18, 20, 24, 31, 33]
# Sentence, first and last word in it.
_BY_SENTENCE = [[(0, 0, 0), (1, 0, 0)], [(0, 2, 3), (1, 2, 2)]]


def _corenlp() -> object:
    sentences = [
        {"index": number, "tokens": [
            {"index": index, "word": word, "originalText": word, "after": "" if word in ("pump", "it") else " "}
            for index, word in enumerate(words, 1)
        ]}
        for number, words in enumerate(SENTENCES)
    ]  # fmt: skip
    chains = {
        str(number): [
            {"sentNum": sentence + 1, "startIndex": first + 1, "endIndex": last + 2, "headIndex": last + 1}
            for sentence, first, last in chain
        ]
        for number, chain in enumerate(_BY_SENTENCE, 1)
    }
    return {"docId": "pump", "sentences": sentences, "corefs": chains}


def _prodigy() -> object:
    tokens = [
        {"text": word, "start": start, "end": start + len(word), "id": number, "ws": word not in ("pump", "it")}
        for number, (word, start) in enumerate(zip(WORDS, _STARTS, strict=True))
    ]
    spans = [
        [{"start": start, "end": end, "token_start": first, "token_end": last, "label": "NP"}
         for (start, end), (first, last) in zip(characters, words, strict=True)]
        for characters, words in zip(CHARACTERS, CHAINS, strict=True)
    ]  # fmt: skip
    relations = [
        {"head": chain[1]["token_end"], "child": chain[0]["token_end"], "head_span": chain[1], "child_span": chain[0],
         "label": "COREF"}
        for chain in spans
    ]  # fmt: skip
    return {"text": TEXT, "tokens": tokens, "spans": [], "relations": relations, "answer": "accept"}


def _label_studio() -> object:
    regions = [
        {"id": f"r{start}", "type": "labels", "from_name": "label", "to_name": "text", "origin": "manual",
         "value": {"start": start, "end": end, "text": TEXT[start:end], "labels": ["NP"]}}
        for chain in CHARACTERS for start, end in chain
    ]  # fmt: skip
    relations = [
        {"type": "relation", "from_id": f"r{chain[1][0]}", "to_id": f"r{chain[0][0]}", "direction": "right",
         "labels": ["coref"]}
        for chain in CHARACTERS
    ]  # fmt: skip
    annotation = {"id": 7, "completed_by": 1, "was_cancelled": False, "result": [*regions, *relations]}
    return [{"id": 3, "data": {"text": TEXT}, "annotations": [annotation], "predictions": []}]


def _doccano() -> object:
    spans = [span for chain in CHARACTERS for span in chain]
    entities = [
        {"id": number, "label": "NP", "start_offset": start, "end_offset": end}
        for number, (start, end) in enumerate(spans, 1)
    ]
    relations = [{"id": number, "from_id": 2 * number, "to_id": 2 * number - 1, "type": "coref"} for number in (1, 2)]
    return {"id": 1, "text": TEXT, "entities": entities, "relations": relations, "Comments": []}


_JSON: dict[str, object] = {
    "wl-coref": {"document_id": "pump", "cased_words": WORDS, "sent_id": [0] * 5 + [1] * 4, "part_id": 0,
                 "speaker": ["-"] * 9, "span_clusters": _EXCLUSIVE},
    "allennlp": {"top_spans": [[0, 0], [2, 3]], "predicted_antecedents": [-1, -1], "document": WORDS,
                 "clusters": CHAINS},
    "maverick": {"tokens": WORDS, "clusters_token_offsets": CHAINS, "clusters_char_offsets": None,
                 "clusters_token_text": [["Ann", "She"], ["the pump", "it"]]},
    "crac-json": [{"doc_id": "pump", "tokens": WORDS, "clusters_token_offsets": CHAINS,
                   "clusters_text_mentions": [["Ann", "She"], ["the pump", "it"]]}],
    "hf-conll2012": {"document_id": "pump", "sentences": [
        {"part_id": 0, "words": words, "speaker": None,
         "coref_spans": [[chain, first, last] for chain, spans in enumerate(_BY_SENTENCE)
                         for sentence, first, last in spans if sentence == number]}
        for number, words in enumerate(SENTENCES)
    ]},
    "corenlp": _corenlp(),
    "coref-data": {"id": "pump", "text": TEXT, "sentences": [
        {"id": number, "speaker": None, "text": " ".join(words),
         "tokens": [{"id": index, "text": word} for index, word in enumerate(words)]}
        for number, words in enumerate(SENTENCES)
    ], "coref_chains": _BY_SENTENCE, "genre": "manual"},
    "preco": {"id": "pump", "sentences": [SENTENCES[0], [" "], SENTENCES[1]],
              "mention_clusters": [[[2 * sentence, first, last + 1] for sentence, first, last in chain]
                                   for chain in _BY_SENTENCE]},
    "fastcoref": {"text": TEXT, "clusters": CHARACTERS,
                  "clusters_strings": [[TEXT[start:end] for start, end in chain] for chain in CHARACTERS]},
    "label-studio": _label_studio(),
    "prodigy": _prodigy(),
    "doccano": _doccano(),
    "scorch": {"name": "pump", "type": "clusters", "clusters": {"0": ["Ann", "She"], "1": ["the pump", "it"]}},
}  # fmt: skip

_CONLLU = "".join(
    f"# sent_id = {number}\n" + "".join(
        f"{index}\t{word}\t_\tX\t_\t_\t{index - 1}\t{'dep' if index > 1 else 'root'}\t_\t{{{word}}}\n"
        for index, word in enumerate(words, 1)
    ) + "\n"
    for number, words in enumerate(SENTENCES)
).replace("{.}", "_").replace("{fixed}", "_").replace("{rinsed}", "_")  # fmt: skip

STANZA = _CONLLU.format(
    Ann="start_char=0|end_char=3|coref_chains=unit-repr-id0", the="coref_chains=start-repr-id1",
    pump="coref_chains=end-repr-id1", She="coref_chains=unit-id0", it="coref_chains=unit-id1",
)  # fmt: skip
COREFUD_0 = _CONLLU.format(
    Ann="ClusterId=c1|MentionSpan=1", the="_", pump="ClusterId=c2|MentionSpan=3-4", She="ClusterId=c1|MentionSpan=1",
    it="ClusterId=c2|MentionSpan=3",
)  # fmt: skip

_WEBANNO = [
    f"{number}-{index}\t{start}-{start + len(word)}\t{word}"
    for (number, index, word), start in zip(
        ((number, index, word) for number, words in enumerate(SENTENCES, 1) for index, word in enumerate(words, 1)),
        _STARTS,
        strict=True,
    )
]
_CELLS = [
    "*->1-1\tname[1]", "_\t_", "*->2-1\tnp[2]", "*->2-1\tnp[2]", "_\t_", "*->1-2\tpron[1]", "_\t_", "*->2-2\t*[2]",
]  # fmt: skip
_LINES = [f"{row}\t{cells}\t\n" for row, cells in zip(_WEBANNO, [*_CELLS, "_\t_"], strict=True)]
_HEADER = "#T_CH=de.tudarmstadt.ukp.dkpro.core.api.coref.type.CoreferenceLink|referenceRelation|referenceType\n\n\n"

# The files of each tool by the ending of their names, the one that is named first.
FILES: dict[str, dict[str, str]] = {
    **{name: {f".{name}.json": json.dumps(value)} for name, value in _JSON.items()},
    "crac-text": {".crac.txt": "Ann|[e1] fixed the|[e2 pump|e2] . She|[e1] rinsed it|[e2] .\n"},
    "brat": {
        ".ann": "T1\tPER 0 3\tAnn\nT2\tOBJ 10 18\tthe pump\nT3\tPER 20 23\tShe\nT4\tOBJ 31 33\tit\n"
        "R1\tCoreference Arg1:T3 Arg2:T1\t\n*\tCoreference T2 T4\n",
        ".txt": TEXT + "\n",
    },
    "webanno": {
        ".webanno.tsv": "#FORMAT=WebAnno TSV 3.3\n" + _HEADER + "#Text=Ann fixed the pump.\n" + "".join(_LINES[:5])
        + "\n#Text=She rinsed it.\n" + "".join(_LINES[5:])
    },
    "mmax2": {
        "_coref_level.xml": '<?xml version="1.0" encoding="UTF-8"?>\n<!DOCTYPE markables SYSTEM "markables.dtd">\n'
        '<markables xmlns="www.eml.org/NameSpaces/coref">\n'
        '<markable id="markable_1" span="word_1" coref_class="set_1" mmax_level="coref"/>\n'
        '<markable id="markable_2" span="word_3..word_4" coref_class="set_2" mmax_level="coref"/>\n'
        '<markable id="markable_3" span="word_6" coref_class="set_1" mmax_level="coref"/>\n'
        '<markable id="markable_4" span="word_8" coref_class="set_2" mmax_level="coref"/>\n'
        '<markable id="markable_5" span="word_7" coref_class="empty" mmax_level="coref"/>\n</markables>\n',
        "_words.xml": '<?xml version="1.0" encoding="UTF-8"?>\n<!DOCTYPE words SYSTEM "words.dtd">\n<words>\n'
        + "".join(f'<word id="word_{number}">{word}</word>\n' for number, word in enumerate(WORDS, 1))
        + "</words>\n",
        "_sentence_level.xml": '<markables xmlns="www.eml.org/NameSpaces/sentence">\n'
        '<markable id="s1" span="word_1..word_5"/>\n<markable id="s2" span="word_6..word_9"/>\n</markables>\n',
    },
    "booknlp": {
        ".entities": "COREF\tstart_token\tend_token\tprop\tcat\ttext\n0\t0\t0\tPROP\tPER\tAnn\n"
        "1\t2\t3\tNOM\tVEH\tthe pump\n0\t5\t5\tPRON\tPER\tShe\n1\t7\t7\tPRON\tVEH\tit\n",
        ".tokens": "paragraph_ID\tsentence_ID\ttoken_ID_within_sentence\ttoken_ID_within_document\tword\tlemma\t"
        "byte_onset\tbyte_offset\tPOS_tag\n"
        + "".join(
            f"0\t{number >= 5:d}\t{number % 5}\t{number}\t{word}\t_\t{start}\t{start + len(word)}\tX\n"
            for number, (word, start) in enumerate(zip(WORDS, _STARTS, strict=True))
        ),
    },
    "corenlp-xml": {
        ".corenlp.xml": '<?xml version="1.0" encoding="UTF-8"?>\n<?xml-stylesheet href="CoreNLP-to-HTML.xsl"?>\n'
        "<root>\n<document>\n<sentences>\n"
        + "".join(
            f'<sentence id="{number}"><tokens>'
            + "".join(f'<token id="{index}"><word>{word}</word></token>' for index, word in enumerate(words, 1))
            + "</tokens></sentence>\n"
            for number, words in enumerate(SENTENCES, 1)
        )
        + "</sentences>\n<coreference>\n"
        + "".join(
            "<coreference>"
            + "".join(
                f"<mention><sentence>{sentence + 1}</sentence><start>{first + 1}</start><end>{last + 2}</end>"
                f"<head>{last + 1}</head></mention>"
                for sentence, first, last in chain
            )
            + "</coreference>\n"
            for chain in _BY_SENTENCE
        )
        + "</coreference>\n</document>\n</root>\n"
    },
    "ontonotes": {
        ".coref": '<DOC DOCNO="pump@x@bc@x@en@on">\n<TEXT PARTNO="000">\n'
        '<COREF ID="1" TYPE="IDENT">Ann</COREF> fixed <COREF ID="2" TYPE="IDENT">the pump</COREF> .\n'
        '<COREF ID="1" TYPE="IDENT">She</COREF> rinsed <COREF ID="2" TYPE="IDENT">it</COREF> .\n</TEXT>\n</DOC>\n'
    },
}  # fmt: skip


def lay(name: str, folder: Path, stem: str = "pump") -> Path:
    """Write the files of a tool; returns the one that is named."""
    for ending, content in FILES[name].items():
        (folder / f"{stem}{ending}").write_text(content, encoding="utf-8")
    return folder / f"{stem}{next(iter(FILES[name]))}"


def lay_companions(folder: Path, stem: str) -> None:
    """Write what the readers of a file of any name need next to it."""
    (folder / "text.txt").write_text("Ann saw it.\n")
    (folder / f"{stem}.txt").write_text(FILES["brat"][".txt"])
    (folder / f"{stem}.tokens").write_text(FILES["booknlp"][".tokens"])
    (folder / f"{stem}_words.xml").write_text(FILES["mmax2"]["_words.xml"])
