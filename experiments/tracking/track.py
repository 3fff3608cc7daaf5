"""What a sweep does when its table is printed: it logs its runs, and begins to send its traces."""

from __future__ import annotations

import sys
from collections.abc import Callable
from contextlib import redirect_stdout

from ragatta.experiments.counting import counted
from ragatta.experiments.extras import is_here
from ragatta.experiments.faults import Fault, explained
from ragatta.experiments.paths import HOME
from ragatta.experiments.progress import waiting
from ragatta.experiments.results.reading import SweepResult
from ragatta.experiments.tracking import target
from ragatta.experiments.tracking.send import LOG, PAUSES_S, start


def track(sweep: SweepResult, follow: Callable[[SweepResult], object] | None = None) -> int:
    """Logs the sweep to MLflow, unless tracking is off, and enters the run ids in summary.csv. Its traces `follow`, by
    default in a process of their own. Returns 0; 1 where MLflow could not be written."""
    follow = follow or start
    tracking = sweep.runs[0].config["tracking"]
    mlflow = tracking["mlflow"] and is_here("mlflow")
    if tracking["mlflow"] and not mlflow:
        print(f"nothing was logged: {_ways()}, then ragatta log; or tracking=off", file=sys.stderr)
    if mlflow:
        print("logging to MLflow", file=sys.stderr, flush=True)
        try:
            target.reach()
            with redirect_stdout(sys.stderr):  # whatever MLflow prints
                from ragatta.experiments.tracking import runs  # takes seconds to import

                logged = runs.log_runs(target.client(), sweep)
            uri = target.without_secrets(target.tracking_uri()).rstrip("/")
            if target.is_server(uri):  # of the store here `ragatta ui` prints it, which has to run first
                page = target.compared(logged.experiment_id, [*logged.runs.values()])
                print(f"runs side by side: {uri}/#/{page}", file=sys.stderr)
        except target.MlflowAway as fault:
            follow(sweep)
            minutes = sum(PAUSES_S) // 60
            later = f"a background process tries for {minutes} minutes; ragatta log --sweep-id {sweep.folder.name}"
            print(f"error: nothing was logged: {fault}; {later} sends it later", file=sys.stderr)
            return 1
        except Exception as fault:  # noqa: BLE001 - whatever ails the tracker, the results are there and stay
            cause = target.without_secrets((explained(fault).splitlines() or [type(fault).__name__])[0])
            print(f"error: the results are whole, but MLflow could not be written: {cause}", file=sys.stderr)
            print(f"ragatta log --sweep-id {sweep.folder.name} logs them, and asks nothing again", file=sys.stderr)
            return 1
    if tracking["traces"] and (mlflow or tracking["otlp_endpoint"]):
        follow(sweep)
        traces = counted(sum(len(run.rows) for run in sweep.runs), "trace")
        print(f"{traces} follow, see {(sweep.folder / LOG).relative_to(HOME)}", file=sys.stderr)
    return 0


def _ways() -> str:
    """Which extra logs: a server has MLflow's UI already."""
    smaller = "pip install 'ragatta[tracking]' (100 MB)"
    if target.is_server(target.tracking_uri()):
        return f"MLflow is not installed: {smaller}"
    return f"MLflow is not installed: pip install 'ragatta[mlflow]' (500 MB), or without its UI {smaller}"


def logged_beside(sweep: SweepResult, what: str, log: Callable[[], None]) -> bool:
    """Logs something that was made of a sweep, such as its report, beside its figures in MLflow; False if the tracker
    fails. A sweep without tracking has its report too."""
    if not sweep.runs[0].config["tracking"]["mlflow"] or not is_here("mlflow"):
        return True
    waiting.show("logging")
    try:
        log()
    except Fault as fault:
        waiting.hide()
        print(f"note: {fault}", file=sys.stderr)
    except Exception as fault:  # noqa: BLE001 - whatever ails the tracker, what was written is there and stays
        waiting.hide()
        cause = (explained(fault).splitlines() or [type(fault).__name__])[0]
        print(f"error: the {what} is written, but could not be logged to MLflow: {cause}", file=sys.stderr)
        return False
    return True
