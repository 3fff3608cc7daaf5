"""Proxies before model servers: what is theirs is said of them, with their variable and the remedy."""

from __future__ import annotations

import base64
import json
import ssl
from pathlib import Path

import pytest

from ragatta.pipeline.llm.backend import BACKENDS
from ragatta.pipeline.llm.proxy import before
from ragatta.pipeline.llm.seam import ModelAway, ModelBusy, ModelError, ModelUnavailable
from tests.standins.faulty_server import CHATS, FaultyServer
from tests.standins.loopback import Handler, LoopbackServer

WIRES = ("openai", "ollama")
ADDRESS = "http://models.example:8000"


@pytest.fixture(autouse=True)
def no_proxy(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("http", "https", "all", "no"):
        monkeypatch.delenv(f"{name}_proxy", raising=False)
        monkeypatch.delenv(f"{name}_proxy".upper(), raising=False)


def said(wire: str, url: str = ADDRESS) -> str:
    return str(BACKENDS.load(wire)(model="small", base_url=url, context_window=4096, timeout_s=5).connect().identity())


@pytest.mark.parametrize("wire", WIRES)
@pytest.mark.parametrize("variable", ["HTTP_PROXY", "http_proxy", "ALL_PROXY"])
def test_a_dead_proxy_is_not_a_dead_server(wire: str, variable: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(variable, "http://me:secret@127.0.0.1:9")
    monkeypatch.setenv("NO_PROXY", "other.example")
    words = f"models.example:8000 is asked through the proxy 127.0.0.1:9 of {variable}, which does not reply"
    with pytest.raises(ModelAway, match=words) as raised:
        said(wire)
    assert "set NO_PROXY=other.example,models.example " in str(raised.value)
    assert "secret" not in str(raised.value)


@pytest.mark.parametrize("wire", WIRES)
@pytest.mark.parametrize("address", [ADDRESS, "https://models.example"])
@pytest.mark.parametrize(
    ("status", "kind"), [(403, ModelUnavailable), (407, ModelUnavailable), (502, ModelBusy), (504, ModelBusy)]
)
def test_a_proxy_that_refuses_is_named(
    wire: str, address: str, status: int, kind: type[ModelError], monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(line: object) -> None:
        line.whole("<html>not from here", status=f"{status} No")  # type: ignore[attr-defined]

    with FaultyServer(wire, refuse) as proxy:
        proxy.at = (*CHATS, f"{address}/v1/models", f"{address}/models", f"{address}/api/tags", "models.example:443")
        monkeypatch.setenv("HTTP_PROXY", f"http://{proxy.base_url.split('/')[2]}")
        monkeypatch.setenv("HTTPS_PROXY", f"http://{proxy.base_url.split('/')[2]}")
        with pytest.raises(
            kind, match=rf"through the proxy 127\S+ of HTTPS?_PROXY, and the reply is {status}"
        ) as raised:
            said(wire, address)
    assert type(raised.value) is kind
    assert "set NO_PROXY=models.example" in str(raised.value)
    assert ("to sign in, write USER:PASSWORD@ before 127.0.0.1" in str(raised.value)) == (status == 407)


@pytest.mark.parametrize("wire", WIRES)
def test_what_the_server_says_through_a_proxy_is_its_own(wire: str, monkeypatch: pytest.MonkeyPatch) -> None:
    with FaultyServer(wire, lambda line: line.whole(json.dumps({"error": "who are you"}), status="403 No")) as proxy:
        proxy.at = (f"{ADDRESS}/models", f"{ADDRESS}/api/tags")
        monkeypatch.setenv("HTTP_PROXY", f"http://{proxy.base_url.split('/')[2]}")
        with pytest.raises(ModelUnavailable, match="refused") as raised:
            said(wire)
    assert "proxy" not in str(raised.value)


@pytest.mark.parametrize("wire", WIRES)
@pytest.mark.parametrize(
    "proxy", ["socks5://127.0.0.1:9", "ftp://127.0.0.1", "http://127.0.0.1:port", "http://", "http://pröxy:1"]
)
def test_a_proxy_that_cannot_be_used_is_named(wire: str, proxy: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HTTP_PROXY", proxy)
    with pytest.raises(ModelUnavailable, match=r"a proxy of HTTP_PROXY cannot be used: it must be http://HOST:PORT"):
        said(wire)


@pytest.mark.parametrize("wire", WIRES)
def test_a_server_of_tls_is_asked_through_a_tunnel(
    wire: str, tls: ssl.SSLContext, certificate: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SSL_CERT_FILE", str(certificate))
    with FaultyServer(wire, lambda line: proxy.tunnel(line, tls), ("127.0.0.1:443",)) as proxy:
        monkeypatch.setenv("HTTPS_PROXY", proxy.base_url.split("/v1")[0])
        assert "small" in said(wire, "https://127.0.0.1" + ("/v1" if wire == "openai" else ""))
    assert proxy.paths == ["127.0.0.1:443", "/v1/models" if wire == "openai" else "/api/tags"]


@pytest.mark.parametrize("wire", WIRES)
def test_a_proxy_may_speak_tls(
    wire: str, tls: ssl.SSLContext, certificate: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SSL_CERT_FILE", str(certificate))
    with FaultyServer(wire, lambda line: line.whole('{"error": "who are you"}', status="403 No"), tls=tls) as proxy:
        proxy.at = (f"{ADDRESS}/models", f"{ADDRESS}/api/tags")
        monkeypatch.setenv("HTTP_PROXY", proxy.base_url.split("/v1")[0])
        with pytest.raises(ModelUnavailable, match="refused"):
            said(wire)
    assert proxy.paths[0] in proxy.at


class Signed(LoopbackServer):
    """A proxy that answers in the place of any server, and keeps how one signed in."""

    def answer(self, handler: Handler, path: str, body: object) -> None:  # noqa: ARG002
        listed = [{"id": "small", "model": "small", "digest": "d" * 64}]
        handler.send({"data": listed, "models": listed})


@pytest.mark.parametrize("wire", WIRES)
def test_a_proxy_is_told_name_and_password(wire: str, monkeypatch: pytest.MonkeyPatch) -> None:
    with Signed() as proxy:
        monkeypatch.setenv("HTTP_PROXY", proxy.address.replace("//", "//me:p%40ss%3Aw%C3%B6rd@"))
        said(wire)
    assert proxy.exchanges[0].path.startswith(f"{ADDRESS}/")
    signed = proxy.exchanges[0].headers["proxy-authorization"].removeprefix("Basic ")
    assert base64.b64decode(signed).decode() == "me:p@ss:wörd"
    assert "p@ss" not in repr(before(ADDRESS))
    assert "p%40ss" not in repr(before(ADDRESS))


def test_a_server_that_is_asked_directly_has_none(monkeypatch: pytest.MonkeyPatch) -> None:
    assert before(ADDRESS) is None
    monkeypatch.setenv("HTTP_PROXY", "127.0.0.1:9")
    assert before("https://models.example") is None
    assert str(before(ADDRESS)) == "the proxy 127.0.0.1:9 of HTTP_PROXY"


@pytest.mark.parametrize(
    ("url", "exempt"),
    [
        (ADDRESS, "other.example, models.example"),
        (ADDRESS, "MODELS.EXAMPLE"),
        (ADDRESS, "example"),
        (ADDRESS, ".example"),
        (ADDRESS, "*.example"),
        (ADDRESS, "models.example:8000"),
        (ADDRESS, "http://models.example"),
        (ADDRESS, "all://models.example:8000"),
        (ADDRESS, "other.example,*"),
        ("http://models.example", "models.example:80"),
        ("http://127.0.0.1:8000", "localhost,127.0.0.1"),
        ("http://10.1.2.3:8000", "10.1.0.0/16"),
        ("http://[fd00::1]:8000", "fd00::1"),
        ("http://[fd00::1]:8000", "[fd00::1]"),
        ("http://[fd00::1]:8000", "fd00::/8"),
    ],
)
def test_no_proxy_names_what_is_asked_directly(url: str, exempt: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ALL_PROXY", "http://127.0.0.1:9")
    monkeypatch.setenv("NO_PROXY", exempt)
    assert before(url) is None


@pytest.mark.parametrize(
    ("url", "exempt"),
    [
        (ADDRESS, "other.example,"),
        (ADDRESS, "dels.example"),
        (ADDRESS, "models.example:8001"),
        (ADDRESS, "https://models.example"),
        (ADDRESS, "models.example.org"),
        ("http://10.1.2.3:8000", "10.2.0.0/16"),
        ("http://10.1.2.3:8000", "10.1.2"),
    ],
)
def test_no_proxy_names_nothing_else(url: str, exempt: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ALL_PROXY", "http://127.0.0.1:9")
    monkeypatch.setenv("NO_PROXY", exempt)
    assert before(url) is not None
