"""Properties of a mention that metrics need besides its entity."""

from collections.abc import Hashable, Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Literal, NamedTuple

from anaphora_workbench.corpora.document import ANY_GENDER, ANY_NUMBER, CoreferenceLayer, Document, Mention, Word
from anaphora_workbench.corpora.languages import Language, tables_for
from anaphora_workbench.corpora.languages.pronouns import PERSONAL, POSSESSIVE, RELATIVE, TYPE_OF_PRONTYPE, features
from anaphora_workbench.corpora.support.notation import looked_up
from anaphora_workbench.evaluation.matching import pronoun_forms as pronouns

_GENDERS = {"Masc": "m", "Fem": "f", "Neut": "n"}
_ELLIPSIS = "ELL"
FactKind = Literal["name", "nominal", "pronoun", "other"]


@dataclass(frozen=True, slots=True)
class MentionFacts:
    """A mention as metrics see it.

    Attributes:
        id: in its document.
        offsets: of its words, gaps left out; empty where the mention is known only by its id.
        head: offset of its head, -1 where the mention is known only by its id.
        kind: what its head is.
        nominal: its head is a noun or proper noun.
        script_nominal: nominal as the ARCS scripts see it: of several words, or tagged as a noun.
        script_pronoun: a pronoun as they see it: one word, tagged as a personal or possessive pronoun.
        tagged: a part of speech is known.
        tag: part of speech of the head, the corpus's own where there is one, else the universal one.
        lemma: of its head, in lower case; "" where it is unknown.
        number, gender: as of Mention; what the tag or the features of its head tell where nothing else
            has, else the form of a pronoun.
        forms: its words in lower case.
        content: the same without determiners.
        head_form: its head in lower case.
        pronoun_type: of Mention, or what the form tells; None where it is not a pronoun or unknown.
        person: of a pronoun; 3 where unknown.
        statistics: class of the head's form in the statistics of corpora: ``1u2``, ``3G``, ``3U``, "" for none.
        anaphoric_form: a third person personal, possessive or reflexive pronoun.
        entity_type, coreference_type: "" and None where the corpus has none.
        dominant: the corpus marks it as the mention that names its entity best.
        zero: it is an empty node.
        sentence: number of its sentence, -1 where unknown.
        clause: number of its clause, None where unknown.
    """

    id: str
    offsets: tuple[int, ...]
    head: int
    kind: FactKind
    nominal: bool
    script_nominal: bool
    script_pronoun: bool
    tagged: bool
    tag: str
    lemma: str
    number: frozenset[str]
    gender: frozenset[str]
    forms: tuple[str, ...]
    content: tuple[str, ...]
    head_form: str
    pronoun_type: str | None
    person: int
    statistics: str
    anaphoric_form: bool
    entity_type: str
    coreference_type: str | None
    dominant: bool
    zero: bool
    sentence: int
    clause: int | None


def facts_by_name(
    document: Document, layer: CoreferenceLayer, names: Mapping[str, Hashable]
) -> dict[Hashable, MentionFacts]:
    """What is known of each mention that has a name, by that name; of several the first.

    Args:
        names: by mention id.
    """
    types: dict[str, str] = {}
    dominant: set[str] = set()
    for entity in layer.entities:
        types.update(entity.types)
        if entity.dominant is not None:
            dominant.add(entity.dominant)
    facts: dict[Hashable, MentionFacts] = {}
    by_words = has_types(document) and not _has_types_of_mentions(document)
    for mention in document.mentions:
        name = names.get(mention.id)
        if name is not None and name not in facts:
            told = mention_facts(document, mention, types.get(mention.id), mention.id in dominant)
            if by_words and told.kind != "pronoun" and mention.start >= 0:
                told = replace(told, entity_type=document.words[mention.head].entity_type)
            facts[name] = told
    return facts


