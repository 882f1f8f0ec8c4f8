"""Rows of language models by the command line, against a server of ours."""

import json
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from starlette.responses import JSONResponse, PlainTextResponse

from anaphora_workbench.corpora.document import Document
from anaphora_workbench.resolvers import get_resolver
from anaphora_workbench.resolvers.llm import client
from anaphora_workbench.resolvers.llm.choice import CHOSEN, NONE_CHOSEN
from anaphora_workbench.resolvers.llm.language_model import MALFORMED, OUT_OF_RANGE
from llm_server import MODEL, Decisions, LanguageServer, completion, decided, given_documents, serving
from served_page import served
from tiny_corpus import ANN, Run, conllu

SETTING = ("-s", "true-gold")


@pytest.fixture(autouse=True)
def _quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(client, "_FIRST_PAUSE", 0.001)


@pytest.fixture
def server(tiny: Path) -> Iterator[LanguageServer]:
    """A server that answers as most-recent does on the tiny corpus, which has five pronouns in two documents."""
    with serving(LanguageServer(decided(tiny, "most-recent", "true-gold"))) as running:
        yield running


def figures(output: Path, row: str = "llm-choice") -> dict:
    return json.loads(output.read_text(encoding="utf-8"))["corpora"]["tiny"]["true-gold"][row]


def test_a_second_run_asks_nothing_and_others_recompute_it_from_a_file(
    run: Run, tiny: Path, server: LanguageServer, tmp_path: Path
) -> None:
    words = ("compare", tiny, *SETTING, "-r", "llm-choice", "-r", "most-recent")
    first = run(*words, "--option", f"llm.url={server.url}", "-o", "first.json")
    asked = len(server.bodies)
    assert (first.status, asked) == (0, 2), first.err
    told = figures(tmp_path / "first.json")
    others = figures(tmp_path / "first.json", "most-recent")
    assert told["metrics"]["success_rate"] == others["metrics"]["success_rate"]
    assert told["language_model"]["requests"] == 2
    assert told["language_model"]["asked"] == sum(len(b["response_format"]["json_schema"]["schema"]["required"])
                                                  for b in server.bodies)  # fmt: skip
    for part in (f"model={MODEL}", "prompt=choice.j2@", "temperature=0", "seed=1", "window=3000", "form=schema"):
        assert part in told["signature"]
    assert server.url not in (tmp_path / "first.json").read_text(encoding="utf-8")
    # Kept answers, not kept results: without those, too.
    for file in (tmp_path / ".workbench-cache" / "results").iterdir():
        file.unlink()
    assert run(*words, "--option", f"llm.url={server.url}", "-o", "second.json").status == 0
    assert run("llm", "export", "answers.jsonl").status == 0
    assert run("llm", "import", "answers.jsonl", "--cache", "other").status == 0
    assert run(*words, "--offline", "--cache", "other", "-o", "third.json").status == 0
    assert len(server.bodies) == asked
    contents = {(tmp_path / f"{name}.json").read_bytes() for name in ("first", "second", "third")}
    assert len(contents) == 1
    assert run("llm", "export", "again.jsonl", "--cache", "other").status == 0
    assert (tmp_path / "again.jsonl").read_bytes() == (tmp_path / "answers.jsonl").read_bytes()


def test_without_kept_answers_offline_names_what_lacks(run: Run, tiny: Path) -> None:
    ran = run("compare", tiny, *SETTING, "-r", "llm-choice", "-r", "mitkov", "--offline", "--option", "llm.model=m")
    assert ran.status == 1
    assert "m has no answer to 1 of 1 request" in ran.err
    assert "mitkov" in ran.out


NO_REPLIES = ('"1"', '{"text": 3}', '{"texts": "1"}', '{"requests": true}', '{"chances": [1]}',
              '{"chances": [["1", 2, [[3, 4]]]]}')  # fmt: skip


