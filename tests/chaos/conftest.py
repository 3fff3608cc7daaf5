"""What is harmed and read belongs to the whole, so these tests are left out where one of its extensions is away."""

from __future__ import annotations

from pathlib import Path

READ = ("contestants", "office", "studio", "tool_loop")
EXTENSIONS = Path(__file__).parents[2] / "extensions"
collect_ignore = [] if all((EXTENSIONS / name).is_dir() for name in READ) else ["test_chaos.py", "test_runs.py"]
