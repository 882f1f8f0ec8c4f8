"""Resolvers that share the reading of a document answer as each does alone."""

from dataclasses import replace
from functools import cache
from unittest.mock import patch

import pytest

from anaphora_workbench.corpora.document import CoreferenceLayer, Entity
from anaphora_workbench.resolvers import available, get_resolver, share_reading
from anaphora_workbench.resolvers.discourse.discourse import Discourse
from hand_built import manual, narrative

NAMES = [*sorted(name for name, info in available().items() if info.role != "llm"), "mitkov+head-match"]
# These see other numbers or genders than the rest, or write into what they are given if anything does.
ODD = [("most-recent", {"singular_they": True}), ("kennedy-boguraev", {"reciprocals": True})]

SPECIFIED = [*((name, {}) for name in NAMES), *ODD]


@cache
def alone(number):
    """The resolver of a place in the list, which shares with nobody."""
    name, options = SPECIFIED[number]
    return get_resolver(name, **options)


def as_data(resolution):
    return resolution.decisions, resolution.chains, [trace.as_json() for trace in resolution.traces]


@pytest.fixture(scope="module")
def together():
    resolvers = [get_resolver(name, **options) for name, options in SPECIFIED]
    share_reading(resolvers)
    return resolvers


@pytest.mark.parametrize(("text", "order"), [(manual(), 1), (narrative(), -1)], ids=["forwards", "backwards"])
def test_shared_and_alone_are_the_same(text, order, together):
    layer = CoreferenceLayer("gold", [Entity("e", [mention.id for mention in text.mentions])])
    key = replace(text, coreference={"gold": layer})
    for number, resolver in list(enumerate(together))[::order]:
        given = key if resolver.needs_key else None
        assert as_data(resolver.resolve(text, given)) == as_data(alone(number).resolve(text, given)), SPECIFIED[number]


def test_a_document_is_read_once_and_another_anew():
    resolvers = [get_resolver(name) for name in ("mitkov+head-match", "hobbs", "are-like", "cogniac")]
    share_reading(resolvers)
    read = []
    with patch.object(Discourse, "__init__", autospec=True, side_effect=Discourse.__init__) as reading:
        for text in (manual(), narrative(), manual()):
            for resolver in resolvers:
                resolver.resolve(text)
            read.append(reading.call_count)
    assert read == [1, 2, 3]


class Plugin:
    """A resolver of its own kind, which need not know a Discourse."""

    name = "plugin"

    def resolve(self, document, key=None):
        raise NotImplementedError


def test_a_plug_in_that_is_no_resolver_of_this_kind_is_left_alone():
    plugin = Plugin()
    share_reading([plugin, get_resolver("hobbs")])
    assert not vars(plugin)