@pytest.mark.parametrize(
    "line",
    ["[]", "[" * 100_000, "\xff", *(f'{{"prompt": "p", "model": "m", "reply": {reply}}}' for reply in NO_REPLIES)],
)
def test_a_file_of_other_things_is_imported_as_a_whole_or_not(run: Run, tmp_path: Path, line: str) -> None:
    (tmp_path / "a.jsonl").write_text(
        f'{{"prompt": "p", "model": "m", "reply": {{"text": "1"}}}}\n{line}\n', encoding="latin-1"
    )
    ran = run("llm", "import", "a.jsonl")
    assert ran.status == 2
    assert "a.jsonl:2" in ran.err
    (tmp_path / "a.jsonl").write_text('{"prompt": "p", "model": "m", "reply": {"text": "1"}}\n', encoding="utf-8")
    assert "1 answer added" in run("llm", "import", "a.jsonl").out
    (tmp_path / "a.jsonl").write_text('{"prompt": "p", "model": "m", "reply": {"text": "2"}}\n', encoding="utf-8")
    ran = run("llm", "import", "a.jsonl")
    assert "another answer, which stays" in ran.err


def numbers(body, number):
    names = body["response_format"]["json_schema"]["schema"]["required"]
    return json.dumps(dict.fromkeys(names, number))


def status(number, text="", **headers):
    return lambda body: PlainTextResponse(
        text, number, {name.replace("_", "-"): value for name, value in headers.items()}
    )


# What the server does with all requests; the rule of each pronoun then, and how often a document is asked about.
FAULTS = {
    "busy": (status(429, Retry_After="0"), client.BUSY, 5),
    "busy until a date": (status(429, Retry_After="Fri, 31 Dec 1999 23:59:59 GMT"), client.BUSY, 5),
    "broken": (status(503), client.BROKEN, 5),
    "no JSON": (status(200, "<html>"), client.BROKEN, 5),
    "no choices": (lambda body: JSONResponse({"choices": []}), client.BROKEN, 5),
    "cut off": (lambda body: completion('{"P1"', finish="length"), client.CUT_OFF, 2),
    "refusal": (lambda body: JSONResponse({"choices": [{"message": {"content": None, "refusal": "No."}}]}),
                client.REFUSED, 2),
    "filtered": (lambda body: completion("", finish="content_filter"), client.REFUSED, 2),
    "text": (lambda body: "It is the lamp.", MALFORMED, 2),
    "text with a number": (lambda body: "The answer is 1.", MALFORMED, 2),
    "a number in words": (lambda body: numbers(body, "1"), MALFORMED, 2),
    "true": (lambda body: numbers(body, True), MALFORMED, 2),
    "a list": (lambda body: "[1, 1]", MALFORMED, 2),
    "a name twice": (lambda body: '{"P1": 1, "P1": 1, "P2": 1}', MALFORMED, 2),
    "deep": (lambda body: "[" * 100_000, MALFORMED, 2),
    "out of range": (lambda body: numbers(body, 99), OUT_OF_RANGE, 2),
    "below": (lambda body: numbers(body, -1), OUT_OF_RANGE, 2),
    "0": (lambda body: numbers(body, 0), NONE_CHOSEN, 1),
    "in a fence": (lambda body: f"```json\n{numbers(body, 1)}\n```", CHOSEN, 1),
}  # fmt: skip


@pytest.mark.parametrize("name", FAULTS)
def test_a_fault_is_no_answer_with_its_cause(tiny: Path, server: LanguageServer, name: str) -> None:
    server.always, rule, asked = FAULTS[name]
    given = given_documents(tiny, "true-gold")[0]
    resolution = get_resolver("llm-choice", url=server.url).resolve(given)
    assert {trace.rule for trace in resolution.traces if trace.candidates} == {rule}
    assert len(server.bodies) == asked
    told = resolution.tables["language model"]
    malformed = rule in (MALFORMED, OUT_OF_RANGE, client.CUT_OFF, client.REFUSED)
    assert told["malformed"] == malformed * told["asked"]


@pytest.mark.parametrize("name", ["busy", "cut off", "out of range"])
def test_one_fault_costs_nothing_but_a_request(tiny: Path, server: LanguageServer, name: str) -> None:
    server.faults.append(FAULTS[name][0])
    given = given_documents(tiny, "true-gold")[0]
    resolution = get_resolver("llm-choice", url=server.url).resolve(given)
    assert resolution.tables["language model"]["malformed"] == 0
    assert {trace.rule for trace in resolution.traces} <= {CHOSEN, NONE_CHOSEN}
    assert len(server.bodies) == 2


