"""The report in a real browser: it draws without an error, also on a phone, and runs nothing that a text holds."""

from __future__ import annotations

import html
import re
import shutil
import subprocess
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from ragatta.experiments.results.outputs import write_sweep
from ragatta.experiments.results.reading import open_sweep
from ragatta.experiments.tracking.runs import LATENCIES
from ragatta.extensions.diagnosis.diagnosing.diagnosis import Diagnosis, StageGain
from ragatta.extensions.diagnosis.diagnosing.gains import Gain
from ragatta.extensions.diagnosis.diagnosing.stages import REST, STAGES
from ragatta.extensions.report.commands.report import page
from ragatta.extensions.report.contents import contents
from ragatta.extensions.report.corpora import Reading
from ragatta.pipeline.types import Page
from standins.sweeps import Sweep, write_corpus

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
pytestmark = pytest.mark.skipif(
    CHROMIUM is None, reason="no chromium on this machine (Debian: apt-get install chromium)"
)
HOSTILE = "</script><img src=x onerror=\"document.title='owned'\"><!--"
SCREENS = (360, 768, 1280)  # px
Browse = Callable[..., tuple[str, str]]


@pytest.fixture
def browse(tmp_path: Path) -> Browse:
    """Opens a file and returns (the page as drawn, the console's lines)."""

    def opened(path: Path, route: str = "") -> tuple[str, str]:
        words = [
            str(CHROMIUM), "--headless=new", "--no-sandbox", "--disable-gpu", f"--user-data-dir={tmp_path}/profile",
            "--enable-logging=stderr", "--dump-dom", f"file://{path}{route}",
        ]  # fmt: skip
        done = subprocess.run(words, capture_output=True, text=True, check=True, timeout=60)
        return done.stdout, "\n".join(line for line in done.stderr.splitlines() if "CONSOLE" in line)

    return opened


def written(sweep: Sweep, folder: Path) -> Path:
    path = folder / "report.html"
    found = contents(open_sweep(str(sweep.write(folder / "sweep"))), lambda _: Reading(sweep.corpus))
    path.write_text(page(found), encoding="utf-8")
    return path


def drawn(dom: str) -> str:
    """What the script made, without the data and the script themselves."""
    return re.sub(r"<script.*?</script>", "", dom, flags=re.DOTALL)


def test_six_variations_of_200_questions_stay_small_and_silent(tmp_path: Path, browse: Browse) -> None:
    labels = [f"variation_{n}" for n in range(6)]
    corpus = write_corpus(Random(1), documents=22, pages=40)
    path = written(Sweep(labels, questions=200, chunks=15, corpus=corpus), tmp_path)
    assert path.stat().st_size < 15e6
    dom, console = browse(path)
    assert console == ""
    assert drawn(dom).count("<tr") > 200


@pytest.mark.parametrize(("sweep", "route"), [
    (Sweep(["only"], questions=1), "#q=Q_1"),
    (Sweep(repeats=3), "#q=Q_2"),
    (Sweep(info={"finished": False, "metric": "no_such"}), "#heatmap"),
    (Sweep(), "#q=%E0%A4%A"),
], ids=["one question", "repeats", "nothing measured", "no such question"])  # fmt: skip
def test_a_page_draws_without_a_word_on_the_console(sweep: Sweep, route: str, tmp_path: Path, browse: Browse) -> None:
    dom, console = browse(written(sweep, tmp_path), route)
    assert console == ""
    assert "data-drawn" in dom


def test_all_figures_show_the_judge_and_where_the_variance_lies(tmp_path: Path, browse: Browse) -> None:
    judge = {"judge_failed": "3.000000"}
    sweep = Sweep(questions=5, repeats=2, optional={"judge": 0.5, "judge_failed": 1.0}, summary=judge)
    dom, console = browse(written(sweep, tmp_path))
    assert console == ""
    for heading in ("judge failed", "variance of questions", "of repeats"):
        assert re.search(rf'<th scope="col">(<span[^>]*>)?{heading}<', dom)
    assert "<td>3</td>" in dom
    assert "too few questions to show any difference" in dom


