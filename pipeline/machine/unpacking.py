"""Unpacks zip archives from elsewhere within limits.

Python's reader limits what it unpacks at a time for stored and deflated entries only: a few thousand bytes of bzip2 or
LZMA become gigabytes in one step, whatever size the entry declares.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import BinaryIO
from zipfile import ZIP_DEFLATED, ZIP_STORED, BadZipFile, ZipFile, ZipInfo

METHODS = (ZIP_STORED, ZIP_DEFLATED)
PIECE = 1 << 20
_END, _LOCATOR = 22, 20  # bytes of the record at the end of an archive, and of the one before it in a large archive


def check_directory(stream: BinaryIO, most: int) -> None:
    """Raises BadZipFile if the archive's list of entries has more than `most` bytes, which take ten times as much
    memory, or if the archive does not end with the place of that list (APPNOTE.TXT, section 4.3.16)."""
    size = stream.seek(0, 2)
    stream.seek(max(0, size - _END - _LOCATOR))
    tail = stream.read()
    stream.seek(0)
    end = tail[-_END:]
    if len(end) < _END or not end.startswith(b"PK\5\6") or end[-2:] != b"\0\0":
        raise BadZipFile("it does not end as a zip archive without a comment does")
    if tail.startswith(b"PK\6\7") or int.from_bytes(end[12:16], "little") > most:
        raise BadZipFile(f"its list of entries is larger than {most >> 10} KiB")


def check_entries(archive: ZipFile, largest: int) -> None:
    """Raises BadZipFile if an entry is compressed by another method than deflate, or if all together declare more than
    `largest` bytes. Nothing is unpacked."""
    for entry in archive.infolist():
        _check_method(entry)
    if sum(entry.file_size for entry in archive.infolist()) > largest:
        raise BadZipFile(f"it unpacks to more than {largest >> 20} MiB")


def unpacked(archive: ZipFile, entry: ZipInfo) -> Iterator[bytes]:
    """The bytes of an entry in pieces. Raises BadZipFile for another method than deflate, for more bytes than the entry
    declares, and for a wrong checksum; zlib.error and EOFError for damaged data."""
    _check_method(entry)
    left = entry.file_size
    with archive.open(entry) as stream:
        while piece := stream.read(PIECE):
            left -= len(piece)
            if left < 0:
                raise BadZipFile(f"{entry.filename} is longer than it declares")
            yield piece


def _check_method(entry: ZipInfo) -> None:
    if entry.compress_type not in METHODS:
        raise BadZipFile(f"{entry.filename} is compressed by method {entry.compress_type}; only deflate is read")