def test_a_time_out_is_of_a_request(run: Run, tiny: Path, server: LanguageServer, tmp_path: Path) -> None:
    server.delay = 0.3
    words = ("compare", tiny, *SETTING, "-r", "llm-choice", "--option", f"llm.url={server.url}")
    ran = run(*words, "--timeout", "0.05", "-o", "out.json")
    assert ran.status == 0, ran.err
    told = figures(tmp_path / "out.json")
    assert told["language_model"][client.TIME_OUT] == told["language_model"]["asked"]
    assert f"{client.TIME_OUT} {told['language_model']['asked']}" in ran.out
    server.delay = 0
    asked = len(server.bodies)
    assert run(*words, "--option", "llm.again=true", "-o", "again.json").status == 0
    assert client.TIME_OUT not in figures(tmp_path / "again.json")["language_model"]
    assert len(server.bodies) == asked + 2


def test_a_server_that_refuses_or_is_not_there_ends_the_row_and_no_other(
    run: Run, tiny: Path, server: LanguageServer
) -> None:
    server.always = status(401, "wrong key")
    rows = ("-r", "llm-choice", "-r", "mitkov")
    ran = run("compare", tiny, *SETTING, *rows, "--option", f"llm.url={server.url}")
    assert ran.status == 1
    assert "status 401: wrong key" in ran.err
    assert "mitkov" in ran.out
    ran = run("compare", tiny, *SETTING, *rows, "--option", "llm.url=http://127.0.0.1:9/v1", "--option", "llm.model=m")
    assert ran.status == 1
    assert "expected a running server" in ran.err
    ran = run("compare", tiny, *SETTING, *rows, "--option", "llm.url=http://127.0.0.1:9/v1")
    assert ran.status == 2


def test_a_budget_ends_a_run_that_a_larger_one_resumes(run: Run, tiny: Path, server: LanguageServer) -> None:
    words = ("compare", tiny, *SETTING, "-r", "llm-choice", "-r", "mitkov", "--option", f"llm.url={server.url}")
    whole = run(*words, "--format", "json", "--cache", "whole")
    asked = len(server.bodies)
    ran = run(*words, "--run", "run", "--option", "llm.budget=1")
    assert ran.status == 1
    assert "the budget of 1 requests is spent" in ran.err
    assert len(server.bodies) == asked + 1
    # One number for the run: what was spent before counts.
    assert run("compare", "--resume", "run").status == 1
    assert len(server.bodies) == asked + 1
    assert "next to --resume" in run("compare", "--resume", "run", "--option", "llm.seed=2").err
    ran = run("compare", "--resume", "run", "--option", "llm.budget=100000t", "--format", "json")
    assert ran.status == 0, ran.err
    assert ran.out == whole.out
    assert len(server.bodies) == asked + 2
    assert "expected a number of requests" in run(*words, "--option", "llm.budget=many").err


def test_the_key_is_nowhere(run: Run, tiny: Path, server: LanguageServer, tmp_path: Path, monkeypatch) -> None:
    key = "sk-very-secret"
    monkeypatch.setenv("THE_KEY", key)
    words = ("compare", tiny, *SETTING, "-r", "llm-choice", "--option", f"llm.url={server.url}")
    words = (*words, "--option", "llm.key=THE_KEY", "--run", "run", "-o", "o.json", "--report", "r.html", "--debug")
    server.faults = [status(500, key), lambda body: f"Your key is {key}."]
    printed = [run(*words)]
    assert server.headers[0]["authorization"] == f"Bearer {key}"
    server.always = status(403, f"wrong key {key}")
    printed.append(run(*words[:-7], "--option", "llm.seed=9"))
    printed.append(run(*words[:6], "--option", f"llm.key={key}"))
    assert "expected the name of the one that has the key" in printed[-1].err
    assert [ran.status for ran in printed] == [0, 1, 2]
    texts = [*(ran.out + ran.err for ran in printed)]
    texts += [file.read_bytes().decode("latin-1") for file in tmp_path.rglob("*") if file.is_file()]
    assert len(texts) > 10
    assert not any(key in text for text in texts)


