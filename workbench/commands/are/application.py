"""What the commands of ``workbench are`` share: options, and the application that they join."""

from typing import Annotated

from anaphora_workbench.workbench.commands.wiring.command_line import group_of_commands
from anaphora_workbench.workbench.commands.wiring.options import what
from anaphora_workbench.workbench.exercise.preparing import APPOSITION, CLAUSE, COPULA, Rules

NOTHING = "nothing"
TaskOption = Annotated[int, what("--task", "-t", min=1, max=4, help="Task of the exercise.")]
LeaveOutOption = Annotated[
    list[str] | None,
    what(
        "--leave-out",
        help=f"Coreference type to leave out, as the corpus names it; repeatable; {NOTHING!r} keeps all "
        f"[default: {APPOSITION}, {COPULA}, {CLAUSE}: appositions, copulas, clauses].",
    ),
]
NamedOption = Annotated[bool, what("--named", help="List only pronouns preceded by a noun of their chain.")]
CrossingOption = Annotated[bool, what("--drop-crossing", help="Leave out the later of two crossing mentions.")]
NominalOption = Annotated[
    str, what("--nominal", help="Resolver of nouns to join with pronoun resolvers in tasks 2 and 4.")
]

app = group_of_commands(
    "The Anaphora Resolution Exercise: make a task's files, answer them, check and score answers, or all at once."
    "\n\nExample: workbench are run samples"
)


def rules_of(leave_out: list[str] | None, named: bool, drop_crossing: bool) -> Rules:
    """What the options for keys ask for."""
    if leave_out is None:
        return Rules(named=named, drop_crossing=drop_crossing)
    return Rules(frozenset(leave_out) - {NOTHING}, named, drop_crossing)
