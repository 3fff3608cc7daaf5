"""A bundle with anything wrong in it is refused by name, or is as it was."""

from __future__ import annotations

import subprocess
import sys
import zipfile
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ragatta.experiments.bundle.archive import CARD, TEXTS, Bundle, read_bundle, write_bundle
from ragatta.experiments.faults import Fault
from ragatta.pipeline.plugins.registry import python_path
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


PEAK = """
import atexit
from ragatta.__main__ import main
def peak():
    (line,) = (line for line in open("/proc/self/status") if line.startswith("VmHWM:"))
    print(int(line.split()[1]) >> 10)
atexit.register(peak)
main()
"""


@pytest.mark.needs("bundles")
@pytest.mark.skipif(sys.platform != "linux", reason="the peak of a process is read from /proc")
def test_a_bundle_that_unpacks_to_gigabytes_is_refused_in_little_memory(tmp_path: Path) -> None:
    file, packed = tmp_path / "bomb.zip", zipfile.ZipInfo(CARD)
    packed.compress_type = zipfile.ZIP_BZIP2
    with zipfile.ZipFile(file, "w", compresslevel=1) as archive:
        for name in TEXTS:
            archive.writestr(name, "{}")
        with archive.open(packed, "w") as entry:
            for _ in range(192):
                entry.write(bytes(1 << 20))
        packed.file_size = 1000  # as its list of entries says
    assert file.stat().st_size < 100_000
    words = [sys.executable, "-c", PEAK, "import", "--from", str(file)]
    environment = {"PYTHONPATH": python_path(), "RAGATTA_HOME": str(tmp_path)}
    done = subprocess.run(words, env=environment, capture_output=True, text=True, check=False)
    assert int(done.stdout) < 200, f"{done.stdout} MiB"
    assert done.returncode == 1
    assert "bomb.zip: damaged, or no bundle of Ragatta (bundle.json is compressed by method 12" in done.stderr
