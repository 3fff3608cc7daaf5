"""Write the dataset: pdfs/, questions.yaml, conversations.yaml and manifest.json, beside their place and renamed when
whole."""

from __future__ import annotations

import json
from hashlib import sha256
from pathlib import Path
from typing import Any

from filings.documents.library import Library, write_library
from filings.facts import draw_facts
from filings.questions.collection import all_questions
from filings.questions.conversations import conversations
from generating.writing import replaced, write_questions

HERE = Path(__file__).parent
SHARED = HERE.with_name("generating")
EDITION = 2  # of documents and questions; figures of two editions do not compare


def code_digest() -> str:
    """SHA-256 of the generator's own files and of what generated datasets share, wording included: another generator,
    another dataset. What it wrote lies beside them and is none of them."""
    digest = sha256()
    code = [*HERE.rglob("*.py"), *HERE.joinpath("wording").rglob("*.yaml"), *SHARED.glob("*.py")]
    for path in sorted(code):
        if "__pycache__" not in path.parts:
            digest.update(path.relative_to(HERE.parent).as_posix().encode() + b"\0" + path.read_bytes())
    return digest.hexdigest()


def generate(seed: int, out: Path) -> Path:
    """Write the filing of `seed` to the folder `out` and return it; an `out` that stands is replaced as a whole.

    Raises FileExistsError where `out` holds something else than a dataset.
    """
    return replaced(out, ("manifest.json",), lambda folder: write(seed, folder))


def write(seed: int, folder: Path) -> None:
    facts = draw_facts(seed)
    library = write_library(facts)
    pdfs = folder / "pdfs"
    pdfs.mkdir()
    for document in library.documents.values():
        document.save(pdfs)
    records = [gold.record() for gold in all_questions(facts, library)]
    write_questions(folder, records)
    write_questions(folder, [gold.record() for gold in conversations(facts, library)], "conversations.yaml")
    manifest = json.dumps(describe(seed, library, pdfs), indent=2) + "\n"
    (folder / "manifest.json").write_text(manifest, encoding="utf-8")


def describe(seed: int, library: Library, pdfs: Path) -> dict[str, Any]:
    """The manifest: seed, generator, and each file with its digest and its pages."""
    files = [
        {
            "file": document.file,
            "sha256": sha256((pdfs / document.file).read_bytes()).hexdigest(),
            "pages": document.page,
        }
        for document in library.documents.values()
    ]
    return {"dataset": "filings", "edition": EDITION, "seed": seed, "generator_sha256": code_digest(), "files": files}
