"""`ragatta sweep` as a program of Hydra's: what its manual says of one holds, each in a process of its own."""

from __future__ import annotations

import csv
import os
from pathlib import Path

import pytest
from mlflow.tracking import MlflowClient

from standins.commands import Command

VARIATION = "# @package _global_\nvariation: {0}\nretrieval: {{top_k: {1}}}\n"


@pytest.fixture
def mine(tmp_path: Path, documents: Path) -> Path:
    """A folder outside the clone with two variations, a dataset and an experiment."""
    files = {
        "variation/mine.yaml": VARIATION.format("mine", 2),
        "variation/mild.yaml": VARIATION.format("mild", 4),
        "dataset/garden.yaml": f"name: garden\npdfs: {documents}/pdfs\nquestions: {documents}/questions.csv\n",
        "experiment/garden.yaml": "# @package _global_\ndefaults:\n  - override /dataset: garden\n"
        "  - override /tracking: 'off'\nhydra:\n  mode: MULTIRUN\n  sweeper:\n    params:\n"
        "      variation: mine,baseline\n      window.size: range(0,2)\n",
    }
    for name, text in files.items():
        path = tmp_path / "mine" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return tmp_path / "mine"


def variations(home: Path) -> list[str]:
    (folder,) = home.glob("outputs/sweeps/*")
    with (folder / "summary.csv").open(encoding="utf-8") as stream:
        return [row["variation"] for row in csv.DictReader(stream)]


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--cfg", "job", "--package", "retrieval", "variation=hybrid_search"], "alpha: adaptive"),
        (["--cfg", "job", "++retrieval.top_k=44", "+llm.options.top_p=0.25"], "top_p: 0.25"),
        (["--cfg", "job", "--package", "variation", "~variation"], "baseline"),
        (["--cfg", "hydra", "experiment=seven"], "table_aware"),
        (["--info", "defaults"], "hydra/launcher/ragatta"),
        (["--hydra-help"], "hydra/launcher"),
    ],
    ids=" ".join,
)
def test_hydra_shows_without_running(command: Command, home: Path, words: list[str], said: str) -> None:
    done = command("sweep", *words)
    assert done.returncode == 0, done.stderr
    assert said in done.stdout
    assert not home.exists()


def test_a_dry_run_writes_no_documents_and_names_the_command_that_does(command: Command, home: Path) -> None:
    done = command("sweep", "--dry-run", "--grid", "none", "dataset=components")
    assert done.returncode == 1
    assert "--dry-run: writing the documents of components, seed 7, comes first" in done.stderr
    assert "ragatta check-questions --dataset components" in done.stderr
    assert not home.exists()


OWN = """
from hydra.experimental.callback import Callback
from hydra.plugins.sweeper import Sweeper


class Told(Callback):
    def __init__(self, file):
        self.file = file

    def tell(self, words):
        with open(self.file, "a") as stream:
            stream.write(words + "\\n")

    def on_multirun_start(self, config, **_):
        self.tell("multirun start")

    def on_multirun_end(self, config, **_):
        self.tell("multirun end")

    def on_job_start(self, config, **_):
        self.tell(f"start {config.hydra.job.num} {config.variation} {config.window.size}")

    def on_job_end(self, config, job_return, **_):
        self.tell(f"end {config.hydra.job.num} {job_return.return_value:.0f}")


class First(Sweeper):
    '''Takes no argument params.'''

    def setup(self, *, hydra_context, task_function, config):
        from hydra.core.plugins import Plugins
        self.launcher = Plugins.instance().instantiate_launcher(
            hydra_context=hydra_context, task_function=task_function, config=config)

    def sweep(self, arguments):
        others = [one for one in arguments if not one.startswith(("variation=", "window.size=", "hydra"))]
        return self.launcher.launch([[*others, "variation=mine", "window.size=0"]], initial_job_idx=0)
"""


@pytest.fixture
def own(tmp_path: Path, mine: Path) -> dict[str, str]:
    """A module with callbacks and a sweeper, and the choice of the sweeper; the variables that find it."""
    (tmp_path / "hydra_plugins").mkdir()
    (tmp_path / "hydra_plugins/own_hydra.py").write_text(OWN, encoding="utf-8")
    (mine / "hydra/sweeper").mkdir(parents=True)
    (mine / "hydra/sweeper/first.yaml").write_text("_target_: hydra_plugins.own_hydra.First\n", encoding="utf-8")
    return {"PYTHONPATH": os.pathsep.join(filter(None, (str(tmp_path), os.environ.get("PYTHONPATH"))))}


def test_hydras_callbacks_hear_of_the_multirun_and_of_each_job(
    command: Command, mine: Path, own: dict[str, str], tmp_path: Path
) -> None:
    told = tmp_path / "told"
    callback = f"+hydra.callbacks.told={{_target_: hydra_plugins.own_hydra.Told, file: {told}}}"
    done = command("sweep", "--config-dir", str(mine), "experiment=garden", callback, **own)
    assert done.returncode == 0, done.stderr
    lines = told.read_text(encoding="utf-8").splitlines()
    assert [lines[0], lines[-1]] == ["multirun start", "multirun end"]
    jobs = [f"start {number} {name} {size}" for number, (name, size) in enumerate(
        [("mine", 0), ("mine", 1), ("baseline", 0), ("baseline", 1)])]  # fmt: skip
    assert lines[1:5] == jobs
    assert [line.rpartition(" ")[0] for line in lines[5:9]] == [f"end {number}" for number in range(4)]


