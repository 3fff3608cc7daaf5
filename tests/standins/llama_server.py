"""llama.cpp's own OpenAI-compatible server with SmolLM2, in a process of its own: no stand-in but the real one.

    python -m tests.standins.llama_server

It prints its address, and ends when its standard input is closed. Needs `make setup-smollm2`.
"""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager

from ragatta.experiments.paths import ROOT

MODEL = "smollm2"
SLOTS, WINDOW = 2, 8192  # of each slot, in tokens


@contextmanager
def llama_server() -> Iterator[str]:
    """The base URL for an OpenAI client."""
    command = [sys.executable, "-m", "tests.standins.llama_server"]
    with subprocess.Popen(
        command, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
    ) as process:
        assert process.stdin
        assert process.stdout
        said = iter(process.stdout)
        try:
            yield next(line.split()[1] for line in said if line.startswith("listening ")) + "/v1"
        finally:
            process.stdin.close()
            try:
                process.wait(30)
            except subprocess.TimeoutExpired:
                process.kill()


def main() -> None:
    from xllamacpp import CommonParams, Server

    from ragatta.pipeline.llm.backends.smollm2 import _weights

    params = CommonParams()
    params.model.path = str(_weights())
    params.model_alias = {MODEL}
    params.n_ctx, params.n_parallel = WINDOW * SLOTS, SLOTS
    params.warmup, params.verbosity, params.ui, params.use_jinja = False, -1, False, True
    params.cache_ram_mib = 0
    for cpu in (params.cpuparams, params.cpuparams_batch):
        cpu.n_threads, cpu.poll = os.cpu_count() or 1, 0
    server = Server(params)
    print(f"listening {server.listening_address}", flush=True)
    sys.stdin.read()


if __name__ == "__main__":
    main()
