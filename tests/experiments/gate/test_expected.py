"""eval/expected.yaml read, its faults named, and rewritten without touching what people wrote."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ragatta.eval.gate.decision import Outcome, Seen, judge
from ragatta.eval.gate.thresholds import FEW
from ragatta.experiments.faults import Fault
from ragatta.experiments.gate.difference import difference
from ragatta.experiments.gate.expected import DEFAULTS, Gate, Recorded, new_gate, read_gates
from ragatta.experiments.gate.rewrite import rewrite
from ragatta.experiments.gate.run import points_of

COMMAND = "python -m experiments.sweep --grid none dataset=filings"
TWO = """# Head, kept.

one:  # beside the name
  command: python -m experiments.sweep --grid none dataset=filings
  critical: [a]  # why it is
  # above the record
  recorded: {dataset: filings, questions: 2, digest: d0, variations: [v, w]}
  questions:
    # a flickers
    a: {score: [1.0, 0.5], reached: '10', lost_at: ['', not_retrieved]}  # beside a {1}
    b: {score: 1}

# Between, kept.
two:
  command: python -m experiments.sweep   --grid none   dataset=filings
  margin: 0.1
"""


def recorded(**questions: list[Seen]) -> Recorded:
    columns = dict(zip(("v", "w"), zip(*questions.values(), strict=True), strict=True))
    board = {label: dict(zip(questions, seen, strict=True)) for label, seen in columns.items()}
    return Recorded("filings", "d1", ("v", "w"), board)


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "expected.yaml"
    path.write_text(TWO, encoding="utf-8")
    return path


def test_a_gate_is_read(file: Path) -> None:
    one, two = read_gates(file).values()
    assert one.arguments == ["--grid", "none", "dataset=filings"]
    assert (one.limits.margin, one.limits.critical) == (DEFAULTS.margin, {"a": DEFAULTS.tolerance})
    assert one.recorded
    assert one.recorded.questions == ("a", "b")
    assert one.recorded.board["v"]["a"] == Seen(1.0, None, "10", "")
    assert one.recorded.board["w"]["a"] == Seen(0.5, None, "10", "not_retrieved")
    assert (two.recorded, two.limits.margin) == (None, 0.1)


def test_verdicts_and_sizes_of_contexts_are_recorded(file: Path) -> None:
    made = recorded(a=[Seen(1.0), Seen(0.5)])
    made = replace(made, verdicts="e1", context={"v": 900, "w": 1200})
    rewrite(file, read_gates(file)["one"], made)
    assert read_gates(file)["one"].recorded == made
    assert "variations: [v, w], context: [900, 1200]}" in file.read_text(encoding="utf-8")


def test_documents_and_settings_are_recorded_and_what_all_variations_share_once(file: Path) -> None:
    own = {"v": {"top_k": 5, "only": ["a"], "size": 0, "late": None}, "w": {"top_k": 5, "only": ["a"], "size": 2}}
    made = replace(
        recorded(a=[Seen(1.0), Seen(0.5)]), documents={"b c.pdf": "123456789012", "d.pdf": "1e5"}, settings=own
    )
    older = read_gates(file)["one"].recorded
    assert older
    assert older.lacks.startswith("recorded without documents and settings (")
    rewrite(file, read_gates(file)["one"], made)
    again = read_gates(file)["one"].recorded
    assert again
    assert again == made
    assert again.lacks == ""
    text = file.read_text(encoding="utf-8")
    assert "  documents:\n    b c.pdf: '123456789012'\n    d.pdf: " in text
    assert "    '*': {top_k: 5, only: [a]}\n    v: {size: 0, late: null}\n    w: {size: 2}\n" in text
    rewrite(file, read_gates(file)["one"], made)
    assert file.read_text(encoding="utf-8") == text


def test_no_file_is_no_gate(tmp_path: Path) -> None:
    assert read_gates(tmp_path / "none.yaml") == {}


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("margin: 0.1", "margn: 0.1", "did you mean margin"),
        ("margin: 0.1", "margin: 2", "margin (2)"),
        ("margin: 0.1", "margin: wide", "margin (wide)"),
        ("margin: 0.1", "context_growth: 2", "context_growth (2): must be a number from 0 to below 1, a share of the"),
        ("variations: [v, w]}", "variations: [v, w], context: [9]}", "one for each variation"),
        ("critical: [a]", "critical: [aa]", "no question 'aa'"),
        ("critical: [a]", "critical: a", "critical: must be a list"),
        ("critical: [a]", "critical: {a: 2}", "critical: each question"),
        ("critical: [a]", "bundle: no.zip", "no.zip"),
        ("python -m experiments.sweep   --grid", "ragatta run --grid", "must begin with"),
        ("score: [1.0, 0.5]", "score: [1.0]", "questions.a: score has 1 values for 2 variations"),
        ("score: 1}", "score: good}", "questions.b: score: 'good' is not a number"),
        ("{score: 1}", "{scor: 1}", "questions.b: must be a mapping with score"),
        ("digest: d0, ", "", "recorded: must hold"),
        ("  questions:\n", "  wanted:\n", "unknown key 'wanted'"),
        ("critical: [a]", "critical: [a", "expected.yaml:"),
        ("margin: 0.1", "margin: true", "margin (True)"),
        ("\ntwo:", "\none:", "expected.yaml:14: one is already in line 3; keep one"),
        ("    b: {score: 1}", "    a: {score: 1}", "expected.yaml:11: a is already in line 10"),
        ("{score: 1}", "{score: 1, score: 0}", "expected.yaml:11: score is already"),
        ("{score: 1}", "{score: 1.5}", "questions.b: score: 1.5 is not a number from 0 to 1"),
        ("{score: 1}", "{score: -1}", "is not a number from 0 to 1"),
        ("{score: 1}", "{score: .nan}", "is not a number from 0 to 1"),
        ("{score: 1}", "{score: true}", "is not a number from 0 to 1"),
        ("{score: 1}", "{score: null}", "questions.b: score: None is not a number from 0 to 1"),
        ("{score: 1}", "{score: 1, partial_match: [0.5, 2]}", "partial_match: [0.5, 2] is not a number"),
        ("reached: '10'", "reached: '12'", "reached: '12' is not text of 0 and 1"),
        ("reached: '10'", "reached: 10", "reached: 10 is not text of 0 and 1"),
        ("  questions:", "  documents: {a.pdf: 5}\n  questions:", "documents: must be a digest"),
        ("  questions:", "  settings: [1]\n  questions:", "settings: must be a mapping"),
        ("[v, w]", "[v, v]", "recorded.variations: must be a list of different labels"),
    ],
)
def test_a_fault_names_file_key_and_fix(file: Path, old: str, new: str, said: str) -> None:
    file.write_text(TWO.replace(old, new), encoding="utf-8")
    with pytest.raises(Fault, match=r"expected\.yaml") as caught:
        read_gates(file)
    assert said in str(caught.value)


def test_a_rewrite_keeps_everything_but_the_record(file: Path) -> None:
    new = recorded(c=[Seen(0.25, 0.5, "1", "")] * 2, a=[Seen(1.0, None, "11"), Seen(1 / 3, None, "01", "not_used")])
    rewrite(file, read_gates(file)["one"], new)
    text = file.read_text(encoding="utf-8")
    assert text == TWO.replace(
        """  recorded: {dataset: filings, questions: 2, digest: d0, variations: [v, w]}
  questions:
    # a flickers
    a: {score: [1.0, 0.5], reached: '10', lost_at: ['', not_retrieved]}  # beside a {1}
    b: {score: 1}