def test_a_sweeper_of_ones_own_needs_no_argument_params(command: Command, mine: Path, own: dict[str, str]) -> None:
    done = command("sweep", "--config-dir", str(mine), "experiment=garden", "hydra/sweeper=first", **own)
    assert done.returncode == 0, done.stderr
    assert "mine" in done.stdout


@pytest.mark.parametrize(
    ("words", "found"),
    [
        ("ragatta swe", ["sweep"]),
        ("ragatta sweep --config-d", ["--config-dir"]),
        ("ragatta sweep --config-dir {mine} variat", ["variation="]),
        ("ragatta sweep --config-dir {mine} --llm ollama variation = m", ["mild", "mine"]),  # as bash cuts it
    ],
)
def test_a_shell_completes_commands_options_and_choices(
    command: Command, mine: Path, words: str, found: list[str]
) -> None:
    line = words.format(mine=mine)
    asked = {"COMP_WORDS": line, "COMP_CWORD": str(len(line.split()) - 1), "_RAGATTA_COMPLETE": "bash_complete"}
    done = command("", **asked)
    assert [line.partition(",")[2] for line in done.stdout.split()] == found, done.stderr


def test_where_a_shell_completes_the_whole_word_it_gets_it(command: Command, mine: Path) -> None:
    asked = {"COMP_WORDS": f"ragatta sweep --config-dir {mine} variation=m", "COMP_CWORD": "variation=m"}
    done = command("", **asked, _RAGATTA_COMPLETE="fish_complete")
    assert [line.partition(",")[2] for line in done.stdout.split()] == ["variation=mild", "variation=mine"], done.stderr


def test_a_multirun_over_choices_of_ones_own_is_one_sweep(command: Command, mine: Path, home: Path) -> None:
    words = ["variation=glob(mi*)", "window.size=choice(0,1)", "dataset=garden"]
    done = command("sweep", "--multirun", "--config-dir", str(mine), *words, "tracking.traces=false")
    assert done.returncode == 0, done.stderr
    assert variations(home) == [f"{name} window.size={k}" for name in ("mild", "mine") for k in (0, 1)]
    assert "12 to ask" in done.stdout
    logged = MlflowClient(f"sqlite:///{home}/mlruns/mlflow.db")
    runs = logged.search_runs([each.experiment_id for each in logged.search_experiments()])
    assert len([run for run in runs if "mlflow.parentRunId" not in run.data.tags]) == 1


def test_an_experiment_file_holds_settings_and_grid(command: Command, mine: Path, home: Path) -> None:
    done = command("sweep", "--config-dir", str(mine), "experiment=garden", "window.size=1")
    assert done.returncode == 0, done.stderr
    assert variations(home) == ["mine window.size=1", "baseline window.size=1"]


def test_one_run_is_a_sweep_of_one(command: Command, mine: Path, home: Path, tmp_path: Path) -> None:
    own = ["--config-dir", str(mine), "variation=mine", "dataset=garden", "~tracking", "++tracking.mlflow=false"]
    done = command("sweep", "--grid", "none", *own)
    assert done.returncode == 0, done.stderr
    assert variations(home) == ["mine"]
    assert not (tmp_path / "multirun.yaml").exists()


def test_other_commands_take_a_folder_of_ones_own(command: Command, mine: Path) -> None:
    own = ["--config-dir", str(mine), "dataset=garden"]
    done = command("index", *own, "variation=glob(m*)")
    assert done.returncode == 0, done.stderr
    shown = command("sweep", *own, "--dry-run", "variation=mine")
    assert "0 collections" in shown.stdout or "to build" not in shown.stdout, shown.stderr


def fault(line: str) -> str:
    return line.partition(" (in ")[0]


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["variation=mein"], "variation=mein: no conf/variation/mein.yaml; did you mean mine?"),
        (["retrieval.top_k=0,1", "chunking.chunk_size=100"], "retrieval.top_k (0) must be at least 1"),
        (["-m", "retrieval.topk=1,2"], "unknown key 'retrieval.topk'; did you mean retrieval.top_k"),
        pytest.param(
            ["hydra/launcher=joblib", "budget.race=true"],
            "leave out budget.race=true, or hydra/launcher=",
            marks=pytest.mark.needs("clusters"),
        ),
        (["hydra/launcher=jblib"], "hydra/launcher/jblib"),
        (["-m", "runner.index_jobs=2"], "jobs of a launcher; add hydra/launcher=joblib"),
        (["--dry-run", "runner.index_jobs=2"], "jobs of a launcher; add hydra/launcher=joblib"),
        (["runner.part=1"], "runner.part (1) is set by the process that launches"),
        (["~retrieval.top_k", "experiment=six"], "error: ~retrieval.top_k: a setting always has a value"),
        (["+variation=baseline", "experiment=six"], "final defaults list; leave out the + before it"),
        (["experiment=garden,smoke"], "and that of garden would be left out; run a sweep with each, experiment=garden"),
        (["hydra.sweeper.params={retrieval.top_k:'1,2'}"], "hydra.sweeper.params"),
        (["--config-path", "nowhere"], "--config-path nowhere: no such folder"),
        (["retrieval.top_k=interval(1,9)"], "Hydra's basic sweeper takes no interval"),
    ],
)
def test_what_is_wrong_is_said_before_any_work(
    command: Command, mine: Path, home: Path, words: list[str], said: str
) -> None:
    done = command("sweep", "--config-dir", str(mine), "dataset=garden", *words)
    assert done.returncode == 1
    assert said in done.stderr
    assert "Traceback" not in done.stderr
    assert len(done.stderr.splitlines()) == len({*map(fault, done.stderr.splitlines())}), "once, not for every point"
    assert not [*home.glob("outputs/sweeps/*")]
