"""Hydra's launcher and sweeper `ragatta`, the defaults. The launcher has the points of a batch in one process, their
questions in flight together; the sweeper is Hydra's basic one.

Hydra takes plugins from the package hydra_plugins alone.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from hydra._internal.core_plugins.basic_sweeper import BasicSweeper, BasicSweeperConf
from hydra.core.config_store import ConfigStore
from hydra.core.utils import JobReturn
from hydra.plugins.launcher import Launcher
from hydra.types import HydraContext
from omegaconf import DictConfig

ConfigStore.instance().store(
    group="hydra/launcher", name="ragatta", node={"_target_": "hydra_plugins.ragatta.RagattaLauncher"}
)
ConfigStore.instance().store(
    group="hydra/sweeper", name="ragatta", node=BasicSweeperConf(_target_="hydra_plugins.ragatta.RagattaSweeper")
)


class RagattaLauncher(Launcher):
    """Hands whole batches to the task, which is an `experiments.launching.task.Task`."""

    def setup(self, *, hydra_context: HydraContext, task_function: Any, config: DictConfig) -> None:
        self._loader, self._task, self._config = hydra_context.config_loader, task_function, config

    def launch(self, job_overrides: Sequence[Sequence[str]], initial_job_idx: int) -> Sequence[JobReturn]:  # noqa: ARG002
        return self._task.batch(self._loader, self._config, job_overrides)  # type: ignore[no-any-return]


class RagattaSweeper(BasicSweeper):
    """Composes no point before it is launched: the command has done so, to say all that is wrong at once."""

    def validate_batch_is_legal(self, batch: Sequence[Sequence[str]]) -> None:
        """It is: see experiments/composing/overrides.py."""
