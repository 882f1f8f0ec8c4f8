"""Files of SemEval-2010 for tests."""

from collections.abc import Sequence

# Form, tag, predicted tag, head, relation, predicted head, predicted relation, coreference.
Row = tuple[str, str, str, str, str, str, str, str]


def semeval(sentences: Sequence[Sequence[Row]], name: str = "d") -> str:
    """A document; the lemma is the form in lower case, and there are no features, names and predicates."""
    lines = [f"#begin document {name}"]
    for sentence in sentences:
        for number, (form, tag, predicted_tag, head, label, predicted_head, predicted_label, entity) in enumerate(
            sentence, 1
        ):
            cells = [str(number), form, form.lower(), form.lower(), tag, predicted_tag, "_", "_", head, predicted_head]
            lines.append("\t".join([*cells, label, predicted_label, "_", "_", "_", "_", entity]))
        lines.append("")
    return "\n".join([*lines, f"#end document {name}", ""])
