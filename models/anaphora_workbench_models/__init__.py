"""Models of ``anaphora_workbench``: files beside this one, which the resolvers read."""
