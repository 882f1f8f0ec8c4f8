"""The signatures of a comparison: all that the scores of each row depend on."""

from collections.abc import Collection, Iterable, Mapping
from typing import Any

from anaphora_workbench.corpora import find
from anaphora_workbench.corpora.formats.options import given
from anaphora_workbench.evaluation.counting.counting import Counts
from anaphora_workbench.evaluation.counting.options import described
from anaphora_workbench.evaluation.counting.registry import metric_rules, metrics_named
from anaphora_workbench.resolvers import get_resolver, rules_of, with_origins
from anaphora_workbench.workbench.base.settings import Setting
from anaphora_workbench.workbench.base.signature import Signature, of_response, signature
from anaphora_workbench.workbench.experiments.experiment import Experiment
from anaphora_workbench.workbench.experiments.preprocessing import depends_on
from anaphora_workbench.workbench.experiments.results import CorpusResults


def sign(results: CorpusResults, experiment: Experiment) -> None:
    """Set the signature of each setting and resolver of a corpus that was run, and whether it had the key."""
    signed = Signing(experiment, results.name, results.checksum, results.languages, results.parsers)
    responses = {
        response.name: {
            "resolver": f"{response.name},response@{response.files_checksum()}"
            + ",answers=from-chains" * (response.name in results.from_chains),
            **of_response(its_format.name for _, its_format in find(response.path)),
        }
        for response in experiment.responses
    }
    made = {name: get_resolver(name, **experiment.options_of(name)) for name in experiment.resolvers}
    for setting, by_resolver in results.settings.items():
        for name, outcome in by_resolver.items():
            if name in made:
                outcome.sees_key = made[name].needs_key
                outcome.learnt_in, outcome.learnt_from = made[name].learnt_in, made[name].learnt_from
                outcome.depends_on = signed.of_resolver(setting, outcome.total, name)
            else:
                outcome.depends_on = signed(setting, outcome.total, **responses[name])
            if not outcome.is_complete:
                outcome.depends_on = Signature({**outcome.depends_on, "documents": outcome.answered})


# What signatures say where no spaCy model had a say.
NO_MODEL = "none"


class Signing:
    """Signs the scores of a corpus.

    Args:
        corpus, checksum: its name and its documents' checksum.
        languages: codes of those that its documents are in.
        parsers: who made their predicted annotation, "" for what was parsed here.
    """

    def __init__(
        self,
        experiment: Experiment,
        corpus: str,
        checksum: str,
        languages: Iterable[str],
        parsers: Collection[str] = frozenset(),
    ) -> None:
        self._experiment, self._corpus = experiment, f"{corpus}@{checksum}"
        self._preprocessing = depends_on(experiment.preprocessing.preprocessor(), languages)
        # With gold annotation a model has no say, nor where another has parsed.
        here = self._preprocessing["model"].split("+") if "" in parsers else []
        model = "+".join(dict.fromkeys([*here, *sorted(filter(None, parsers))]))
        self._predicted = self._preprocessing | ({"model": model} if model else {})
        self._gold = self._preprocessing | {"model": NO_MODEL}

    def of_resolver(self, setting: Setting, total: Counts, name: str) -> Signature:
        """All that the scores of a resolver of the experiment depend on.

        Args:
            total: what was counted in all documents.
        """
        return self(setting, total, resolver_rules=rules_of(name), resolver=_with_options(name, self._experiment))

    def __call__(self, setting: Setting, total: Counts, **answered: str) -> Signature:
        """All that scores depend on.

        Args:
            answered: what says who has answered.
        """
        metrics = metrics_named(total.tallies)
        preprocessing = self._predicted if setting.annotation == "predicted" else self._gold
        parts = described(metrics.values(), total.options) | preprocessing
        if given():
            parts["format_options"] = ",".join(map("=".join, sorted(given().items())))
        return signature(
            corpus=self._corpus,
            mentions=setting.mentions,
            annotation=setting.annotation,
            **parts,  # type: ignore[arg-type]
            metric_rules=metric_rules(metrics),
            **answered,
        )


def _with_options(resolver: str, experiment: Experiment) -> str:
    """A resolver's name with those of its options that are not the default."""
    changed = experiment.changed_options(resolver)
    return resolver + "".join(f",{name}={_written(with_origins(name, value))}" for name, value in changed.items())


def _written(value: Any) -> str:
    """An option's value in a signature, where a comma separates options."""
    if isinstance(value, tuple):
        return "+".join(map(str, value))
    if isinstance(value, Mapping):
        return "+".join(f"{name}={number:g}" for name, number in value.items())
    return str(value)
