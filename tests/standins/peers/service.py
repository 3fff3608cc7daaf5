"""The chain and the query engine as services of FastAPI: python service.py PORT_FILE."""

from __future__ import annotations

import socket
import sys
from pathlib import Path
from typing import Any

import uvicorn
from fastapi import FastAPI
from langchain_chain import chain
from llamaindex_engine import engine

app = FastAPI()


@app.post("/langchain")
def ask_langchain(body: dict[str, str]) -> Any:
    return chain.invoke(body["question"])


@app.post("/llamaindex")
def ask_llamaindex(body: dict[str, str]) -> Any:
    found = engine.query(body["query"])
    sources = [{"body": each.get_content(), "about": each.metadata} for each in found.source_nodes]
    return {"result": {"text": str(found), "sources": sources}}


if __name__ == "__main__":
    with socket.create_server(("127.0.0.1", 0)) as listening:
        Path(sys.argv[1]).write_text(str(listening.getsockname()[1]), encoding="utf-8")
        uvicorn.Server(uvicorn.Config(app, log_level="warning")).run(sockets=[listening])
