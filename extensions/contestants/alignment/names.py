"""Which document a system means by a name: the end of a path on its machine, an address, or another ending."""

from __future__ import annotations

import unicodedata
from collections.abc import Collection, Sequence
from pathlib import PurePosixPath
from urllib.parse import unquote, urlsplit


class Names:
    """The documents by their names, which are paths below a folder with "/"."""

    def __init__(self, documents: Collection[str]) -> None:
        self._paths: dict[str, list[str]] = {}
        self._names: dict[str, list[str]] = {}
        self._stems: dict[str, list[str]] = {}
        self._deepest = 0  # parts of a path: no longer end of a given one can be a document's
        for document in documents:
            path = PurePosixPath(_plain(document))
            self._deepest = max(self._deepest, len(path.parts))
            for known, name in ((self._paths, str(path)), (self._names, path.name), (self._stems, path.stem)):
                known.setdefault(name, []).append(document)

    def find(self, name_given: str) -> str:
        """The document whose path is the end of the given one, else the only one of that file name, else the only one
        of that file name without its ending; "" for none."""
        bare = (
            _path(name_given) if "://" in name_given else name_given.rpartition("#")[0] or name_given
        )  # without a #page=3
        for name in dict.fromkeys([name_given, unquote(name_given), bare, unquote(bare)]):
            path = PurePosixPath(_plain(name))
            first = max(0, len(path.parts) - self._deepest)
            ends = [str(PurePosixPath(*path.parts[at:])) for at in range(first, len(path.parts))]
            found = [self._paths.get(end) for end in ends]
            for documents in (*found, self._names.get(path.name), self._stems.get(path.stem)):
                if (one := _only(documents or ())) is not None:
                    return one
        return ""


def _path(address: str) -> str:
    try:
        return urlsplit(address).path
    except ValueError:  # no address after all: [ without its ]
        return address


def _plain(name: str) -> str:
    return unicodedata.normalize("NFC", name).casefold().replace("\\", "/")


def _only(documents: Sequence[str]) -> str | None:
    return documents[0] if len(documents) == 1 else None
