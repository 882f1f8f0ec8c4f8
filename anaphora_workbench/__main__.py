"""``python -m anaphora_workbench`` does what ``workbench`` does."""

import sys

from anaphora_workbench.workbench.commands import main

if __name__ == "__main__":
    sys.exit(main())
