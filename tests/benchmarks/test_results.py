from __future__ import annotations

import pytest

from benchmarks.results import placed, table

PAGE = "# Title\n\n<!-- one -->\nold\n<!-- /one -->\n\nrest\n"


def test_a_table_takes_its_place_between_its_markers() -> None:
    shown = table([{"n": 12000, "s": 0.5, "what": "x"}], {"pages": "n", "seconds": "s"})
    assert shown == "| pages | seconds |\n| --- | --- |\n| 12,000 | 0.5 |"
    made = placed(PAGE, "one", shown)
    assert made == f"# Title\n\n<!-- one -->\n\n{shown}\n\n<!-- /one -->\n\nrest\n"
    assert placed(made, "one", shown) == made


def test_a_page_without_the_markers_is_an_error() -> None:
    with pytest.raises(ValueError, match="<!-- two -->"):
        placed(PAGE, "two", "")
