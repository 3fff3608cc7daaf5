"""An archive from elsewhere takes no more memory than it declares and is allowed."""

from __future__ import annotations

import zlib
from io import BytesIO
from zipfile import ZIP_BZIP2, ZIP_DEFLATED, ZIP_LZMA, ZIP_STORED, BadZipFile, ZipFile, ZipInfo

import pytest

from ragatta.pipeline.machine.unpacking import PIECE, check_directory, check_entries, unpacked


def archive(text: bytes, method: int = ZIP_DEFLATED, more: int = 0) -> BytesIO:
    """An archive with the text as `a`, and so many empty entries more."""
    made = BytesIO()
    with ZipFile(made, "w", method) as written:
        written.writestr("a", text)
        for number in range(more):
            written.writestr(f"b{number}", b"")
    made.seek(0)
    return made


@pytest.mark.parametrize("method", [ZIP_STORED, ZIP_DEFLATED])
def test_stored_and_deflated_entries_come_in_pieces(method: int) -> None:
    text = b"a line\n" * PIECE
    with ZipFile(archive(text, method)) as opened:
        check_entries(opened, len(text))
        pieces = [*unpacked(opened, opened.getinfo("a"))]
        assert b"".join(pieces) == text
        assert max(map(len, pieces)) == PIECE
        with pytest.raises(BadZipFile, match="unpacks to more than 6 MiB"):
            check_entries(opened, len(text) - 1)


@pytest.mark.parametrize("method", [ZIP_BZIP2, ZIP_LZMA])
def test_other_methods_are_refused_before_anything_is_unpacked(method: int, monkeypatch: pytest.MonkeyPatch) -> None:
    with ZipFile(archive(b"text", method)) as opened:
        monkeypatch.setattr(ZipFile, "open", None)
        with pytest.raises(BadZipFile, match=f"a is compressed by method {method}; only deflate is read"):
            check_entries(opened, PIECE)
        with pytest.raises(BadZipFile, match="only deflate is read"):
            next(unpacked(opened, opened.getinfo("a")))


def test_no_entry_is_longer_than_it_declares() -> None:
    with ZipFile(archive(b"more than that")) as opened:
        entry: ZipInfo = opened.getinfo("a")
        entry.file_size = 4
        with pytest.raises((BadZipFile, zlib.error)):
            b"".join(unpacked(opened, entry))


def test_a_long_list_of_entries_is_refused_unread() -> None:
    check_directory(archive(b"text"), 1 << 10)
    with pytest.raises(BadZipFile, match="its list of entries is larger than 1 KiB"):
        check_directory(archive(b"text", more=100), 1 << 10)
    made = archive(b"text")
    with pytest.raises(BadZipFile, match="does not end as a zip archive"):
        check_directory(BytesIO(made.getvalue() + b"more"), 1 << 10)
    large = made.getvalue()[:-22] + b"PK\6\7" + bytes(16) + made.getvalue()[-22:]
    with pytest.raises(BadZipFile, match="list of entries"):
        check_directory(BytesIO(large), 1 << 10)
