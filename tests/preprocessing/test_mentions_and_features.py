"""Which spans become mentions, and with which features."""

import pytest

from anaphora_workbench.corpora.document import Document, Paragraph, Sentence, Word
from anaphora_workbench.preprocessing import Preprocessor
from rows import rows


def mentions(preprocessor, text):
    document = preprocessor.process(text)
    return {document.mention_text(mention): mention for mention in document.mentions}


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("The old man saw a dog.", ["The old man", "a dog"]),
        ("Her brother's car stopped.", ["Her brother's car", "Her brother's", "Her"]),
        ("Tom and Ann left.", ["Tom and Ann", "Tom", "Ann"]),
        ("The woman who lost her keys cried.", ["The woman who lost her keys", "her keys", "her"]),
        ("They like each other.", ["They", "each other"]),
        ("Even the teacher laughed.", ["the teacher"]),
        ("The museum (an old mill) burned.", ["The museum", "an old mill"]),
        ("It was kernel-based.", ["It"]),
    ],
    ids=["base", "possessors", "coordination", "relative", "reciprocal", "adverb", "parenthesis", "hyphen"],
)
def test_maximal_mentions(preprocessor, text, expected):
    assert sorted(mentions(preprocessor, text)) == sorted(expected)


def found_in(preprocessor, words):
    """The mentions of one sentence of words, as texts."""
    document = Document("d", words, [Sentence(0, len(words))], [Paragraph()], relations="clear")
    done = preprocessor.annotate(document, "gold")
    return [done.mention_text(mention) for mention in done.mentions]


# Words with tags and heads as a parser may give them: what it takes for a noun phrase is not always one.
@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ("Tom:PROPN:nsubj did:AUX:aux n't:PRON:dobj leave:VERB:ROOT", ["Tom"]),
        ("The:DET:det guests:NOUN:nsubj ’ve:NOUN:dobj left:VERB:ROOT", ["The guests"]),
        ("Mhm:PROPN:nsubj left:VERB:ROOT", []),
        ("Omg:PROPN:nsubj left:VERB:ROOT", []),
        ("Tom:PROPN:nsubj left:VERB:ROOT la-:NOUN:dobj", ["Tom"]),
        ("_:NOUN:nsubj left:VERB:ROOT", []),
        ("Tom:PROPN:nsubj saw:VERB:ROOT the:PRON:dobj", ["Tom"]),
        ("We:PRON:nsubj all:PRON:appos left:VERB:ROOT", ["We"]),
        ("All:PRON:nsubj left:VERB:ROOT", ["All"]),
        ("Tom:PROPN:nsubj saw:VERB:ROOT more:ADJ:dobj", ["Tom"]),
        ("Tom:PROPN:nsubj saw:VERB:ROOT many:ADJ:dobj", ["Tom", "many"]),
        ("Tom:PROPN:nsubj saw:VERB:ROOT 1984:NUM:dobj", ["Tom", "1984"]),
    ],
    ids=[
        "n't", "'ve", "interjection", "of chats", "cut off", "mark", "article", "floating", "all", "more", "many",
        "digits",
    ],
)  # fmt: skip
def test_what_is_no_mention(preprocessor, words, expected):
    rows = [row.split(":") for row in words.split()]
    root = next(place for place, (_, _, relation) in enumerate(rows) if relation == "ROOT")
    heads = [place + 1 if tag == "DET" else -1 if place == root else root for place, (_, tag, _) in enumerate(rows)]
    words = [
        Word(form, form.lower(), tag, head=head, relation=relation)
        for (form, tag, relation), head in zip(rows, heads, strict=True)
    ]
    assert found_in(preprocessor, words) == expected


