"""`python -m cuad --questions master_clauses.csv --pdfs FOLDER --cache FOLDER --out FOLDER`: write CUAD's questions.

The page of a clause is taken from evidence_pages_derived.jsonl beside the CSV where the pages bear it out, and else
looked for in the contract.
"""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path

from cuad.clauses import DERIVED, read_contracts, read_pages_said
from cuad.places import Places
from cuad.questions import gold
from ragatta.pipeline.documents.pages import read_pages
from ragatta.pipeline.documents.parsers.pdfium import Pdfium
from ragatta.pipeline.machine.files import write_whole


def main() -> int:
    words = argparse.ArgumentParser(prog="cuad", description="Write CUAD's clauses as questions in Ragatta's form.")
    words.add_argument("--questions", type=Path, required=True, help="master_clauses.csv")
    words.add_argument("--pdfs", type=Path, required=True, help="the folder of the contracts")
    words.add_argument("--cache", type=Path, required=True, help="of page texts")
    words.add_argument("--out", type=Path, required=True, help="the folder to write questions.jsonl to")
    given = words.parse_args()
    try:
        contracts = read_contracts(given.questions)
        corpus = read_pages(given.pdfs, Pdfium(), given.cache).pages
        if missing := sorted({contract.file for contract in contracts} - set(corpus)):
            raise ValueError(f"{len(missing)} contracts are not here or cannot be read, {missing[0]} among them")
        places = Places(corpus, read_pages_said(given.questions.with_name(DERIVED)))
        lines = [json.dumps(record, ensure_ascii=False) + "\n" for one in contracts for record in gold(one, places)]
    except (OSError, ValueError, KeyError, SyntaxError) as error:
        print(f"{given.questions}: {type(error).__name__}: {error}; ragatta data --dataset cuad", file=sys.stderr)
        return 1
    write_whole(given.out / "questions.jsonl", "".join(lines))
    return 0


if __name__ == "__main__":
    sys.exit(main())
