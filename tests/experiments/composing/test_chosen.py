from __future__ import annotations

from pathlib import Path

import pytest

from ragatta.experiments.command_line.options import chosen_by
from ragatta.experiments.composing.overrides import compose_grid
from ragatta.experiments.corpora.dataset import open_dataset
from ragatta.experiments.faults import Fault
from ragatta.experiments.paths import CONF
from ragatta.experiments.stored_drafts import REJECTED, Stored, append_drafts


def overrides(*words: str) -> list[str]:
    return chosen_by(words).overrides()


def test_what_the_user_names_replaces_the_grids_own() -> None:
    points = compose_grid(overrides("--grid", "depth", "retrieval.top_k=1"))
    assert [(point.config.variation, point.config.retrieval.top_k) for point in points] == [
        ("baseline", 1), ("page_window", 1),
    ]  # fmt: skip
    assert overrides("--grid", "none") == []


def test_a_grid_of_ones_own_stands_alone_unless_one_is_named() -> None:
    own = ["architecture=single_pass,router_planner", "chunking=page,document"]
    assert overrides(*own) == own
    assert len(compose_grid(overrides("--grid", "depth", "architecture=single_pass,router_planner"))) == 12
    assert len(compose_grid(overrides("architecture=single_pass"))) == 6


def test_an_unknown_grid_is_refused_with_the_near_names() -> None:
    with pytest.raises(Fault, match="depth"):
        compose_grid(overrides("--grid", "depht"))


def test_an_experiment_is_a_grid_of_its_own_and_goes_with_a_named_one() -> None:
    assert [point.config.dataset.limit for point in compose_grid(overrides("experiment=smoke"))] == [10] * 6
    both = compose_grid(overrides("--grid", "top_k", "experiment=smoke"))
    assert {(point.config.retrieval.top_k, point.config.dataset.limit) for point in both} >= {(1, 10), (20, 10)}


def test_a_folder_of_ones_own_adds_choices(tmp_path: Path) -> None:
    (tmp_path / "variation").mkdir()
    (tmp_path / "variation" / "mine.yaml").write_text("# @package _global_\nvariation: mine\nretrieval: {top_k: 7}\n")
    (point,) = compose_grid(overrides("--config-dir", str(tmp_path), "--grid", "none", "variation=mine"))
    assert (point.label, point.config.retrieval.top_k) == ("mine", 7)
    every = compose_grid(overrides("--config-dir", str(tmp_path), "variation=glob([m*,base*])"))
    assert [one.label for one in every] == ["baseline", "mine"]
    with pytest.raises(Fault, match="no such folder"):
        compose_grid(overrides("--config-dir", str(tmp_path / "nowhere")))


@pytest.mark.parametrize("text", ["retrieval: {top_k: 7}\n", "", "defaults:\n  - override /retrieval: hybrid\n"])
def test_a_variation_that_its_file_does_not_name_is_called_after_the_file(tmp_path: Path, text: str) -> None:
    (tmp_path / "variation").mkdir()
    for name in ("mine", "ours"):
        (tmp_path / f"variation/{name}.yaml").write_text(f"# @package _global_\n{text}", encoding="utf-8")
    every = compose_grid(["--config-dir", str(tmp_path), "variation=baseline,mine,ours", "retrieval.top_k=8"])
    assert [one.config.variation for one in every][:2] == ["baseline", "mine"]
    (tmp_path / "experiment").mkdir()
    grid = "# @package _global_\nhydra: {mode: MULTIRUN, sweeper: {params: {variation: 'baseline,mine'}}}\n"
    (tmp_path / "experiment/own.yaml").write_text(grid, encoding="utf-8")
    assert compose_grid(["--config-dir", str(tmp_path), "experiment=own"])[0].config.variation == "baseline"
    (tmp_path / "variation/mine.yaml").write_text("# @package _global_\nvariation: other\n", encoding="utf-8")
    (point,) = compose_grid(["--config-dir", str(tmp_path), "variation=mine"])
    assert point.config.variation == "other", "what its file says counts"