# Words as form/tag/relation/head/label, the head counted from 1. How often GUM marks such phrases as here is told in
# docs/reference/resolvers.md, 9.2.
WHERE = rows(
    """
she/PRON/nsubj/2/ left/VERB/ROOT/0/ Paris/PROPN/dobj/2/GPE ,/PUNCT/punct/3/ France/PROPN/appos/3/GPE
  |  she; Paris , France; France
she/PRON/nsubj/2/ left/VERB/ROOT/0/ Paris/PROPN/dobj/2/GPE ,/PUNCT/punct/3/ Tom/PROPN/appos/3/PERSON  |  she; Paris; Tom
she/PRON/nsubj/2/ saw/VERB/ROOT/0/ not/PART/neg/5/ the/DET/det/5/ king/NOUN/dobj/2/  |  she; the king
she/PRON/nsubj/2/ saw/VERB/ROOT/0/ oh/INTJ/intj/5/ a/DET/det/5/ dog/NOUN/dobj/2/  |  she; a dog
she/PRON/nsubj/2/ saw/VERB/ROOT/0/ the/DET/det/4/ lamp/NOUN/dobj/2/ :/PUNCT/punct/4/ broken/VERB/acl/4/
  |  she; the lamp
they/PRON/nsubj/2/ sold/VERB/ROOT/0/ “/PUNCT/punct/4/ Experts/NOUN/dobj/2/ ”/PUNCT/punct/4/  |  they; Experts
she/PRON/nsubj/2/ saw/VERB/ROOT/0/ the/DET/det/5/ “/PUNCT/punct/5/ Experts/NOUN/dobj/2/ ”/PUNCT/punct/5/
  |  she; the “ Experts ”
they/PRON/nsubj/2/ sang/VERB/ROOT/0/ “/PUNCT/punct/4/ Help/NOUN/dobj/2/ ”/PUNCT/punct/4/ by/ADP/prep/4/ \
“/PUNCT/punct/8/ Queen/PROPN/pobj/6/ ”/PUNCT/punct/8/  |  they; “ Help ” by “ Queen ”; Queen
they/PRON/nsubj/2/ saw/VERB/ROOT/0/ “/PUNCT/punct/5/ the/DET/det/5/ lamp/NOUN/dobj/2/ of/ADP/prep/5/ “/PUNCT/punct/8/ \
Queen/PROPN/pobj/6/ ”/PUNCT/punct/8/ ”/PUNCT/punct/5/  |  they; the lamp of “ Queen ”; Queen
the/DET/det/2/ years/NOUN/nsubj/5/ 1914/NUM/nummod/2/ –/PUNCT/punct/2/ passed/VERB/ROOT/0/  |  the years 1914
the/DET/det/2/ years/NOUN/nsubj/6/ 1914/NUM/nummod/2/ –/PUNCT/punct/5/ 1918/NUM/nummod/2/ passed/VERB/ROOT/0/
  |  the years 1914 – 1918
the/DET/det/5/ ,/PUNCT/punct/5/ uh/INTJ/intj/5/ ,/PUNCT/punct/5/ lamp/NOUN/nsubj/6/ fell/VERB/ROOT/0/
  |  the , uh , lamp
my/PRON/poss/4/ like/INTJ/discourse/4/ best/ADJ/amod/4/ friend/NOUN/nsubj/5/ left/VERB/ROOT/0/
  |  my like best friend; my
the/DET/det/4/ not/PART/neg/4/ old/ADJ/amod/4/ king/NOUN/nsubj/5/ left/VERB/ROOT/0/  |  the not old king
the/DET/det/4/ on/ADP/prep/4/ duty/NOUN/pobj/2/ nurse/NOUN/nsubj/5/ left/VERB/ROOT/0/  |  the on duty nurse; duty
she/PRON/nsubj/2/ left/VERB/ROOT/0/ Paris/PROPN/obj/2/GPE ,/PUNCT/punct/5/ France/PROPN/appos/3/GPE
  |  she; Paris , France; France
she/PRON/nsubj/2/ left/VERB/ROOT/0/ Austin/PROPN/dobj/2/GPE ,/PUNCT/punct/3/ Texas/PROPN/appos/3/GPE ,/PUNCT/punct/3/ \
USA/PROPN/appos/3/GPE  |  she; Austin , Texas; Texas; USA
she/PRON/nsubj/2/ left/VERB/ROOT/0/ Austin/PROPN/dobj/2/GPE ,/PUNCT/punct/3/ Texas/PROPN/appos/3/GPE ,/PUNCT/punct/5/ \
USA/PROPN/appos/5/GPE  |  she; Austin , Texas , USA; Texas , USA; USA
she/PRON/nsubj/2/ saw/VERB/ROOT/0/ the/DET/det/4/ lamp/NOUN/obj/2/ :/PUNCT/punct/6/ broken/VERB/acl/4/  |  she; the lamp
both/DET/det/2/ Tom/PROPN/nsubj/5/ and/CCONJ/cc/2/ Ann/PROPN/conj/2/ left/VERB/ROOT/0/  |  both Tom and Ann; Tom; Ann
both/CCONJ/preconj/3/ the/DET/det/3/ cat/NOUN/nsubj/6/ and/CCONJ/cc/3/ Ann/PROPN/conj/3/ left/VERB/ROOT/0/
  |  both the cat and Ann; the cat; Ann
both/DET/det/2/ cats/NOUN/nsubj/3/ left/VERB/ROOT/0/ and/CCONJ/cc/3/ slept/VERB/conj/3/  |  both cats
"""
)


