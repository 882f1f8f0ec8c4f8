"""What the views of one running page share: its jobs and what readers have sent."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from anaphora_workbench.workbench.page.jobs import Jobs
from anaphora_workbench.workbench.page.uploads import Uploads


@dataclass(frozen=True)
class Desk:
    """What the views of one running page share.

    Attributes:
        largest: bytes of one request.
        samples: the packaged documents by name.
        corpora: those that readers may compare resolvers on, by name.
        reports: folder of the reports that were made.
        key: that submissions are ranked by; None for none. It is never served.
    """

    jobs: Jobs
    uploads: Uploads
    largest: int
    samples: dict[str, Path]
    corpora: dict[str, Path]
    reports: Path
    key: Path | None = None
