"""What is packed in the file of a report."""

import base64
import json
import re
import zlib
from typing import Any


def index_of(page: str) -> Any:
    """What the page of a report knows from the start."""
    script = re.search(r'<script type="application/json" id="index">(.*?)</script>', page)
    assert script
    return json.loads(script.group(1))


def piece_of(page: str, number: int) -> Any:
    """One of its packed pieces."""
    piece = re.search(rf'id="piece-{number}">(.*?)</script>', page)
    assert piece
    return json.loads(zlib.decompress(base64.b64decode(piece.group(1))))
