"""ragatta data, against a server on this machine: what arrives is what the manifest says, or it does not arrive."""

from __future__ import annotations

import hashlib
import io
import json
import threading
from collections.abc import Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any
from zipfile import ZipFile

import pytest

from ragatta.experiments.command_line.commands import run
from ragatta.experiments.commands import data
from ragatta.experiments.corpora.manifest import ListedFile, published, read_manifest
from ragatta.experiments.faults import Fault

ROOT = Path(__file__).resolve().parent.parent.parent
PDF, NOTE = b"%PDF-1.4 soup", b"a,b\n1,2\n"
MAKER = """import argparse, pathlib
words = argparse.ArgumentParser()
words.add_argument("source", type=pathlib.Path)
words.add_argument("--out", type=pathlib.Path)
words.add_argument("--pdfs", type=pathlib.Path)
given = words.parse_args()
given.out.write_text(f"{given.source.read_text()}{len(list(given.pdfs.glob('*.pdf')))} documents")
"""


class Quiet(SimpleHTTPRequestHandler):
    asked: list[str] = []  # noqa: RUF012 - of all requests

    def log_message(self, *_: object) -> None:
        self.asked.append(self.path)


@pytest.fixture
def served(tmp_path: Path) -> Iterator[tuple[Path, str]]:
    """A folder and the address that it is served at."""
    folder = tmp_path / "served"
    folder.mkdir()
    Quiet.asked = []
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=str(folder)))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield folder, f"http://127.0.0.1:{server.server_port}"
    server.shutdown()
    server.server_close()


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where the dataset soup is brought to; its package has a module that makes a file."""
    clone = tmp_path / "clone"
    (clone / "soup").mkdir(parents=True)
    (clone / "soup" / "__init__.py").touch()
    (clone / "soup" / "made.py").write_text(MAKER, encoding="utf-8")
    monkeypatch.setattr(data, "DATASETS", clone)
    monkeypatch.setattr(data, "GENERATED", tmp_path / "home")
    monkeypatch.delenv("RAGATTA_DATA", raising=False)
    return tmp_path / "home" / "soup"


def listed(file: str, content: bytes, **way: Any) -> dict[str, Any]:
    return {"file": file, "bytes": len(content), "sha256": hashlib.sha256(content).hexdigest(), **way}


def bring(*files: dict[str, Any]) -> None:
    about = {"dataset": "soup", "title": "Soups", "licence": "CC0", "homepage": "here"}
    (data.DATASETS / "soup" / "manifest.json").write_text(json.dumps({**about, "files": files}), encoding="utf-8")
    assert run(["data", "--dataset", "soup"]) == 0


def zipped(**members: bytes) -> bytes:
    out = io.BytesIO()
    with ZipFile(out, "w") as archive:
        for number, (name, content) in enumerate(members.items()):
            archive.writestr(f"all/part {number}/{name}.pdf", content)
    return out.getvalue()


def test_files_archives_and_made_files_arrive(
    served: tuple[Path, str], home: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder, address = served
    (folder / "a b.pdf").write_bytes(PDF)
    (folder / "more.zip").write_bytes(zipped(pea=b"pea", rye=b"rye"))
    (folder / "all.csv").write_bytes(NOTE)
    files = [
        listed("cut.csv", NOTE + b"3 documents", made_by="soup.made", made_from=[f"{address}/all.csv"]),
        listed("pdfs/a b.pdf", PDF, url=f"{address}/a%20b.pdf"),
        listed("pdfs/pea.pdf", b"pea", url=f"{address}/more.zip", member="pea.pdf"),
        listed("pdfs/rye.pdf", b"rye", url=f"{address}/more.zip", member="rye.pdf"),
        listed("pages.jsonl", b"x", unpublished="the pages"),
    ]
    bring(*files)
    found = {path.relative_to(home).as_posix(): path.read_bytes() for path in home.rglob("*") if path.is_file()}
    assert found == {
        "cut.csv": NOTE + b"3 documents",
        "pdfs/a b.pdf": PDF,
        "pdfs/pea.pdf": b"pea",
        "pdfs/rye.pdf": b"rye",
    }
    said = capsys.readouterr().out
    assert "pages.jsonl is not published: the pages" in said
    assert "4 of 5 files are here" in said
    assert Quiet.asked.count("/more.zip") == 1  # an archive is fetched once
    asked = len(Quiet.asked)
    bring(*files)
    assert len(Quiet.asked) == asked  # and nothing twice


def test_another_file_than_the_manifests_does_not_arrive(served: tuple[Path, str], home: Path) -> None:
    folder, address = served
    (folder / "same_size.pdf").write_bytes(PDF[::-1])
    (folder / "longer.pdf").write_bytes(PDF + b"!")
    (folder / "good.pdf").write_bytes(PDF)
    (folder / "no.zip").write_bytes(b"no archive")
    (folder / "two.zip").write_bytes(zipped(one=b"1"))
    with pytest.raises(Fault) as caught:
        bring(
            listed("a.pdf", PDF, url=f"{address}/same_size.pdf"),
            listed("b.pdf", PDF, url=f"{address}/longer.pdf"),
            listed("c.pdf", PDF, url=f"{address}/missing.pdf"),
            listed("d.pdf", PDF, url=f"{address}/no.zip", member="d.pdf"),
            listed("e.pdf", PDF, url=f"{address}/two.zip", member="e.pdf"),
            listed("f.pdf", PDF, url=f"{address}/two.zip", member="one.pdf"),
            listed("g.pdf", PDF, url=f"{address}/good.pdf"),
        )
    faults = caught.value.problems
    assert faults[0] == f"a.pdf: {address}/same_size.pdf: its SHA-256 is another than the manifest's"
    assert faults[1] == f"b.pdf: {address}/longer.pdf: more than {len(PDF)} bytes"
    assert faults[2].startswith(f"c.pdf: {address}/missing.pdf: the server answers 404")
    assert "not a zip archive" in faults[3]
    assert "0 files of the archive end in e.pdf instead of one" in faults[4]
    assert "one.pdf has 1 bytes instead of 13" in faults[5]
    assert faults[6:] == ["give the same command again: what is here is kept"]
    assert [path.name for path in home.rglob("*")] == ["g.pdf"]  # the rest was brought all the same


def test_what_a_killed_run_left_goes_and_a_running_one_is_waited_for(
    served: tuple[Path, str], home: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder, url = served
    (folder / "a.pdf").write_bytes(PDF)
    left, files = home / ".bringing-dead", listed("a.pdf", PDF, url=f"{url}/a.pdf")
    left.mkdir(parents=True)
    (left / "part").write_bytes(PDF[:4])
    with data._alone("soup"):
        other = threading.Thread(target=bring, args=(files,))
        other.start()
        other.join(0.3)
        assert other.is_alive()
        assert left.exists()  # it might be the running one's
    other.join()
    assert [path.name for path in home.iterdir()] == ["a.pdf"]
    assert "is fetching it; waiting" in capsys.readouterr().out


@pytest.mark.usefixtures("home")
def test_a_server_that_is_not_there_is_named() -> None:
    with pytest.raises(Fault, match=r"a\.pdf: http://127\.0\.0\.1:1/a\.pdf: .*refused"):
        bring(listed("a.pdf", PDF, url="http://127.0.0.1:1/a.pdf"))


def test_what_lies_in_the_shared_folder_is_read_in_place(
    home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shared = tmp_path / "shared" / "soup" / "a.pdf"
    shared.parent.mkdir(parents=True)
    shared.write_bytes(PDF)
    monkeypatch.setenv("RAGATTA_DATA", str(tmp_path / "shared"))
    bring(listed("a.pdf", PDF, url="http://127.0.0.1:1/a.pdf"))
    assert not home.exists()
    shared.write_bytes(PDF[::-1])
    with pytest.raises(Fault, match="its SHA-256 is another than the manifest's; remove it"):
        bring(listed("a.pdf", PDF, url="http://127.0.0.1:1/a.pdf"))


@pytest.mark.usefixtures("home")
@pytest.mark.parametrize(
    ("file", "message"),
    [
        ({"file": "../a.pdf", "url": "x"}, "outside the dataset's folder"),
        ({"file": "/a.pdf", "url": "x"}, "outside the dataset's folder"),
        ({"file": "a.pdf"}, "one of url, made_by, unpublished must be given"),
        ({"file": "a.pdf", "url": "x", "made_by": "y"}, "one of url"),
        ({"file": "a.pdf", "url": "x", "extra": "y"}, "unexpected keyword argument 'extra'"),
    ],
)
def test_a_manifest_of_another_form_says_so(file: dict[str, str], message: str) -> None:
    with pytest.raises(Fault, match=message):
        bring({"bytes": 1, "sha256": "0", **file})


def test_a_dataset_without_a_manifest_names_the_others() -> None:
    with pytest.raises(Fault, match="did you mean cuad"):
        run(["data", "--dataset", "cuads"])
    with pytest.raises(Fault, match=r"ragatta data --dataset NAME: name one of cuad, .*uda"):
        run(["data"])


@pytest.mark.parametrize("name", published(ROOT / "datasets"))
def test_committed_manifests_are_whole(name: str) -> None:
    manifest = read_manifest(ROOT / "datasets", name)
    assert manifest.dataset == name
    files = [one.file for one in manifest.files]
    assert len(set(files)) == len(files)
    for one in manifest.files:
        addresses = [*([one.url] if one.url else []), *one.made_from]
        assert all(address.startswith("https://") for address in addresses)
        assert (len(one.sha256), one.bytes > 0) == (64, True)


def test_a_file_is_judged_by_size_and_digest(tmp_path: Path) -> None:
    path = tmp_path / "a"
    path.write_bytes(PDF)
    one = ListedFile(**listed("a", PDF, url="x"))
    assert one.fault(path) == ""
    path.write_bytes(PDF + b"!")
    assert one.fault(path) == "14 bytes instead of 13"
