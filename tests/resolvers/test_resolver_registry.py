"""Finding resolvers by name, their options, and what they say of themselves."""

import dataclasses
import math
import re
import sys
import typing
from importlib.metadata import EntryPoint

import pytest

from anaphora_workbench.corpora.document import Document
from anaphora_workbench.corpora.support import plugins
from anaphora_workbench.resolvers import available, get_resolver
from anaphora_workbench.resolvers.baselines.baselines import MostRecent, Singletons
from anaphora_workbench.resolvers.contract.resolver import Resolution
from anaphora_workbench.resolvers.options import ResolverOptions, make, option, require_options
from anaphora_workbench.resolvers.registry import registry
from anaphora_workbench.resolvers.registry.process_state import process_state_kept
from anaphora_workbench.resolvers.registry.registry import RESOLVERS, with_origins
from hand_built import narrative

NAMES = [
    "abstract-anaphora", "all-in-one", "are-like", "cogniac", "cogniac-high-precision", "exact-match", "head-match",
    "hobbs", "kennedy-boguraev", "lappin-leass", "mars", "mitkov", "most-recent", "oracle", "oracle-filtered",
    "random", "ranking-pronouns", "recent-subject", "relative-pronouns", "sieve", "singletons", "speech-pronouns",
]  # fmt: skip


def test_all_named_resolvers_are_registered():
    assert set(NAMES) <= set(available())


@pytest.mark.parametrize("name", NAMES)
def test_each_says_what_it_is(name):
    info = available()[name]
    assert info.error == ""
    assert info.description
    assert info.source
    assert all(option.help for option in info.options.values())
    assert get_resolver(name).options == {option: given.default for option, given in info.options.items()}
    assert get_resolver(name).name == name


@pytest.mark.parametrize(("option", "value"), [("mitkov.also", ("syntax", "doubt")), ("anaphoricity", "none")])
def test_stages_of_our_own_have_no_version_in_a_signature(option, value):
    assert with_origins(option, value) == value


def test_a_class_with_a_keyword_that_means_nothing_is_refused():
    with pytest.raises(TypeError, match="no keyword arguments"):
        type("Own", (Singletons,), {}, window=3)


@pytest.mark.parametrize("kind", ["trace", "profile"])
def test_what_watches_the_interpreter_is_put_back(kind):
    get, put = getattr(sys, f"get{kind}"), getattr(sys, f"set{kind}")
    before = get()
    try:
        with process_state_kept():
            put(lambda *_: None)
        assert get() is before
    finally:
        put(before)


def test_unknown_names_are_answered_with_the_known_ones():
    with pytest.raises(ValueError, match=r"no resolver 'hobs'; there are: .*hobbs"):
        get_resolver("hobs")
    with pytest.raises(ValueError, match=r"'mitkov\+' joins nothing; expected a resolver on both sides"):
        get_resolver("mitkov+")
    with pytest.raises(ValueError, match="no resolver 'mitkov '"):
        get_resolver("mitkov + head-match")
    with pytest.raises(ValueError, match="joins a resolver with itself"):
        get_resolver("mitkov+mitkov")


@pytest.mark.parametrize(
    ("name", "options", "message"),
    [
        ("kennedy-boguraev", {"decai": 1}, "kennedy-boguraev has no option 'decai'; there are: .*decay"),
        ("kennedy-boguraev", {"decay": "much"}, "option decay of kennedy-boguraev: 'much' is not a number"),
        ("mitkov", {"window": True}, "option window of mitkov: True is not a whole number"),
        ("kennedy-boguraev", {"decay": False}, "option decay of kennedy-boguraev: False is not a number"),
        ("kennedy-boguraev", {"decay": "nan"}, "'nan' is not a number"),
        ("kennedy-boguraev", {"decay": "-inf"}, "'-inf' is infinite; expected a number that is not"),
        ("best", {}, r"the resolver 'best' has been removed; use neural"),
        ("reconcile", {"threshold": 2}, "option threshold of reconcile: 2.0 is too large; expected at most 1"),
        ("relaxcor", {"balance": 2}, "option balance of relaxcor: 2.0 is too large; expected at most 1"),
        ("relaxcor", {"pruning": 3}, "option pruning of relaxcor: 3 is odd; expected an even number"),
        ("ng-cardie", {"features": "all"}, "the model of ng-cardie was trained with features=selected; expected one"),
        ("kennedy-boguraev", {"decay": -1}, "option decay of kennedy-boguraev: -1.0 is too small; expected at least 0"),
        ("kennedy-boguraev", {"window": 1.5}, "1.5 is not a whole number"),
        ("kennedy-boguraev", {"window": -1}, "too small"),
        ("kennedy-boguraev", {"filter": "tree"}, "'tree' is not one of dep, flat, none"),
        ("kennedy-boguraev", {"filter": 3}, "3 is not text"),
        ("kennedy-boguraev", {"locality": "maybe"}, "'maybe' is neither true nor false"),
        ("kennedy-boguraev", {"without": "SUBJ"}, "no part 'SUBJ'; there are: SENT-S, .*syntax"),
        ("kennedy-boguraev", {"weights": "SUBJ-S"}, "'SUBJ-S' is not a list of NAME=NUMBER"),
        ("kennedy-boguraev", {"weights": "SUBJ-S=x"}, "option weights of kennedy-boguraev: 'x' is not a number"),
        ("singletons", {"window": 1}, "singletons has no option 'window'; there are: it has none"),
        ("mitkov+head-match", {"decay": 1}, r"mitkov\+head-match has no option 'decay'; there are: also"),
        ("mitkov+head-match", {"mitkov.decay": 1}, "mitkov has no option 'decay'"),
    ],
)
def test_wrong_options_are_refused(name, options, message):
    with pytest.raises(ValueError, match=message):
        get_resolver(name, **options)


