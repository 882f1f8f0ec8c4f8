"""The views of the page, one file each."""

from anaphora_workbench.workbench.page.desk import View


def views() -> list[View]:
    """All views in the order of their links."""
    from anaphora_workbench.workbench.page.views import agreement, corpus, key, submissions, text

    return [text.VIEW, key.VIEW, agreement.VIEW, corpus.VIEW, submissions.VIEW]