def mention_facts(
    document: Document, mention: Mention, coreference_type: str | None = None, dominant: bool = False
) -> MentionFacts:
    """The facts about one mention of a document."""
    offsets = tuple(mention.offsets)
    words, language = document.words, tables_for(document)
    in_text = bool(words) and mention.start >= 0
    tag = _tag(mention, words[mention.head] if in_text else None, language)
    upos, xpos = tag.upos, tag.xpos
    if in_text:
        forms = tuple(words[offset].form.lower() for offset in offsets)
        content = tuple(
            form
            for form, word in zip(forms, (words[offset] for offset in offsets), strict=True)
            if not pronouns.is_determiner(form, language, word.upos, word.xpos)
        )
        head_form = words[mention.head].form.lower()
    else:
        forms = tuple(mention.text.lower().split())
        content = tuple(form for form in forms if not pronouns.is_determiner(form, language))
        place = offsets.index(mention.head) if mention.head in offsets else -1
        head_form = (forms[place] if 0 <= place < len(forms) else forms[-1]) if forms else ""
    kind = _kind(mention, tag, forms, language)
    pronoun_type = _pronoun_type(mention, tag, forms, language) if kind == "pronoun" else None
    person = _person(mention, tag, forms, language)
    # The tag decides before the form does, and without a form what else is known.
    told = person == 3 and pronoun_type in (None, *pronouns.ANAPHORIC_TYPES) if tag.is_of_pronoun or not forms else None
    clause = words[mention.head].clause if in_text else None
    if clause is None:
        clause = mention.clause
    stated = -1 if mention.sentence is None else mention.sentence
    return MentionFacts(
        id=mention.id,
        offsets=offsets,
        head=mention.head,
        kind=kind,
        nominal=kind in ("name", "nominal") and _is_noun(upos, xpos, mention, language),
        script_nominal=len(offsets) > 1 or language.tag_is(xpos, "noun") or (not xpos and upos in ("NOUN", "PROPN")),
        script_pronoun=len(offsets) <= 1
        and (language.tag_is(xpos, "personal", "possessive") or (not xpos and upos == "PRON")),
        tagged=bool(upos or xpos),
        tag=xpos or upos,
        lemma=(mention.lemma or (words[mention.head].lemma if in_text else "")).lower(),
        number=_number(mention, words[mention.head] if in_text else None, kind, forms, language),
        gender=_gender(mention, words[mention.head] if in_text else None, kind, forms, language),
        forms=forms,
        content=content,
        head_form=head_form,
        pronoun_type=pronoun_type,
        person=person,
        statistics=_statistics(mention, head_form, language),
        anaphoric_form=kind == "pronoun"
        and _is_anaphoric_form(mention, words[mention.head] if in_text else None, forms, told, language),
        entity_type=mention.entity_type,
        coreference_type=coreference_type,
        dominant=dominant,
        zero=words[mention.head].empty if in_text else mention.upos == _ELLIPSIS,
        sentence=document.sentence_number(mention.start) if in_text else stated,
        clause=clause,
    )


def _statistics(mention: Mention, head_form: str, language: Language) -> str:
    """The class of the pronoun as its source gives it, else as the form tells."""
    told = {"true": pronouns.GENDERED, "false": pronouns.UNGENDERED}.get(mention.extra.get("gendered", ""))
    return told or pronouns.statistics_class(head_form, language)


def _number(
    mention: Mention, head: Word | None, kind: FactKind, forms: tuple[str, ...], language: Language
) -> frozenset[str]:
    if mention.number != ANY_NUMBER:
        return mention.number
    if head is not None and language.is_singular(head) != language.is_plural(head):
        return frozenset("s" if language.is_singular(head) else "p")
    of_form = pronouns.numbers_of(forms[0], language) if kind == "pronoun" and len(forms) == 1 else None
    return of_form or mention.number


def _gender(
    mention: Mention, head: Word | None, kind: FactKind, forms: tuple[str, ...], language: Language
) -> frozenset[str]:
    if mention.gender != ANY_GENDER:
        return mention.gender
    told = features(head.morphology).get("Gender", "") if head is not None else ""
    named = frozenset(_GENDERS[value] for value in told.split(",") if value in _GENDERS)
    of_form = pronouns.genders_of(forms[0], language) if kind == "pronoun" and len(forms) == 1 else None
    return named or of_form or mention.gender


def has_types(document: Document) -> bool:
    """Whether entities have types: those of its mentions, else of their head words in a column of names."""
    return _has_types_of_mentions(document) or any(
        document.words[mention.head].entity_type
        for mention in document.mentions
        if 0 <= mention.head < len(document.words)
    )


