"""Settings: which mentions and which annotation resolvers are given, and what a corpus allows.

Source: Màrquez, Recasens & Sapena (2012), section 4: true or system mentions, gold or predicted annotation.
"""

from collections.abc import Collection
from typing import Any, Literal, NamedTuple

from anaphora_workbench.corpora.document import Document, Source
from anaphora_workbench.corpora.formats.semeval2010.columns import column_annotations
from anaphora_workbench.corpora.support.known_names import there_are
from anaphora_workbench.preprocessing import can_find_mentions, has_own_annotation, is_described

Annotation = Literal["gold", "predicted"]


class Setting(NamedTuple):
    """Mentions and annotation, written ``true-gold`` and the like."""

    mentions: Source
    annotation: Annotation

    def __str__(self) -> str:
        return f"{self.mentions}-{self.annotation}"

    @property
    def meaning(self) -> str:
        """The setting in words."""
        mentions = "mentions of the key" if self.mentions == "true" else "mentions found by the workbench"
        return f"{mentions}, {self.annotation} annotation"

    @classmethod
    def __get_pydantic_core_schema__(cls, source: Any, handler: Any) -> Any:
        """A description names a setting."""
        from pydantic_core import core_schema  # only where a description is read

        return core_schema.no_info_plain_validator_function(
            lambda value: value if isinstance(value, cls) else setting_named(value),
            json_schema_input_schema=core_schema.literal_schema([str(setting) for setting in SETTINGS]),
        )


SETTINGS = tuple(Setting(m, a) for m in ("true", "system") for a in ("gold", "predicted"))  # type: ignore[arg-type]


def setting_named(name: str) -> Setting:
    """The setting of that name. Raises ValueError, naming the known ones."""
    for setting in SETTINGS:
        if str(setting) == name:
            return setting
    raise ValueError(f"no setting {name!r}; {there_are(map(str, SETTINGS), name)}")


def can_have_system_mentions(document: Document) -> bool:
    """Whether a document has mentions found by the workbench, or they can be found."""
    # A key that was made of preprocessed noun phrases has true mentions only.
    lacks_them = has_own_annotation(document) and all(mention.source == "true" for mention in document.mentions)
    return not lacks_them or can_find_mentions(document)


def has_undescribed_key(document: Document) -> bool:
    """Whether it has its own annotation, but of its true mentions only the places, and no heads to describe them by."""
    true = [mention for mention in document.mentions if mention.source == "true" and mention.start >= 0]
    lacking = bool(true) and not any(map(is_described, true)) and has_own_annotation(document)
    return lacking and not can_find_mentions(document)


def annotates_pronouns_only(document: Document) -> bool:
    """Whether its key holds pronouns and their antecedents and no other mention, as that of HOWTO.

    Such mentions give the answers away, so they cannot be anybody's candidates.
    """
    return document.annotated == "pronouns"


def allowed(document: Document, possible: Collection[Annotation] | None = None) -> tuple[Setting, ...]:
    """The settings in which a document can serve, in the order of ``SETTINGS``.

    True mentions need a key of more than pronouns; gold annotation needs the corpus's own parse. A document that was
    preprocessed before, or parsed elsewhere, has the annotation it was given then, and no other; if it has true
    mentions only and no heads to find others by, it cannot serve with system mentions; if only the places of its true
    mentions are known and it has no heads to describe them by, it cannot serve with these.

    Args:
        possible: annotations that preprocessing can give it; None for predicted, and gold where there is a gold parse.
    """
    has_mentions = document.key is not None and bool(document.words) and not annotates_pronouns_only(document)
    has_mentions = has_mentions and not has_undescribed_key(document)
    if has_own_annotation(document) and document.annotation != "none":
        annotations = {document.annotation}
    else:
        annotations = {"predicted"} if possible is None else set(possible)
        if possible is None and (document.relations or "gold" in column_annotations(document)):
            annotations.add("gold")
    serves = {"true": has_mentions, "system": can_have_system_mentions(document)}
    return tuple(setting for setting in SETTINGS if setting.annotation in annotations and serves[setting.mentions])
