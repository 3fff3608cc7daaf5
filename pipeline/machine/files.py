"""Writes files atomically, so that a reader never sees half of one, and reads untrusted files up to a size limit."""

from __future__ import annotations

import errno
import os
import secrets
import shutil
import stat
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

MODE = 0o666  # of a new file, less the umask; in a folder with an access control list, as that says
LARGEST = 1 << 20  # bytes of a file of settings: reading YAML takes long
LARGEST_RECORDS = 256 << 20  # bytes of a file of questions or answers: read, it takes several times as much memory
LARGEST_YAML = 16 << 20  # bytes of such a file in YAML, which takes a minute
_PIECE = 1 << 20
_NO_LINK = getattr(os, "O_NOFOLLOW", 0)
_BINARY = getattr(os, "O_BINARY", 0)  # of Windows
# A folder on the way need not be readable, and a pipe without a writer is opened at once, and refused.
_FOLDER = getattr(os, "O_PATH", os.O_RDONLY) | getattr(os, "O_DIRECTORY", 0)
_READING = os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | _BINARY


def write_whole(path: Path, content: str | bytes, replaced: os.stat_result | None = None) -> None:
    """Writes atomically: after a kill or on a full disk the old file is unchanged. A new file has the mode that umask
    and folder give it; with `replaced` it keeps the mode and the group of the file that it replaces, and is on the disk
    when this returns. Raises OSError naming the file."""
    beside = path.with_name(f".{path.name}.{secrets.token_hex(4)}")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        handle = os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_EXCL | _BINARY, MODE)
        try:
            write_all(handle, content.encode() if isinstance(content, str) else content)
            if replaced:
                os.fsync(handle)
        finally:
            os.close(handle)
        if replaced:
            with suppress(PermissionError, AttributeError):  # of a group that the user is not in; Windows has none
                os.chown(beside, -1, replaced.st_gid)
            os.chmod(beside, stat.S_IMODE(replaced.st_mode))
        os.replace(beside, path)
    except BaseException as fault:
        with suppress(OSError):
            beside.unlink(missing_ok=True)
        if isinstance(fault, OSError):
            raise unwritten(path, fault, path.parent) from fault
        raise


def link_whole(source: Path, path: Path, content: str) -> None:
    """Makes `path` another name of `source`, atomically, or writes its `content` where the disk has no such links. For
    files that are written whole, never in place. Raises OSError naming the file."""
    beside = path.with_name(f".{path.name}.{secrets.token_hex(4)}")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        os.link(source, beside)
        try:
            os.replace(beside, path)
        finally:
            beside.unlink(missing_ok=True)  # it stays where both are names of one file
    except OSError:  # another disk, one without links, or a file of another user's
        write_whole(path, content)


def holds(path: Path, content: str) -> bool:
    """Whether that is what the file holds."""
    try:
        return path.read_bytes() == content.encode()
    except OSError:
        return False


def write_all(handle: int, data: bytes) -> None:
    """Writes all bytes to the open file. Raises OSError; then some of them may be in it."""
    left = memoryview(data)
    while left:
        left = left[os.write(handle, left) :]


def unwritten(path: Path, fault: OSError, *places: Path) -> OSError:
    """The error that says that `path` could not be written, and which of `places` (itself and its folder) must not be,
    with owner and mode."""
    why = "" if fault.errno == errno.EROFS else whose(*(places or (path, path.parent)))
    return OSError(fault.errno, f"could not write {path}: {fault.strerror}{why}")


def whose(*places: Path) -> str:
    """Owner and mode of the first of these files and folders that this user must not write, with what its owner can do;
    empty where there is none. Of what is not there counts the first folder above it that is."""
    for place in places:
        there = next(above for above in (place, *place.absolute().parents) if os.path.exists(above))
        if os.access(there, os.W_OK):
            continue
        mode = stat.S_IMODE(there.stat().st_mode)
        said = f"; {there} belongs to {_owner(there)}, mode {mode:04o}"
        change = "chmod g+ws" if there.is_dir() else "chmod g+w"
        return said + ("" if mode & stat.S_IWGRP else f"; its owner can let the group write: {change} {there}")
    return ""