def test_the_setting_that_mattered_is_drawn_with_its_interval(tmp_path: Path, browse: Browse) -> None:
    grid = {f"{search} {k}": {"search": search, "top_k": k} for search in ("semantic", "hybrid") for k in (3, 10)}
    scores = {(v, f"Q_{n}", 0): float(n <= (30 if "hybrid" in v else 6)) for v in grid for n in range(1, 41)}
    sweep = Sweep([*grid], questions=40, scores=scores, retrieval=grid)
    dom, console = browse(written(sweep, tmp_path))
    assert console == ""
    assert "Largest effect that is shown: search, hybrid instead of semantic: +0.600 score" in drawn(dom)
    assert 'aria-label="search, hybrid instead of semantic: +0.600, 95% interval ' in drawn(dom)
    assert re.search(r"Take hybrid 3 \(score 0\.750\), (?:among )?the cheapest \(.*?\) of those", drawn(dom)), (
        "the heading"
    )


def test_what_to_fix_first_is_a_waterfall_with_links_to_questions(tmp_path: Path, browse: Browse) -> None:
    sweep, noise, large = Sweep(["only"], questions=2), Gain(0.01, -0.02, 0.03), Gain(0.25, 0.1, 0.4)
    by_name = {stage.name: stage for stage in STAGES}
    stages = (
        StageGain(by_name["routing"], noise, noise, noise),
        StageGain(by_name["retrieval"], large, large, large, 1.0, ("Q_2",)),
    )
    found = Diagnosis(0.5, stages, StageGain(REST, noise, noise, noise), 0.01, {}, {})
    folder = sweep.write(tmp_path / "sweep")
    write_sweep(folder, diagnosis=found.rows("only"))
    path = tmp_path / "report.html"
    path.write_text(page(contents(open_sweep(str(folder)), lambda _: Reading(sweep.corpus))), encoding="utf-8")
    dom, console = browse(path)
    assert console == ""
    shown = drawn(dom)
    assert "Retrieval first: finding the right passages would raise the score by 0.250" in shown
    assert 'aria-label="retrieval: 0.500 to 0.750"' in shown
    assert 'aria-label="reader, gold or scorer: 0.750 to 1.000"' in shown
    assert re.search(r'<a href="#q=Q_2">Q_2</a>', shown.split('id="diagnosis"')[1].split("</section>")[0])


def test_hostile_texts_are_shown_and_never_run(tmp_path: Path, browse: Browse) -> None:
    name = f"{HOSTILE}.pdf"
    sweep = Sweep(
        [f"a {HOSTILE}"], questions=2, answer=HOSTILE, corpus={name: (Page(name, 1, f"{HOSTILE} " * 40 + "fact 1"),)}
    )
    sweep.gold = [replace(question, question=HOSTILE) for question in sweep.gold]
    path = written(sweep, tmp_path)
    for route in ("", "#q=Q_1"):
        dom, console = browse(path, route)
        assert console == ""
        assert "<img" not in drawn(dom)
        assert "&lt;img src=x onerror=" in drawn(dom)
        assert "<title>owned" not in dom


def test_variations_that_tie_share_a_place_and_figures_are_rounded_as_in_the_tables(
    tmp_path: Path, browse: Browse
) -> None:
    labels = ["baseline", "tied", "last"]
    scores = {(v, f"Q_{n}", 0): float(n == 1 and v != "last") for v in labels for n in range(1, 17)}
    dom, console = browse(written(Sweep(labels, questions=16, scores=scores), tmp_path))
    assert console == ""
    assert "16 questions cannot tell these three apart" in drawn(dom)
    assert "baseline and tied are the highest (score 0.062)" in drawn(dom)  # of 0.0625, as Python rounds it
    assert re.findall(r'<td class="rank">(\d)</td>', drawn(dom))[:3] == ["1", "1", "3"]


