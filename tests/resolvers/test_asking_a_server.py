"""The client of servers of language models, where no document and no command is needed."""

import asyncio
import sqlite3
import threading
import time
from collections.abc import AsyncIterator, Iterator
from contextlib import closing
from email.utils import formatdate
from pathlib import Path

import pytest
from starlette.responses import JSONResponse, PlainTextResponse, StreamingResponse

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


@pytest.mark.parametrize(
    ("content", "why"),
    [
        (PlainTextResponse("no"), "status 200: no"),
        (JSONResponse({"data": []}), "status 200"),
        (JSONResponse({"data": None}), "status 200"),
        (JSONResponse({"data": [{"id": ""}]}), "status 200"),
        (JSONResponse([]), "status 200"),
        (JSONResponse({"error": "none"}, 500), "status 500: none"),
        (JSONResponse({"error": {"message": "Incorrect key"}}, 401), "status 401: Incorrect key"),
        (PlainTextResponse("", 301, {"Location": "http://192.0.2.1/"}), "status 301: "),
    ],
)
def test_a_server_that_tells_no_model_is_asked_for_one_by_name(server: LanguageServer, content, why: str) -> None:
    server.models = content
    told = pytest.raises(ServerError, match=rf"tells no model, {why}.*; expected --option llm\.model=NAME")
    with closing(Server(server.url)) as asked, told:
        asked.model()


def chat(content: object = "1", usage: object = None, logprobs: object = None, **further: object) -> JSONResponse:
    choice = {"message": {"content": content} | further, "finish_reason": "stop", "logprobs": logprobs}
    return JSONResponse({"choices": [choice], "usage": usage})


def told(*tokens: str) -> dict:
    return {"content": [{"token": token, "logprob": -1, "top_logprobs": None} for token in tokens]}


@pytest.mark.parametrize(
    ("answer", "reply"),
    [
        (chat("<think>No: 3.</think>\n\n1"), Reply("1")),
        (chat("1 <think>2</think>"), Reply("1 <think>2</think>")),
        (chat("1", reasoning_content="3"), Reply("1")),
        (chat(None, tool_calls=[{"function": {"arguments": "1"}}]), Reply()),
        (chat(usage={"prompt_tokens": 2, "completion_tokens": "3"}), Reply("1", read=2)),
        (chat(usage=[1]), Reply("1")),
        # What stands before and behind the text in the tokens is no part of it.
        (chat(logprobs=told("<think>", "1", "</think>", "1", "<end>")), Reply("1", chances=(["1", -1.0, []],))),
        (chat(logprobs=told("2")), Reply("1")),
        (chat(logprobs={"content": [{"token": "1", "logprob": None}]}), Reply("1")),
        (chat(logprobs={"tokens": ["1"]}), Reply("1")),
        (PlainTextResponse('{"choices": [{"message": {"content": "\\ud800"}}]}'), Reply("?")),
        (PlainTextResponse("[" * 100_000), Reply(fault=client.BROKEN)),
        (PlainTextResponse("1", headers={"Content-Encoding": "gzip"}), Reply(fault=client.BROKEN)),
        (PlainTextResponse("", 408), Reply(fault=client.TIME_OUT)),
    ],
)
def test_an_answer_is_read_whatever_is_around_it(
    server: LanguageServer, monkeypatch: pytest.MonkeyPatch, answer, reply: Reply
) -> None:
    monkeypatch.setattr(client, "_FIRST_PAUSE", 0.001)
    server.always = lambda body: answer
    with closing(Server(server.url)) as asked:
        assert asked.ask({"messages": []}) == reply


# What a server refuses, and what of the three is sent to it in the end.
@pytest.mark.parametrize(
    ("refused", "left"),
    [
        ({"logprobs"}, {"response_format", "seed"}),
        ({"response_format"}, {"logprobs", "seed"}),
        ({"seed"}, {"logprobs", "response_format"}),
        ({"logprobs", "seed"}, {"response_format"}),
        ({"logprobs", "response_format", "seed"}, set()),
    ],
)
def test_what_a_server_does_not_have_is_left_out_and_nothing_else(server: LanguageServer, refused, left) -> None:
    server.always = lambda body: PlainTextResponse("no", 422) if refused & body.keys() else "1"
    body = {"messages": [], "seed": 1, "response_format": {}, "logprobs": True, "top_logprobs": 20}
    with closing(Server(server.url)) as asked:
        assert asked.ask(body).text == "1"
        tries = len(server.bodies)
        assert asked.ask(body).text == "1"
        assert [sent.keys() & {"seed", "response_format", "logprobs"} for sent in server.bodies[tries:]] == [left]
        # What is refused for another reason is no reason to go without.
        refused.add("messages")
        with pytest.raises(ServerError, match="status 422: no"):
            asked.ask(body)
        refused.clear()
        server.bodies.clear()
        assert asked.ask(body).text == "1"
        assert server.bodies[0].keys() & {"seed", "response_format", "logprobs"} == left


