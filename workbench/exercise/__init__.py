"""The Anaphora Resolution Exercise (Orăsan, Cristea, Mitkov & Branco 2008) over any annotated corpus.

A task goes from a corpus to inputs and keys (``preparing``), from inputs to answers (``answering``) and from
keys and answers to scores (``scoring``); ``running`` does all of it for many resolvers, through the same files.
"""

from typing import Literal

ExerciseTask = Literal[1, 2, 3, 4]
TASKS: tuple[ExerciseTask, ...] = (1, 2, 3, 4)
# Tasks 1 and 3 answer pronouns, 2 and 4 give chains; 1 and 2 are given entities, 3 and 4 bare text.
PRONOUN_TASKS = (1, 3)
ENTITY_TASKS = (1, 2)
