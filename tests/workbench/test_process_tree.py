"""A command watched by the benchmarks ends, whatever it writes."""

import subprocess
import sys

import pytest
from benchmarks.process_tree import taken_by

pytestmark = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="reads /proc, which only Linux has")
# More than a pipe holds.
MUCH = "import sys; sys.stderr.write('x' * 200_000); sys.exit(int(sys.argv[1]))"


def test_a_command_that_writes_much_to_standard_error_ends():
    assert taken_by([sys.executable, "-c", MUCH, "0"]).largest > 0


def test_what_a_command_that_fails_has_written_is_kept():
    with pytest.raises(subprocess.CalledProcessError) as raised:
        taken_by([sys.executable, "-c", MUCH, "3"])
    assert raised.value.returncode == 3
    assert len(raised.value.stderr) == 200_000
