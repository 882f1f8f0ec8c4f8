"""Words and tables renamed together: the same answers, so no code knows a word of English.

Annotation is taken as it is (true mentions, gold annotation), and no spaCy looks at renamed words. Trees of GUM
(UD) where the corpora are at hand; samples of ours, parsed in English beforehand (CLEAR), everywhere.
"""

from dataclasses import replace
from pathlib import Path

import pytest
from language_folders import ciphered, english_ciphered, register

from anaphora_workbench.corpora import read
from anaphora_workbench.corpora.document import Document, Mention
from anaphora_workbench.corpora.support.samples import packaged
from anaphora_workbench.evaluation.pronouns.are import pronouns_to_resolve
from anaphora_workbench.evaluation.statistics.difficulty import of_document
from anaphora_workbench.preprocessing import Preprocessor
from anaphora_workbench.resolvers import available, get_resolver

SAMPLES = packaged("samples")
OURS = ["fiction_major", "manual_espresso", "news_bridge", "news_painting"]
OF_GUM = ["GUM_academic_exposure", "GUM_bio_byron", "GUM_fiction_beast", "GUM_conversation_grounded"]


@pytest.fixture
def preprocessor(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Preprocessor:
    """One that finds English and English under a cipher."""
    register(monkeypatch, english_ciphered(tmp_path))
    return Preprocessor()


def renamed(document: Document) -> Document:
    """The document with forms and lemmas under the cipher, in the language whose tables are too."""
    words = [replace(word, form=ciphered(word.form), lemma=ciphered(word.lemma)) for word in document.words]
    sentences = [replace(sentence, speaker=ciphered(sentence.speaker)) for sentence in document.sentences]
    return replace(document, words=words, sentences=sentences, language="xx")


def features(mention: Mention) -> Mention:
    """A mention with the words it quotes under the cipher."""
    preposition = None if mention.preposition is None else ciphered(mention.preposition)
    return replace(mention, lemma=ciphered(mention.lemma), preposition=preposition)


def sample(name: str) -> Document:
    """A sample with the parse of spaCy's English model as its annotation."""
    (document,) = read(SAMPLES / f"{name}.conllu")
    parsed = Preprocessor().annotate(document)
    true = parsed.with_mentions("true").mentions
    return replace(parsed, mentions=true, coreference=document.coreference, quotations=[])


def assert_same(document: Document, preprocessor: Preprocessor) -> None:
    """Features, answers and statistics of a document are the same under the cipher."""
    plain, secret = (preprocessor.annotate(version, "gold") for version in (document, renamed(document)))
    assert {mention.source for mention in plain.mentions} == {"true", "system"}
    assert [features(mention) for mention in plain.mentions] == secret.mentions
    assert plain.quotations == secret.quotations
    places = [[(word.clause, word.segment) for word in version.words] for version in (plain, secret)]
    assert places[0] == places[1]
    # The models of learned resolvers weigh English words, and language models read them.
    for resolver in (name for name, info in available().items() if info.role not in ("learned", "llm")):
        answers = [
            get_resolver(resolver).resolve(version.with_mentions("true"), version) for version in (plain, secret)
        ]
        assert answers[0].decisions == answers[1].decisions, resolver
        assert answers[0].chains == answers[1].chains, resolver
    assert of_document(plain).as_json() == of_document(secret).as_json()
    assert plain.key is not None
    assert pronouns_to_resolve(plain, plain.key) == pronouns_to_resolve(secret, plain.key) != []


@pytest.mark.parametrize("name", [*OURS[:2], *(pytest.param(name, marks=pytest.mark.slow) for name in OURS[2:])])
def test_a_sample_is_understood_under_the_cipher(name: str, preprocessor: Preprocessor) -> None:
    assert_same(sample(name), preprocessor)


@pytest.mark.slow
@pytest.mark.corpora
@pytest.mark.parametrize("name", OF_GUM)
def test_a_text_of_gum_is_understood_under_the_cipher(
    name: str, preprocessor: Preprocessor, public_corpora: Path
) -> None:
    (document,) = read(public_corpora / "gum" / "dev" / f"{name}.conllu")
    assert_same(document, preprocessor)


def test_without_its_tables_the_cipher_is_not_understood(preprocessor: Preprocessor) -> None:
    """The tests above would see nothing if words did not matter."""
    document = sample("fiction_major")
    plain = preprocessor.annotate(document, "gold")
    with pytest.warns(UserWarning, match="function words"):
        secret = preprocessor.annotate(replace(renamed(document), language="en"), "gold")
    assert [features(mention) for mention in plain.mentions] != secret.mentions
    answers = [get_resolver("mitkov").resolve(version.with_mentions("true")).decisions for version in (plain, secret)]
    assert len(answers[0]) > len(answers[1])
