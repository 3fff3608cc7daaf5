"""Stand-in model servers, a small task of the tests' own, and the backends that all of them are put to."""

from __future__ import annotations

import datetime
import ipaddress
import ssl
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import ClassVar

import pytest
from pydantic import Field

from ragatta.pipeline.llm.replies import Replies
from ragatta.pipeline.llm.seam import Completion, ModelIdentity, Prompt, Request
from ragatta.pipeline.tasks.base import Reply, Task
from ragatta.pipeline.types import Options
from tests.standins.ollama_server import OllamaServer
from tests.standins.openai_server import OpenAIServer


class Colour(Reply):
    colour: str = Field(description="the colour's name")
    shades: list[str] = Field(default_factory=list)


@dataclass(frozen=True)
class NameColour(Task):
    name: ClassVar[str] = "name_colour"
    of: str


def name_colour(of: str = "the sky", max_tokens: int = 64, model: str | None = None) -> Prompt[Colour]:
    return Prompt(
        task=NameColour(of),
        system="You name colours.",
        user=f"Which colour is {of}?",
        reply=Colour,
        fallback=lambda: Colour(colour="unknown"),
        options=Options(max_tokens=max_tokens, model=model),
    )


@dataclass
class ScriptedBackend:
    """Answers from a list, its last entry for ever, and keeps what it was asked."""

    texts: list[str]
    cacheable: bool = True
    window: int = 4096
    digest: str = "weights-1"
    requests: list[Request] = field(default_factory=list)

    def identity(self, model: str | None = None) -> ModelIdentity:
        return ModelIdentity("scripted", model or "scripted", self.digest)

    def context_window(self, model: str | None = None) -> int:  # noqa: ARG002
        return self.window

    def complete(self, request: Request) -> Completion:
        self.requests.append(request)
        text = self.texts.pop(0) if len(self.texts) > 1 else self.texts[0]
        return Completion(text, tokens_in=11, tokens_out=7, seconds=2.5)


@pytest.fixture
def colour() -> Callable[..., Prompt[Colour]]:
    return name_colour


@pytest.fixture
def scripted() -> type[ScriptedBackend]:
    return ScriptedBackend


@pytest.fixture
def replies(tmp_path: Path) -> Iterator[Replies]:
    cache = Replies(tmp_path / ".cache" / "replies.sqlite")
    yield cache
    cache.close()


@pytest.fixture
def ollama_server() -> Iterator[OllamaServer]:
    with OllamaServer() as server:
        yield server


@pytest.fixture
def openai_server() -> Iterator[OpenAIServer]:
    with OpenAIServer() as server:
        yield server


@pytest.fixture
def waits(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """The seconds that are waited, without waiting; time does not pass."""
    found: list[float] = []
    monkeypatch.setattr("tenacity.nap.time.sleep", found.append)
    return found


@pytest.fixture(scope="session")
def certificate(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Key and certificate of 127.0.0.1, which it signed itself."""
    from cryptography import x509
    from cryptography.hazmat.primitives import hashes, serialization
    from cryptography.hazmat.primitives.asymmetric import ec

    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, "127.0.0.1")])
    now = datetime.datetime.now(datetime.UTC)
    made = x509.CertificateBuilder().subject_name(name).issuer_name(name).public_key(key.public_key())
    made = made.serial_number(1).not_valid_before(now).not_valid_after(now + datetime.timedelta(days=1))
    address = x509.SubjectAlternativeName([x509.IPAddress(ipaddress.ip_address("127.0.0.1"))])
    signed = made.add_extension(address, critical=False).sign(key, hashes.SHA256())
    own = key.private_bytes(serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption())
    path = tmp_path_factory.mktemp("tls") / "own.pem"
    path.write_bytes(own + signed.public_bytes(serialization.Encoding.PEM))
    return path


@pytest.fixture(scope="session")
def tls(certificate: Path) -> ssl.SSLContext:
    """Of a server with that certificate."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(certificate)
    return context