def test_a_page_scrolls_sideways_on_no_screen(tmp_path: Path, browse: Browse) -> None:
    """Headless windows are no narrower than 500 px, so the report stands in frames."""
    long = "a_file_with_a_name_that_no_line_of_a_phone_can_hold_whole_because_nothing_in_it_breaks.pdf"
    corpus = {long: write_corpus(Random(2), documents=1)["paper 0.pdf"]}
    labels = [f"variation_number_{n}" for n in range(12)] + ["retrieval.top_k=10,chunking=page,retrieval=hybrid"]
    report = html.escape(written(Sweep(labels, corpus=corpus), tmp_path).read_text())
    for route in ("#", "#q=Q_1"):
        probe = tmp_path / "probe.html"
        probe.write_text(
            "".join(f'<iframe width="{w}" height="700" frameborder="0" srcdoc="{report}"></iframe>' for w in SCREENS)
            + "<script>document.querySelectorAll('iframe').forEach((frame) => { frame.onload = () => {"
            f"frame.contentWindow.location.hash = '{route}';"
            "frame.contentWindow.dispatchEvent(new Event('hashchange'));"
            "const root = frame.contentDocument.documentElement;"
            "root.querySelectorAll('details').forEach((one) => { one.open = true; });"
            "if (root.dataset.drawn) document.body.dataset['w' + frame.contentWindow.innerWidth] = root.scrollWidth;"
            "frame.remove(); }; });"
            "</script>"
        )
        dom, console = browse(probe)
        assert console == ""
        widths = {int(screen): int(found) for screen, found in re.findall(r'data-w(\d+)="(\d+)"', dom)}
        assert {*widths} == {*SCREENS}
        assert all(found <= screen for screen, found in widths.items()), widths


def test_stated_confidence_and_the_medians_of_stages_are_tables(tmp_path: Path, browse: Browse) -> None:
    stated = {
        "variation": "baseline",
        "confidence": "high",
        "questions": 8,
        "answers": 8,
        "undecided": 1,
        "right": 0.75,
    }
    stage = {"variation": "baseline", "measured": "answers", "stage": "retriever", "answers": 8,
             **dict.fromkeys(LATENCIES, 0.25), "wall_s": "", "peak_mb": ""}  # fmt: skip
    write_sweep(tmp_path / "sweep", calibration=[{**stated, "right_ci_low": 0.5, "right_ci_high": 0.9}], stages=[stage])
    dom, console = browse(written(Sweep(), tmp_path))
    assert console == ""
    assert "<td>high</td><td>8</td><td>1</td><td>0.750</td><td>0.500 to 0.900</td>" in dom
    assert "Median and 95th percentile of each stage" in dom


def test_growth_and_stress_are_drawn_as_intervals(tmp_path: Path, browse: Browse) -> None:
    size = {"variation": "baseline", "documents": 6, "others": 3, "made": 0, "chunks": 9, "low": 0.4, "high": 0.6}
    grown = [
        {**size, "times": 2.0, "forecast": False, "metric": "score", "mean": 0.5, "best": True},
        {**size, "times": 4.0, "forecast": True, "metric": "score", "mean": 0.45, "best": False},
        {**size, "times": 2.0, "forecast": False, "metric": "megabytes", "mean": 7.5, "best": True},
    ]
    lost = {"variation": "baseline", "stress": "typos", "metric": "score", "questions": 8, "difference": -0.25,
            "low": -0.4, "high": -0.1, "verdict": "worse", "words": "worse"}  # fmt: skip
    write_sweep(tmp_path / "sweep", growth=grown, stress=[lost])
    dom, console = browse(written(Sweep(), tmp_path))
    assert console == ""
    assert "2x, 6 documents" in dom
    assert "4x, forecast" in dom
    assert 'class="whisker forecast"' in dom
    assert "megabytes" not in re.sub(r"<script.*?</script>", "", dom, flags=re.DOTALL)
    assert 'class="whisker worse"' in dom
    assert "−0.250" in dom
