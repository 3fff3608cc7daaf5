"""What a notebook shows: figures as the terminal has them, every text escaped."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import pandas

from ragatta.experiments.results.cells import NONE
from ragatta.experiments.results.reading import open_sweep
from ragatta.notebook import Compared, shown_answer, sweep_html
from ragatta.pipeline.agents.trace import ALIGNMENT
from ragatta.pipeline.types import Answer, Calculation, Chunk, Citation, Operand, StageRecord
from tests.standins.sweeps import Sweep

EVIL = "<script>alert(1)</script>&\"'"
CITED = Citation(EVIL, 2, 3, "c", 0.5)
ANSWER = Answer(
    "answered", EVIL, citations=(CITED,), limitations=EVIL, clarification=EVIL,
    context=(Chunk("c", EVIL, 0, EVIL, 2, 3, 0, 9, 3),),
    calculation=Calculation(EVIL, (Operand(EVIL, EVIL, CITED),), EVIL),
    steps=(StageRecord(EVIL, 0.25, live_calls=1, notes=(EVIL,), details={EVIL: [EVIL, {EVIL: EVIL}]}),),
)  # fmt: skip


def cells(html: str) -> list[str]:
    return re.findall(r"<td[^>]*>(.*?)</td>", html, re.DOTALL)


def test_an_answer_has_sources_and_stages_and_no_text_is_markup() -> None:
    html = shown_answer(ANSWER)._repr_html_()
    assert "<script" not in html
    assert html.count("&lt;script&gt;") >= 12
    assert any(cell.endswith(", pages 2-3") for cell in cells(html))
    assert "<summary>1 stage, 0.25 s</summary>" in html
    assert replace(shown_answer(ANSWER)).text == EVIL
    outside = replace(ANSWER, citations=(replace(CITED, score=0.0),), steps=(StageRecord(ALIGNMENT, 0.25),))
    told = shown_answer(outside)._repr_html_()
    assert NONE in cells(told), "a system outside tells no similarity"
    staged = replace(ANSWER, steps=(StageRecord("planner", 0.25, notes=("one", "two")),))
    assert "note: one\nnote: two" in cells(shown_answer(staged)._repr_html_())
    assert "confidence low" in html
    assert "confidence" not in told


def test_a_sweep_s_labels_are_no_markup(tmp_path: Path) -> None:
    sweep = open_sweep(f"{Sweep(labels=('baseline', EVIL)).write(tmp_path / 's')}/")
    html = sweep_html(sweep)
    assert "<script" not in html
    assert {"baseline", "&lt;script&gt;alert(1)&lt;/script&gt;&amp;&quot;&#x27;"} <= {*cells(html)}


def test_a_comparison_that_was_changed_is_a_frame_of_pandas() -> None:
    row = {"pair": EVIL, "metric": EVIL, "a": 0.25, "b": 0.75, "questions": 4, "difference": 0.5, "low": float("nan")}
    row |= {"high": 1.0, "p": 0.5, "p_by_question": 0.5, "p_corrected": 1.0, "effect_size": 1.0, "detectable": 1.0}
    found = Compared([{**row, "words": EVIL}])
    assert "<script" not in found._repr_html_()
    assert cells(found._repr_html_())[1:5] == ["0.250", "0.750", "4", "+0.500"]
    assert type(found.head()) is pandas.DataFrame
    found["low"] = 0
    del found["words"]
    assert 'class="dataframe"' in found._repr_html_()
