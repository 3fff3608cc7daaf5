"""The address of a question in the studio, where it runs on its usual port."""

from __future__ import annotations

HOST, PORT = "127.0.0.1", 7460
PLACE = "/question/"  # before a question's id
ADDRESS = f"http://{HOST}:{PORT}{PLACE}"
