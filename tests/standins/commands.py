"""The type of the `command` fixture (tests/experiments/conftest.py)."""

from __future__ import annotations

import subprocess
from collections.abc import Callable

Command = Callable[..., "subprocess.CompletedProcess[str]"]
