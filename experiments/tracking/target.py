"""Which MLflow is written to. MLflow's own environment variables decide; else it is SQLite below mlruns/, because
MLflow's file store is in maintenance. Nothing here is on a timed path."""

from __future__ import annotations

import errno
import json
import logging
import os
import re
import sqlite3
import ssl
import warnings
from collections.abc import Callable, Sequence
from contextlib import closing
from http.client import HTTPException
from pathlib import Path
from typing import Any
from urllib.error import HTTPError, URLError
from urllib.parse import quote, urlsplit
from urllib.request import urlopen

from ragatta.experiments.faults import Fault
from ragatta.experiments.paths import MLRUNS
from ragatta.pipeline.llm.proxy import NEEDS_USER, OWN, before
from ragatta.pipeline.llm.seam import ModelUnavailable
from ragatta.pipeline.machine.checksums import Note
from ragatta.pipeline.machine.files import write_whole
from ragatta.pipeline.machine.kept import kept
from ragatta.pipeline.machine.locks import locked
from ragatta.pipeline.machine.secrets import hidden
from ragatta.pipeline.machine.sqlite import make

DATABASE = MLRUNS / "mlflow.db"
URI = "MLFLOW_TRACKING_URI"
PATIENCE_S = 5.0  # for the first reply of a server
UNREACHABLE = (errno.ENOENT, errno.EACCES, errno.EPERM, errno.EROFS, errno.ENOTDIR)  # of a path that is not here
LATER = (408, 425, 429)  # codes of HTTP that refuse a request only for now
UNKNOWN = "ENDPOINT_NOT_FOUND"  # MLflow's code for an address that the server has not


class MlflowAway(Fault):
    """The server of MLflow does not reply."""


def tracking_uri() -> str:
    """Where runs and traces are kept: $MLFLOW_TRACKING_URI, else the store of this clone."""
    return os.environ.get(URI) or f"sqlite:///{DATABASE}"


def is_own() -> bool:
    """Whether that is the store of this clone. (MLflow puts what it uses into its environment variable itself.)"""
    return tracking_uri() == f"sqlite:///{DATABASE}"


def is_server(uri: str) -> bool:
    """Whether MLflow is reached at an address, so that it has a UI of its own already."""
    return urlsplit(uri).scheme in ("http", "https")


def is_here(uri: str) -> bool:
    """Whether that server is of this machine, by its name."""
    host = urlsplit(uri).hostname or ""
    return host == "localhost" or host.startswith("127.") or host == "::1"


def without_secrets(uri: str) -> str:
    """The address, or a text that holds it, without user, password and other secrets."""
    return hidden(re.sub(r"//[^/\s]*@", "//", uri))


def compared(experiment: str, runs: Sequence[str]) -> str:
    """The page of MLflow's UI that compares these runs, below its address."""
    return f"compare-runs?runs={quote(json.dumps([*runs]))}&experiments={quote(json.dumps([experiment]))}"


def reach() -> None:
    """Raises Away within PATIENCE_S where a server is written to that does not reply; MLflow itself would wait for
    minutes. Any reply of HTTP will do."""
    uri = tracking_uri()
    if not is_server(uri):
        return
    try:
        urlopen(without_secrets(uri), timeout=PATIENCE_S).close()
    except (URLError, TimeoutError, ConnectionError) as fault:
        cause = getattr(fault, "reason", fault)
        of_a_server = isinstance(fault, HTTPError) and fault.code not in (OWN if is_here(uri) else (NEEDS_USER,))
        try:
            proxy = None if of_a_server else before(uri)
        except ModelUnavailable as unusable:
            raise MlflowAway(f"MLflow at {without_secrets(uri)} is not reached: {unusable}") from fault
        if proxy:
            message = f"MLflow at {without_secrets(uri)} is asked through {proxy}, which says: {cause}"
            raise MlflowAway(f"{message}; {proxy.remedy}") from fault
        if isinstance(cause, OSError) and not isinstance(cause, ssl.SSLError):  # MLflow may know other certificates
            raise MlflowAway(f"MLflow at {without_secrets(uri)} does not reply: {cause.strerror or cause}") from fault
    except HTTPException:
        return


def client() -> Any:
    """An MLflow client. The store of this clone is made if it is not there yet (about 9 s, once). Raises Fault where
    its path is one that MLflow cannot use."""
    before_import()
    import mlflow
    from mlflow.tracking import MlflowClient

    if is_own():
        _make()
    mlflow.set_tracking_uri(tracking_uri())  # evaluation datasets ask for it
    return MlflowClient()


def before_import() -> None:
    """Sets what MLflow reads when it is imported."""
    # Ragatta never calls home.
    os.environ.setdefault("MLFLOW_DISABLE_TELEMETRY", "true")
    os.environ.setdefault("DO_NOT_TRACK", "true")
    os.environ.setdefault("MLFLOW_HTTP_REQUEST_MAX_RETRIES", "4")  # half a minute; MLflow would wait for four
    if (
        without_secrets(tracking_uri()) != tracking_uri()
    ):  # MLflow would print the address of a run with the password in it
        os.environ.setdefault("MLFLOW_SUPPRESS_PRINTING_URL_TO_STDOUT", "true")
    logging.getLogger("alembic").setLevel(logging.WARNING)
    logging.getLogger("mlflow.store.db.utils").setLevel(logging.WARNING)


