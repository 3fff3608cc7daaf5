"""A bundle with anything wrong in it is refused by name, or is as it was."""

from __future__ import annotations

from pathlib import Path
from tempfile import TemporaryDirectory

from hypothesis import given
from hypothesis import strategies as st

from ragatta.experiments.bundle.archive import TEXTS, Bundle, read_bundle, write_bundle
from ragatta.experiments.faults import Fault
from tests.standins.mangled import damaged

BUNDLE = Bundle("ab" * 32, (), {name: f"{name}: some text\n" * 5 for name in TEXTS})


def whole() -> bytes:
    with TemporaryDirectory() as folder:
        write_bundle(BUNDLE, Path(folder, "run.zip"))
        return Path(folder, "run.zip").read_bytes()


def read(file: Path) -> Bundle | str:
    """The bundle, or what a fault begins with."""
    try:
        return read_bundle(file)
    except Fault as fault:
        return str(fault)[: len(str(file))]


@given(damaged(whole()) | st.binary(max_size=200))
def test_a_bundle_is_whole_or_refused_by_name(data: bytes) -> None:
    with TemporaryDirectory() as folder:
        file = Path(folder, "run.zip")
        file.write_bytes(data)
        assert read(file) in (BUNDLE, str(file))
