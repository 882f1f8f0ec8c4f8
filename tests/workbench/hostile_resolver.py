"""A resolver that does something bad on a document of the name of what it does, and what is to be said of it."""

from pathlib import Path

from plug_in import install
from tiny_corpus import ANN, conllu

ENDED = "resolver hostile: the process working on it ended twice ({})"
NO_ANSWER = "resolver hostile: {}: what resolver 'hostile' returned is not an answer: "
# By document: what the resolver does on it, before it answers nothing, and what is said; "" where it does no harm.
DEEDS: dict[str, tuple[str, str]] = {
    "ends": ("os._exit(0)", ENDED.format("exit status 0")),
    "leaves": ("raise GeneratorExit", "resolver hostile: GeneratorExit"),
    "says-much": ("raise ValueError('x' * 10**7)", f"resolver hostile: {'x' * 1000}…"),
    "says-lines": ("raise ValueError('a\\nb\\x1b[31m')", "resolver hostile: a b [31m"),
    "raises-what-cannot-be-sent": ("raise Unsendable(1, 2)", "resolver hostile: Unsendable: hm"),
    "answers-without-end": ("chains = ([] for _ in itertools.count())",
        NO_ANSWER + "'generator' object is not a list; expected lists"),
    "answers-another": ("document.id = 'other'", NO_ANSWER + "it is of the document 'other'; expected this one"),
    "answers-in-its-own-class": ("decisions = [Decision(Unsendable.Text(ids[1]), Unsendable.Text(ids[0]))]", ""),
    "closes-pipes": ("os.closerange(3, 100)", ENDED.format("its pipes were closed")),
    "closes-pipes-and-waits": ("os.closerange(3, 100); time.sleep(300)", ENDED.format("its pipes were closed")),
    "writes-in-pipes": ("write_in_pipes()", "resolver hostile: something else than its answer was in its pipe"),
    "closes-streams": ("sys.stdout.close(); sys.stdin.close()", ""),
    "prints": ("print('x' * 100_000, flush=True)", ""),
    "forks": ("os.fork() or time.sleep(300)", ""),
    "forks-and-ends": ("os.fork() or time.sleep(300); os._exit(9)", ENDED.format("exit status 9")),
    "forks-a-daemon": ("fork_daemon()", ""),
    "forks-a-daemon-and-ends": ("fork_daemon(); os._exit(9)", ENDED.format("exit status 9")),
    "starts-a-process": ("subprocess.Popen(['sleep', '300'])", ""),
    "starts-a-process-and-ends": ("subprocess.Popen(['sleep', '300'], close_fds=False); os._exit(9)",
        ENDED.format("exit status 9")),
    "kills-its-group": ("os.killpg(0, signal.SIGTERM)", ENDED.format("SIGTERM")),
    "starts-a-thread": ("threading.Thread(target=time.sleep, args=(300,)).start()", ""),
    "waits-at-the-end": ("atexit.register(time.sleep, 300)", ""),
    "goes-elsewhere": ("go_elsewhere()", ""),
    "ignores-signals": ("ignore_signals()", ""),
    "sets-a-timer": ("signal.alarm(1)", ""),
    "sets-the-recursion-limit": ("sys.setrecursionlimit(depth() + 20)", ""),
    "recurses": ("deeper(0)", "resolver hostile: RecursionError: maximum recursion depth exceeded"),
    "traces": ("sys.settrace(lambda *_: 1 / 0)", "resolver hostile: ZeroDivisionError: division by zero"),
    "sets-a-locale": ("set_locale()", ""),
}  # fmt: skip
# What costs the time limit.
SLOW_DEEDS: dict[str, tuple[str, str]] = {
    "loops": ("while True: pass", "resolver hostile: it took more than 5 seconds (--timeout)"),
    "stops": ("os.kill(os.getpid(), signal.SIGSTOP)", "resolver hostile: it took more than 5 seconds (--timeout)"),
    "eats-memory": (
        "hoard = b'x' * (300 << 20); time.sleep(300)",
        "resolver hostile: it took more than 100 MiB of memory (--memory)",
    ),
}
LIMITS = ("--timeout", "5", "--memory", "100")
_CODE = """
import atexit, itertools, json, locale, os, pickle, signal, subprocess, sys, threading, time
from anaphora_workbench.corpora.document import Decision
from anaphora_workbench.resolvers import Resolution


class Unsendable(Exception):
    def __init__(self, one, other):
        super().__init__("hm")

    def __reduce__(self):
        raise SystemExit

    class Text(str):
        def __reduce__(self):
            raise SystemExit


def write_in_pipes():
    for end in range(3, 30):
        try:
            os.write(end, b"rubbish. " * 10)
        except OSError:
            pass


def fork_daemon():
    if os.fork() == 0:
        os.setsid()
        if os.fork() == 0:
            time.sleep(300)
        os._exit(0)
    os.wait()


def go_elsewhere():
    os.makedirs("elsewhere", exist_ok=True)
    os.chdir("elsewhere")
    os.rmdir("../elsewhere")


def ignore_signals():
    for number in (signal.SIGTERM, signal.SIGHUP, signal.SIGCHLD):
        signal.signal(number, signal.SIG_IGN)
    signal.pthread_sigmask(signal.SIG_BLOCK, signal.valid_signals())


def depth():
    frame, deep = sys._getframe(), 0
    while frame is not None:
        frame, deep = frame.f_back, deep + 1
    return deep


def deeper(n):
    return deeper(n + 1)


def set_locale():
    for name in ("de_DE.UTF-8", "fr_FR.UTF-8", "C"):
        try:
            locale.setlocale(locale.LC_ALL, name)
        except locale.Error:
            pass


class Hostile:
    name, description, source = "hostile", "does something bad", "a test"

    def resolve(self, document, key=None):
        ids = [mention.id for mention in document.mentions]
        decisions, chains, traces = [], [[name] for name in ids], []
DEEDS        return Resolution(document.id, self.name, {}, decisions, chains, traces)
"""
_ENTRY = "[anaphora_workbench.resolvers]\nhostile = hostile_plug_in:Hostile\n"


def install_hostile(folder: Path, deeds: dict[str, tuple[str, str]]) -> Path:
    """Install the resolver next to a folder ``corpus`` with a document for each deed, and one before all."""
    corpus = folder / "corpus"
    corpus.mkdir()
    for name in ("a-good-one", *deeds):
        (corpus / f"{name}.conllu").write_text(conllu(name, ANN), encoding="utf-8")
    done = "".join(f"        if document.id == {name!r}:\n            {deed}\n" for name, (deed, _) in deeds.items())
    return install(folder / "site", "hostile_plug_in", _CODE.replace("DEEDS", done), _ENTRY)


def said_of(deeds: dict[str, tuple[str, str]]) -> list[str]:
    """The lines that are to be said of the deeds."""
    said = []
    for name in sorted(deeds, key="{}.conllu".format):
        says = deeds[name][1]
        if says:
            place = f"corpus/{name}.conllu: "
            # Words that name the document already are not given its name again.
            named = "" if "{}" in says or name in says else f"{name}: "
            said.append(f"error: {place}{named}{says.replace('{}', name)}")
    return said
