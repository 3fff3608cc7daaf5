"""What a configuration says of a dataset cannot lead out of the folder of datasets."""

from __future__ import annotations

import pytest

from conf.schema import Dataset


@pytest.mark.parametrize("name", ["../../x", "/etc", "a/b", "..", ".hidden", "", "-x", "a\n", "${seed}"])
def test_a_dataset_is_named_by_a_folder_alone(name: str) -> None:
    (said,) = Dataset(name=name).problems()
    assert said.startswith(f"dataset.name ({name!r}) must be the name of a folder")
    assert (Dataset(generator=name).problems() != []) == bool(name)


@pytest.mark.parametrize("name", ["filings", "ct_maps", "my-set.2024", "2024", "größe"])
def test_an_ordinary_name_is_fine(name: str) -> None:
    assert Dataset(name=name, generator=name).problems() == []
