"""How much text and comparing may go into the alignment of a passage, and of all passages of a reply: counted in
characters and steps, not in seconds, so that the same reply is aligned alike on any machine."""

from __future__ import annotations

OF_PASSAGE = 5_000_000  # steps, one or two seconds: a passage that needs more is aligned in pieces
OF_REPLY = 40_000_000  # steps, about ten seconds: the rest of its passages is not aligned
LONGEST = 1_000_000  # characters of a passage: a longer one, some 400 pages, is not aligned
LONGEST_TOGETHER = 4_000_000  # characters of the passages of a reply


class TooMuch(Exception):
    """The steps are used up."""


class Effort:
    """Steps that are left, which are those of a `whole` too. A step is the look at a letter, or at a place of it."""

    def __init__(self, steps: int, whole: Effort | None = None) -> None:
        self._left, self._whole = steps, whole

    @property
    def is_used_up(self) -> bool:
        return self._left < 0 or (self._whole is not None and self._whole.is_used_up)

    def spend(self, steps: int) -> None:
        """Raises TooMuch where none are left."""
        self._left -= steps
        if self._whole is not None:
            self._whole.spend(steps)
        if self._left < 0:
            raise TooMuch
