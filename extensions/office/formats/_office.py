"""Opens the packages of Office Open XML, with one error for whatever is wrong with one."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, BinaryIO
from zipfile import ZipFile

from ragatta.extensions.office.formats._formulas import local
from ragatta.pipeline.documents.parsers._text import Unreadable, explained
from ragatta.pipeline.machine.unpacking import check_entries

OLE = bytes.fromhex("D0CF11E0A1B11AE1")  # how a compound file begins: Office 97, and whatever has a password

LARGEST = 1 << 30  # bytes of all parts of a package, unpacked
OFF = ("0", "false", "off")  # of an attribute that is true or false
INCH = 914_400  # units of length; of a picture that covers less than a square inch, an icon, nothing is said
# What a graphic is, by the end of its form's address.
GRAPHICS = {"chart": "charts", "chartex": "charts", "diagram": "diagrams"}


@contextmanager
def opened(path: Path) -> Iterator[BinaryIO]:
    """The file, whose parts unpack within limits. What a library raises over its content becomes Unreadable."""
    with path.open("rb") as stream:
        start = stream.read(len(OLE))
        if not start:
            raise Unreadable("an empty file")
        if start == OLE:
            raise Unreadable("it has a password, or the format of Office 97; save it anew without one")
        stream.seek(0)
        try:
            with ZipFile(stream) as package:
                check_entries(package, LARGEST)
            stream.seek(0)
            yield stream
        except (Unreadable, MemoryError):
            raise
        except Exception as error:  # a damaged file makes these libraries fail in any way: KeyError, BadZipFile, ...
            raise Unreadable(explained(error)) from error


def resolve_alternatives(root: Any) -> None:
    """Puts the first form with text, else the first one, in the place of each choice between forms of a drawing or sign
    (mc:AlternateContent; ECMA-376, Part 3, section 7.6). `root` is of ElementTree or lxml."""
    for parent in list(root.iter()):
        at = 0
        while at < len(parent):
            if local(parent[at]) != "AlternateContent":
                at += 1
                continue
            forms = list(parent[at])
            parent[at : at + 1] = list(next(filter(_has_text, forms), forms[0])) if forms else []


def _has_text(element: Any) -> bool:
    return any(local(each) == "t" and (each.text or "").strip() for each in element.iter())
