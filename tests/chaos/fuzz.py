"""Foreign files and replies, changed at random: questions, answers, bundles, PDFs, what a model says.

A command ends with a result or a named error, in time, and writes nothing outside its home; a bundle that is refused
has left nothing there.
"""

from __future__ import annotations

import io
import json
import random
import shutil
import zipfile
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

from tests.chaos.course import BAD, NAMED, PAGES, QUESTIONS, WRONG, Bench, Trial, judged
from tests.standins.loopback import Said
from tests.standins.ollama_server import OllamaServer
from tests.standins.pdfs import write_pdf
from tests.standins.sensible import sensible

RECORDS: list[dict[str, Any]] = [
    {
        "id": "fee", "question": "What is the storage fee per season?", "kind": "number", "expected": "$25",
        "evidence": [{"file": "handbook.pdf", "pages": [3], "quote": "The storage fee is $25"}], "tags": ["fees"],
    },
    {"id": "both", "question": "Which pumps are sold?", "kind": "list", "expected": ["Big pump", "Small pump"]},
    {
        "id": "parts", "question": "Fee and price?", "kind": "multi", "sub_questions": ["Fee?", "Price?"],
        "expected": ["$25", "$120"], "split": "dev",
    },
]  # fmt: skip
ODD = (
    b"\x00", b"\xff", b"\xef\xbb\xbf", b'"', b"'", b"`", b"$(", b"{", b"[", b"}", b"]", b",", b":", b"\r", b"\n",
    b"&a ", b"*a", b"!!python/object:os.system ", b"=1+1", b"\\ud800", b"\xe2\x80\x8b", b"\xe2\x80\xae", b"-1",
    b"1e999", b"NaN", b"null", b"true", b"9" * 400, b"../../etc/passwd", b"[" * 300, b'{"a":' * 300,
)  # fmt: skip
VALUES: tuple[Any, ...] = (
    None,
    True,
    -1,
    10**30,
    1.5,
    "",
    "a" * 5_000,
    [],
    {},
    [[]],
    {"a": {}},
    "\u202e",
    "../x",
    [None],
)
ANSWERS = [
    {"question": record, "answer": {"text": "It is $25.", "items": ["Big pump"], "value": ""}} for record in RECORDS
]


