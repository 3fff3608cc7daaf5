"""The system under test: PDF → pages → chunks → collection → retrieval → agents → answer."""

import os

# onnxruntime writes a device's id below the user's home and looks up its maker's host, unless this is set before it is
# imported. Everything here that imports it is below this package, and child processes inherit it.
os.environ["ORT_DISABLE_TELEMETRY"] = "1"
