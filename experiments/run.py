"""One configuration as a plain Hydra program, for Hydra's own multirun and launchers (joblib, Ray, submitit).

    python -m experiments.run variation=hybrid_search
    python -m experiments.run -m hydra/launcher=joblib variation=baseline,high_depth

`make sweep` is the usual way: it checks the whole grid first and compares the points in one table.
"""

from __future__ import annotations

from typing import cast

import hydra
from hydra.core.hydra_config import HydraConfig
from omegaconf import DictConfig, OmegaConf

import ragatta.experiments.composing.overrides  # noqa: F401 - the schema must be in Hydra's store before the program composes
from ragatta.conf.schema import Config
from ragatta.experiments.composing.config import Point
from ragatta.experiments.faults import Fault, run_command
from ragatta.experiments.paths import CONF
from ragatta.experiments.sweep import sweep


def one(config: Config, overrides: list[str]) -> int:
    if problems := config.problems():
        raise Fault(problems)
    return sweep([Point(config.variation, tuple(overrides), config)])


@hydra.main(version_base="1.3", config_path=str(CONF), config_name="config")
def main(config: DictConfig) -> None:
    composed = cast(Config, OmegaConf.to_object(config))
    run_command(lambda overrides: one(composed, overrides), list(HydraConfig.get().overrides.task))


if __name__ == "__main__":
    main()
