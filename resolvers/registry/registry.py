"""How a resolver is found by its name: ours and those of plug-ins, alone or joined.

A resolver is registered by an entry point of the group ``anaphora_workbench.resolvers``; installing a package with
one is all a plug-in needs.
"""

from collections.abc import Iterable, Iterator, Mapping
from contextlib import nullcontext
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from anaphora_workbench.corpora.support.errors import brief, reason_in_words
from anaphora_workbench.corpora.support.known_names import there_are
from anaphora_workbench.corpora.support.plugins import DISTRIBUTION, Registry, printing_to_stderr
from anaphora_workbench.resolvers.contract.case import WORDS as CASE_WORDS
from anaphora_workbench.resolvers.contract.resolver import ROLES, Resolver, Role, nouns_by_role
from anaphora_workbench.resolvers.options import OptionInfo, ResolverOptions, describe, make, require_options
from anaphora_workbench.resolvers.pronouns.stages.anaphoricity import NO_STAGE, STAGES
from anaphora_workbench.resolvers.pronouns.stages.filter import FILTERS
from anaphora_workbench.resolvers.registry.guard import Guarded
from anaphora_workbench.resolvers.registry.joined import JOIN, Joined, joined_names
from anaphora_workbench.resolvers.words import Words, joined_words, words_of_factor


@dataclass(frozen=True, slots=True)
class ResolverInfo:
    """A resolver that is installed.

    Attributes:
        options: by name, with default and help.
        role: what it is in a comparison.
        parts: its factors and rules, which the option ``without`` can leave out as it can parts of filters.
        error: why it cannot be loaded, "" if it can.
    """

    name: str
    description: str
    source: str
    options: dict[str, OptionInfo] = field(default_factory=dict)
    parts: tuple[str, ...] = ()
    needs_key: bool = False
    role: Role = "algorithm"
    error: str = ""


def _resolver_class(loaded: Any) -> Any:
    if not (isinstance(loaded, type) and callable(getattr(loaded, "resolve", None))):
        raise ValueError(f"is {loaded!r}; expected a class with name, description, source and resolve(document)")
    if issubclass(loaded, Resolver) and not hasattr(loaded, "name"):
        raise ValueError("has no name; expected the name of its entry point")
    name = getattr(loaded, "name", "")
    if isinstance(name, str) and JOIN in name:
        raise ValueError(f"has the name {name!r}; expected one without {JOIN}, which joins resolvers")
    require_options(_options_of(loaded))
    for said in ("description", "source"):
        if not isinstance(getattr(loaded, said, ""), str):
            raise ValueError(f"has the {said} {brief(repr(getattr(loaded, said)))}; expected text")
    role = getattr(loaded, "role", "algorithm")
    if role not in ROLES:
        raise ValueError(f"has the role {brief(repr(role))}; expected one of {', '.join(ROLES)}")
    factors = getattr(loaded, "factors", {})
    if issubclass(loaded, Resolver) and not isinstance(factors, Mapping):
        raise ValueError(f"has the factors {brief(repr(factors))}; expected what speaks for a candidate, by name")
    if issubclass(loaded, Resolver) and not isinstance(loaded.words, Words):
        raise ValueError(f"has the words {brief(repr(loaded.words))}; expected Words (resolvers.words)")
    parts = getattr(loaded, "parts", ())
    if not (isinstance(parts, list | tuple) and all(isinstance(part, str) for part in parts)):
        raise ValueError(f"has the parts {brief(repr(parts))}; expected a tuple of names")
    return loaded


RESOLVERS: Registry[Any] = Registry(
    "anaphora_workbench.resolvers",
    "resolver",
    _resolver_class,
    rules_table=Path(__file__).with_name("rules.tsv"),
    withdrawn={"best": "neural"},
)


# What a form has chosen at first, role by role: two algorithms side by side, what they are compared with, and what
# answers the mentions that they leave.
SUGGESTED: Mapping[Role, tuple[str, ...]] = {
    "algorithm": ("mitkov", "kennedy-boguraev"),
    "baseline": ("most-recent",),
    "nominal": ("head-match", "speech-pronouns"),
}
# The answers that all others lie between (Màrquez et al. 2012, Table 5).
BOUNDS = ("singletons", "all-in-one", "oracle")


def available() -> dict[str, ResolverInfo]:
    """The installed resolvers by name, plug-ins included; one that cannot be loaded says why."""
    problems = RESOLVERS.problems()
    return {
        name: ResolverInfo(name, "", RESOLVERS.origin(name).value, error=problems[name])
        if name in problems
        else _described(name, RESOLVERS.get(name))
        for name in RESOLVERS.names()
    }


