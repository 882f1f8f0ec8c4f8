"""Genres that corpora encode in the names of their documents."""

# Weischedel et al. (2013), OntoNotes Release 5.0.
_ONTONOTES = {
    "bc": "broadcast conversation",
    "bn": "broadcast news",
    "mz": "magazine",
    "nw": "newswire",
    "pt": "pivot text",
    "tc": "telephone conversation",
    "wb": "web",
}


def genre_by_id(document_id: str) -> str:
    """The genre that an id of OntoNotes begins with, as in *nw/wsj/00/wsj_0001*; "" for any other id.

    >>> genre_by_id("nw/wsj/00/wsj_0001")
    'newswire'
    """
    head, slash, _ = document_id.lstrip("(").partition("/")
    return _ONTONOTES.get(head, "") if slash else ""