@pytest.mark.parametrize("name", ["kennedy-boguraev", "lappin-leass", "mitkov", "mars"])
def test_unknown_factors_are_refused(name):
    with pytest.raises(ValueError, match="'nonsense'; there are: "):
        get_resolver(name, weights="nonsense=1").resolve(narrative())


@pytest.mark.parametrize(("text", "value"), [("3", 3), ("none", None), ("None", None), (3, 3), (3.0, 3), (None, None)])
def test_text_is_read_as_the_type_of_the_option(text, value):
    assert get_resolver("mitkov", window=text).options["window"] == value


def test_lists_and_truths_are_read_from_text():
    options = get_resolver("mitkov", terms="key, knob", pronoun_candidates="no", weights="givenness=0.5").options
    assert options["terms"] == ("key", "knob")
    assert options["pronoun_candidates"] is False
    assert options["weights"] == {"givenness": 0.5}


def options_with(kind, default):
    """A class of options with one, ``far``."""
    fields = {"__annotations__": {"far": kind}, "far": option(default, "how far")}
    return dataclasses.dataclass(frozen=True, kw_only=True)(type("Made", (ResolverOptions,), fields))


@pytest.mark.parametrize(
    ("kind", "default", "given", "value"),
    [
        (typing.Tuple[str, ...], (), "a, b", ("a", "b")),  # noqa: UP006
        (typing.Mapping[str, float], {}, "a=1", {"a": 1.0}),
        (typing.Optional[typing.Mapping[str, float]], None, "a=1", {"a": 1.0}),  # noqa: UP045
        (typing.Literal["near", "far"], "near", "far", "far"),
        (typing.Literal["near", "far"] | None, None, "far", "far"),
        (float, math.inf, math.inf, math.inf),
        (float | None, -math.inf, -math.inf, -math.inf),
        (float, math.inf, "2", 2.0),
    ],
)
def test_types_of_options_may_be_written_with_typing_and_defaults_be_infinite(kind, default, given, value):
    options = options_with(kind, default)
    require_options(options)
    assert make(options, "it", {"far": given}).far == value
    assert make(options, "it", {}).far == default


@pytest.mark.parametrize(
    ("kind", "default", "told"),
    [
        (typing.Literal[1, 2], 1, "has an option 'far' of type typing.Literal[1, 2]; expected bool, int"),
        (typing.Mapping[str, int], {}, "has an option 'far' of type typing.Mapping[str, int]; expected bool, int"),
        (int, math.inf, "has an option 'far' whose default cannot be: inf is not a whole number"),
        (float, math.nan, "has an option 'far' whose default cannot be: nan is not a number"),
    ],
)
def test_types_and_defaults_that_no_option_has(kind, default, told):
    with pytest.raises(ValueError, match=re.escape(told)):
        require_options(options_with(kind, default))


@pytest.mark.parametrize("given", ["inf", -math.inf])
def test_only_the_default_is_infinite(given):
    with pytest.raises(ValueError, match="is infinite; expected a number that is not"):
        make(options_with(float, math.inf), "it", {"far": given})


def test_options_of_joined_resolvers():
    joined = get_resolver("mitkov+head-match", window=3, appositions=True)
    assert joined.options["mitkov.window"] == 3
    assert joined.options["head-match.appositions"] is True
    assert get_resolver("mitkov+cogniac", **{"mitkov.window": 1}).options["cogniac.window"] is None


@pytest.mark.parametrize("options", [{"mitkov.window": 5, "window": 1}, {"window": 1, "mitkov.window": 5}])
@pytest.mark.parametrize(("name", "option"), [("mitkov", "window"), ("mitkov+cogniac", "mitkov.window")])
def test_what_is_said_of_one_holds_against_what_is_said_of_all(options, name, option):
    assert get_resolver(name, **options).options[option] == 5