@pytest.mark.parametrize(("words", "expected"), WHERE)
def test_where_noun_phrases_begin_and_end(preprocessor, words, expected):
    rows = [word.split("/") for word in words.split()]
    words = [
        Word(form, form.lower(), tag, head=int(head) - 1, relation=relation, entity_type=label)
        for form, tag, relation, head, label in rows
    ]
    assert found_in(preprocessor, words) == expected.split("; ")


@pytest.mark.parametrize(
    ("extractor", "expected"),
    [
        ("base", ["The pump of the car", "the car"]),
        ("marquez", ["The pump of the car", "the car"]),
        ("maximal", ["The pump of the car", "the car"]),
    ],
)
def test_extractors_differ_in_postmodifiers(extractor, expected):
    document = Preprocessor(extractor=extractor).process("The pump of the car stopped.")
    texts = [document.mention_text(mention) for mention in document.mentions]
    assert texts == (["The pump", "the car"] if extractor == "base" else expected)


def test_unknown_extractor_names_those_there_are():
    with pytest.raises(ValueError, match="maximal, base, marquez"):
        Preprocessor(extractor="minimal")


# number, gender: resolvers.md 2.2, in the order of its rules.
@pytest.mark.parametrize(
    ("text", "phrase", "number", "gender"),
    [
        ("He saw her.", "He", "s", "m"),
        ("He saw her.", "her", "s", "f"),
        ("They saw it.", "They", "p", "fmn"),
        ("They saw it.", "it", "s", "n"),
        ("Tom and Ann left.", "Tom and Ann", "p", "fmn"),
        ("Tom or Ann will leave.", "Tom or Ann", "ps", "fm"),
        ("Mrs Brown left.", "Mrs Brown", "s", "f"),
        ("Sir Robin left.", "Sir Robin", "s", "m"),
        ("The waitress left.", "The waitress", "s", "f"),
        ("My uncle left.", "My uncle", "s", "m"),
        ("Anna Miller left.", "Anna Miller", "s", "f"),
        ("The teacher left.", "The teacher", "s", "fm"),
        ("The committee left.", "The committee", "ps", "n"),
        ("The lamp broke.", "The lamp", "s", "n"),
        ("The dog barked.", "The dog", "s", "fmn"),
        ("The lamps broke.", "The lamps", "p", "fmn"),
        ("The data are old.", "The data", "ps", "n"),
        ("Someone knocked.", "Someone", "ps", "fm"),
        ("Every guest was late.", "Every guest", "ps", "fm"),
        ("One of the waitresses left.", "One of the waitresses", "s", "f"),
        ("The news is good.", "The news", "s", "n"),
        ("General Electric sold a factory.", "General Electric", "ps", "n"),
        ("They saw Prince Edward Island.", "Prince Edward Island", "s", "n"),
        ("They stayed in Rome.", "Rome", "s", "n"),
        ("She met a poet and historian.", "a poet and historian", "ps", "fm"),
        ("The red one left.", "The red one", "s", "fmn"),
        ("A dozen came in.", "A dozen", "p", "fmn"),
        ("A dozen of the guests came in.", "A dozen of the guests", "p", "fmn"),
        ("A hundred came.", "A hundred", "p", "fmn"),
    ],
)
def test_number_and_gender(preprocessor, text, phrase, number, gender):
    mention = mentions(preprocessor, text)[phrase]
    assert ("".join(sorted(mention.number)), "".join(sorted(mention.gender))) == (number, gender)


