"""What every test may rely on: no network beyond this machine, model replies only from what the test sets up, and as
much time for an example of a property as a busy machine takes."""

from __future__ import annotations

import gc
import socket
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import hypothesis
import pytest

from standins.commands import Commands
from standins.once import shared

LOOPBACK = ("127.0.0.1", "::1", "localhost")
hypothesis.settings.register_profile("unhurried", deadline=None)
hypothesis.settings.load_profile("unhurried")
SLOW = ("test_acceptance.py",)
COMPOSERS: list[Any] = []
EXTENSIONS = Path(__file__).parent / "extensions"


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--rewrite", action="store_true", help="writes the reviewed prompts anew")


def pytest_configure() -> None:
    gc.disable()  # until all tests are collected: they and their modules stay, and are garbage in no pass


def needed(item: pytest.Item) -> set[str]:
    return {name for marker in item.iter_markers("needs") for name in marker.args}


def pytest_collection_finish() -> None:
    gc.freeze()
    gc.set_threshold(20_000)  # most objects are freed without it; with the usual 700 it took a twentieth of the time
    gc.enable()


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Those that need an extension that was taken away are left out. The slow ones begin, then all files that run whole
    commands, so that no worker is left with one when the others are done."""
    there = [all((EXTENSIONS / name).is_dir() for name in needed(item)) for item in items]
    config.hook.pytest_deselected(items=[item for item, one in zip(items, there, strict=True) if not one])
    items[:] = [item for item, one in zip(items, there, strict=True) if one]
    slow = {item.path for item in items if "commands" in getattr(item, "fixturenames", ())}
    items.sort(key=lambda item: (item.path.name not in SLOW, item.path not in slow))


@pytest.fixture(scope="session")
def commands(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Commands]:
    """Forks of one process, however many of them test at once."""
    started = Commands(shared(tmp_path_factory))
    yield started
    started.close()


@pytest.fixture(autouse=True)
def no_network(monkeypatch: pytest.MonkeyPatch) -> None:
    """Connections leave this machine in no test."""
    connect = socket.socket.connect

    def guarded(self: socket.socket, address: object) -> None:
        if isinstance(address, tuple) and address[0] not in LOOPBACK:
            raise OSError(f"a test tried to reach {address[0]}: network calls are off in tests")
        connect(self, address)  # type: ignore[arg-type]

    monkeypatch.setattr(socket.socket, "connect", guarded)


@pytest.fixture
def one_composer(monkeypatch: pytest.MonkeyPatch) -> None:
    """What tests compose from conf/ alone is composed once; else each command's composer begins anew."""
    from ragatta.experiments.composing.composer import Composer

    usual = Composer.of

    def of(arguments: Sequence[str]) -> tuple[Composer, list[str]]:
        composer, overrides = usual(arguments)
        if any(word.startswith("--config") for word in arguments):
            return composer, overrides
        COMPOSERS[:] = COMPOSERS or [composer]
        return COMPOSERS[0], overrides

    monkeypatch.setattr(Composer, "of", of)
