"""What is installed, plug-ins included: resolvers, metrics, formats and the rest, a row each."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from anaphora_workbench.corpora.support.plugins import Registry


def _resolvers() -> list[dict[str, Any]]:
    from anaphora_workbench.resolvers import available
    from anaphora_workbench.resolvers.learning.model import shipped_licence
    from anaphora_workbench.resolvers.registry.registry import RESOLVERS

    return [
        {
            "name": info.name,
            **_package(RESOLVERS, info.name),
            "description": info.description or info.error,
            "source": info.source,
            "needs_key": "yes" if info.needs_key else "",
            "licence": shipped_licence(info.name),
            "parts": ", ".join(info.parts),
            "options": _options(info.options),
        }
        for info in available().values()
    ]


def _metrics() -> list[dict[str, Any]]:
    from anaphora_workbench.evaluation.counting.registry import METRICS, available_metrics

    return [
        {
            "name": name,
            **_package(METRICS, name),
            "description": metric.description,
            "source": metric.source,
            "needs": metric.needs.value,
            "options": _options({metric.spelling(option): about for option, about in metric.options.items()}),
        }
        for name, metric in available_metrics().items()
    ]


def _formats() -> list[dict[str, Any]]:
    from anaphora_workbench.corpora.formats.registry import FORMATS

    return [
        {
            "name": name,
            **_package(FORMATS, name),
            "description": its_format.description,
            "source": its_format.source,
            "reads": "yes",
            "writes": "yes" if its_format.write is not None else "",
            "suffixes": " ".join(its_format.suffixes),
            "options": {
                f"{name}.{option}": {
                    "default": next(iter(values), ""),
                    "help": " or ".join(values) or "name of the layer that is coreference",
                }
                for option, values in its_format.options.items()
            },
        }
        for name, its_format in FORMATS.available().items()
    ]


def _filters() -> list[dict[str, Any]]:
    from anaphora_workbench.resolvers.pronouns.stages.filter import FILTERS

    return _listed(FILTERS, lambda stage: {"source": stage.source, "parts": ", ".join(stage.parts)})


def _anaphoricity() -> list[dict[str, Any]]:
    from anaphora_workbench.resolvers.pronouns.stages.anaphoricity import STAGES

    return _listed(STAGES, lambda stage: {"source": stage.source})


def _languages() -> list[dict[str, Any]]:
    from anaphora_workbench.corpora.languages import LANGUAGES

    return _listed(LANGUAGES, lambda language: {"source": "", "description": language.name})


def _sections() -> list[dict[str, Any]]:
    from anaphora_workbench.workbench.report.sections import SECTIONS

    return _listed(SECTIONS, lambda section: {"source": "", "description": section.title})


def _listed(registry: Registry[Any], says: Callable[[Any], dict[str, Any]]) -> list[dict[str, Any]]:
    """A row for each thing of a registry that has no options of its own."""
    return [
        {
            "name": name,
            **_package(registry, name),
            "description": getattr(thing, "description", ""),
            **says(thing),
            "options": {},
        }
        for name, thing in registry.available().items()
    ]


def _package(registry: Registry[Any], name: str) -> dict[str, str]:
    origin = registry.origin(name)
    return {"package": origin.package, "version": origin.version}


def _options(options: Any) -> dict[str, dict[str, Any]]:
    return {
        name: {
            "default": about.default,
            "help": about.help + (f" ({', '.join(about.choices)})" if about.choices else ""),
        }
        for name, about in options.items()
    }


# What is listed, by kind; each is imported when it is asked for.
KINDS: Mapping[str, Callable[[], list[dict[str, Any]]]] = {
    "resolvers": _resolvers,
    "metrics": _metrics,
    "formats": _formats,
    "filters": _filters,
    "anaphoricity": _anaphoricity,
    "languages": _languages,
    "sections": _sections,
}
