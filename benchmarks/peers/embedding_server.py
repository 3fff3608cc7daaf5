"""A loopback server in the form of Text Embeddings Inference over Ragatta's own encoder, for peers that ask one.

    python -m benchmarks.peers.embedding_server

Prints its port. `POST /embed {"inputs": [...]}` gives the vectors; the cores share the texts of a request. `GET /`
gives the seconds spent on that so far.
"""

from __future__ import annotations

import json
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from time import perf_counter

from ragatta.experiments.paths import MODELS
from ragatta.pipeline.index.embedders.minilm import MiniLM, open_encoder

ENCODER = open_encoder(MiniLM(), MODELS)


class Embed(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    seconds = 0.0

    def do_GET(self) -> None:
        self._send(Embed.seconds)

    def do_POST(self) -> None:
        asked = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        begun = perf_counter()
        vectors = ENCODER.embed(asked["inputs"]).tolist()
        Embed.seconds += perf_counter() - begun
        self._send(vectors)

    def _send(self, reply: object) -> None:
        data = json.dumps(reply).encode()
        self.send_response(200)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)

    def log_message(self, *_: object) -> None:
        """Says nothing."""


def main() -> None:
    server = ThreadingHTTPServer(("127.0.0.1", 0), Embed)
    print(server.server_address[1], flush=True)
    server.serve_forever()


if __name__ == "__main__":
    main()
