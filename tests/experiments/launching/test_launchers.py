"""One sweep under every launcher: the same bytes, one table, limits that are divided by job."""

from __future__ import annotations

import csv
from collections.abc import Callable
from pathlib import Path

import pytest

from ragatta.experiments.launching.launchers import launcher_problems
from standins.commands import Command
from standins.served import ollama, own
from tests.standins.ollama_server import OllamaServer

GRID = ("variation=baseline,page_window",)
JOBLIB = ("hydra/launcher=joblib", "hydra.launcher.n_jobs=2")
# Climbs top_k from 1 until the metric no longer grows, a batch a step: what Optuna and the like do.
SWEEPER = """
from hydra.core.config_store import ConfigStore
from hydra.core.plugins import Plugins
from hydra.plugins.sweeper import Sweeper

ConfigStore.instance().store(
    group="hydra/sweeper", name="climber", node={"_target_": "hydra_plugins.climber.Climber"}
)

class Climber(Sweeper):
    def setup(self, *, hydra_context, task_function, config):
        self.launcher = Plugins.instance().instantiate_launcher(
            hydra_context=hydra_context, task_function=task_function, config=config
        )

    def sweep(self, arguments):
        best = -1.0
        for step, top_k in enumerate((1, 2, 3)):
            (job,) = self.launcher.launch([[*arguments, f"retrieval.top_k={top_k}"]], initial_job_idx=step)
            print(f"top_k={top_k} gives {job.return_value}", flush=True)
            if job.return_value <= best:
                return
            best = job.return_value
"""


def table(home: Path) -> list[dict[str, str]]:
    (folder,) = home.glob("outputs/sweeps/*")
    with (folder / "summary.csv").open(encoding="utf-8") as stream:
        return list(csv.DictReader(stream))


def files(home: Path) -> dict[str, bytes]:
    (folder,) = home.glob("outputs/sweeps/*")
    names = ("answers.jsonl", "scores.jsonl")
    return {f"{path.parent.name}/{path.name}": path.read_bytes() for name in names for path in folder.rglob(name)}


@pytest.mark.needs("clusters")
def test_the_same_bytes_and_one_table_under_every_launcher(command: Command, documents: Path, tmp_path: Path) -> None:
    found, rows = {}, {}
    for name, words in (
        ("ragatta", ()),
        ("basic", ["hydra/launcher=basic"]),
        ("joblib", (*JOBLIB, "runner.index_jobs=2")),
    ):
        home = tmp_path / f"{name}, it's Größe"
        done = command("sweep", *own(documents), *GRID, *words, RAGATTA_HOME=str(home))
        assert done.returncode == 0, done.stderr
        found[name], rows[name] = files(home), table(home)
        assert done.stdout.count("6 to ask, 0 reused") == 1
    assert len(found["ragatta"]) == 4
    assert found["basic"] == found["ragatta"] == found["joblib"]
    embedded = {name: sum(int(row["chunks_embedded"]) for row in each) for name, each in rows.items()}
    assert embedded["ragatta"] == embedded["basic"] > 0
    assert embedded["joblib"] == 0, "two jobs, each with a part of the documents, have embedded all before"
    kept = ("variation", "run_key", "score", "questions", "replayed_calls")
    plain = {name: [[row[key] for key in kept] for row in each] for name, each in rows.items()}
    assert plain["basic"] == plain["ragatta"] == plain["joblib"]
    assert all(row["live_latency_p50_s"] for each in rows.values() for row in each), (
        "asked in this sweep, by a job of it"
    )


@pytest.mark.needs("clusters", "contestants")
def test_a_worker_that_is_killed_is_one_line_and_the_same_command_continues(
    command: Command, documents: Path, tmp_path: Path
) -> None:
    (tmp_path / "mine.py").write_text(
        "import os, signal\nfrom pathlib import Path\n"
        f"def answer(question):\n    asked = Path({str(tmp_path / 'asked')!r})\n"
        "    if asked.exists() and not (once := asked.with_name('once')).exists():\n"
        "        once.touch()\n        os.kill(os.getpid(), signal.SIGKILL)\n"
        "    asked.touch()\n    return {'answer': 'ten'}\n"
    )
    system = ["architecture=python", "architecture.service.options.target=mine:answer"]
    words = [*own(documents, *JOBLIB, *system), "architecture.service.model=v1,v2"]
    words.remove("architecture.router.top_k_docs=2")
    done = command("sweep", *words, PYTHONPATH=str(tmp_path))
    said = [line for line in done.stderr.splitlines() if line.startswith("error")]
    assert len(said) == 1, done.stderr
    assert done.returncode == 1
    assert "SIGKILL(-9)" in said[0]
    assert said[0].endswith("the same command continues")
    # joblib's own process that tidies up after the others may complain of what the killed one left
    assert "Traceback" not in done.stderr or "resource_tracker" in done.stderr, done.stderr
    done = command("sweep", *words, PYTHONPATH=str(tmp_path))
    assert done.returncode == 0, done.stderr
    assert "0 reused" not in done.stdout


