"""The settings of a system outside."""

from __future__ import annotations

from dataclasses import replace

from ragatta.conf.schema import Config
from ragatta.extensions.contestants.architectures.http import HttpSystem
from ragatta.extensions.contestants.services.http import Http


def test_jobs_share_the_rates_of_a_system_outside() -> None:
    config = Config(architecture=HttpSystem(service=Http(rpm=60)))
    jobs = replace(config, runner=replace(config.runner, jobs=2, workers=6)).shared()
    assert (jobs.pipeline().llm.rpm, jobs.runner.workers) == (20, 2)
    problems = replace(config, budget=replace(config.budget, usd=1.0)).problems()
    assert any("budget.usd needs architecture.service.price_in" in problem for problem in problems)
