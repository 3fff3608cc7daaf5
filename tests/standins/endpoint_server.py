"""A service of somebody's own, over HTTP: it answers each question from its own notes, in its own form."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any

from tests.standins.loopback import Handler, LoopbackServer


@dataclass
class EndpointServer(LoopbackServer):
    """Replies to POST /ask and GET /ask; `replies` are bodies by question, or statuses to refuse with."""

    replies: Any = None
    streamed: bool = False
    refusal: str = "not so"
    chat_path = "/ask"

    def answer(self, handler: Handler, path: str, body: Any) -> None:  # noqa: ARG002
        reply = self.replies(body) if callable(self.replies) else self.replies
        if isinstance(reply, int):
            handler.send({"error": self.refusal}, reply)
        elif self.streamed:
            handler.send(
                b"".join(b"data: " + json.dumps(each).encode() + b"\n\n" for each in reply) + b"data: [DONE]\n\n"
            )
        else:
            handler.send(reply)