@pytest.mark.parametrize(
    ("text", "phrase", "person"),
    [("You there, come in.", "You there", 2), ("The keeper came in.", "The keeper", 3), ("You came.", "You", 2)],
)
def test_the_person_is_that_of_the_head(preprocessor, text, phrase, person):
    assert mentions(preprocessor, text)[phrase].person == person


def test_a_surname_takes_the_gender_of_the_full_name(preprocessor):
    document = preprocessor.process("Clara Voss arrived. The crowd knew Voss well.")
    alone = next(mention for mention in document.mentions if document.mention_text(mention) == "Voss")
    assert alone.gender == {"f"}


def labelled(preprocessor, text, labels, phrase):
    """The mention of a phrase where a recogniser gives words these labels."""
    document = preprocessor.process(text)
    document.mentions = []
    for word in document.words:
        word.entity_type = labels.get(word.form, "")
    done = preprocessor.annotate(document, "gold")
    return next(mention for mention in done.mentions if done.mention_text(mention) == phrase)


@pytest.mark.parametrize(
    ("text", "phrase", "number"),
    [
        ("Felicia Hemans came.", "Felicia Hemans", "s"),
        ("Felicia Summers came.", "Felicia Summers", "s"),
        ("The Felicia Hemans came.", "The Felicia Hemans", "p"),
        ("Felicia Republicans came.", "Felicia Republicans", "p"),
    ],
)
def test_a_name_in_the_plural_is_one_persons_where_a_first_name_says_so(preprocessor, text, phrase, number):
    document = preprocessor.process(text)
    document.mentions = []
    for word in document.words:
        if word.form in phrase.split() and word.form != "The":
            word.upos, word.entity_type = "PROPN", "PERSON"
        if word.form == phrase.split()[-1]:
            word.xpos, word.morphology, word.lemma = "NNPS", "Number=Plur", word.form.lower().removesuffix("s")
    done = preprocessor.annotate(document, "gold")
    (found,) = (mention for mention in done.mentions if done.mention_text(mention) == phrase)
    assert "".join(sorted(found.number)) == number