def _described(name: str, kind: Any) -> ResolverInfo:
    """What a class says of itself; of a plug-in that is not a Resolver, what there is."""
    return ResolverInfo(
        name,
        getattr(kind, "description", ""),
        getattr(kind, "source", ""),
        describe(_options_of(kind)),
        tuple(getattr(kind, "parts", ())),
        getattr(kind, "needs_key", False),
        getattr(kind, "role", "algorithm"),
        kind.missing() if issubclass(kind, Resolver) else "",
    )


def shipped(*roles: Role) -> tuple[str, ...]:
    """Names of the resolvers of this distribution that have one of the roles, role by role."""
    named = [name for name in RESOLVERS.names() if RESOLVERS.origin(name).package == DISTRIBUTION]
    return tuple(name for role in roles for name in named if role_of(name) == role)


def role_of(name: str) -> Role:
    """The role of a resolver in a comparison; *algorithm* for one that does not say, or is not installed."""
    try:
        kind = RESOLVERS.get(name)
    except ValueError:
        return "algorithm"
    role: Role = getattr(kind, "role", "algorithm")
    return role


def words_of(names: Iterable[str]) -> Words:
    """What a person reads of resolvers: the words of all cases, of the filters, and theirs.

    Args:
        names: of resolvers, joined ones as ``a+b``; what is not installed, as a file of answers, has none.
    """
    parts = dict.fromkeys(part for name in names for part in joined_names(name))
    filters = [stage.words for stage in FILTERS.available().values()]
    of_resolvers = [words for part in parts if part in RESOLVERS.names() for words in _words_of_class(part)]
    return joined_words([CASE_WORDS, *filters, *of_resolvers])


def _words_of_class(name: str) -> Iterator[Words]:
    """The words of a class: those of its factors, and its own after those of its bases; none if it cannot be loaded."""
    try:
        kind = RESOLVERS.get(name)
    except ValueError:
        return
    factors = getattr(kind, "factors", {})
    told = {factor: words_of_factor(value) for factor, value in factors.items()} if isinstance(factors, Mapping) else {}
    yield Words(factors={factor: words for factor, words in told.items() if words is not None})
    declared = (vars(base).get("words") for base in reversed(kind.__mro__))
    yield from (words for words in declared if isinstance(words, Words))


def answers_nouns(name: str) -> bool:
    """Whether the chains of a resolver, or of several joined, are of names and other noun phrases too.

    Raises:
        ValueError: there is no such resolver.
    """
    kinds = [(resolver_class(part), role_of(part)) for part in joined_names(name)]
    return any(getattr(kind, "answers_nouns", nouns_by_role(role)) for kind, role in kinds)


def with_nouns(name: str, nominal: str) -> str:
    """A resolver, or several joined, as it is if its chains are of noun phrases too, else joined with a nominal one.

    Raises:
        ValueError: there is no such resolver.
    """
    return name if answers_nouns(name) else f"{name}{JOIN}{nominal}"


def rules_of(name: str) -> str:
    """Which rules a resolver has, for a signature: its number, distribution and version of a plug-in.

    Args:
        name: of one, or of several joined by ``+``, as their rules are then.
    """
    return JOIN.join(map(RESOLVERS.rules, joined_names(name)))


def with_origins(option: str, value: Any) -> Any:
    """The value of an option as a signature names it: a stage of a plug-in with its distribution and version."""
    own_name = option.rpartition(".")[2]
    if own_name == "also":
        return tuple(_with_origin(FILTERS, name) for name in value)
    if own_name == "anaphoricity" and value != NO_STAGE:
        return _with_origin(STAGES, value)
    return value


def _with_origin(stages: Registry[Any], name: str) -> str:
    return name if stages.origin(name).package == DISTRIBUTION else f"{name}@{stages.rules(name)}"


def plug_ins_of(name: str, options: Mapping[str, Any]) -> dict[str, str]:
    """Versions of the other distributions that a resolver, or several joined, its filters and its stage are from.

    Args:
        options: known ones, with known values.
    """
    origins = [RESOLVERS.origin(part) for part in joined_names(name)]
    for option, value in options.items():
        own_name = option.rpartition(".")[2]
        if own_name == "also":
            filters = value.split(",") if isinstance(value, str) else value
            origins += [FILTERS.origin(named.strip()) for named in filters if named.strip()]
        elif own_name == "anaphoricity" and value != NO_STAGE:
            origins.append(STAGES.origin(value))
    return {origin.package: origin.version for origin in origins if origin.package != DISTRIBUTION}


def _options_of(kind: Any) -> type[ResolverOptions]:
    options: type[ResolverOptions] = getattr(kind, "Options", ResolverOptions)
    return options


