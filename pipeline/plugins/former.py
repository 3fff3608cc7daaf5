"""Settings that an earlier version had: a class lists them as FORMER, for configurations that were saved then."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class Former:
    """`usual` is the value where nothing was set. Another one belongs to the key `moved`; where there is none, the
    setting is a constant of the file `constant` now, of the usual value."""

    usual: Any
    moved: str = ""
    constant: str = ""

    def words(self) -> str:
        """What there is instead."""
        return f"now {self.moved}" if self.moved else f"a constant of {self.constant} now, {self.usual}"