@pytest.mark.parametrize("launcher", ["ragatta", "basic"])
def test_a_sweeper_that_chooses_as_it_goes_makes_one_table(
    command: Command, documents: Path, tmp_path: Path, home: Path, launcher: str
) -> None:
    plugins = tmp_path / "plugins"
    (plugins / "hydra_plugins").mkdir(parents=True)
    (plugins / "hydra_plugins" / "climber.py").write_text(SWEEPER, encoding="utf-8")
    words = [*own(documents), "--multirun", "hydra/sweeper=climber", f"hydra/launcher={launcher}"]
    (tmp_path / "jobs").mkdir()
    (tmp_path / "jobs/00009.json").write_text('{"overrides": [], "stopped": "a job of an earlier sweep"}')
    words += [f"hydra.sweep.dir={tmp_path}"]
    done = command("sweep", *words, PYTHONPATH=str(plugins))
    assert done.returncode == 0, done.stderr
    tried = [line.split()[0] for line in done.stdout.splitlines() if " gives " in line]
    assert [row["variation"] for row in table(home)] == tried
    assert 2 <= len(tried) <= 3
    assert all(float(line.split()[-1]) > 0 for line in done.stdout.splitlines() if " gives " in line)


@pytest.mark.needs("clusters")
def test_jobs_share_a_budget_and_go_on_from_where_it_ended(
    command: Command, documents: Path, home: Path, serve: Callable[[], OllamaServer]
) -> None:
    server = serve()
    words = [*own(documents, *ollama(server, "variation=baseline,page_window")), "llm.cache=off"]
    words += [f"hydra.sweep.dir={home}/${{now:%f}}"]  # another one whenever it is resolved
    done = command("sweep", *words, *JOBLIB, "budget.calls=30")
    assert done.returncode == 0, done.stderr
    assert "stopped: " in done.stderr
    assert len(server.chats) <= 30
    first = table(home)
    assert all(int(row["unanswered"]) > 0 for row in first), "a job has a third of the calls, and needs twelve"
    kept = [line for path in home.glob("outputs/runs/*/journal.jsonl") for line in path.read_text().splitlines()]

    again = command("sweep", *words, "runner.workers=2")
    assert again.returncode == 0, again.stderr
    lines = [line for path in home.glob("outputs/runs/*/journal.jsonl") for line in path.read_text().splitlines()]
    assert len(lines) == 6, "nothing is asked twice"
    assert {*kept} < {*lines}


@pytest.mark.needs("clusters")
def test_a_model_that_goes_away_is_said_once(command: Command, documents: Path, home: Path) -> None:
    words = [*own(documents), *GRID, *JOBLIB, "llm=ollama", "llm.base_url=http://127.0.0.1:9", "llm.patience_s=0"]
    done = command("sweep", *words)
    assert done.returncode == 1
    assert len([line for line in done.stderr.splitlines() if line.startswith("error: ")]) == 1
    assert "Traceback" not in done.stderr
    assert not [*home.glob("outputs/sweeps/*")]


def test_numbers_of_a_launcher_that_mean_nothing_are_refused_by_their_keys() -> None:
    wrong = {"_target_": "x", "n_jobs": 0, "num_cpus": -1, "max_retries": -2, "timeout_min": 0, "mem_gb": None}
    assert [one.partition(" ")[0] for one in launcher_problems(wrong)] == [
        f"hydra.launcher.{name}" for name in ("max_retries", "n_jobs", "num_cpus", "timeout_min")
    ]
    assert not launcher_problems({"n_jobs": -1, "num_cpus": 0, "max_retries": -1, "verbose": 0, "batch_size": "auto"})