def _make() -> None:
    """The tables come by dozens of migrations, which neither a kill nor a second process may find half done; an empty
    store is kept for the next folder."""
    import mlflow

    if odd := sorted(set("?#%") & set(str(MLRUNS))):
        raise Fault(
            f"{MLRUNS}: MLflow takes no {' '.join(odd)} in the path of its store; use another folder, or tracking=off"
        )
    MLRUNS.mkdir(parents=True, exist_ok=True)
    with locked(MLRUNS / ".lease"):
        if not DATABASE.exists():
            write_whole(DATABASE, kept(f"MLflow {mlflow.__version__}", lambda: _empty(MLRUNS / ".building.db")))


def _empty(building: Path) -> bytes:
    """The file of a store without experiments, whose first one names its folder: MLflow makes that where it is
    missing."""
    from mlflow.tracking import MlflowClient

    building.unlink(missing_ok=True)
    make(building)
    MlflowClient(tracking_uri=f"sqlite:///{building}").search_experiments(max_results=1)
    with closing(sqlite3.connect(building)) as database, database:
        database.execute("DELETE FROM experiments")
    made = building.read_bytes()
    building.unlink()
    return made


def lacks(fault: Exception, what: str) -> bool:
    """Whether the fault says that the server is of a version without these; then a note says so, once."""
    import mlflow

    unknown = isinstance(fault, NotImplementedError) or getattr(fault, "error_code", "") == UNKNOWN
    if not (unknown and is_server(tracking_uri())):
        return False
    server = f"MLflow at {without_secrets(tracking_uri())} is of version {_version() or 'unknown'}"
    warnings.warn(f"{server} and takes no {what}, as {mlflow.__version__} does; the rest is logged", Note, stacklevel=2)
    return True


def _version() -> str:
    """What the server says of its version; empty where it does not tell."""
    try:
        with urlopen(f"{without_secrets(tracking_uri()).rstrip('/')}/version", timeout=PATIENCE_S) as reply:
            version = reply.read(20).decode("ascii", "replace")
    except (OSError, HTTPException):
        return ""
    return version if re.fullmatch(r"\d[\w.]*", version) else ""


def send_files(place: str, write: Callable[[], object]) -> None:
    """Calls `write`, which logs artifacts to that place. Where it is a path of the server's disk, which is not here, or
    the server refuses files, a note says so, once, and the files are left out."""
    parts = urlsplit(place)
    on_its_disk = is_server(tracking_uri()) and (parts.scheme == "file" or len(parts.scheme) < 2)
    root = "/".join(parts.path.split("/")[:-3])  # above the folders of experiment, run and files
    if on_its_disk and not is_here(tracking_uri()) and not os.path.isdir(root):
        _say_not_served(root)  # MLflow would make the folder on this machine, where the server never looks
        return
    try:
        write()
    except OSError as fault:
        reply = getattr(fault, "response", None)  # of requests, whose errors are OSErrors
        if reply is not None and 400 <= reply.status_code < 500 and reply.status_code not in LATER:
            fix = "once it takes them, delete these runs and log the sweep again"
            _say_no_files(f"refuses artifacts ({reply.status_code} {reply.reason})", fix)
        elif on_its_disk and fault.errno in UNREACHABLE:
            _say_not_served(fault.filename or root)
        else:
            raise


def _say_not_served(path: str) -> None:
    fix = "start it with --serve-artifacts and --artifacts-destination, and use a new experiment"
    _say_no_files(f"sends artifacts to a path of its own disk ({path})", fix)


def _say_no_files(why: str, fix: str) -> None:
    warnings.warn(f"MLflow at {without_secrets(tracking_uri())} {why}: no files are logged; {fix}", Note, stacklevel=1)


def active(logged: Any) -> str:
    """The id of MLflow's experiment. Raises Fault where it was deleted."""
    if logged.lifecycle_stage == "deleted":
        uri = without_secrets(tracking_uri())
        restore = f"MLFLOW_TRACKING_URI={uri} mlflow experiments restore -x {logged.experiment_id}"
        raise Fault(
            f'the MLflow experiment "{logged.name}" was deleted: `{restore}` restores it, and then ragatta log works; '
            "a new sweep may name another with tracking.experiment="
        )
    return str(logged.experiment_id)


def experiment_id(mlflow: Any, chosen: str, dataset: str) -> str:
    """The experiment that the configuration names, else the one that MLflow's environment names, else that of the
    dataset's name; made if it is not there. Raises Fault where it was deleted."""
    from mlflow.exceptions import MlflowException

    if not chosen and (experiment_named := os.environ.get("MLFLOW_EXPERIMENT_ID")):
        try:
            return active(mlflow.get_experiment(experiment_named))
        except MlflowException as fault:
            message = f"MLFLOW_EXPERIMENT_ID={experiment_named}: {fault.message}"
            raise Fault(f"{message}; unset it, or name an experiment of {without_secrets(tracking_uri())}") from fault
    name = chosen or os.environ.get("MLFLOW_EXPERIMENT_NAME") or dataset
    if found := mlflow.get_experiment_by_name(name):
        return active(found)
    # In the store of this clone artifacts lie below mlruns/ too; elsewhere MLflow knows where they belong.
    place = (MLRUNS / "artifacts" / re.sub(r"[^\w-]+", "_", name)).as_uri() if is_own() else None  # a name is no path
    try:
        return str(mlflow.create_experiment(name, place, tags={"mlflow.experimentKind": "genai_development"}))
    except MlflowException:
        if found := mlflow.get_experiment_by_name(name):  # another sweep made it a moment ago
            return active(found)
        raise


def experiment_of(run_id: str) -> str:
    """The id of the experiment that a run belongs to; empty where this MLflow has no such run."""
    from mlflow.exceptions import MlflowException

    try:
        reach()
        return str(client().get_run(run_id).info.experiment_id)
    except (MlflowException, MlflowAway):
        return ""


if __name__ == "__main__" and is_own():  # make setup, so that the first sweep does not wait for it
    client()