def trials(bench: Bench, count: int, drawn: random.Random) -> Iterator[Trial]:
    """So many inputs, of each kind as many."""
    kinds: Sequence[Callable[[Bench, int, random.Random], Iterator[Trial]]] = (
        questions, answers, bundles, pdfs, replies,
    )  # fmt: skip
    for at, kind in enumerate(kinds):
        yield from kind(bench, count * (at + 1) // len(kinds) - count * at // len(kinds), drawn)


def questions(bench: Bench, count: int, drawn: random.Random) -> Iterator[Trial]:
    """Of the three forms, each read, checked against the documents and not asked."""
    import yaml

    forms = {
        "csv": lambda _: QUESTIONS.encode(),
        "jsonl": lambda records: "\n".join(map(json.dumps, records)).encode(),
        "yaml": lambda records: yaml.safe_dump(records).encode(),
    }
    home = bench.folder / "home"
    for number in range(count):
        form = list(forms)[number % len(forms)]
        file = bench.folder / f"foreign.{form}"
        file.write_bytes(changed(forms[form](changed_records(RECORDS, drawn)), drawn))
        words = [
            "--pdfs",
            f"{bench.folder}/pdfs",
            "--questions",
            str(file),
            "--grid",
            "none",
            "tracking=off",
            "--dry-run",
        ]
        yield _tried(bench, f"questions as {form}", "sweep", words, home, file)


def answers(bench: Bench, count: int, drawn: random.Random) -> Iterator[Trial]:
    file, home = bench.folder / "foreign.jsonl", bench.folder / "home"
    for _ in range(count):
        file.write_bytes(changed("\n".join(map(json.dumps, changed_records(ANSWERS, drawn))).encode(), drawn))
        yield _tried(bench, "answers", "score", ["--from", str(file)], home, file)
        file.with_suffix(".scores.csv").unlink(missing_ok=True)


def bundles(bench: Bench, count: int, drawn: random.Random) -> Iterator[Trial]:
    """Of one run, with bytes of the archive or of a member changed."""
    if not count:
        return
    home, good, file = bench.folder / "home", bench.folder / "good.zip", bench.folder / "foreign.zip"
    bench.undisturbed(bench.own(), home)
    code, said = bench.run("export", ["--run", "latest:baseline", "--to", str(good)], home)
    if code:
        raise RuntimeError(f"the undisturbed export failed: {said}")
    for _ in range(count):
        shutil.rmtree(home, ignore_errors=True)
        home.mkdir()
        file.write_bytes(_changed_archive(good.read_bytes(), drawn))
        words = {"RAGATTA_FROM": str(file), "RAGATTA_PDFS": f"{bench.folder}/pdfs"}
        words["RAGATTA_QUESTIONS"] = f"{bench.folder}/questions.csv"
        trial = _tried(bench, "bundle", "import", [], home, file, **words)
        left = [path for path in home.rglob("*") if path.is_file() and path.suffix != ".lock"]
        yield Trial(trial.what, WRONG, f"refused, but left {left}") if trial.outcome == NAMED and left else trial


def pdfs(bench: Bench, count: int, drawn: random.Random) -> Iterator[Trial]:
    folder, home = bench.folder / "foreign", bench.folder / "home"
    folder.mkdir(exist_ok=True)
    write_pdf(folder / "good.pdf", PAGES["handbook.pdf"])
    good = (folder / "good.pdf").read_bytes()
    for _ in range(count):
        (folder / "bad.pdf").write_bytes(changed(good, drawn, at_least=1))
        words = [
            "--pdfs",
            str(folder),
            "--questions",
            f"{bench.folder}/questions.csv",
            "--grid",
            "none",
            "tracking=off",
        ]
        yield _tried(bench, "PDF", "sweep", words, home, folder / "bad.pdf")


def replies(bench: Bench, count: int, drawn: random.Random) -> Iterator[Trial]:
    """What a model says: the fields of its replies, or their bytes."""
    home = bench.folder / "home"

    def think(body: Any) -> Said:
        said = sensible(body)
        if drawn.random() < 0.5:
            return said
        if not said.calls and said.text.startswith("{") and drawn.random() < 0.3:
            return Said(json.dumps(changed_records([json.loads(said.text)], drawn, often=1.0)[0]))
        return Said(changed(said.text.encode(), drawn, at_least=1).decode("utf-8", "replace"))

    with OllamaServer(think=think) as server:
        for _ in range(count):
            shutil.rmtree(home, ignore_errors=True)
            words = bench.own("architecture=router_planner,agentic,guarded", server=server.address)
            yield _tried(bench, "replies", "sweep", words, home, home / "answers.jsonl")  # which tells of each reply


def _tried(bench: Bench, what: str, command: str, words: list[str], home: Path, file: Path, **more: str) -> Trial:
    around = _listed(bench.folder, home)
    code, said = bench.run(command, words, home, **more)
    outcome = judged(code, said, lambda: True, (file.name, *(("q", "id") if what.startswith("q") else ())))
    beside = _listed(bench.folder, home) - around - {file.with_suffix(".scores.csv")}
    if beside:
        return Trial(what, WRONG, f"written beside the home: {sorted(map(str, beside))}")
    kept = file.read_bytes()[:4_000] if outcome in BAD and file.is_file() else b""
    return Trial(what, outcome, f"{said}\n-- of --\n{kept!r}" if kept else said)


def _listed(folder: Path, home: Path) -> set[Path]:
    return {path for path in folder.rglob("*") if path.is_file() and home not in path.parents}


def changed_records(records: list[dict[str, Any]], drawn: random.Random, often: float = 0.5) -> list[dict[str, Any]]:
    """The records with some of their values, at any depth, replaced, removed or doubled."""
    whole: list[dict[str, Any]] = json.loads(json.dumps(records))
    if drawn.random() < often:
        for _ in range(drawn.randint(1, 3)):
            _change_within(whole, drawn)
    return whole


def _change_within(value: Any, drawn: random.Random) -> None:
    keys = list(value) if isinstance(value, dict) else list(range(len(value)))
    if not keys:
        return
    key = drawn.choice(keys)
    if isinstance(value[key], dict | list) and value[key] and drawn.random() < 0.7:
        _change_within(value[key], drawn)
    elif drawn.random() < 0.2:
        del value[key]
    else:
        value[key] = drawn.choice(VALUES)


def changed(data: bytes, drawn: random.Random, at_least: int = 0) -> bytes:
    """The bytes with some flipped, cut out, doubled or replaced by odd ones."""
    for _ in range(drawn.randint(at_least, 3)):
        at = drawn.randrange(len(data) + 1)
        to = min(len(data), at + drawn.randint(0, 40))
        way = drawn.randrange(5)
        if way == 0 and at < len(data):
            data = data[:at] + bytes([data[at] ^ 1 << drawn.randrange(8)]) + data[at + 1 :]
        elif way == 1:
            data = data[:at] + drawn.choice(ODD) + data[at:]
        elif way == 2:
            data = data[:at] + data[to:]
        elif way == 3:
            data = data[:to] + data[at:]
        else:
            data = data[:at]
    return data


def _changed_archive(good: bytes, drawn: random.Random) -> bytes:
    """Half of them broken as an archive, half whole ones with a changed member."""
    if drawn.random() < 0.4:
        return changed(good, drawn, at_least=1)
    out, archive = io.BytesIO(), zipfile.ZipFile(io.BytesIO(good))
    chosen = drawn.choice(archive.namelist())
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as made:
        for name in archive.namelist():
            data = archive.read(name)
            if name == chosen:
                name = drawn.choice([name] * 8 + ["../" + name, "/" + name, name.upper()])
                data = changed(data, drawn, at_least=1)
            made.writestr(name, data)
            if name == chosen and drawn.random() < 0.1:
                made.writestr(name, data)  # twice
    return out.getvalue()
