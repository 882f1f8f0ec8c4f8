"""Sphinx reads the Markdown pages where they stand, so that links hold on the site as in the repository."""

import sys
from pathlib import Path

import anaphora_workbench as aw

sys.path.insert(0, str(Path(__file__).parent))
from tables import filled

project = "anaphora-workbench"
author = "The anaphora-workbench authors"
release = aw.__version__

extensions = ["myst_parser", "sphinx.ext.autodoc", "sphinx.ext.napoleon", "sphinx_external_toc"]
include_patterns = [
    "README.md",
    "CONTRIBUTING.md",
    "CHANGELOG.md",
    "corpora/languages/*/*.md",
    "docs/*.md",
    "docs/**/*.md",
    "docs/site/*.rst",
]
external_toc_path = "docs/site/contents.yml"

myst_heading_anchors = 4
# Fences name what the text is (tsv, conllu), also where no highlighter knows it; and a type in a signature that two
# classes bear (Options) is no dead link.
suppress_warnings = ["misc.highlighting_failure", "ref.python"]

autodoc_member_order = "bysource"
autodoc_typehints = "signature"
napoleon_google_docstring = True
napoleon_use_ivar = True

html_theme = "furo"
html_title = "anaphora-workbench"
html_show_sourcelink = False
html_copy_source = False


def setup(app):
    """Adds to the pages the tables that are made from what is installed."""
    app.connect("source-read", lambda _, page, source: source.__setitem__(0, filled(source[0])))
