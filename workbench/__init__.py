"""The workbench as a person uses it: experiments, commands, reports."""
