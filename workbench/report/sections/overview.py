"""The sections without tables: failures, documents, pronouns, plots, and signatures."""

from pathlib import Path

from anaphora_workbench.workbench.experiments.results import Results
from anaphora_workbench.workbench.report.explanations.words import VERDICTS, WITHOUT_KEY
from anaphora_workbench.workbench.report.sections import Section

_HERE = Path(__file__).parent


def _reasons(results: Results) -> dict[str, object] | None:
    reasons = [failure.reason for failure in results.failures]
    return {"reasons": reasons} if reasons else None


def _signatures(results: Results) -> dict[str, object] | None:
    signatures = [outcome.signature for outcome in results.outcomes]
    return {"signatures": signatures} if signatures else None


FAILURES = Section("failures", "Documents without results", template=_HERE / "failures.html.j2", content=_reasons)
# A document three times over: the key's chains, A's and B's; without a key twice.
DOCUMENTS = Section(
    "documents",
    "Documents",
    link="Documents",
    template=_HERE / "documents.html.j2",
    content=lambda results: {"verdicts": VERDICTS, "without_key": WITHOUT_KEY},
    script=_HERE / "documents.js",
)
# All pronouns of a setting, to be filtered and walked through.
PRONOUNS = Section(
    "pronouns", "Pronouns", link="Pronouns", template=_HERE / "pronouns.html.j2", script=_HERE / "pronouns.js"
)
# Bars, distances, agreement.
PLOTS = Section(
    "plots", "Where A and B succeed", link="Plots", template=_HERE / "plots.html.j2", script=_HERE / "plots.js"
)
SIGNATURES = Section(
    "signatures", "Signatures", link="Signatures", template=_HERE / "signatures.html.j2", content=_signatures
)