@pytest.mark.parametrize(
    ("retry_after", "pauses"),
    [
        ("", [0.25, 0.5, 1, 2]),
        ("1.5", [1.5, 1.5, 1.5, 2]),
        ("999", [60] * 4),
        ("nan", [0.25, 0.5, 1, 2]),
        ("soon", [0.25, 0.5, 1, 2]),
        ("in 50 seconds", [50] * 4),
        ("Fri, 31 Dec 1999 23:59:59 GMT", [0.25, 0.5, 1, 2]),
    ],
)
def test_a_busy_server_says_when_it_may_be_asked_again(
    server: LanguageServer, monkeypatch, retry_after, pauses
) -> None:
    waited: list[float] = []
    monkeypatch.setattr(threading.Event, "wait", lambda self, seconds=None: waited.append(seconds))
    retry_after = retry_after.replace("in 50 seconds", formatdate(time.time() + 50, usegmt=True))
    asked = Server("http://127.0.0.1:9/v1")
    asked._taken = lambda body: (429, "", client._seconds_in(retry_after))
    assert asked.ask({}).fault == client.BUSY
    assert waited == pytest.approx(pauses, abs=20 if pauses[0] == 50 else 1e-9)
    asked.close()


def test_a_client_that_is_closed_tries_no_more() -> None:
    tried: list[object] = []
    asked = Server("http://127.0.0.1:9/v1")
    asked._taken = lambda body: tried.append(body) or (429, "", 0.0)
    asked.close()
    assert (asked.ask({}).fault, len(tried)) == (client.BUSY, 1)


def test_a_time_out_is_of_the_whole_answer(server: LanguageServer, monkeypatch: pytest.MonkeyPatch) -> None:
    async def drops() -> AsyncIterator[bytes]:
        for _ in range(100):
            yield b" "
            await asyncio.sleep(0.05)

    monkeypatch.setattr(client, "_TRIES", 1)
    server.always = lambda body: StreamingResponse(drops())
    with closing(Server(server.url, timeout=0.2)) as asked:
        assert asked.ask({"messages": []}).fault == client.TIME_OUT


@pytest.mark.parametrize(
    ("key", "header"),
    [("sk-1", "Bearer sk-1"), ("sk-1\r\n", "Bearer sk-1"), ("sk 1", ""), ("sk-\u00e9", ""), (" ", "")],
)
def test_a_key_is_one_that_a_header_holds(server: LanguageServer, monkeypatch, key: str, header: str) -> None:
    monkeypatch.setenv("THE_KEY", key)
    server.always = lambda body: "1"
    if not header:
        with pytest.raises(ValueError, match=r"llm\.key: ") as raised:
            Server(server.url, "THE_KEY")
        assert key.strip() not in str(raised.value) or not key.strip()
        return
    with closing(Server(server.url, "THE_KEY")) as asked:
        asked.ask({"messages": []})
    assert server.headers[0]["authorization"] == header


def test_a_connection_that_breaks_is_tried_again(server: LanguageServer, monkeypatch: pytest.MonkeyPatch) -> None:
    import httpx2

    monkeypatch.setattr(client, "_FIRST_PAUSE", 0.001)
    asked = Server(server.url)
    broken = [httpx2.ReadError("reset"), httpx2.RemoteProtocolError("cut")]
    stream = asked._client.stream

    def breaking(*words, **further):
        if broken:
            raise broken.pop()
        return stream(*words, **further)

    asked._client.stream = breaking
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
        (Reply("2", chances=((">\n", -2.0, []), ["2", -0.1, [["3", -3.0]]])), 3, {2: 0.905, 3: 0.05}),
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


def test_where_the_server_calls_the_model_otherwise_both_names_are_told(server: LanguageServer) -> None:
    server.always = lambda body: completion("1", model="m-of-today")
    answered = get_resolver("llm-choice", url=server.url, model="m", pronouns=1).resolve(narrative())
    told = answered.tables["language model"]
    assert told["answered by m-of-today"] == told["requests"] > 0


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
