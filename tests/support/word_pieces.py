"""Documents over the sub-words of tokenisers that are trained on their own words."""

from collections.abc import Iterable, Sequence
from dataclasses import replace

from tokenizers import Tokenizer, decoders, models, normalizers, pre_tokenizers, trainers

from anaphora_workbench.corpora.document import Document, Sentence, Word

_VOCABULARY = 2000


def _word_piece() -> tuple[Tokenizer, trainers.Trainer]:
    tokenizer = Tokenizer(models.WordPiece(unk_token="[UNK]"))
    tokenizer.normalizer = normalizers.BertNormalizer(lowercase=True)
    tokenizer.pre_tokenizer = pre_tokenizers.BertPreTokenizer()
    return tokenizer, trainers.WordPieceTrainer(vocab_size=_VOCABULARY, special_tokens=["[UNK]", "[CLS]", "[SEP]"])


def _byte_level() -> tuple[Tokenizer, trainers.Trainer]:
    tokenizer = Tokenizer(models.BPE())
    tokenizer.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=True)
    tokenizer.decoder = decoders.ByteLevel()
    return tokenizer, trainers.BpeTrainer(
        vocab_size=_VOCABULARY, initial_alphabet=pre_tokenizers.ByteLevel.alphabet(), special_tokens=["<s>", "</s>"]
    )


def _sentence_piece() -> tuple[Tokenizer, trainers.Trainer]:
    tokenizer = Tokenizer(models.Unigram())
    tokenizer.normalizer = normalizers.NFKC()
    tokenizer.pre_tokenizer = pre_tokenizers.Metaspace()
    return tokenizer, trainers.UnigramTrainer(
        vocab_size=_VOCABULARY, unk_token="<unk>", special_tokens=["<unk>", "<s>", "</s>"]
    )


KINDS = {"WordPiece": _word_piece, "byte-level BPE": _byte_level, "SentencePiece": _sentence_piece}
_ENDS = {"WordPiece": ("[CLS]", "[SEP]"), "byte-level BPE": ("<s>", "</s>"), "SentencePiece": ("", "</s>")}


def trained(kind: str, texts: Iterable[Sequence[str]]) -> Tokenizer:
    """A tokeniser of a kind, trained on words."""
    tokenizer, trainer = KINDS[kind]()
    trainer.show_progress = False
    tokenizer.train_from_iterator((" ".join(words) for words in texts), trainer)
    return tokenizer


def in_pieces(document: Document, tokenizer: Tokenizer, kind: str) -> Document:
    """A document without empty nodes over the pieces of its words, as a system returns it."""
    forms: list[str] = [end for end in _ENDS[kind][:1] if end]
    first: list[int] = []
    encoding = tokenizer.encode([word.form for word in document.words], is_pretokenized=True, add_special_tokens=False)
    pieces: dict[int, list[str]] = {}
    for token, number in zip(encoding.tokens, encoding.word_ids, strict=True):
        pieces.setdefault(number, []).append(token)
    for number in range(len(document.words)):
        first.append(len(forms))
        forms += pieces.get(number, [])
    first.append(len(forms))
    forms.append(_ENDS[kind][1])
    mentions = [
        replace(
            mention,
            start=first[mention.start],
            end=first[mention.end],
            head=first[mention.end] - 1,
            parts=tuple((first[start], first[end]) for start, end in mention.parts),
            other_heads=(),
            verb=None,
            extra={},
        )
        for mention in document.mentions
    ]
    return Document(
        document.id,
        list(map(Word, forms)),
        [Sentence(0, len(forms))],
        mentions=mentions,
        coreference=document.coreference,
        language=document.language,
    )
