"""Processes of this machine, as submitit starts them."""

from __future__ import annotations

from ragatta.extensions.clusters.launchers import _submitit
from ragatta.extensions.clusters.launchers._submitit import spread

__all__ = ["NODE", "spread"]

NODE = {"cluster": "local", **_submitit.NODE}
