"""The short form of make chaos: every kind of harm a few times."""

from __future__ import annotations

import pytest

from tests.chaos.__main__ import KINDS, main


@pytest.mark.parametrize("name", KINDS)
def test_no_harm_gives_another_figure(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--only", name, "--share", "0.02"]) == 0, capsys.readouterr().out
