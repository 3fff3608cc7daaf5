"""Every place that removes a file or a folder, and why that is Ragatta's own: a new one has to say so here."""

from __future__ import annotations

import ast
from pathlib import Path

from standins.sources import sources, there

ROOT = Path(__file__).parent.parent
REMOVING = {"rmtree", "unlink", "rmdir", "removedirs", "remove_folder"}
OURS = {
    "extensions/diagnosis/changing/derived.py": "a link that it made, never a file",
    "extensions/diagnosis/changing/redrawn.py": "a temporary file beside a document made here, named by the process",
    "experiments/commands/data.py": "folders named .bringing-*, never a link",
    "experiments/commands/init.py": "the cache, where it was not there before",
    "experiments/commands/regress.py": "the three reports of the gate, by name",
    "extensions/bundles/commands/reproduce.py": "the journal in a temporary home",
    "extensions/diagnosis/diagnosing/asking.py": "a diagnosis below its sweep, made anew from the journals",
    "experiments/gate/rewrite.py": "a temporary file beside the baseline",
    "experiments/launching/job.py": "files of numbered jobs",
    "experiments/launching/by_hydra.py": "the folder of a new sweep that ran nothing",
    "extensions/studio/own_files.py": "a file that the act which is taken back has made, if nobody changed it since",
    "experiments/tracking/target.py": "a store of MLflow's that is half made",
    "experiments/results/outputs.py": "a temporary link, named by the process",
    "experiments/results/room.py": "folders named as sweeps and runs are, never a link, with files of Ragatta alone",
    "experiments/results/writing.py": "the folder of a new sweep without a run",
    "pipeline/annotations/file.py": "a temporary file beside the annotations, named by the process",
    "pipeline/index/collection/building.py": "a build that ended early, and the collection that a new one replaces",
    "pipeline/index/collection/folders.py": "folders named as collections are, never a link",
    "pipeline/index/embedding/model_files.py": "a temporary folder with the model that a new one replaces",
    "pipeline/machine/checksums.py": "digests of files that are written anew",
    "pipeline/machine/files.py": "a temporary file, and what the callers of remove_folder name",
    "pipeline/machine/kept.py": "folders of its own in the cache, of files as they were before",
    "pipeline/machine/lines.py": "a temporary file beside the lines, named by the process",
    "pipeline/machine/locks.py": "the empty file of a lock",
}


def test_whatever_removes_is_known() -> None:
    found = {
        path.relative_to(ROOT).as_posix()
        for path in sources()
        if any(map(_removes, ast.walk(ast.parse(path.read_text(encoding="utf-8")))))
    }
    assert found == there(OURS)


def _removes(node: ast.AST) -> bool:
    if not isinstance(node, ast.Call):
        return False
    called = node.func
    name = called.attr if isinstance(called, ast.Attribute) else getattr(called, "id", "")
    return name in REMOVING or ast.unparse(called) == "os.remove"
