"""Jobs of Slurm."""

from __future__ import annotations

from ragatta.extensions.clusters.launchers import _submitit
from ragatta.extensions.clusters.launchers._submitit import spread

__all__ = ["NODE", "spread"]

NODE = {
    "cluster": "slurm",
    **_submitit.NODE,
    "slurm": {
        "partition": None,
        "qos": None,
        "account": None,
        "constraint": None,
        "exclude": None,
        "gres": None,
        "comment": None,
        "mail_user": None,
        "mail_type": None,
        "signal_delay_s": 120,
        "array_parallelism": 256,
        "setup": None,  # lines of the shell before the job
        "additional_parameters": {},  # more of sbatch's
    },
}
