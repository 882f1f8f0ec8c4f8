"""``python -m workbench`` does what ``workbench`` does."""

import sys

from workbench.commands import main

if __name__ == "__main__":
    sys.exit(main())