class _Plugin(MostRecent):
    name = "first"
    rule = "first"

    def choose(self, case):
        return case.left[-1].position if case.left else None


@pytest.fixture
def plug_ins(monkeypatch):
    """Registers plug-ins beside ours, as (name, value) pairs, in a registry of its own."""

    def register(*pairs):
        entries = [EntryPoint(name, value, RESOLVERS.group) for name, value in pairs]
        monkeypatch.setattr(plugins, "entry_points_of", lambda group: entries)
        monkeypatch.setattr(registry, "RESOLVERS", dataclasses.replace(RESOLVERS, _loaded={}, _failed={}))

    return register


def test_a_plug_in_is_found_by_its_entry_point(plug_ins):
    plug_ins(("first", f"{__name__}:_Plugin"))
    assert list(available()) == ["first"]
    decisions = get_resolver("first").resolve(narrative()).decisions
    assert {d.anaphor: d.antecedent for d in decisions}["9"] == "1"


def test_a_plug_in_that_cannot_be_loaded_says_so_and_hurts_no_other(plug_ins):
    plug_ins(("broken", "not_there:Broken"), ("first", f"{__name__}:_Plugin"))
    assert (
        available()["broken"].error
        == "resolver 'broken' (not_there:Broken) cannot be loaded: No module named 'not_there'"
    )
    assert get_resolver("first").name == "first"


def test_two_plug_ins_of_one_name_are_refused_and_hurt_no_other(plug_ins):
    plug_ins(("same", "a:A"), ("same", "b:B"), ("first", f"{__name__}:_Plugin"))
    with pytest.raises(ValueError, match="two resolvers are named 'same': a:A and b:B"):
        get_resolver("same")
    assert list(available()) == ["first", "same"]
    assert get_resolver("first").name == "first"


class Bare:
    """All that a plug-in has to be."""

    name = "bare"
    description = "answers nothing"
    source = "test"

    def resolve(self, document, key=None):
        return Singletons().resolve(document)


class Rubbish(Bare):
    name = "rubbish"

    def resolve(self, document, key=None):
        return None


class Wants(Bare):
    name = "wants"

    def __init__(self, much):
        pass


def test_a_class_with_a_name_and_resolve_is_enough(plug_ins):
    plug_ins(("bare", f"{__name__}:Bare"), ("rubbish", f"{__name__}:Rubbish"), ("wants", f"{__name__}:Wants"))
    bare = get_resolver("bare")
    assert (bare.name, bare.description, bare.needs_key, bare.options, bare.role) == (
        "bare", "answers nothing", False, {}, "algorithm",
    )  # fmt: skip
    assert {decision.antecedent for decision in bare.resolve(narrative()).decisions} == {None}
    with pytest.raises(ValueError, match="resolver 'rubbish' returned NoneType; expected a Resolution"):
        get_resolver("rubbish").resolve(narrative())
    with pytest.raises(ValueError, match=r"resolver 'wants' .* cannot be made: "):
        get_resolver("wants")


class Keyed:
    """Looks at the key, and is no Resolver that would ask for it."""

    name, needs_key = "keyed", True

    def resolve(self, document, key=None):
        return Resolution(document.id, self.name, {}, [], [list(entity.mentions) for entity in key.key.entities], [])


def test_a_plug_in_that_needs_a_key_is_not_asked_without(plug_ins):
    plug_ins(("keyed", f"{__name__}:Keyed"))
    with pytest.raises(ValueError, match=r"^keyed needs a key for .*; expected a document with a gold layer$"):
        get_resolver("keyed").resolve(narrative())


class Empty(Bare):
    """Reads no words, and so cannot notice that there are none."""

    name = "empty"

    def resolve(self, document, key=None):
        return Resolution(document.id, self.name, {}, [], [], [])


def test_a_text_that_was_not_preprocessed_is_refused_by_all(plug_ins):
    text = Document("d", raw_text="Ann left. She ran.")
    for name in (*NAMES, "mitkov+head-match"):
        resolver = get_resolver(name)
        if not resolver.needs_key:
            with pytest.raises(ValueError, match=r"d: a text without words; expected .* Preprocessor\(\)\.annotate"):
                resolver.resolve(text)
    plug_ins(("empty", f"{__name__}:Empty"))
    with pytest.raises(ValueError, match="d: a text without words"):
        get_resolver("empty").resolve(text)
    for resolver in (get_resolver("empty"), Singletons()):
        assert resolver.resolve(Document("d")).chains == []


def test_a_plug_in_under_another_name_than_its_own_is_refused(plug_ins):
    plug_ins(("other", f"{__name__}:Bare"))
    with pytest.raises(ValueError, match=r"resolver 'other' .* calls itself 'bare'; expected the name of its entry"):
        get_resolver("other")
