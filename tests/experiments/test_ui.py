"""The port of make ui is one, or is refused."""

from __future__ import annotations

import pytest

from ragatta.experiments.faults import Fault
from ragatta.experiments.ui import main


@pytest.mark.parametrize("port", ["0", "65536", "²", "-1", "5000 5001", "x", "1e3", "99999999999"])
def test_what_is_no_port_is_refused(port: str) -> None:
    with pytest.raises(Fault, match="must be a number from 1 to 65535"):
        main(port.split())