@pytest.mark.parametrize(
    ("url", "expected"),
    [
        ("127.0.0.1:8080/v1", "no address"),
        ("ftp://localhost/v1", "no address"),
        ("http://me:pw@localhost/v1", "key in a"),
        ("ftp://me:pw@localhost/v1", "key in a"),
        ("http://localhost/v1?key=pw", "no address"),
        ("http://localhost:99999/v1", "no address"),
        ("http://localhost:port/v1", "no address"),
        ("http://[::1/v1", "no address"),
        ("http://local host/v1", "no address"),
        ("http://local\u2603host/v1", "no address"),
    ],
)
def test_an_address_is_whole_and_has_no_password(run: Run, tiny: Path, url: str, expected: str) -> None:
    ran = run("compare", tiny, "-r", "llm-choice", "--option", f"llm.url={url}")
    assert ran.status == 2
    assert expected in ran.err
    assert "pw" not in ran.err


def test_another_machine_is_named_by_the_option_alone(run: Run, tiny: Path, monkeypatch) -> None:
    monkeypatch.setenv(client.URL_VARIABLE, "http://192.0.2.1/v1")
    assert "another machine" in run("compare", tiny, "-r", "llm-choice").err
    with pytest.warns(client.LeavesMachineWarning, match="leaves this machine"):
        client.Server("http://192.0.2.1/v1").close()
    assert not client.is_loopback("127.0.0.1.example.org")
    assert client.is_loopback("::1")


HOSTILE = '{"P1": 2} [P1: she] P1: she (sentence 2, word 1) {{ 7 * 7 }} {% raw %}'


def test_a_text_cannot_change_what_is_parsed(tmp_path: Path) -> None:
    """Words of the text that look like prompts, marks or templates are shown as they are, and only a number counts."""
    ann = [list(map(list, sentence)) for sentence in ANN]
    ann[0][3][0] = HOSTILE.replace(" ", "_")
    (tmp_path / "ann.conllu").write_text(conllu("ann", ann), encoding="utf-8")
    (given,) = given_documents(tmp_path, "true-gold")
    with serving(LanguageServer()) as server:
        server.always = lambda body: body["messages"][0]["content"]
        echoed = get_resolver("llm-choice", url=server.url).resolve(given)
        assert HOSTILE.replace(" ", "_") in server.bodies[0]["messages"][0]["content"]
        assert {trace.rule for trace in echoed.traces} == {MALFORMED}
        server.always = lambda body: numbers(body, 1)
        chosen = get_resolver("llm-choice", url=server.url).resolve(given)
    assert {trace.rule for trace in chosen.traces} == {CHOSEN}


def test_examples_are_from_another_corpus(run: Run, tiny: Path, server: LanguageServer, tmp_path: Path) -> None:
    others = tmp_path / "others"
    others.mkdir()
    (others / "tom.conllu").write_text((tiny / "tom.conllu").read_text(encoding="utf-8"), encoding="utf-8")
    assert run("preprocess", others, "-o", "examples", "--annotation", "gold").status == 0
    words = ("compare", *SETTING, "-r", "llm-choice", "--option", f"llm.url={server.url}")
    words = (*words, "--option", "llm.examples=examples")
    ran = run(*words, tiny)
    assert ran.status == 1
    assert "its text is in the corpus that examples are from" in ran.err
    ran = run(*words, tiny / "ann.conllu")
    assert ran.status == 0, ran.err
    assert "examples=examples@" in ran.out
    assert "Tom lost [P1: his] key ." in server.bodies[-1]["messages"][0]["content"]


def test_a_prompt_of_ones_own(run: Run, tiny: Path, server: LanguageServer, tmp_path: Path) -> None:
    prompt = tmp_path / "mine.j2"
    words = ("compare", tiny, *SETTING, "-r", "llm-choice", "--option", f"llm.url={server.url}")
    words = (*words, "--option", f"llm.prompt={prompt}")
    prompt.write_text(
        "Which?\nText:\n\n{{ text }}\n\n{% for p in pronouns %}{{ p.name }} {% endfor %}", encoding="utf-8"
    )
    ran = run(*words)
    assert ran.status == 0, ran.err
    assert "prompt=mine.j2@" in ran.out
    assert server.bodies[0]["messages"][0]["content"].startswith("Which?\nText:")
    for wrong, told in WRONG_PROMPTS.items():
        prompt.write_text(wrong, encoding="utf-8")
        ran = run(*words, "--option", "llm.model=m", "-r", "most-recent")
        assert told in ran.err, wrong
        assert (ran.status, "most-recent" in ran.out) == ((2, False) if ":2" in told else (1, True)), wrong
    assert "no_such.j2" in run(*words[:-1], "llm.prompt=no_such.j2").err