# What tells number, gender and animacy of a phrase where the recogniser labels its words so; resolvers.md, 2.2.
TOLD = rows(
    """
He left.  |  -  |  He  |  s  |  m  |  form, form, form
Mrs Brown left.  |  PERSON=Brown  |  Mrs Brown  |  s  |  f  |  form, title, title
Anna Miller left.  |  PERSON=Miller  |  Anna Miller  |  s  |  f  |  form, name list, name list
Anna met Tom.  |  -  |  Anna  |  s  |  f  |  form, name list, name list
Lisa loves Mark.  |  PERSON=Lisa,loves,Mark  |  Lisa  |  s  |  f  |  form, name list, name list
Lisa loves Mark.  |  PERSON=Lisa,loves,Mark  |  Mark  |  s  |  m  |  form, name list, name list
Eva de Wit left.  |  PERSON=Eva,de,Wit  |  Eva de Wit  |  s  |  f  |  form, name list, name list
Maria met Tom.  |  NORP=Maria  |  Maria  |  s  |  f  |  form, name list, name list
The waitress left.  |  -  |  The waitress  |  s  |  f  |  form, noun list, noun list
The committee met.  |  -  |  The committee  |  ps  |  n  |  noun list, noun list, noun list
Tom and Ann left.  |  -  |  Tom and Ann  |  p  |  fmn  |  parts, -, -
Several of the girls left.  |  -  |  Several of the girls  |  p  |  f  |  parts, noun list, noun list
One of the waitresses left.  |  -  |  One of the waitresses  |  s  |  f  |  parts, noun list, noun list
A bunch of keys fell.  |  -  |  A bunch of keys  |  ps  |  n  |  parts, noun list, noun list
The kind of woman left.  |  -  |  The kind of woman  |  s  |  f  |  parts, noun list, noun list
A dozen of the boys left.  |  -  |  A dozen of the boys  |  p  |  fmn  |  parts, -, -
Tom or Ann will leave.  |  -  |  Tom or Ann  |  ps  |  fm  |  parts, parts, parts
Elizabeth "Betty" Warren left.  |  PERSON=Elizabeth,",Betty,Warren  |  Elizabeth "Betty" Warren  |  s  |  f
  |  form, name list, name list
Jose de Venecia left.  |  PERSON=Jose,de,Venecia  |  Jose de Venecia  |  s  |  m  |  form, name list, name list
Simone de Voss left.  |  ORG=Simone,de,Voss  |  Simone de Voss  |  s  |  f  |  form, name list, name list
Museum de Voss fell.  |  ORG=Museum,de,Voss  |  Museum de Voss  |  ps  |  n  |  recogniser, recogniser, recogniser
Carole King left.  |  PERSON=Carole,King  |  Carole King  |  s  |  f  |  form, name list, name list
Big Mama left.  |  PERSON=Big,Mama  |  Big Mama  |  s  |  f  |  form, title, title
In June Clara left.  |  DATE=June,Clara  |  Clara  |  s  |  f  |  form, name list, name list
April was cold.  |  DATE=April  |  April  |  s  |  n  |  form, noun list, noun list
Robin Voss Jr. left.  |  -  |  Robin Voss Jr.  |  s  |  m  |  form, title, title
Robin Voss Jr. left. Tom saw Voss.  |  PERSON=Voss  |  Voss  |  s  |  m  |  form, other mentions, other mentions
The driver left.  |  -  |  The driver  |  s  |  fm  |  form, noun list, noun list
The browser left.  |  -  |  The browser  |  s  |  fmn  |  form, noun list, noun list
IBM grew.  |  ORG=IBM  |  IBM  |  ps  |  n  |  recogniser, recogniser, recogniser
Quarvell grew.  |  ORG=Quarvell  |  Quarvell  |  ps  |  fmn  |  -, -, -
Quarvell grew.  |  PERSON=Quarvell  |  Quarvell  |  s  |  fmn  |  form, -, -
Quarvell smiled.  |  ORG=Quarvell  |  Quarvell  |  s  |  fm  |  form, context, context
The Kafir slept.  |  NORP=Kafir  |  The Kafir  |  ps  |  fm  |  recogniser, recogniser, recogniser
Dean Foods grew.  |  ORG=Dean,Foods  |  Dean Foods  |  ps  |  n  |  recogniser, recogniser, recogniser
GE bought Dean Foods.  |  ORG=Dean,Foods  |  Dean Foods  |  s  |  mn  |  form, name list, name list
GE bought Morgan Stanley.  |  ORG=Morgan,Stanley  |  Morgan Stanley  |  s  |  fmn  |  form, name list, name list
They saw Olivia.  |  GPE=Olivia  |  Olivia  |  s  |  f  |  form, name list, name list
Olivia smiled.  |  GPE=Olivia  |  Olivia  |  s  |  f  |  form, name list, name list
They saw Olivia.  |  ORG=Olivia  |  Olivia  |  s  |  f  |  form, name list, name list
They saw Olivia. Olivia smiled.  |  ORG=Olivia  |  Olivia  |  s  |  f  |  form, name list, name list
Ford sold its plant.  |  ORG=Ford  |  Ford  |  s  |  fmn  |  form, name list, name list
ESA launched its probe.  |  ORG=ESA  |  ESA  |  s  |  mn  |  form, name list, name list
They saw Robin.  |  ORG=Robin  |  Robin  |  s  |  fmn  |  form, name list, name list
They met on Wednesday.  |  DATE=Wednesday  |  Wednesday  |  s  |  n  |  form, noun list, noun list
Then April smiled.  |  DATE=April  |  April  |  s  |  f  |  form, name list, name list
They met in June.  |  DATE=June  |  June  |  s  |  n  |  form, noun list, noun list
June Miller came. They saw June.  |  DATE=June PERSON=Miller  |  June  |  s  |  fn
  |  form, other mentions, other mentions
Mr. Rome slept.  |  GPE=Rome  |  Mr. Rome  |  s  |  m  |  form, title, title
They saw Cleveland.  |  GPE=Cleveland  |  Cleveland  |  s  |  mn  |  form, name list, name list
Charlotte closed the shop.  |  GPE=Charlotte  |  Charlotte  |  s  |  fn  |  form, name list, name list
They live in Charlotte.  |  GPE=Charlotte  |  Charlotte  |  s  |  n  |  form, recogniser, recogniser
They saw Grace.  |  ORG=Grace  |  Grace  |  s  |  fn  |  form, name list, name list
They left McMurdo Station.  |  PERSON=McMurdo,Station  |  McMurdo Station  |  s  |  n  |  form, noun list, noun list
They left McMurdo Station.  |  FAC=McMurdo,Station  |  McMurdo Station  |  s  |  n  |  form, noun list, noun list
They saw Stardust.  |  PERSON=Stardust  |  Stardust  |  s  |  fmn  |  form, -, -
They saw Martin.  |  PERSON=Martin  |  Martin  |  s  |  m  |  form, name list, name list
They saw Larson.  |  PERSON=Larson  |  Larson  |  s  |  fm  |  form, name list, name list
Dr. Larson left.  |  PERSON=Larson  |  Dr. Larson  |  s  |  fm  |  form, name list, name list
They saw Dunlap.  |  PERSON=Dunlap  |  Dunlap  |  s  |  fm  |  form, name list, name list
They saw Dunlap.  |  ORG=Dunlap  |  Dunlap  |  ps  |  fmn  |  -, -, -
They left Hong Kong.  |  GPE=Hong,Kong  |  Hong Kong  |  s  |  n  |  form, recogniser, recogniser
Tory MP Nicholas Reed left.  |  PERSON=Nicholas,Reed  |  Tory MP Nicholas Reed  |  s  |  m
  |  form, name list, name list
They saw Tuppence. Tuppence sighed.  |  ORG=Tuppence  |  Tuppence  |  ps  |  fmn  |  context, context, -
They saw Tuppence.  |  ORG=Tuppence  |  Tuppence  |  ps  |  n  |  recogniser, recogniser, recogniser
FIFA President Tom Reed left. FIFA fell.  |  ORG=FIFA PERSON=Tom,Reed  |  FIFA  |  ps  |  n
  |  recogniser, recogniser, recogniser
Anna slept.¶¶Tom Reed left.  |  PERSON=Anna,Tom,Reed  |  Tom Reed  |  s  |  m  |  form, name list, name list
Walt Disney left. Tom met Disney.  |  PERSON=Walt ORG=Disney  |  Disney  |  s  |  mn
  |  form, other mentions, other mentions
They saw Black Widow.  |  WORK_OF_ART=Black,Widow  |  Black Widow  |  s  |  n  |  form, recogniser, recogniser
Then Larson left.  |  -  |  Larson  |  s  |  fm  |  form, name list, name list
Then Miley sang.  |  -  |  Miley  |  s  |  f  |  form, name list, name list
Quarvell County President left.  |  PERSON=President  |  Quarvell County President  |  s  |  fm  |  form, title, title
"""
)