def _has_types_of_mentions(document: Document) -> bool:
    return any(mention.entity_type for mention in document.mentions)


def any_tagged(documents: Iterable[Document]) -> bool:
    """Whether any mention or word has a part of speech."""
    return any(
        any(word.upos or word.xpos for word in document.words)
        or any(mention.upos or mention.xpos for mention in document.mentions)
        for document in documents
    )


class _Tag(NamedTuple):
    """The tags of a mention, or of its head, and the features that a tag of AnCora says."""

    upos: str
    xpos: str
    says: Mapping[str, str]

    @property
    def is_of_pronoun(self) -> bool:
        return "PronType" in self.says


def _tag(mention: Mention, head: Word | None, language: Language) -> _Tag:
    if mention.xpos and not mention.upos and mention.xpos not in language.tags:
        # Imported late: few corpora have such tags.
        from anaphora_workbench.corpora.formats.semeval2010.columns import of_ancora_tag

        upos, its_features = of_ancora_tag(mention.xpos)
        return _Tag(upos, mention.xpos, features(its_features))
    if head is not None and not (mention.upos or mention.xpos):
        return _Tag(head.upos, head.xpos, {})
    return _Tag(mention.upos, mention.xpos, {})


def _kind(mention: Mention, tag: _Tag, forms: tuple[str, ...], language: Language) -> FactKind:
    upos, xpos, says = tag
    if mention.kind == "pronoun" or mention.pronoun_type is not None:
        return "pronoun"
    if mention.kind == "proper":
        return "name"
    if mention.kind in ("common", "coordination"):
        return "nominal"
    # No pipeline has looked at this mention yet, so its tag decides, or its form where there is none that is known.
    of_pronoun = len(forms) == 1 and bool(pronouns.statistics_class(forms[0], language))
    # A determiner is one if it is possessive; *la*, the article, is not.
    of_determiner = says["PronType"] == "Prs" if tag.is_of_pronoun else of_pronoun
    if upos == "PRON" or language.tag_is(xpos, "pronoun", "relative") or (upos == "DET" and of_determiner):
        return "pronoun"
    if not upos and xpos not in language.tags:
        return "pronoun" if of_pronoun else "other"
    if upos == "PROPN" or language.tag_is(xpos, "proper"):
        return "name"
    return "nominal" if upos == "NOUN" or language.tag_is(xpos, "common") else "other"


def _is_noun(upos: str, xpos: str, mention: Mention, language: Language) -> bool:
    if upos or xpos:
        return upos in ("NOUN", "PROPN") or language.tag_is(xpos, "noun")
    return mention.kind in ("proper", "common", "coordination")


def _is_anaphoric_form(
    mention: Mention, head: Word | None, forms: tuple[str, ...], told: bool | None, language: Language
) -> bool:
    if mention.pronoun_type is not None:
        return mention.person == 3 and mention.pronoun_type in pronouns.ANAPHORIC_TYPES
    if head is not None and head.empty:
        # A zero has no form, but its features may say what it would be.
        its = features(head.morphology)
        return its.get("Person") == "3" and its.get("PronType", "Prs") == "Prs"
    if len(forms) > 1:
        return False
    return pronouns.is_third_person(looked_up(forms[0]), language) if told is None else told


def _pronoun_type(mention: Mention, tag: _Tag, forms: tuple[str, ...], language: Language) -> str | None:
    if mention.pronoun_type is not None:
        return mention.pronoun_type
    told = TYPE_OF_PRONTYPE.get(tag.says.get("PronType", ""))
    if language.tag_is(tag.xpos, "relative"):
        told = RELATIVE
    if told == PERSONAL and tag.says.get("Poss") == "Yes":
        told = POSSESSIVE
    if told not in (None, PERSONAL):
        return told
    # Of personal pronouns the form tells which are reflexive.
    of_form = pronouns.type_of(forms[0], tag.xpos, language) if len(forms) == 1 else None
    return of_form if told is None or of_form in pronouns.ANAPHORIC_TYPES else told


def _person(mention: Mention, tag: _Tag, forms: tuple[str, ...], language: Language) -> int:
    if mention.person != 3:
        return mention.person
    told = tag.says.get("Person") or (pronouns.person_of(forms[0], language) if len(forms) == 1 else None)
    return int(told or mention.person)
