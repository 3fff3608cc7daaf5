"""Brings the files of a published dataset here, each checked by its SHA-256.

Existing files are kept; those in the folder of RAGATTA_DATA are read in place. Files are written atomically; an archive
is fetched once.

With --beir FOLDER it fetches nothing. It searches a collection of texts in BEIR's form, by BM25, by meaning and hybrid,
and measures the order of what is found against the collection's judgements. Nothing is answered.
"""

from __future__ import annotations

import os
import shutil
import tempfile
import zlib
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.client import HTTPException
from pathlib import Path
from urllib.error import HTTPError, URLError
from urllib.parse import urlsplit
from urllib.request import Request, urlopen
from zipfile import BadZipFile, ZipFile, ZipInfo

from ragatta.experiments.command_line.commands import command
from ragatta.experiments.command_line.options import SETTINGS, option
from ragatta.experiments.corpora.manifest import ListedFile, Manifest, published, read_manifest
from ragatta.experiments.corpora.programs import Program
from ragatta.experiments.counting import counted
from ragatta.experiments.faults import Fault
from ragatta.experiments.paths import DATASETS, GENERATED
from ragatta.experiments.running.ranked import rank
from ragatta.pipeline.machine.locks import locked
from ragatta.pipeline.machine.unpacking import unpacked

SECONDS = 60  # without a byte, after which a server counts as gone
BLOCK = 1 << 20  # bytes read at once
LARGEST = 2 << 30  # bytes of a file whose size no manifest states, an archive say: a disk is not filled by an error
BESIDE = ".bringing-"  # begins the name of the folder where files lie until they are whole and right
AGAIN = "give the same command again: what is here is kept"


@command(__doc__, "data --dataset uda", "data --beir folder", "data --beir folder retrieval=bm25 bm25.formula=lucene")
@option("--dataset", multiple=True, metavar="NAME", help="such as uda")
@option("--beir", default="", metavar="FOLDER", help="texts, queries and judgements in BEIR's form")
@option("--qrels", default="", metavar="FILE", help="of --beir: its judgements, such as qrels/test.tsv")
@SETTINGS
def data(dataset: tuple[str, ...], beir: str, qrels: str, settings: tuple[str, ...]) -> int:
    if beir:
        return rank(Path(beir), qrels, settings)
    if given := next(iter([*settings, *([f"--qrels {qrels}"] if qrels else [])]), ""):
        fix = "a dataset is brought by ragatta data --dataset NAME, settings are of --beir FOLDER"
        raise Fault(f"{given}: nothing that ragatta data knows; {fix}")
    if not dataset:
        raise Fault(f"ragatta data --dataset NAME: name one of {', '.join(published(DATASETS))}; or --beir FOLDER")
    for name in dataset:
        bring(read_manifest(DATASETS, name))
    return 0


def bring(manifest: Manifest) -> None:
    """Fetches missing files, and names those that cannot be fetched. Raises Fault with every file that could not be
    fetched or does not match the manifest."""
    target = GENERATED / manifest.dataset
    size = sum(listed.bytes for listed in manifest.files)
    files = counted(len(manifest.files), "file")
    print(f"{manifest.title}: {files}, {_megabytes(size)}, {manifest.licence}, {manifest.homepage}")
    with _alone(manifest.dataset):
        _bring(manifest, target)


def _bring(manifest: Manifest, target: Path) -> None:
    for left in target.glob(f"{BESIDE}*"):  # by a run that was killed: no other one is running now
        if left.is_dir() and not left.is_symlink():
            shutil.rmtree(left)
    wanted = [listed for listed in manifest.files if not _here(listed, manifest.dataset)]
    absent = [listed for listed in wanted if listed.unpublished]
    for listed in absent:
        print(f"  {listed.file} is not published: {listed.unpublished}")
    wanted = [listed for listed in wanted if not listed.unpublished]
    if wanted:
        print(f"  fetching {counted(len(wanted), 'file')} to {target}", flush=True)
        target.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(prefix=BESIDE, dir=target) as beside:
            faults = list(_Bringing(manifest, target, Path(beside)).all(wanted))
        if faults:
            raise Fault([*faults, AGAIN])
    print(f"  {len(manifest.files) - len(absent)} of {len(manifest.files)} files are here, each with the right SHA-256")


@contextmanager
def _alone(dataset: str) -> Iterator[None]:
    """Waits if another process fetches the same dataset."""
    GENERATED.mkdir(parents=True, exist_ok=True)
    waits = "  another ragatta data is fetching it; waiting"
    with locked(GENERATED / f".{dataset}.bringing.lease", lambda: print(waits, flush=True)):
        yield


