"""The client of servers of language models, where no document and no command is needed."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from starlette.responses import JSONResponse, PlainTextResponse

from anaphora_workbench.resolvers import get_resolver
from anaphora_workbench.resolvers.llm import client
from anaphora_workbench.resolvers.llm.answers import Answers, Reply
from anaphora_workbench.resolvers.llm.asking import Budget, BudgetSpentError, Question, ask_all
from anaphora_workbench.resolvers.llm.choice import chances_of
from anaphora_workbench.resolvers.llm.client import Server, ServerError
from hand_built import narrative
from llm_server import LanguageServer, completion, serving


@pytest.fixture
def server() -> Iterator[LanguageServer]:
    with serving(LanguageServer()) as running:
        yield running


def question(content: str, wrong=lambda text: "") -> Question:
    return Question({"messages": [{"role": "user", "content": content}]}, "m", wrong)


def test_without_the_extra_one_line_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(client, "find_spec", lambda name: None)
    with pytest.raises(ValueError, match=r"need httpx2; .*pip install '\.\[llm\]'"):
        get_resolver("llm-choice")


@pytest.mark.parametrize("content", [PlainTextResponse("no"), JSONResponse({"data": []}), JSONResponse([]),
                                     JSONResponse({"error": "none"}, 500)])  # fmt: skip
def test_a_server_that_tells_no_model_is_asked_for_one_by_name(server: LanguageServer, content) -> None:
    server.models = content
    told = pytest.raises(ServerError, match=r"tells no model; expected --option llm\.model=NAME")
    with closing(Server(server.url)) as asked, told:
        asked.model()


def test_a_connection_that_breaks_is_tried_again(server: LanguageServer, monkeypatch: pytest.MonkeyPatch) -> None:
    import httpx2

    monkeypatch.setattr(client, "_FIRST_PAUSE", 0.001)
    asked = Server(server.url)
    broken = [httpx2.ReadError("reset"), httpx2.RemoteProtocolError("cut")]
    sent = asked._sent

    def breaking(*words):
        if broken:
            raise broken.pop()
        return sent(*words)

    asked._sent = breaking
    server.always = lambda body: "1"
    assert asked.ask({"messages": []}).text == "1"
    broken[:] = [httpx2.ReadError("reset")] * 9
    assert asked.ask({"messages": []}).fault == client.BROKEN
    asked.close()


def test_a_stop_leaves_what_is_on_its_way_and_asks_nothing_more(server: LanguageServer) -> None:
    server.always = lambda body: "1"
    budget, answers = Budget("3"), Answers(None)
    asked = Server(server.url, before_request=budget.take)
    stopped = ask_all((question(str(number)) for number in range(50)), asked, answers, budget, 2)
    assert "the budget of 3 requests is spent" in stopped
    assert (len(server.bodies), len(list(answers)), budget.requests) == (3, 3, 3)
    # Of tokens those count that came, and what is asked twice is asked once.
    tokens, free = Budget("1t"), Server(server.url)
    assert ask_all([question("a"), question("a")], free, answers, tokens, 1) == ""
    assert (tokens.tokens > 0, len(server.bodies)) == (True, 4)
    with pytest.raises(BudgetSpentError, match="1 tokens is spent"):
        tokens.take()

    def wrong(text: str) -> str:
        raise RuntimeError("a reader that fails")

    with pytest.raises(RuntimeError, match="a reader that fails"):
        ask_all([question("b", wrong)], free, answers, Budget(), 1)
    for each in (asked, free, answers):
        each.close()


def test_a_file_that_holds_no_answers_is_refused(tmp_path: Path) -> None:
    (tmp_path / "text").write_text("no database at all, and long enough to be told from an empty one", encoding="utf-8")
    with pytest.raises(ValueError, match="expected a file of kept answers"):
        Answers(tmp_path / "text")
    with sqlite3.connect(tmp_path / "later") as later:
        later.execute("PRAGMA user_version = 9")
    with pytest.raises(ValueError, match="version 9; expected version 1"):
        Answers(tmp_path / "later")


def tokens(*told) -> Reply:
    return Reply("".join(token for token, _, _ in told), chances=told)


@pytest.mark.parametrize(
    ("reply", "offered", "chances"),
    [
        (tokens(["2", -0.1, [["2", -0.1], ["1", -3.0], ["x", -4.0]]]), 3, {2: 0.905, 1: 0.05}),
        # 1 begins 10 and 12, so only a number that was chosen is told of it.
        (tokens(["1", -0.1, [["1", -0.1], ["3", -3.0]]], ["2", -0.1, [["2", -0.1]]]), 12, {12: 0.819, 3: 0.05}),
        (Reply("2"), 3, {}),
        (Reply("2", chances=(["3", -0.1, []],)), 3, {}),
        (tokens(["two", -0.1, []]), 3, {}),
    ],
)
def test_probabilities_are_read_where_the_number_stands(reply: Reply, offered: int, chances: dict[int, float]) -> None:
    assert chances_of(reply, "P1", offered) == pytest.approx(chances, abs=0.001)


def test_of_one_pronoun_the_answer_may_be_the_number_alone(server: LanguageServer) -> None:
    server.always = lambda body: " 1\n"
    text = narrative()
    alone = get_resolver("llm-choice", url=server.url, pronouns=1, longest=5).resolve(text)
    assert {body["max_tokens"] for body in server.bodies} == {5}
    assert alone.tables["language model"]["malformed"] == 0
    server.always = lambda body: completion("1")
    several = get_resolver("llm-choice", url=server.url, pronouns=100).resolve(text)
    assert several.tables["language model"]["malformed"] == several.tables["language model"]["asked"] > 1


def test_offline_without_a_name_the_only_model_is_meant(tmp_path: Path) -> None:
    resolver = get_resolver("llm-choice", offline=True)
    resolver.kept_in = tmp_path
    with pytest.raises(ValueError, match=r"no model are kept; expected --option llm\.model=NAME"):
        _ = resolver.model
    answers = Answers(tmp_path / "llm.sqlite")
    answers.keep("p", "one", Reply("1"))
    answers.close()
    assert resolver.model == "one"


def test_examples_need_a_preprocessed_key(tmp_path: Path) -> None:
    (tmp_path / "plain.txt").write_text("Ann sold it.", encoding="utf-8")
    with pytest.raises(ValueError, match="no document with a key"):
        get_resolver("llm-choice", model="m", examples=str(tmp_path / "plain.txt"))
    key = "# newdoc id = a\n# global.Entity = eid-etype-head-other\n1\tAnn" + 7 * "\t_" + "\tEntity=(e1-person-1-)\n\n"
    (tmp_path / "key.conllu").write_text(key, encoding="utf-8")
    resolver = get_resolver("llm-choice", model="m", examples=str(tmp_path / "key.conllu"))
    with pytest.raises(ValueError, match="no pronoun whose antecedent could be offered"):
        resolver.questions(narrative())