def default_options(name: str) -> dict[str, Any]:
    """The options of a resolver, or of several joined, that nobody sets; also of one that cannot be made without any.

    Raises:
        ValueError: no such resolver.
    """
    described = {part: describe(_options_of(resolver_class(part))) for part in joined_names(name)}
    return {
        f"{part}.{option}" if len(described) > 1 else option: told.default
        for part, of_part in described.items()
        for option, told in of_part.items()
    }


def files_named(name: str, options: Mapping[str, Any]) -> dict[str, Any]:
    """The paths among the options given for a resolver, or for several joined, by ``NAME.OPTION``.

    Raises:
        ValueError: no such resolver.
    """
    described = {part: describe(_options_of(resolver_class(part))) for part in joined_names(name)}
    files = [(part, option) for part, options in described.items() for option, told in options.items() if told.is_file]
    paths = {f"{part}.{option}": options.get(f"{part}.{option}", options.get(option)) for part, option in files}
    return {option: path for option, path in paths.items() if path}


def get_resolver(name: str, **options: Any) -> Resolver | Guarded | Joined:
    """The resolver of that name, or several joined as in ``mitkov+head-match``.

    Args:
        options: values of its options; text is read as the option's type. Of joined resolvers each takes
            the options it has; ``**{"mitkov.window": 3}`` sets that of one, whatever is said of all.

    Raises:
        ValueError: no such resolver or option; the message lists those there are.

    >>> get_resolver("mitkov", window=3).options["window"]
    3
    """
    if JOIN in name:
        return _joined(joined_names(name), options)
    return _with_options(name, {option.removeprefix(f"{name}."): value for option, value in _general_first(options)})


def _with_options(name: str, options: Mapping[str, Any]) -> Resolver | Guarded:
    kind = resolver_class(name)
    values = make(_options_of(kind), name, options)
    try:
        # A plug-in may be any class with a method resolve, and one without options is made without any.
        with nullcontext() if RESOLVERS.origin(name).package == DISTRIBUTION else printing_to_stderr():
            resolver: Resolver = kind(values) if hasattr(kind, "Options") else kind()
    except (Exception, SystemExit) as error:  # whatever a plug-in raises, its user must know which one it was
        if isinstance(error, ValueError) and RESOLVERS.origin(name).package == DISTRIBUTION:
            raise
        whose = f"resolver {name!r} ({RESOLVERS.origin(name).value})"
        raise ValueError(f"{whose} cannot be made: {reason_in_words(error)}") from error
    foreign = [further for further in getattr(values, "also", ()) if FILTERS.origin(further).package != DISTRIBUTION]
    stage = getattr(values, "anaphoricity", NO_STAGE)
    if stage != NO_STAGE and STAGES.origin(stage).package != DISTRIBUTION:
        foreign.append(stage)
    if foreign or RESOLVERS.origin(name).package != DISTRIBUTION:
        return Guarded(resolver, name)
    return resolver


def _general_first(options: Mapping[str, Any]) -> list[tuple[str, Any]]:
    """Options in the order in which they are set: what is said of one resolver holds against what is said of all."""
    return sorted(options.items(), key=lambda option: "." in option[0])


def _joined(names: list[str], options: Mapping[str, Any]) -> Joined:
    """Several resolvers as one.

    Args:
        names: registered names, in the order in which they answer.
        options: each goes to all parts that have it, or to one as ``NAME.OPTION``.

    Raises:
        ValueError: an unknown name, a name twice, or an option that no part has.
    """
    if not all(names):
        raise ValueError(f"{JOIN.join(names)!r} joins nothing; expected a resolver on both sides of each {JOIN!r}")
    if len(set(names)) < len(names):
        raise ValueError(f"{JOIN.join(names)} joins a resolver with itself; expected different ones")
    described_options = {name: describe(_options_of(resolver_class(name))) for name in names}
    given: dict[str, dict[str, Any]] = {name: {} for name in names}
    for option, value in _general_first(options):
        owner, dot, own = option.partition(".")
        takers = [owner] if dot and owner in given else [name for name in names if option in described_options[name]]
        if not takers:
            known = sorted({own_option for described in described_options.values() for own_option in described})
            raise ValueError(f"{JOIN.join(names)} has no option {option!r}; {there_are(known, option)}")
        for name in takers:
            given[name][own if dot else option] = value
    return Joined([_with_options(name, given[name]) for name in names])


def resolver_class(name: str) -> Any:
    """The class registered under a name.

    Raises:
        ValueError: there is none, and the message lists those there are; or it cannot be loaded.
    """
    return RESOLVERS.get(name)
