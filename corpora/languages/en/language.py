"""English.

The table of pronouns decides before morphology: taggers are not to be trusted with the closed class (resolvers.md,
9.1), and the features of GUM and of spaCy leave open what the table says (gender of *they*, number of *you*).
"""

from __future__ import annotations

from pathlib import Path

from anaphora_workbench.corpora.languages.language import Language

ENGLISH = Language("en", "English", Path(__file__).parent, morphology_first=False, possessives_agree=False)
