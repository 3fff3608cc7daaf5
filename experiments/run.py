"""One configuration as a plain Hydra program, for Hydra's own multirun and launchers (joblib, Ray, submitit).

    python -m experiments.run variation=hybrid_search
    python -m experiments.run -m hydra/launcher=joblib variation=baseline,high_depth

`make sweep` is the usual way: it checks the whole grid first and compares the points in one table.
"""

from __future__ import annotations

import hydra
from hydra.core.hydra_config import HydraConfig
from omegaconf import DictConfig

from experiments.paths import CONF


@hydra.main(version_base="1.3", config_path=str(CONF), config_name="config")
def main(_config: DictConfig) -> None:
    from experiments.faults import run_command
    from experiments.sweep import main as sweep

    run_command(sweep, ["--grid", "none", *HydraConfig.get().overrides.task])


if __name__ == "__main__":
    # The schema must be in Hydra's store before the program composes its configuration.
    import experiments.config  # noqa: F401

    main()
