"""A loopback server in the form of Text Embeddings Inference over Ragatta's own encoder, for peers that ask one.

    python -m benchmarks.peers.embedding_server

Prints its port. `POST /embed {"inputs": [...]}` gives the vectors; the cores share the texts of a request.
"""

from __future__ import annotations

import json
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

from ragatta.experiments.paths import MODELS
from ragatta.pipeline.index.embedding.onnx_encoder import open_encoder
from ragatta.pipeline.settings.indexing import Embedder

ENCODER = open_encoder(Embedder(), MODELS)


class Embed(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def do_POST(self) -> None:
        asked = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        data = json.dumps(ENCODER.embed(asked["inputs"]).tolist()).encode()
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
