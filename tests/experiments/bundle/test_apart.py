"""Where a bundle lies, and which runs belong to it."""

from __future__ import annotations

from pathlib import Path

import pytest

from ragatta.experiments.faults import Fault
from ragatta.experiments.on_record.places import OWN, of_bundles, records_of
from ragatta.experiments.paths import BUNDLES


def test_a_bundle_has_a_folder_by_its_files_and_their_contents(tmp_path: Path) -> None:
    one, other = tmp_path / "one run.zip", tmp_path / "..zip"
    one.write_bytes(b"1")
    other.write_bytes(b"2")
    names = [of_bundles(files).bundle for files in ([one], [other], [one, other])]
    assert [name.rpartition("-")[0] for name in names] == ["one_run", "bundle", "one_run"]
    assert len(set(names)) == 3
    one.write_bytes(b"3")
    assert of_bundles([one]).bundle not in names
    assert of_bundles([one]).home == BUNDLES / of_bundles([one]).bundle


def test_a_run_belongs_to_the_bundle_of_its_folder_and_else_of_its_manifest(tmp_path: Path) -> None:
    inside = BUNDLES / "run-1" / "outputs/runs/abc"
    assert records_of(inside, {"bundle": "another-2"}).bundle == "run-1", "a manifest comes from elsewhere"
    assert records_of(tmp_path, {"bundle": "another-2"}).home == BUNDLES / "another-2"
    assert records_of(tmp_path, {}) == OWN
    assert records_of(inside, {}).label(records_of(inside, {}).label("naive")) == "naive (bundle run-1)"
    for odd in ("../..", "/etc", ".", "a/b"):
        with pytest.raises(Fault, match="not the name of a bundle"):
            records_of(tmp_path, {"bundle": odd})
