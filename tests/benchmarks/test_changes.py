"""Each change is of one line, and none is of what makes no result."""

from __future__ import annotations

import pytest

from benchmarks.changes import changes

SOURCE = '''"""Says 1 < 2."""
from typing import cast
@late(3)
class Shown(dict[str, int | None]):
    """Says not."""
    width: int | None = 5
    def part(self, ä: int | None = 2) -> str | None:
        for one in ä[1:n]:
            if "ü" in one and not min(one) or f(encoding="utf-8"):
                break
        total += one * 3
        self.close()
        return "low" if ä < 4 else f"{1 + 1} of several words"
        raise ValueError("x" + "y")
if TYPE_CHECKING:
    LEAST = 1
'''


@pytest.mark.parametrize(
    ("line", "written"),
    [
        (6, {"6"}),
        (7, {"3"}),
        (8, {"2", "(1) + 1", "(n) + 1"}),
        (9, {"not ('ü' in one and (not min(one)) or f(encoding='utf-8'))", "max", "'xü'", "(min(one))",
             "'ü' not in one", "(('ü' in one and (not min(one))) and f(encoding='utf-8'))",
             "('ü' in one or not min(one))"}),
        (10, {"continue"}),
        (11, {"total -= one * 3", "(one / 3)", "4"}),
        (12, {"pass"}),
        (13, {"return None", "not (ä < 4)", "'xlow'", "ä <= 4", "5",
              "(f'{1 + 1} of several words' if ä < 4 else 'low')"}),
    ],
)  # fmt: skip
def test_changes_of_a_line(line: int, written: set[str]) -> None:
    found = [one for one in changes(SOURCE.encode()) if one.line == line]
    assert {one.written for one in found} == written
    for one in found:
        lines = one.made(SOURCE.encode()).decode().splitlines()
        assert one.compiles(SOURCE.encode())
        assert lines[: line - 1] + lines[line:] == SOURCE.splitlines()[: line - 1] + SOURCE.splitlines()[line:]
        assert lines[line - 1].strip() == one.after != one.before


def test_none_is_of_what_makes_no_result() -> None:
    assert {one.line for one in changes(SOURCE.encode())} == {6, 7, 8, 9, 10, 11, 12, 13}