@pytest.mark.parametrize(
    ("group", "name", "text"),
    [
        ("variation", "baseline", "variation: baseline\nretrieval: {top_k: 7}\n"),
        ("experiment", "six", "retrieval: {top_k: 7}\n"),
        ("variation", "page_window", "retrieval: {top_k: 7}\n"),
        ("prompts", "direct", "prompts: {}\n"),
    ],
)
def test_a_choice_of_ones_own_with_a_name_that_is_taken_is_refused(
    tmp_path: Path, group: str, name: str, text: str
) -> None:
    (tmp_path / group).mkdir()
    own = tmp_path / group / f"{name}.yaml"
    own.write_text(f"# @package _global_\n{text}", encoding="utf-8")
    with pytest.raises(Fault) as fault:
        compose_grid(["--config-dir", str(tmp_path), f"{group}={name}"])
    assert fault.value.problems == [
        f"{group}={name}: {CONF / group / name}.yaml and {own} have the same name; give yours another"
    ]
    compose_grid(["--config-dir", str(tmp_path), "variation=high_depth"])  # it is not chosen
    own.write_bytes((CONF / group / f"{name}.yaml").read_bytes())
    compose_grid(["--config-dir", str(tmp_path), f"{group}={name}"])  # a copy is the same choice


@pytest.mark.parametrize("folder", ["plain", "with space", "it's (new), {a}=b", "back\\slash", "ünï"])
def test_own_documents_may_lie_in_a_folder_of_any_name(tmp_path: Path, folder: str) -> None:
    pdfs = tmp_path / folder
    pdfs.mkdir()
    questions = pdfs / "my questions.csv"
    questions.write_text("id,question,expected_output\n")
    words = overrides("--grid", "none", "--pdfs", str(pdfs), "--questions", str(questions))
    config = compose_grid(words)[0].config
    assert (config.dataset.name, config.dataset.pdfs) == ("local", str(pdfs))
    assert config.dataset.questions == str(questions)


def test_half_of_own_documents_is_refused(tmp_path: Path) -> None:
    with pytest.raises(Fault, match="--questions"):
        overrides("--pdfs", str(tmp_path))
    with pytest.raises(Fault, match="no such folder"):
        overrides("--pdfs", str(tmp_path / "nowhere"), "--questions", "x.csv")


def test_drafts_that_wait_are_named_where_their_questions_are_missing(tmp_path: Path) -> None:
    questions, drafts = tmp_path / "my gold.yaml", tmp_path / "my gold.drafts.jsonl"
    words = ("--pdfs", str(tmp_path), "--questions", str(questions))
    waiting = [Stored(name, {"question": f"{name}?"}) for name in ("Why", "Who", "Where")]
    append_drafts(drafts, [*waiting, waiting[0].turned(REJECTED)])
    with pytest.raises(Fault) as fault:
        overrides(*words)
    assert fault.value.problems == [
        f"--questions {questions}: no such file; 2 drafts wait: ragatta studio --pdfs {tmp_path} "
        f"--questions '{questions}' makes questions of them"
    ]
    drafts.unlink()
    with pytest.raises(Fault, match=r"no such file; name the .csv"):
        overrides(*words)


def test_a_questions_file_that_is_a_link_stays_one_for_whoever_reads_it(tmp_path: Path) -> None:
    (tmp_path / "real").mkdir()
    (tmp_path / "elsewhere.csv").write_text("id,question,expected_output\na,How much?,$5\n", encoding="utf-8")
    (tmp_path / "real/q.csv").symlink_to(tmp_path / "elsewhere.csv")
    (tmp_path / "docs").symlink_to("real")
    words = overrides("--grid", "none", "--pdfs", str(tmp_path / "docs"), "--questions", str(tmp_path / "docs/q.csv"))
    (point,) = compose_grid(words)
    assert point.config.dataset.questions == str(tmp_path / "real/q.csv")
    with pytest.raises(Fault, match=r"dataset\.questions: .*q\.csv is a link to a file outside of its folder"):
        open_dataset(point.config.dataset)
