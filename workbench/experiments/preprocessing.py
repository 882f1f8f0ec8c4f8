"""Options of preprocessing, the same for every command that preprocesses: a new one is one field here."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, fields, replace
from pathlib import Path
from typing import Annotated, Any, Self

from anaphora_workbench.preprocessing import Preprocessor
from anaphora_workbench.preprocessing.parser.zero_subjects import ZEROS
from anaphora_workbench.workbench.base.descriptions import ExistingPath, key_of
from anaphora_workbench.workbench.base.fields import Says

EXTRACTORS = ("maximal", "base", "marquez")


@dataclass(frozen=True)
class Preprocessing:
    """What ``preprocessing.Preprocessor`` is made with; each field is one of its arguments, and says what it is."""

    model: Annotated[str | None, Says("Name or path of a spaCy model.", ("--spacy-model",))] = None
    lexicon: Annotated[Path | None, Says("TOML file with your own word lists.", named=True), ExistingPath()] = None
    extractor: Annotated[
        str,
        Says(
            "Which noun phrases to extract [default: maximal].",
            choices=EXTRACTORS,
            named=True,
            only=("preprocess", "compare", "difficulty"),
        ),
    ] = EXTRACTORS[0]
    zeros: Annotated[
        str,
        Says(
            "Zero subjects: add those missing, keep only the corpus's own, or drop all [default: make].",
            choices=ZEROS,
            named=True,
            only=("preprocess", "compare", "difficulty"),
        ),
    ] = ZEROS[0]
    language: Annotated[
        str | None,
        Says(
            "Language of documents that do not name one [default: that of the spaCy model].", named=True, metavar="CODE"
        ),
    ] = None

    clauses: Annotated[
        bool, Says("Write clauses as mentions of kind clause too.", named=True, only=("preprocess",))
    ] = False

    __pydantic_config__ = {"extra": "forbid", "alias_generator": key_of, "validate_by_name": True}  # noqa: RUF012

    @property
    def model_folder(self) -> Path | None:
        """The folder that the model names; None where it names an installed one, which spaCy takes before a folder."""
        if self.model is None or not ("/" in self.model or Path(self.model).is_dir()):
            return None
        from spacy.util import is_package  # takes a second, and a path is seldom given

        return None if is_package(self.model) else Path(self.model)

    def placed(self, folder: Path, written: Callable[[str], str] = str) -> Self:
        """The options with a model that is a path, told by a slash, relative to a folder.

        Args:
            written: makes a path of what is written for it.
        """
        if self.model is None or "/" not in self.model:
            return self
        return replace(self, model=with_slash(folder / written(self.model)))

    def preprocessor(self) -> Preprocessor:
        """The preprocessor of these options."""
        return Preprocessor(**self.given())

    def given(self) -> dict[str, Any]:
        """Those options that are not the default."""
        changed = ((name.name, getattr(self, name.name)) for name in fields(self))
        return {
            name: str(value) if isinstance(value, Path) else value
            for name, value in changed
            if value != type(self).__dataclass_fields__[name].default
        }


def with_slash(folder: Path | str) -> str:
    """A model's folder so that spaCy takes it for no installed model of this name."""
    place = str(folder)
    return place if "/" in place else f"./{place}"


def depends_on(preprocessor: Preprocessor, languages: Iterable[str]) -> dict[str, str]:
    """What preprocessing depends on in each of some languages, where they differ one after the other."""
    by_language = [preprocessor.for_language(code).depends_on for code in sorted(languages)] or [
        preprocessor.depends_on
    ]
    names = dict.fromkeys(name for told in by_language for name in told)
    return {name: "+".join(dict.fromkeys(told[name] for told in by_language if name in told)) for name in names}