def _owner(place: Path) -> str:
    """Owner and group, by number where they have no name."""
    status = place.stat()
    try:
        return f"{place.owner()} (group {place.group()})"
    except (KeyError, NotImplementedError):
        return f"user {status.st_uid} (group {status.st_gid})"


def remove_folder(place: Path) -> None:
    """Removes a folder of ours if it is there; where a link bears its name, only the link. Raises OSError."""
    if place.is_symlink():
        place.unlink()
    elif place.exists():
        shutil.rmtree(place)


def fullest(folder: Path) -> tuple[Path, int]:
    """Where room is scarcest, with the bytes that are free: that folder, or the one for temporary files, which SQLite
    and other libraries write to."""
    places = [folder, Path(os.environ.get("TMPDIR") or tempfile.gettempdir())]
    free = [(place, shutil.disk_usage(place).free) for place in places if place.is_dir()]
    return min(free, key=lambda found: found[1])


@contextmanager
def unlinked(path: Path) -> Iterator[None]:
    """For a library that opens a file by its path, which contained no link when the file was listed, as realpath gives
    it. Raises OSError naming the file if a part of the path is a link now, before and after the block, or if it is a
    folder, which each library would report in its own words."""
    _check(path)
    yield
    _check(path)


def _check(path: Path) -> None:
    """Raises OSError for a path with a link in it, and for a folder."""
    handle = _without_links(path)
    try:
        if stat.S_ISDIR(os.fstat(handle).st_mode):
            raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), str(path))
    finally:
        os.close(handle)


def _without_links(path: Path) -> int:
    """The file, opened folder by folder, so that nothing can put a link in its way."""
    if os.open not in os.supports_dir_fd:  # Windows
        if Path(os.path.realpath(path)) != path.absolute():
            raise _now_a_link(path)
        return os.open(path, _READING)
    folder = os.open(path.anchor or ".", _FOLDER)
    try:
        *folders, name = path.relative_to(path.anchor).parts
        for part in folders:
            below = os.open(part, _FOLDER | _NO_LINK, dir_fd=folder)
            os.close(folder)
            folder = below
        return os.open(name, _READING | _NO_LINK, dir_fd=folder)
    except OSError as fault:
        if fault.errno in (errno.ELOOP, errno.ENOTDIR):
            raise _now_a_link(path) from fault
        raise OSError(fault.errno, fault.strerror, str(path)) from fault
    finally:
        os.close(folder)


def _now_a_link(path: Path) -> OSError:
    later = "it, or a folder that it is in, was replaced by a link after it was listed"
    leads_to_itself = os.path.realpath(path) == str(path)  # nothing comes of resolving it
    return OSError(errno.ELOOP, os.strerror(errno.ELOOP) if leads_to_itself else later, str(path))


def pieces(path: Path, largest: int, links: bool = True) -> Iterator[bytes]:
    """The bytes of a regular file of at most `largest` bytes. Without `links` no part of the path may be one. Raises
    OSError naming the file for any other, before anything is read, and for one that grows meanwhile."""
    handle = os.open(path, _READING) if links else _without_links(path)
    try:
        status = os.fstat(handle)
        if not stat.S_ISREG(status.st_mode):
            raise OSError(errno.EINVAL, "not a regular file", str(path))
        left = largest if status.st_size <= largest else -1
        while left >= 0 and (piece := os.read(handle, _PIECE)):
            yield piece
            left -= len(piece)
        if left < 0:
            raise OSError(errno.EFBIG, f"larger than {largest >> 20:,} MiB", str(path))
    finally:
        os.close(handle)


def read_small(path: Path) -> str:
    """The text of a settings file, of at most LARGEST bytes. Raises OSError naming the file, and UnicodeDecodeError."""
    return b"".join(pieces(path, LARGEST)).decode("utf-8")