@pytest.mark.parametrize(("text", "labels", "phrase", "number", "gender", "told_by"), TOLD)
def test_what_tells_features(preprocessor, text, labels, phrase, number, gender, told_by):
    given = dict(label.split("=") for label in labels.split() if label != "-")
    words = {word: label for label, of_label in given.items() for word in of_label.split(",")}
    mention = labelled(preprocessor, text.replace("¶", "\n"), words, phrase)
    assert ("".join(sorted(mention.number)), "".join(sorted(mention.gender))) == (number, gender)
    told = (mention.number_from, mention.gender_from, mention.animacy_from)
    assert ", ".join(each or "-" for each in told) == told_by


@pytest.mark.parametrize(
    ("text", "label", "phrase", "entity_type"),
    [
        ("She took one of the lamps.", "CARDINAL", "one of the lamps", ""),
        ("She took the red one.", "CARDINAL", "the red one", ""),
        ("She took thousands of lamps.", "CARDINAL", "thousands of lamps", ""),
        ("She saw thousands.", "CARDINAL", "thousands", ""),
        ("She took three.", "CARDINAL", "three", "CARDINAL"),
        ("Then April smiled.", "DATE", "April", ""),
        ("They met in April.", "DATE", "April", "DATE"),
    ],
)
def test_what_counts_noun_phrases_and_who_acts_is_no_quantity_or_time(preprocessor, text, label, phrase, entity_type):
    words = {"one": label, "thousands": label, "three": label, "April": label}
    assert labelled(preprocessor, text, words, phrase).entity_type == entity_type