""",
        """  recorded: {dataset: filings, questions: 2, digest: d1, variations: [v, w]}
  questions:
    c: {score: 0.25, partial_match: 0.5, reached: '1'}
    # a flickers
    a: {score: [1.0, 0.3333], reached: ['11', '01'], lost_at: ['', not_used]}  # beside a {1}
""",
    )
    rewrite(file, read_gates(file)["one"], new)
    assert file.read_text(encoding="utf-8") == text


def test_a_gate_gets_its_first_record(file: Path) -> None:
    rewrite(file, read_gates(file)["two"], recorded(a=[Seen(1.0), Seen(0.0)]))
    text = file.read_text(encoding="utf-8")
    assert text.startswith(TWO)
    assert read_gates(file)["two"].recorded == recorded(a=[Seen(1.0), Seen(0.0)])


def test_a_new_entry_in_a_new_file(tmp_path: Path) -> None:
    path = tmp_path / "expected.yaml"
    new = recorded(a=[Seen(1.0), Seen(0.0)])
    rewrite(path, new_gate(path, "filings", COMMAND), new)
    rewrite(path, new_gate(path, "yes", "python -m experiments.sweep 'dataset.pdfs=/a b: #c'"), new)
    gates = read_gates(path)
    assert gates["filings"].arguments == ["--grid", "none", "dataset=filings"]
    assert gates["yes"].arguments == ["dataset.pdfs=/a b: #c"]
    assert gates["filings"].recorded == gates["yes"].recorded == new
    assert path.read_text(encoding="utf-8").startswith("# ")
    with pytest.raises(Fault, match=r"expected\.yaml, wrong: command: must begin with"):
        new_gate(path, "wrong", "ragatta run")


def test_a_rewrite_keeps_the_line_ends(file: Path) -> None:
    file.write_bytes(TWO.replace("\n", "\r\n").encode())
    new = recorded(a=[Seen(1.0), Seen(0.0)])
    rewrite(file, read_gates(file)["one"], new)
    rewrite(file, new_gate(file, "three", COMMAND), new)
    written = file.read_bytes()
    assert written.count(b"\n") == written.count(b"\r\n") > 10
    assert written.count(b"\r") == written.count(b"\r\n")
    assert read_gates(file)["one"].recorded == read_gates(file)["three"].recorded == new


@pytest.mark.parametrize("word", ["--help", "-h", "--dry-run", "--bogus"])
def test_a_command_that_measures_nothing_is_a_fault(file: Path, word: str) -> None:
    with pytest.raises(Fault, match=f"g: .*{word}.*(a gate measures|[Nn]o such option)"):
        points_of(new_gate(file, "g", f"{COMMAND} {word}"))


ids = st.text(st.characters(codec="utf-8", categories=["L", "N", "P", "S", "Zs"]), min_size=1, max_size=8)
seen = st.builds(
    Seen,
    score=st.integers(0, 10_000).map(lambda n: n / 10_000),
    partial_match=st.none() | st.sampled_from([0.0, 0.5, 1.0]),
    reached=st.text("01", max_size=4),
    lost_at=st.sampled_from(["", "not_retrieved"]),
)


@settings(deadline=None, max_examples=25)  # it writes files
@given(st.dictionaries(ids, st.tuples(seen, seen).map(list), min_size=1, max_size=5))
def test_what_is_recorded_is_read_back(tmp_path_factory: pytest.TempPathFactory, rows: dict[str, list[Seen]]) -> None:
    path = tmp_path_factory.mktemp("gate") / "expected.yaml"
    path.write_text(TWO, encoding="utf-8")
    new = recorded(**rows)
    for name in ("one", "two"):
        path.write_text(path.read_text(encoding="utf-8").replace("critical: [a]", "critical: []"), encoding="utf-8")
        rewrite(path, read_gates(path)[name], new)
        assert read_gates(path)[name].recorded == new


def test_the_difference_is_a_line_a_question() -> None:
    old = recorded(a=[Seen(1.0, None, "11"), Seen(0.5)], b=[Seen(1.0), Seen(1.0)])
    new = recorded(a=[Seen(0.0, None, "01", "not_used"), Seen(0.5)], c=[Seen(1.0), Seen(1.0)])
    said = list(difference(old, new))
    assert "v: score 1.000 → 0.500, evidence_recall 1.000 → 0.500" in said
    assert (
        "  a: score [1.0, 0.5] → [0.0, 0.5]; reached ['11', ''] → ['01', '']; lost_at nothing → ['not_used', '']"
        in said
    )
    assert [line for line in said if line[2] in "bc"] == ["  b: no longer asked", "  c: new"]
    assert said[-1] == "3 questions changed"
    assert list(difference(new, new)) == ["no question changed"]


BOMB = "a0: &a0 [x]\n" + "".join(f"a{n}: &a{n} [{', '.join([f'*a{n - 1}'] * 10)}]\n" for n in range(1, 12))


@pytest.mark.parametrize("text", ["[" * 5000, BOMB])
def test_bombs_and_depth_are_refused_before_anything_is_made_of_them(tmp_path: Path, text: str) -> None:
    (tmp_path / "expected.yaml").write_text(text)
    with pytest.raises(Fault, match=r"expected\.yaml:\d+: (aliases stand for|nested more than)"):
        read_gates(tmp_path / "expected.yaml")


def few(folder: Path, *scores: float, critical: str = "") -> Gate:
    """A gate that says which questions are critical, or nothing, with a record of these scores of one variation."""
    lines = [f"    q{number}: {{score: {score}}}" for number, score in enumerate(scores)]
    head = f"ours:\n  command: {COMMAND}\n{critical}"
    record = "  recorded: {dataset: filings, digest: d0, variations: [v]}\n  questions:\n"
    path = folder / "expected.yaml"
    path.write_text(head + record + "\n".join(lines) + "\n", encoding="utf-8")
    return read_gates(path)["ours"]


@pytest.mark.parametrize(
    ("recorded", "now", "outcome"),
    [
        ([1, 1], [0, 0], Outcome.REGRESSION),
        ([1] * 12, [1] * 11 + [0], Outcome.REGRESSION),
        ([1] * 12, [0] * 5 + [1] * 7, Outcome.REGRESSION),
        ([0.5] * 12, [0.5] * 11 + [0], Outcome.OK),  # it held in half of its repeats
        ([1] * FEW, [1] * (FEW - 1) + [0], Outcome.OK),  # of many one question decides nothing
    ],
)
def test_a_gate_of_few_questions_guards_each_that_held(
    tmp_path: Path, recorded: list[float], now: list[float], outcome: Outcome
) -> None:
    gate = few(tmp_path, *recorded)
    assert gate.recorded
    seen = {"v": {f"q{number}": Seen(score) for number, score in enumerate(now)}}
    assert judge(seen, gate.recorded.board, gate.limits).outcome is outcome


def test_a_gate_says_what_its_means_cannot_show(tmp_path: Path) -> None:
    assert few(tmp_path, 1, 1).says_little == (
        "2 questions: a mean shows no loss, not a drop of 0.02 (the margin); each question is guarded by itself"
    )
    some = few(tmp_path, *[1] * 40, critical="  critical: [q1]\n").says_little
    assert some.endswith("only the loss of 6 or more, not a drop of 0.02 (the margin); 1 question guarded besides")
    assert few(tmp_path, *[1] * 300).says_little == ""
