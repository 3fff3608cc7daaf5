"""A stand-in for a model server that takes its time, for benchmarks: it speaks the Chat Completions wire format.

    python -m benchmarks.slow_server [--seconds 1 | --seconds 0.2 5] [--busy 0.1]

It listens on a free port of 127.0.0.1 and prints it. A reply is the least object that meets the schema asked for, or a
sentence. How long it takes (evenly spread between the two seconds) and whether the first try of a request is refused
with 429 (a share of `busy`) depends on the request alone.
"""

from __future__ import annotations

import argparse
import asyncio
import hashlib
import json
from random import Random
from typing import Any

MODEL = "stand-in"
WINDOW = 32_768


class SlowServer:
    def __init__(self, seconds: list[float], busy: float) -> None:
        self._least, self._most, self._busy = seconds[0], seconds[-1], busy
        self._tried = set[str]()

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """One connection, kept alive."""
        try:
            while True:
                head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1")
                fields = dict(line.lower().split(": ", 1) for line in head.split("\r\n")[1:] if ": " in line)
                body = await reader.readexactly(int(fields.get("content-length", 0)))
                status, reply = await self._answer(head.split(" ")[1], body)
                data = json.dumps(reply).encode()
                wait = "Retry-After: 1\r\n" if status == 429 else ""
                writer.write(
                    f"HTTP/1.1 {status} -\r\nContent-Type: application/json\r\n{wait}Content-Length: {len(data)}"
                    "\r\n\r\n".encode()
                    + data
                )
                await writer.drain()
        except (asyncio.IncompleteReadError, ConnectionError):
            writer.close()

    async def _answer(self, path: str, body: bytes) -> tuple[int, Any]:
        if path.endswith("/models"):
            return 200, {"object": "list", "data": [{"id": MODEL, "object": "model", "max_model_len": WINDOW}]}
        name = hashlib.sha256(body).hexdigest()
        random = Random(name)
        first, name_of_try = name not in self._tried, name
        self._tried.add(name_of_try)
        if first and random.random() < self._busy:
            return 429, {"error": {"message": "slow down", "code": "rate_limit_exceeded"}}
        await asyncio.sleep(random.uniform(self._least, self._most))
        return 200, _reply(json.loads(body))


def _reply(asked: Any) -> dict[str, Any]:
    message: dict[str, Any] = {"role": "assistant", "content": "A sentence."}
    if form := asked.get("response_format", {}).get("json_schema"):
        message["content"] = json.dumps(least(form["schema"], form["schema"]))
    elif tools := asked.get("tools"):
        tool = tools[0]["function"]
        call = {"name": tool["name"], "arguments": json.dumps(least(tool["parameters"], tool["parameters"]))}
        message |= {"content": None, "tool_calls": [{"id": "call_1", "type": "function", "function": call}]}
    return {
        "id": "chatcmpl-1",
        "object": "chat.completion",
        "created": 1,
        "model": asked["model"],
        "choices": [{"index": 0, "message": message, "finish_reason": "stop"}],
        "usage": {
            "prompt_tokens": sum(len(m["content"] or "") // 4 for m in asked["messages"]),
            "completion_tokens": 20,
        },
    }


def least(schema: Any, root: Any) -> Any:
    """The least value that meets a JSON schema of the kind that pydantic writes."""
    if "$ref" in schema:
        return least(root["$defs"][schema["$ref"].rpartition("/")[2]], root)
    if "enum" in schema:
        return schema["enum"][0]
    if "const" in schema:
        return schema["const"]
    if "anyOf" in schema:
        return least(schema["anyOf"][0], root)
    match schema.get("type"):
        case "object":
            return {name: least(schema["properties"][name], root) for name in schema.get("required", ())}
        case "array":
            return [least(schema["items"], root)] * schema.get("minItems", 0)
        case "integer" | "number":
            return schema.get("minimum", 0)
        case "boolean":
            return False
        case _:
            return "x" * max(1, schema.get("minLength", 1))


async def _run(seconds: list[float], busy: float) -> None:
    server = await asyncio.start_server(SlowServer(seconds, busy).serve, "127.0.0.1", 0)
    print(server.sockets[0].getsockname()[1], flush=True)
    await server.serve_forever()


if __name__ == "__main__":
    words = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    words.add_argument("--seconds", type=float, nargs="+", default=[1.0])
    words.add_argument("--busy", type=float, default=0.0)
    given = words.parse_args()
    asyncio.run(_run(given.seconds, given.busy))
