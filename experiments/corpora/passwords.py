"""Passwords of protected PDFs, read from the environment and never from a configuration, because that is written to
files.

A dataset names the variable of each file (dataset.passwords); $RAGATTA_PDF_PASSWORDS has those of any dataset, as a
JSON object of file names and passwords or the path of a file with one.
"""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from pathlib import Path

from ragatta.conf.schema import Dataset
from ragatta.experiments.faults import Fault
from ragatta.pipeline.documents.files import document_files
from ragatta.pipeline.documents.names import composed
from ragatta.pipeline.machine.files import read_small

VARIABLE = "RAGATTA_PDF_PASSWORDS"


def passwords_of(dataset: Dataset, folder: Path) -> dict[str, str]:
    """The passwords of the PDFs below `folder`, by name. Names in the environment that match no file are ignored.
    Raises Fault naming the variable, never its value."""
    common = common_passwords()
    here = {name: common[name] for name in (document_files(folder, links=True) if common else ()) if name in common}
    missing = [
        f"dataset.passwords.{name}: the environment variable {variable} is not set"
        for name, variable in dataset.passwords.items()
        if variable not in os.environ
    ]
    if missing:
        raise Fault(missing)
    return here | {composed(name): os.environ[variable] for name, variable in dataset.passwords.items()}


def common_passwords() -> dict[str, str]:
    """The passwords of $RAGATTA_PDF_PASSWORDS, by file name. Raises Fault as above."""
    given = os.environ.get(VARIABLE, "").strip()
    if not given:
        return {}
    try:
        text = given if given.startswith("{") else read_small(Path(given).expanduser())
        found = json.loads(text)
    except (OSError, ValueError) as error:
        what = error.strerror if isinstance(error, OSError) else "it is not valid JSON"
        raise _fault(what) from None  # the cause quotes what it could not read
    if not isinstance(found, Mapping) or not all(isinstance(password, str) for password in found.values()):
        raise _fault("it must be an object of file names and passwords")
    return {composed(name): password for name, password in found.items()}


def _fault(what: str | None) -> Fault:
    return Fault(
        f'{VARIABLE}: {what}; give JSON such as {{"file.pdf": "password"}}, or the path of a file that holds it'
    )