def places(dataset: str) -> list[Path]:
    """The folders to search for a dataset's files; the first match counts."""
    shared = os.environ.get("RAGATTA_DATA")
    found = [DATASETS / dataset, GENERATED / dataset, *([Path(shared) / dataset] if shared else [])]
    return list(dict.fromkeys(found))


def _here(listed: ListedFile, dataset: str) -> bool:
    """Raises Fault for a file that is here and another one."""
    for place in places(dataset):
        path = place / listed.file
        if path.is_file():
            if fault := listed.fault(path):
                raise Fault(f"{path}: {fault}; remove it, then {AGAIN}")
            return True
    return False


@dataclass
class _Bringing:
    """One run: files stay in `beside` until they are verified."""

    manifest: Manifest
    target: Path
    beside: Path
    fetched: dict[str, Path] = field(default_factory=dict)  # by address

    def all(self, wanted: Iterable[ListedFile]) -> Iterator[str]:
        """Fetches each file; yields the faults of those that cannot be fetched. Files to be made come last, because
        they may depend on the documents."""
        for listed in sorted(wanted, key=lambda one: bool(one.made_by)):
            try:
                self._place(listed, self._made(listed) if listed.made_by else self._published(listed))
            except Fault as fault:
                yield f"{listed.file}: {'; '.join(fault.problems)}"

    def _place(self, listed: ListedFile, path: Path) -> None:
        if fault := listed.fault(path):
            raise Fault(f"{listed.url or listed.made_by}: {fault}")
        place = self.target / listed.file
        place.parent.mkdir(parents=True, exist_ok=True)
        path.replace(place)

    def _published(self, listed: ListedFile) -> Path:
        if not listed.member:
            return self._fetch(listed.url, listed.bytes)
        archive, out = self._once(listed.url), self.beside / "member"
        try:
            with ZipFile(archive) as opened:
                member = _member(opened, listed.member)
                if member.file_size != listed.bytes:
                    raise Fault(f"{listed.url}: {listed.member} has {member.file_size} bytes instead of {listed.bytes}")
                with out.open("wb") as copy:
                    copy.writelines(unpacked(opened, member))
        except (BadZipFile, zlib.error, EOFError) as fault:
            raise Fault(f"{listed.url}: not a zip archive ({fault})") from fault
        return out

    def _made(self, listed: ListedFile) -> Path:
        sources, out = [self._once(url) for url in listed.made_from], self.beside / "made"
        program = Program("made_by", listed.made_by.split(".", 1)[0], DATASETS)
        pdfs = next(
            (place / "pdfs" for place in places(self.manifest.dataset) if (place / "pdfs").is_dir()), self.target
        )
        words = [*map(str, sources), "--out", str(out), "--pdfs", str(pdfs)]
        done = program.run(*words, module=listed.made_by)
        if done.returncode:
            raise Fault(f"{listed.made_by}: {(done.stderr.strip().splitlines() or ['no message'])[-1]}")
        return out

    def _once(self, url: str) -> Path:
        """An archive of several files is fetched once; its members are checked, not the archive."""
        if url not in self.fetched:
            got = self._fetch(url, LARGEST)
            kept = self.beside / f"{len(self.fetched)}-{Path(urlsplit(url).path).name}"
            self.fetched[url] = got.replace(kept)
        return self.fetched[url]

    def _fetch(self, url: str, most: int) -> Path:
        """Fetches at most `most` + 1 bytes."""
        part = self.beside / "part"
        request = Request(url, headers={"User-Agent": "ragatta"})
        with _reached(url), urlopen(request, timeout=SECONDS) as reply, part.open("wb") as out:
            while (room := most + 1 - out.tell()) > 0 and (block := reply.read(min(BLOCK, room))):
                out.write(block)
        if part.stat().st_size > most:
            raise Fault(f"{url}: more than {most} bytes")
        return part


@contextmanager
def _reached(url: str) -> Iterator[None]:
    """Any failure of a server or the network becomes a Fault that names the address."""
    try:
        yield
    except HTTPError as fault:
        raise Fault(f"{url}: the server answers {fault.code} {fault.reason}") from fault
    except (URLError, HTTPException, TimeoutError, ConnectionError) as fault:
        raise Fault(f"{url}: {getattr(fault, 'reason', None) or fault or type(fault).__name__}") from fault


def _member(archive: ZipFile, ending: str) -> ZipInfo:
    """The archive's only file whose path ends in this. Raises Fault if there is none, or several."""
    found = [info for info in archive.infolist() if info.filename == ending or info.filename.endswith(f"/{ending}")]
    if len(found) != 1:
        raise Fault(f"{len(found)} files of the archive end in {ending} instead of one")
    return found[0]


def _megabytes(size: int) -> str:
    return f"{size / 1e6:.1f} MB"
