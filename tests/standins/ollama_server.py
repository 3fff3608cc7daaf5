"""Speaks Ollama's HTTP API as its docs/api.md describes it: /api/tags, /api/show and a streaming /api/chat."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from typing import Any

from tests.standins.loopback import Handler, LoopbackServer, Said

DIGEST = "a80c4f17acd55265feec403c7aef86be0c25983ab279d83f3bcd3abbcb5b8b72"


@dataclass
class OllamaServer(LoopbackServer):
    models: dict[str, str] = field(default_factory=lambda: {"llama3.2:latest": DIGEST})
    context_length: int = 8192
    capabilities: list[str] | None = field(default_factory=lambda: ["completion", "tools"])
    chat_path = "/api/chat"

    @property
    def base_url(self) -> str:
        return self.address

    def answer(self, handler: Handler, path: str, body: Any) -> None:
        if path == "/api/tags":
            entries = [{"name": name, "model": name, "digest": d, "size": 1} for name, d in self.models.items()]
            return handler.send({"models": entries})
        name = body["model"]
        if name not in self.models and f"{name}:latest" not in self.models:
            return handler.send({"error": f"model '{name}' not found"}, 404)
        if path == "/api/show":
            info = {"general.architecture": "llama", "llama.context_length": self.context_length}
            told = {"modelfile": "", "details": {}, "model_info": info}
            return handler.send(told if self.capabilities is None else {**told, "capabilities": self.capabilities})
        if body.get("tools") and self.capabilities is not None and "tools" not in self.capabilities:
            return handler.send({"error": f"registry.ollama.ai/library/{name} does not support tools"}, 400)
        return self._chat(handler, body, self.next(body))

    def _chat(self, handler: Handler, body: Any, said: Said) -> None:
        handler.wait(said.hang_s)
        if said.status != 200:
            return handler.send({"error": said.error}, said.status)
        assert body["stream"] is True
        handler.start_stream()
        if said.raw is not None:
            handler.stream(said.raw)
            return handler.end_stream()
        for part in _parts(body, said):
            handler.wait(said.pause_s)
            handler.stream(json.dumps(part).encode() + b"\n")
        handler.end_stream()


def _parts(body: Any, said: Said) -> list[dict[str, Any]]:
    common = {"model": body["model"], "created_at": "2025-01-01T00:00:00.000000Z", "done": False}
    messages: list[dict[str, Any]] = [
        {"role": "assistant", "content": said.text[start : start + 7]} for start in range(0, len(said.text), 7)
    ]
    for name, arguments in said.calls:  # each call in a part of its own, as the server sends them
        function = {"name": name, "arguments": arguments}
        messages.append({"role": "assistant", "content": "", "tool_calls": [{"function": function}]})
    parts: list[dict[str, Any]] = [{**common, "message": message} for message in messages]
    if said.cut:
        return parts[: len(parts) // 2]
    words = sum(len(message.get("content", "").split()) for message in body["messages"])
    ending = {
        "message": {"role": "assistant", "content": ""},
        "done": True,
        "done_reason": said.finish,
        "total_duration": 1_500_000_000,
        "load_duration": 1_000_000,
        "prompt_eval_count": words + 5 if said.read is None else said.read,
        "prompt_eval_duration": 400_000_000,
        "eval_count": len(parts),
        "eval_duration": 1_000_000_000,
    }
    return [*parts, {**common, **ending}]
