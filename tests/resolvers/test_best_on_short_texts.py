"""The shipped model of ``best`` on texts of a few sentences, as people paste them: what it must not get wrong."""

from dataclasses import replace

import pytest

from anaphora_workbench.preprocessing import Preprocessor
from anaphora_workbench.resolvers import get_resolver

pytestmark = pytest.mark.model
CURIE = (
    "Marie Curie was born in Warsaw. She studied physics in Paris, where she met Pierre Curie. They married in 1895. "
    "He was a professor. Their work on radioactivity earned them a Nobel Prize. After his death, she took over his "
    "chair."
)
BAILEY = "Ted Bailey married Ann Reed in 1990. Bailey wrote a book. She sold it. Bailey was glad when her book sold."


@pytest.fixture(scope="module")
def chains_of():
    """The chains of a text that have several mentions, as words."""
    preprocessor, best = Preprocessor(), get_resolver("best")

    def of(text):
        document = preprocessor.process(text)
        mentions = document.mention_by_id()
        chains = best.resolve(document).chains
        return [[document.mention_text(mentions[id]) for id in chain] for chain in chains if len(chain) > 1]

    return of


@pytest.mark.parametrize(
    ("text", "chain"),
    [
        pytest.param(
            "My mother waited outside. James talked to Martin. She was cold.", ["My mother", "She"], id="first names"
        ),
        pytest.param("The queen spoke to James. James bowed. Her crown shone.", ["The queen", "Her"], id="a noun"),
        pytest.param(
            'William spoke. "I agree," she said. Mary nodded to William. John smiled at her.',
            ["I", "she", "Mary", "her"],
            id="a name behind the pronoun",
        ),
        pytest.param(BAILEY, ["Ann Reed", "She", "her"], id="a surname of a man who is named in full"),
        pytest.param("In her first year there, Duval reorganised the prints.", ["her", "Duval"], id="behind a comma"),
        pytest.param(
            "Last Tuesday Mary Smith arrived. She was tired.", ["Mary Smith", "She"], id="a time before a name"
        ),
        pytest.param("Polly has two sisters. She likes them.", ["Polly", "She"], id="a name tagged as an adverb"),
        pytest.param("Sad and tired, she went home. Eve followed her.", ["she", "her"], id="an adjective, no name"),
        pytest.param("Mary met Susan. She gave her a book.", ["Susan", "her"], id="she and her of one verb"),
        pytest.param("The dog chased the cat. It bit it.", ["the cat", "it"], id="it and it of one verb"),
        pytest.param("Ann told Eve that she liked her.", ["Eve", "her"], id="of one verb in a clause"),
        pytest.param("“I am tired,” said Tom. “I am not,” said Anna.", ["I", "Anna"], id="who says I, told behind"),
        pytest.param(
            "Maria looked up. “I know,” said Peter. “I see,” said Maria.", ["I", "Peter"], id="not who stands before"
        ),
        pytest.param("Tom saw Ann. “You are late,” he told Ann.", ["Ann", "You", "Ann"], id="who is told"),
        pytest.param('Mary hugged Tom. "You are cold," she said.', ["Tom", "You"], id="you is not who speaks"),
        pytest.param("Mary hugged Tom. “You are cold,” she said.", ["Mary", "she"], id="who speaks is not you"),
        pytest.param(
            "Briggs looked at her. “Sell him? I would sooner sell you.”",
            ["Briggs", "him", "I"],
            id="you takes nobody from I",
        ),
        pytest.param(
            "My brother and my sister live in Rome. He likes it there.", ["Rome", "it"], id="joined persons are no it"
        ),
        pytest.param(
            "Dr. Patel examined the child. She told his mother that he would recover.",
            ["the child", "his", "he"],
            id="nobody is she and he",
        ),
        pytest.param("Mary left. Germany lost. She cried.", ["Mary", "She"], id="a country is no woman"),
        pytest.param("Tom met Mary. London is old. Tom thanked her.", ["Mary", "her"], id="nor is a city"),
        pytest.param("Tom met Mary. Microsoft grew. Tom thanked her.", ["Mary", "her"], id="nor is a firm"),
        pytest.param(
            "Tom Smith works for Siemens. Siemens sells trains. He likes trains.", ["Tom Smith", "He"], id="or a man"
        ),
        pytest.param(CURIE, ["Pierre Curie", "He", "his", "his"], id="a prize is no person"),
        pytest.param(
            "The plant stood in Rome. It turned out that it was old.", ["The plant", "it"], id="pleonastic it between"
        ),
        pytest.param("Ann is a doctor. The doctor works.", ["Ann", "a doctor", "The doctor"], id="predicate nominal"),
        pytest.param(
            "The European Union met on Monday. The EU agreed on a plan.", ["The European Union", "The EU"], id="acronym"
        ),
        pytest.param(
            "Microsoft Corporation announced a plan. Microsoft said that the plan is good.",
            ["Microsoft Corporation", "Microsoft"],
            id="firm",
        ),
    ],
)
def test_a_chain_of_a_short_text(chains_of, text, chain):
    assert chain in chains_of(text)


@pytest.mark.parametrize(
    "text",
    [
        "Kim looked at her.",
        "Siemens AG sold Siemens Ltd. to Siemens Inc. yesterday.",
        "The left engine failed. The right engine ran.",
        "The first man sat. The second man stood.",
        "John Smith came. Robert Smith left.",
        "My hair is long. Your hair is short.",
        "World War I ended in 1918. WWII began in 1939. World War II ended. WWI was long.",
    ],
)
def test_what_is_different_stays_apart(chains_of, text):
    assert chains_of(text) == []


def test_a_pleonastic_pronoun_says_by_which_pattern():
    document = Preprocessor().process("The bridge fell. When it comes to bridges, it seems that nobody asks.")
    told = [(case.rule, case.pronoun.pleonastic_pattern) for case in get_resolver("best").resolve(document).traces]
    assert told == [("pleonastic", "set phrase"), ("pleonastic", "verb of appearance")]


@pytest.mark.parametrize("caution", [-99.0, 0.0, 99.0])
def test_of_few_mentions_given_each_says_what_decided_and_no_caution_is_asked(caution):
    """Six mentions of a text with 26; neither Ann Lee nor the children are among them."""
    text = (
        "Google LLC opened an office in Rome in May. It hired a hundred people. Ann Lee met Eva Ross in the garden "
        "near the river. It rained all day. She gave the keys to Eva. The man saw a dog and a cat in the street. "
        "The children played in the park. They were happy. Google paid the rent for years."
    )
    document = Preprocessor().process(text)
    given = ("Google LLC", "It", "She", "They", "Google")
    few = [mention for mention in document.mentions if document.mention_text(mention) in given]
    around = [mention for mention in document.mentions if mention not in few]
    resolution = get_resolver("best", caution=caution).resolve(replace(document, mentions=few, bystanders=around))
    told = {case.anaphor: (case.antecedent, case.rule) for case in [*resolution.traces, *resolution.mention_traces]}
    assert told == {
        1: (0, "largest sum of weights"),
        2: (None, "pleonastic"),
        3: (None, "between names"),
        4: (None, "not-given"),
        5: (1, "short form of a name"),
    }
    assert [case.note for case in resolution.traces if case.anaphor == 4] == ["it takes up The children (s21)"]
