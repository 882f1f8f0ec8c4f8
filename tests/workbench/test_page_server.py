"""The page's server: what it gives its reader, and all that it refuses."""

import json
import pickle
import re
import signal
import socket
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import ExitStack, suppress
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from anaphora_workbench.corpora.formats import available
from anaphora_workbench.corpora.support.samples import packaged
from anaphora_workbench.workbench.base.descriptions import DescriptionError
from anaphora_workbench.workbench.base.errors import forget
from anaphora_workbench.workbench.page.questions.uploads import RefusedError, Uploads
from anaphora_workbench.workbench.page.safety import Guard
from anaphora_workbench.workbench.page.serving import SECONDS_TO_ASK
from served_page import PATIENCE, Served, form, served

TEXT = "Ann sold the lamp. She had cleaned it."
COLUMNS = json.dumps([{"resolver": "mitkov"}])
FORM, ASKED = form(("tab", "t"), ("columns", COLUMNS), ("text", TEXT))
FOREIGN = "http://elsewhere.example"
RIGHT = {"Content-Type": FORM}


@pytest.fixture(scope="module")
def page(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with served(tmp_path_factory.mktemp("served"), "--jobs", "1") as running:
        yield running


def test_the_first_line_is_the_address_of_this_machine_with_a_token(page: Served) -> None:
    assert page.address.startswith(f"http://127.0.0.1:{page.port}/?token=")
    assert len(page.token) >= 20


def test_each_start_is_at_the_same_port(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """A browser keeps drafts of keys for one port only."""
    from anaphora_workbench.workbench.page import serving

    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    monkeypatch.setattr(serving, "USUAL_PORT", port)
    for _ in range(2):
        with serving.listening_at("127.0.0.1", None) as listening:
            assert listening.getsockname()[1] == port
            assert capsys.readouterr().err == ""
    with serving.listening_at("127.0.0.1", None), serving.listening_at("127.0.0.1", None) as another:
        assert another.getsockname()[1] != port
    assert capsys.readouterr().err == (
        f"Port {port} is taken, so the page is at another port, where the browser will not find your texts "
        "and drafts.\n"
    )


def test_neither_spacy_nor_scipy_is_loaded_before_the_first_page(tmp_path: Path) -> None:
    made = (
        "import sys\nfrom anaphora_workbench.workbench.page.serving import *\n"
        f"application(Path({str(tmp_path)!r}), 'token', '127.0.0.1', JobLimits(), {{}}, None)\n"
        "print(sorted({'spacy', 'scipy', 'thinc'} & set(sys.modules)))"
    )
    done = subprocess.run([sys.executable, "-c", made], capture_output=True, text=True, check=True, timeout=120)
    assert done.stdout == "[]\n"


def test_the_token_becomes_a_cookie_that_no_script_and_no_other_site_has(page: Served) -> None:
    first = page.request("GET", f"/?token={page.token}", headers={"Cookie": ""})
    assert (first.status, first.headers["location"]) == (303, "/")
    assert first.headers["set-cookie"] == f"{page.cookie}; HttpOnly; Path=/; SameSite=strict"


def test_cookies_of_other_programs_and_of_other_pages_keep_nobody_out(page: Served) -> None:
    others = (f"a/b=1; {page.cookie}", f'x; ="; a[0]=b=c; {page.cookie}', f"workbench-1=another; {page.cookie}")
    for cookies in others:
        assert page.request("GET", "/", headers={"Cookie": cookies}).status == 200
    for cookies in (f"a/b={page.token}; b", f"workbench-{page.port}=wrong", f"workbench={page.token}"):
        assert page.request("GET", "/", headers={"Cookie": cookies}).status == 403


# Scripts of one page share their names: of two functions with one name the later takes the other's place.
_NAMED_AT_THE_TOP = re.compile(r"^(?:async )?(?:function|const|let|class) (\w+)", re.MULTILINE)


@pytest.mark.parametrize("path", ["/", "/key", "/agreement", "/corpus", "/submissions"])
def test_no_two_scripts_of_a_page_give_one_name_to_two_things(page: Served, path: str) -> None:
    answer = page.request("GET", path)
    assert answer.status == 200
    scripts = re.findall(r'<script src="([^"]+)"', answer.body.decode())
    assert len(scripts) >= 2
    names = [
        name for script in scripts for name in _NAMED_AT_THE_TOP.findall(page.request("GET", script).body.decode())
    ]
    assert [name for name, count in Counter(names).items() if count > 1] == []


def test_every_answer_has_the_policy(page: Served) -> None:
    for path in ("/", "/static/text.js", "/nowhere"):
        headers = page.request("GET", path).headers
        policy = headers["content-security-policy"]
        assert policy.startswith("default-src 'none'; script-src 'self'; style-src 'self'")
        assert "unsafe" not in policy
        assert headers["x-content-type-options"] == "nosniff"
        assert headers["cache-control"] == "no-store"


REFUSALS = [
    ("GET", "/", {"Cookie": ""}, None, 403, b"token"), ("GET", "/static/text.js", {"Cookie": ""}, None, 403, b"token"),
    ("GET", "/?token=wrong", {"Cookie": ""}, None, 403, b"token"),
    ("GET", "/", {"Cookie": "workbench=wrong"}, None, 403, b"token"),
    ("GET", "/", {"Host": "elsewhere.example"}, None, 421, b"address"),
    ("GET", "/", {"Host": "127.0.0.1.elsewhere.example"}, None, 421, b"address"),
    ("GET", "/", {"Host": "["}, None, 421, b"address"),
    ("POST", "/ask", RIGHT | {"Origin": "http://["}, ASKED, 403, b"another site"),
    ("POST", "/ask", RIGHT | {"Origin": FOREIGN}, ASKED, 403, b"another site"),
    ("POST", "/ask", RIGHT | {"Origin": "null"}, ASKED, 403, b"another site"),
    ("POST", "/ask", RIGHT | {"Sec-Fetch-Site": "same-site"}, ASKED, 403, b"another site"),
    ("DELETE", "/jobs/x", {"Origin": FOREIGN}, None, 403, b"another site"),
    ("POST", "/ask", RIGHT | {"Content-Length": "99000000"}, b"", 413, b"8 MB"),
    ("POST", "/ask", {"Content-Type": "application/json"}, b"{}", 415, b"form"),
    ("POST", "/ask", {"Content-Type": "multipart/form-data"}, b"x", 400, b""),
    ("GET", "/static/../page/serving.py", {}, None, 404, b"Not Found"),
    ("GET", "/static/..%2f..%2fsignature.py", {}, None, 404, b"Not Found"),
    ("GET", "/static/page.html.j2", {}, None, 404, b"no such file"),
    ("GET", "/jobs/nobodys", {}, None, 404, b"no such job"),
    ("GET", "/corpus/x/pieces/" + "9" * 5000, {}, None, 404, b"comparison"),
    ("GET", "/corpus/" + "a" * 3000 + "/", {}, None, 404, b"comparison"),
    ("GET", "/corpus/%2e%2e/", {}, None, 404, b"comparison"), ("PUT", "/ask", {}, b"", 405, b"Not Allowed"),
]  # fmt: skip


@pytest.mark.parametrize(
    ("listens", "asked", "ours"),
    [
        ("127.0.0.1", "localhost:8000", True),
        ("127.0.0.1", "127.0.0.1", True),
        ("127.0.0.1", "[::1]:8000", True),
        ("127.0.0.1", "elsewhere.example", False),
        ("127.0.0.1", "192.0.2.1", False),
        ("127.0.0.1", socket.gethostname(), False),
        ("192.0.2.1", "192.0.2.1:8000", True),
        ("192.0.2.1", "192.0.2.2:8000", False),
        ("0.0.0.0", "192.0.2.2:8000", True),
        ("::", socket.gethostname(), True),
        ("0.0.0.0", "elsewhere.example", False),
        ("127.0.0.1", "", False),
    ],
)
def test_the_page_answers_to_no_name_but_its_own(listens: str, asked: str, ours: bool) -> None:
    guard = Guard(lambda scope, receive, send: None, "token", listens, 1)
    query = {"type": "http", "method": "GET", "query_string": b"token=token", "headers": [(b"host", asked.encode())]}
    answer = guard._refusal({**query, "path": "/", "server": ("127.0.0.1", 8000)})
    assert (answer is not None and answer.status_code) == (303 if ours else 421)


@pytest.mark.parametrize(("method", "path", "headers", "body", "status", "said"), REFUSALS)
def test_what_is_refused(
    page: Served, method: str, path: str, headers: dict[str, str], body: bytes | None, status: int, said: bytes
) -> None:
    answer = page.request(method, path, body, headers)
    assert (answer.status, said in answer.body) == (status, True), answer.body


@pytest.mark.parametrize("in_pieces", [False, True], ids=["said so", "in pieces"])
def test_what_is_too_large_is_refused_with_the_reason(page: Served, in_pieces: bool) -> None:
    kind, body = form(("tab", "t"), ("columns", COLUMNS), ("file", ("a.txt", b"x" * 9_000_000)))
    headers = {"Content-Type": kind, "Content-Length": str(len(body))}
    sent = b""
    if in_pieces:
        pieces = b"".join(b"%x\r\n%s\r\n" % (len(part), part) for part in (body[:5_000_000], body[5_000_000:]))
        headers, sent = {"Content-Type": kind, "Transfer-Encoding": "chunked"}, pieces + b"0\r\n\r\n"
    answer = page.request("POST", "/ask", sent, headers)
    assert (answer.status, answer.json["reason"]) == (413, "Too large; expected at most 8 MB.")


@pytest.mark.parametrize(
    ("fields", "reason"),
    [
        ({"text": " \n"}, "There is no text; expected some words."),
        ({"text": "Ann left.\r\nShe\0 was"}, "The text has a null character in line 2; expected a text without any."),
        ({}, "There is no text; expected one, a file, or the name of a sample."),
        ({"text": "a " * 200_000}, "The text has 400000 characters; expected at most 200000."),
        ({"sample": "../../../etc/passwd"}, "There is no sample '../../../etc/passwd'; expected"),
        ({"kept": "../sent"}, "That text is no longer stored; send it again."),
        ({"file": ("a.txt", b" ")}, "a.txt: the file is empty; expected a text"),
        ({"text": "It.", "columns": "[]"}, "0 columns; expected 1 to 4."),
        ({"text": "It.", "columns": '[{"resolver": "x"}]'}, "There is no resolver 'x'; exp"),
        ({"text": "It.", "columns": "{"}, "No such columns; expected"),
        ({"text": "It.", "columns": "[" * 100_000}, "No such columns; expected"),
        ({"text": "It.", "columns": "[1]"}, "No such columns; expected"),
        ({"text": "It.", "columns": '[{"resolver": "mitkov", "changes": [[Infinity, 1, "number", "s"]]}]'},
         "No such columns; expected"),
        ({"text": "It.", "columns": json.dumps([{"resolver": "mitkov"}] * 5)}, "5 columns; expected"),
    ],
)  # fmt: skip
def test_what_cannot_be_asked(page: Served, fields: dict[str, str], reason: str) -> None:
    answer = page.post("/ask", {"tab": "t", "columns": COLUMNS, **fields})
    assert 400 <= answer.status < 500
    assert answer.json["reason"].startswith(reason)


@pytest.mark.parametrize("path", ["/ask", "/try"])
@pytest.mark.parametrize("options", [{"model": "/etc/passwd"}, {"model": ["x"]}, {"reconcile.model": "mine.json"}])
def test_no_file_of_the_server_is_opened_as_a_model(page: Served, path: str, options: dict[str, object]) -> None:
    columns = json.dumps([{"resolver": "most-recent+reconcile", "options": options}] * 2)
    answer = page.post(path, {"tab": "t", "columns": columns, "text": TEXT, "corpus": "samples"})
    reason = "Option model of reconcile is a file of the server, which the page opens for nobody."
    assert (answer.status, answer.json) == (400, {"reason": reason})


def test_a_place_that_is_no_number_is_the_first(page: Served) -> None:
    for place in ("²", "-1", "9" * 5000):
        assert page.post("/ask", {"tab": "t", "columns": COLUMNS, "text": TEXT, "place": place}).status == 202


@pytest.mark.parametrize(
    ("columns", "corpus", "reason"),
    [
        pytest.param(["mitkov", "mitkov"], "elsewhere", "There is no corpus 'elsewhere'; expected one of", id="corpus"),
        pytest.param(["mitkov", "hobbs"], "samples", "These are not two columns of one resolver;", id="two resolvers"),
        pytest.param(["mitkov"], "samples", "These are not two columns of one resolver;", id="one column"),
    ],
)
def test_what_cannot_be_tried_on_a_corpus(page: Served, columns: list[str], corpus: str, reason: str) -> None:
    asked = json.dumps([{"resolver": name} for name in columns])
    answer = page.post("/try", {"tab": "t", "columns": asked, "corpus": corpus})
    assert answer.status == 400
    assert answer.json["reason"].startswith(reason)


@pytest.mark.parametrize(
    "change",
    [[0, 1, "person", "3"], [0, 1, "gender", "x"], [0, 1, "gender", ""], [0, 1, "gender"], "gender", ["a"] * 4],
)
def test_what_is_no_change_of_a_mention(page: Served, change: object) -> None:
    columns = json.dumps([{"resolver": "mitkov", "changes": [change]}])
    answer = page.post("/ask", {"tab": "t", "columns": columns, "text": TEXT})
    assert (answer.status, answer.json["reason"][:17]) == (400, "No such columns; ")


@pytest.mark.model
class TestAnswers:
    def test_a_column_is_told_other_features_and_its_trace_says_so(self, page: Served) -> None:
        changed = {"resolver": "mitkov", "changes": [[0, 1, "gender", "m"]]}
        answer = page.ask([{"resolver": "mitkov"}, changed], text=TEXT).json
        she = next(iter(answer["answered"]["traces"].values()))
        assert [trace.get("a") for trace in she] == [None, {"1": "s m 3"}]
        assert [row[7] for row in answer["answered"]["pronouns"]["rows"]] == ["ao", "aa"]

    def test_a_change_is_compared_over_a_corpus(self, page: Served) -> None:
        columns = [{"resolver": "mitkov"}, {"resolver": "mitkov", "options": {"without": "referential distance"}}]
        taken = page.post("/try", {"tab": "t", "columns": json.dumps(columns), "corpus": "samples"})
        page.events(taken.json["job"])
        told = page.request("GET", f"/jobs/{taken.json['job']}").json
        assert (told["documents"], told["become_right"] < told["become_wrong"]) == (11, True)
        low, high = told["interval"]
        assert low < told["after"] - told["before"] < high < 0
        right = round(told["anaphors"] * told["before"]) + told["become_right"] - told["become_wrong"]
        assert right == round(told["anaphors"] * told["after"])
        assert max(told["mcnemar"], told["randomisation"]) < 0.01

    def test_a_text_is_answered_and_every_column_explains_itself(self, page: Served) -> None:
        answer = page.ask([{"resolver": "mitkov"}, {"resolver": "hobbs"}], text=TEXT).json
        assert (answer["has_key"], answer["setting"]) == (False, "system-predicted")
        answered = answer["answered"]
        assert "".join(answered["text"]["words"][:2]) == "Annsold"
        strings, rows = answered["pronouns"]["strings"], answered["pronouns"]["rows"]
        assert [strings[row[3]] for row in rows] == ["she", "it"]
        assert [row[7] for row in rows] == ["aa", "aa"]
        chosen = [answered["mentions"]["spans"][row[8][0]][:2] for row in rows]
        assert chosen == [[0, 1], [2, 4]]
        assert all(len(traces) == 2 and None not in traces for traces in answered["traces"].values())

    def test_a_sample_has_a_key_measures_and_an_interval(self, page: Served) -> None:
        answer = page.ask([{"resolver": "mitkov"}, {"resolver": "oracle"}], sample="news_keeper").json
        assert answer["has_key"]
        mitkov, oracle = answer["columns"]
        assert 0 < mitkov["correct"] < mitkov["anaphors"] == oracle["correct"]
        low, high = mitkov["interval"]
        assert low < mitkov["correct"] / mitkov["anaphors"] < high
        assert mitkov["measures"]["success_rate"]["value"] == mitkov["correct"] / mitkov["anaphors"]
        assert list(answer["settings"]) == ["true-predicted", "system-predicted"]

    def test_a_text_is_asked_again_by_its_id(self, page: Served) -> None:
        taken = page.post("/ask", {"tab": "t", "columns": COLUMNS, "text": TEXT}).json
        page.events(taken["job"])
        again = page.ask([{"resolver": "cogniac", "options": {"window": "1"}}], kept=taken["text"])
        assert again.json["columns"][0]["failure"] == ""

    def test_a_file_of_answers_is_a_column(self, page: Served, tmp_path: Path) -> None:
        from anaphora_workbench.workbench.commands import main

        sample = packaged("samples") / "news_keeper.conllu"
        assert main(["resolve", str(sample), "-r", "hobbs", "-o", str(tmp_path), "--to", "np-xml", "-q"]) == 0
        (file,) = tmp_path.glob("*.xml")
        kept = page.post("/files", {"file": (file.name, file.read_bytes())}).json
        answer = page.ask([{"response": kept["kept"]}, {"resolver": "mitkov"}], sample="news_keeper").json
        assert answer["columns"][0]["failure"] == ""
        assert answer["columns"][0]["kind"] == "response"
        assert answer["columns"][0]["correct"] > 0

    @pytest.mark.parametrize(
        ("columns", "failures"),
        [
            ([{"resolver": "oracle"}, {"resolver": "mitkov"}],
             ["it takes its answers from a key, and this text has none", ""]),
            ([{"resolver": "mitkov", "options": {"window": "-1"}}, {"resolver": "hobbs"}],
             ["option window of mitkov: -1 is too small", ""]),
        ],
    )  # fmt: skip
    def test_a_column_that_fails(self, page: Served, columns: list[dict[str, object]], failures: list[str]) -> None:
        answer = page.ask(columns, text=TEXT).json
        told = [column["failure"] for column in answer["columns"]]
        assert [reason[: len(wanted)] for reason, wanted in zip(told, failures, strict=True)] == failures
        assert bool(told[1]) is False

    @pytest.mark.parametrize(
        ("file", "failure"),
        [
            (("a.bin", b"\x00\x01\xff\xfe" * 50),
             f"a.bin: unknown format; expected one of {', '.join(sorted(available()))}"),
            (("a.txt", b"It rains."), "a.txt: no document 'news_keeper'; expected a response to each document"),
            (("a.np.xml", b"<np-document>"),
             "a.np.xml:1: not well-formed XML: Premature end of data in tag np-document line 1; "
             "nothing after it was read"),
        ],
    )  # fmt: skip
    def test_a_file_of_answers_that_does_not_fit(self, page: Served, file: tuple[str, bytes], failure: str) -> None:
        kept = page.post("/files", {"file": file}).json
        answer = page.ask([{"response": kept["kept"]}, {"resolver": "mitkov"}], sample="news_keeper").json
        assert [column["failure"] for column in answer["columns"]] == [failure, ""]

    @pytest.mark.parametrize(
        ("file", "reason"),
        [
            (("a.np.xml", b"<np-document><w></np-document>"), "a.np.xml:1: "),
            (("a.np.xml", b'<!DOCTYPE x [<!ENTITY e SYSTEM "file:///etc/passwd">]><np-document>&e;</np-document>'),
             "a.np.xml"),
            (("../../a.txt", b"\xff\xfe\x00\x01"), "a.txt"),
            (("a.png", b"\x89PNG\r\n\x1a\n\x00\x00"), "a.png"),
        ],
    )  # fmt: skip
    def test_a_file_that_cannot_be_read_is_named(self, page: Served, file: tuple[str, bytes], reason: str) -> None:
        answer = page.ask(file=file)
        assert answer.status == 422
        assert answer.json["reason"].startswith(reason)
        assert "/" not in answer.json["reason"].replace("UTF-8/", "")
        assert "root:" not in answer.json["reason"]


def test_nothing_is_left_of_what_was_sent(tmp_path: Path) -> None:
    with served(tmp_path, "--jobs", "1") as running:
        running.post("/files", {"file": ("answers.json", b"{}")})
        assert [folder.name[:10] for folder in tmp_path.iterdir()] == ["workbench-"]
    assert list(tmp_path.iterdir()) == []


@pytest.mark.slow
def test_connections_that_never_ask_keep_others_out_for_a_while_only(page: Served) -> None:
    with ExitStack() as opened:
        for beginning in (b"", b"GET / HT") * 270:
            connection = opened.enter_context(socket.create_connection(("127.0.0.1", page.port), PATIENCE))
            connection.sendall(beginning)
        assert page.request("GET", "/").status == 503
        time.sleep(SECONDS_TO_ASK + 5)
        assert page.request("GET", "/").status == 200
        assert connection.recv(1) == b""


def test_ctrl_c_closes_the_page_with_a_word_and_the_status_of_ctrl_c(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "anaphora_workbench", "serve", "--no-browser", "--port", "0"]
    pipes: dict[str, Any] = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "text": True}
    # What runs in the background of a shell, as tests may, is started deaf to Ctrl-C.
    hears = partial(signal.signal, signal.SIGINT, signal.SIG_DFL)
    with subprocess.Popen(command, cwd=tmp_path, preexec_fn=hears, **pipes) as process:
        assert process.stdout
        port = int(re.findall(r":(\d+)/", process.stdout.readline())[0])
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            with suppress(OSError), socket.create_connection(("127.0.0.1", port), 1) as connection:
                connection.sendall(b"GET / HTTP/1.0\r\nHost: localhost\r\n\r\n")
                if connection.recv(1):
                    break
        process.send_signal(signal.SIGINT)
        _, said = process.communicate(timeout=PATIENCE)
    assert (process.returncode, said) == (130, "Ctrl-C ends it.\nThe page was closed.\n")


def test_a_port_that_is_taken_is_said_in_one_line(page: Served, capsys: pytest.CaptureFixture[str]) -> None:
    from anaphora_workbench.workbench.commands import main

    assert main(["serve", "--no-browser", "--port", str(page.port)]) == 2
    assert capsys.readouterr().err == (
        f"error: --host 127.0.0.1 --port {page.port}: Address already in use; expected a free port of this machine\n"
    )


def test_a_corpus_that_has_changed_is_compared_anew(tmp_path: Path) -> None:
    sample = packaged("samples") / "news_keeper.conllu"
    mine = tmp_path / "mine"
    mine.mkdir()
    (mine / "one.conllu").write_bytes(sample.read_bytes())
    kind, body = form(("corpus", "mine"), ("setting", "true-predicted"), ("resolver", "most-recent"))

    def needs_a_job(page: Served) -> bool:
        taken = page.request("POST", "/corpus/ask", body, {"Content-Type": kind, "Origin": page.origin}).json
        if "job" in taken:
            assert page.events(taken["job"])[-1]["reason"] == ""
        return "job" in taken

    with served(tmp_path, "--jobs", "1", str(mine)) as page:
        assert [needs_a_job(page), needs_a_job(page)] == [True, False]
        other = sample.read_text().replace("newdoc id = ", "newdoc id = second_")
        (mine / "two.conllu").write_text(other)
        assert [needs_a_job(page), needs_a_job(page)] == [True, False]


def test_a_description_that_cannot_be_comes_whole_from_a_worker() -> None:
    error = DescriptionError("responses", "no response 'x'", "one of xy, z")
    copied = pickle.loads(pickle.dumps(error))
    assert (str(copied), copied.near) == (str(error), "responses")


def test_a_file_of_a_corpus_that_cannot_be_read_is_named_without_its_place(tmp_path: Path) -> None:
    sample = packaged("samples") / "news_keeper.conllu"
    mine = tmp_path / "mine"
    mine.mkdir()
    (mine / "one.conllu").write_bytes(sample.read_bytes())
    (mine / "two.conllu").write_text("# newdoc id = two\n1\tIt\n")
    kind, body = form(("corpus", "mine"), ("setting", "true-predicted"), ("resolver", "most-recent"))
    with served(tmp_path, "--jobs", "1", str(mine)) as page:
        taken = page.request("POST", "/corpus/ask", body, {"Content-Type": kind, "Origin": page.origin}).json
        page.events(taken["job"])
        told = page.request("GET", f"/jobs/{taken['job']}").json
        report = page.request("GET", f"/corpus/{taken['report']}/").body.decode()
    assert told["failures"] == ["mine/two.conllu:2: 2 columns; expected 10, separated by tabs, or a comment"]
    assert "because of: mine/two.conllu (its input)." in report
    assert str(tmp_path) not in report


def test_where_there_is_no_room_the_reader_is_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    forget()
    kept = Uploads(tmp_path / "sent")
    (tmp_path / "sent").write_bytes(b"a file, where a folder of files should be")
    with pytest.raises(RefusedError, match=r"The page has no room for the upload; its terminal shows why\.") as told:
        kept.text("Ann left.")
    assert told.value.status == 507
    assert capsys.readouterr().err == "warning: a file that was sent cannot be kept: Not a directory\n"
    (tmp_path / "sent").unlink()
    assert kept.path(kept.text("Ann left.")).read_text() == "Ann left."


def test_the_page_names_no_other_place(page: Served) -> None:
    html = page.request("GET", "/").body.decode()
    assert "http" not in html.replace("http-equiv", "")
    assert page.request("GET", "/").status == 200