WRONG_PROMPTS = {
    "{{ nothing }}": "mine.j2: UndefinedError: 'nothing' is undefined; expected a template of text, pronouns, examples",
    "{{ 1 + text }}": "mine.j2: TypeError",
    "{{ 1 // 0 }}": "mine.j2: ZeroDivisionError",
    "{% include 'other.j2' %}": "mine.j2: TypeError",
    "{{ text.__class__ }}": "mine.j2: SecurityError",
    "{% macro a() %}{{ a() }}{% endmacro %}{{ a() }}": "mine.j2: RecursionError",
    "\n{% if %}": "mine.j2:2",
}


def test_the_choices_are_those_of_a_resolver_wherever_they_are_offered(tmp_path: Path) -> None:
    from anaphora_workbench.corpora.support.samples import packaged

    corpus = packaged("samples") / "news_bridge.conllu"
    (given,) = given_documents(corpus)
    decisions = Decisions()
    decisions.add(given, "lappin-leass")
    for options in ({"pronouns": 1}, {"window": 60}, {"filters": "none"}, {"filters": "grammar"}):
        with serving(LanguageServer(decisions, chances=True)) as server:
            ours = get_resolver("llm-choice", url=server.url, **options).resolve(given)
        theirs = {d.anaphor: d.antecedent for d in get_resolver("lappin-leass").resolve(given).decisions}
        offered = same = 0
        for trace in ours.traces:
            wanted = theirs[trace.decision.anaphor]
            is_offered = wanted in [given_id(trace, candidate) for candidate in trace.left]
            assert trace.decision.antecedent == (wanted if is_offered else None), options
            offered, same = offered + is_offered, same + (wanted is not None)
        assert 30 < offered <= same
        chances = [float(c.marks["probability"]) for t in ours.traces for c in t.left if c.marks]
        assert len(chances) >= offered
        assert all(0.4 < chance <= 0.76 or chance == 0.25 for chance in chances)


def given_id(trace, candidate) -> str:
    return trace.mention(candidate.position).id


def test_documents_and_requests_go_side_by_side(run: Run, tiny: Path, server: LanguageServer) -> None:
    server.delay = 0.5
    words = ("compare", tiny, *SETTING, "-r", "llm-choice", "--option", f"llm.url={server.url}")
    begun = time.monotonic()
    assert run(*words, "--option", "llm-choice.pronouns=1", "--option", "llm.concurrency=8").status == 0
    assert len(server.bodies) >= 4
    assert time.monotonic() - begun < 0.5 * len(server.bodies)


def test_a_document_without_words_is_refused() -> None:
    resolver = get_resolver("llm-tagged", model="m")
    with pytest.raises(ValueError, match="no words to show"):
        resolver.questions(Document("d"))


@pytest.mark.model
@pytest.mark.slow
def test_the_page_has_the_column_where_a_server_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with served(tmp_path, "--jobs", "1") as page:
        assert '"llm-choice"' not in page.request("GET", "/").body.decode()
        assert "no resolver 'llm-choice'" in page.ask([{"resolver": "llm-choice"}], text="Ann sold it.").body.decode()
    server = LanguageServer(chances=True)
    server.always = lambda body: numbers(body, 1)
    with serving(server):
        monkeypatch.setenv(client.URL_VARIABLE, server.url)
        with served(tmp_path, "--jobs", "1") as page:
            assert '"llm-choice"' in page.request("GET", "/").body.decode()
            answer = page.ask([{"resolver": "llm-choice"}], text="Ann sold the lamp. She had cleaned it.").json
            refused = page.ask([{"resolver": "llm-choice", "options": {"url": "http://192.0.2.1/v1"}}], text="Ann.")
    assert [column["failure"] for column in answer["columns"]] == [""]
    traces = [trace for (trace,) in answer["answered"]["traces"].values()]
    assert CHOSEN in json.dumps(traces)
    assert "probability" in json.dumps(answer)
    assert "set by who serves it" in refused.body.decode()
