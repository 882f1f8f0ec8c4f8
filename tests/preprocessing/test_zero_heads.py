"""Zero subjects that are made inside a mention: its stated head stays the same word."""

from pathlib import Path

from anaphora_workbench.corpora import read
from anaphora_workbench.corpora.formats.parts.mention_heads import stated_head
from anaphora_workbench.preprocessing import Preprocessor

TEXT = """# global.Entity = eid-etype-head-other
# newdoc id = d
# meta::language = es
# sent_id = 1
1	Sabe	saber	VERB	_	Mood=Ind|Number=Sing|Person=3|VerbForm=Fin	0	root	_	_
2	que	que	SCONJ	_	_	3	mark	_	Entity=(e1-event-2-
3	vive	vivir	VERB	_	Mood=Ind|Number=Sing|Person=3|VerbForm=Fin	1	ccomp	_	_
4	aquí	aquí	ADV	_	_	3	advmod	_	Entity=e1)
5	.	.	PUNCT	_	_	1	punct	_	_

"""


def test_a_zero_made_inside_a_mention_moves_its_stated_head(tmp_path: Path) -> None:
    (tmp_path / "d.conllu").write_text(TEXT, encoding="utf-8")
    (document,) = read(tmp_path / "d.conllu")
    made = Preprocessor(zeros="make").annotate(document, "gold")
    (mention,) = (mention for mention in made.mentions if mention.source == "true")
    head = stated_head(mention)
    assert head is not None
    assert (made.words[head].form, mention.extra["head"]) == ("vive", "3")