@pytest.mark.parametrize(
    ("phrase", "function", "preposition", "adjunct", "definiteness"),
    [
        ("Tom", "SUBJ", None, False, "definite"),
        ("Ann", "IOBJ", None, False, "definite"),
        ("a book", "DOBJ", None, False, "indefinite"),
        ("the garden", "OBL", "in", True, "definite"),
        ("rain", "OBL", "during", True, "bare"),
    ],
)
def test_functions_and_place(preprocessor, phrase, function, preposition, adjunct, definiteness):
    mention = mentions(preprocessor, "In the garden, Tom gave Ann a book during rain.")[phrase]
    assert (mention.function, mention.preposition, mention.adjunct, mention.definiteness) == (
        function, preposition, adjunct, definiteness,
    )  # fmt: skip


def test_embedding_existential_and_pronoun_types(preprocessor):
    document = preprocessor.process("There is a picture of her house. He hurt himself.")
    by_text = {document.mention_text(mention): mention for mention in document.mentions}
    assert by_text["a picture of her house"].existential
    assert by_text["her house"].embedded_in == by_text["a picture of her house"].id
    assert by_text["her"].embedded_in == by_text["her house"].id
    assert [by_text[text].pronoun_type for text in ("her", "He", "himself")] == ["possessive", "personal", "reflexive"]
    assert by_text["a picture of her house"].pronoun_type is None


def test_the_corpus_keeps_its_words_sentences_and_mentions(preprocessor):
    from anaphora_workbench.corpora.document import CoreferenceLayer, Entity, Mention

    words = [Word(form) for form in ["Ann", "Lee", "left", ".", "She", "cried", "."]]
    given = Document(
        "d",
        words,
        [Sentence(0, 4), Sentence(4, 7)],
        [Paragraph()],
        [Mention("a", 0, 2, 1), Mention("b", 4, 5, 4)],
        {"gold": CoreferenceLayer("gold", [Entity("e", ["a", "b"])])},
    )
    done = preprocessor.annotate(given)
    assert [word.form for word in done.words] == [word.form for word in words]
    assert [(sentence.start, sentence.end) for sentence in done.sentences] == [(0, 4), (4, 7)]
    true = [mention for mention in done.mentions if mention.source == "true"]
    assert [(mention.id, mention.start, mention.end, mention.head) for mention in true] == [
        ("a", 0, 2, 1),
        ("b", 4, 5, 4),
    ]
    assert true[1].pronoun_type == "personal"
    assert done.coreference == given.coreference
    assert given.words[0].upos == "", "the input is not changed"
    assert {mention.source for mention in done.mentions} == {"true", "system"}
    assert done.with_mentions("system").coreference == {}


def test_gold_annotation_needs_a_parse(preprocessor):
    with pytest.raises(ValueError, match="no gold syntax"):
        preprocessor.annotate(Document("d", [Word("Hm")], [Sentence(0, 1)], [Paragraph()]), "gold")


@pytest.mark.parametrize("text", ["", "   \n\n ", "...", "\x00\x01", "# ", "😀", "a" * 5000])
def test_odd_texts_make_documents(preprocessor, text):
    document = preprocessor.process(text)
    assert all(0 <= sentence.start < sentence.end <= len(document.words) for sentence in document.sentences)


def test_lone_surrogates_and_empty_words_do_not_crash(preprocessor):
    document = Document("d", [Word(""), Word("Ann"), Word("x", empty=True)], [Sentence(0, 3)], [Paragraph()])
    assert len(preprocessor.annotate(document).words) == 3
