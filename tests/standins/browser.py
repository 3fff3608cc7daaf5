"""A headless Chromium that a test steers by keys, over the Chrome DevTools Protocol."""

from __future__ import annotations

import base64
import json
import re
import shutil
import subprocess
import time
from pathlib import Path
from typing import Any

from websocket import create_connection

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
CODES = {"Enter": 13, "Tab": 9, "Escape": 27, "ArrowLeft": 37, "ArrowUp": 38, "ArrowRight": 39, "ArrowDown": 40}
SHIFT, CONTROL = 8, 2
WAIT_S = 20.0


class LeftPage(Exception):
    """The page was left before it could answer, or is not there yet."""


class Browser:
    """One tab; `said` has the lines of its console. Use it as a context. `first`: what it opens, by its arguments."""

    def __init__(self, profile: Path, width: int = 1400, height: int = 900, first: str = "about:blank") -> None:
        words = [
            str(CHROMIUM), "--headless=new", "--no-sandbox", "--disable-gpu", f"--user-data-dir={profile}",
            "--remote-debugging-port=0", f"--window-size={width},{height}", "--hide-scrollbars", first,
        ]  # fmt: skip
        self._process = subprocess.Popen(words, stderr=subprocess.PIPE, text=True)
        assert self._process.stderr
        address = next(found[1] for line in self._process.stderr if (found := re.search(r"(ws://\S+)", line)))
        self._socket = create_connection(address, suppress_origin=True, timeout=WAIT_S)
        self._number, self.said = 0, list[str]()
        self._session = ""
        target = next(one for one in self._ask("Target.getTargets")["targetInfos"] if one["type"] == "page")
        self._attach(target["targetId"])
        self.size(width, height)

    def _attach(self, target: str) -> None:
        self._session = self._ask("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        for domain in ("Page", "Runtime", "Log"):
            self._ask(f"{domain}.enable")

    def __enter__(self) -> Browser:
        return self

    def __exit__(self, *_: object) -> None:
        self._socket.close()
        self._process.terminate()
        self._process.wait()

    def size(self, width: int, height: int, dark: bool = False, mobile: bool = False) -> None:
        metrics = {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": mobile}
        self._ask("Emulation.setDeviceMetricsOverride", **metrics)
        scheme = {"name": "prefers-color-scheme", "value": "dark" if dark else "light"}
        self._ask("Emulation.setEmulatedMedia", features=[scheme])

    def open(self, address: str) -> None:
        self._ask("Page.navigate", url=address)
        self.until("document.documentElement.dataset.drawn")

    def open_tab(self, address: str) -> None:
        """Opens it in another tab, which is the one from now on."""
        self._session = ""
        self._attach(self._ask("Target.createTarget", url=address)["targetId"])
        self.until("document.documentElement.dataset.drawn")

    def reload(self) -> None:
        self.script("document.documentElement.dataset.drawn = ''")
        self._ask("Page.reload")
        self.until("document.documentElement.dataset.drawn")

    def script(self, expression: str) -> Any:
        """The value of an expression; of a promise, what it becomes; None while a page is left or begins."""
        try:
            told = self._ask("Runtime.evaluate", expression=expression, awaitPromise=True, returnByValue=True)
        except LeftPage:
            return None
        assert "exceptionDetails" not in told, told["exceptionDetails"]
        return told["result"].get("value")

    def until(self, expression: str) -> Any:
        """Waits until an expression is true, and gives its value."""
        end = time.monotonic() + WAIT_S
        while not (found := self.script(f"(() => {{ try {{ return {expression} }} catch {{ return null }} }})()")):
            assert time.monotonic() < end, f"{expression}: not so after {WAIT_S} s"
            time.sleep(0.02)
        return found

    def key(self, name: str, held: int = 0, repeat: bool = False, late: bool = False) -> None:
        """Presses a key: a character, or a name of CODES; `repeat`: as a keyboard does while it is held down; `late`:
        its character comes by itself, as from an input method."""
        code = CODES.get(name, ord(name.upper()) if len(name) == 1 else 0)
        about = {"key": name, "windowsVirtualKeyCode": code, "modifiers": held, "autoRepeat": repeat}
        text = {"text": "\r" if name == "Enter" else name} if (len(name) == 1 or name == "Enter") and not held else {}
        self._ask("Input.dispatchKeyEvent", type="rawKeyDown" if late else "keyDown", **about, **text)
        if late:
            self._ask("Input.dispatchKeyEvent", type="char", **about, **text)
        self._ask("Input.dispatchKeyEvent", type="keyUp", **about)

    def type(self, text: str) -> None:
        self._ask("Input.insertText", text=text)

    def drag(self, start: tuple[float, float], end: tuple[float, float]) -> None:
        """Drags the pointer; from a place to itself it is a click."""
        for kind, (x, y) in (("mousePressed", start), ("mouseMoved", end), ("mouseReleased", end)):
            self._ask("Input.dispatchMouseEvent", type=kind, x=x, y=y, button="left", buttons=1, clickCount=1)

    def picture(self, path: Path) -> None:
        path.write_bytes(base64.b64decode(self._ask("Page.captureScreenshot", format="png")["data"]))

    def _ask(self, method: str, **parameters: Any) -> dict[str, Any]:
        self._number += 1
        order: dict[str, Any] = {"id": self._number, "method": method, "params": parameters}
        if getattr(self, "_session", ""):
            order["sessionId"] = self._session
        self._socket.send(json.dumps(order))
        while True:
            told = json.loads(self._socket.recv())
            if told.get("id") == self._number:
                error = told.get("error", {})
                if re.search("navigated|context", error.get("message", "")):  # of a page left, or not there yet
                    raise LeftPage
                assert not error, f"{method}: {error}"
                return dict(told["result"])
            self._hear(told)

    def _hear(self, told: dict[str, Any]) -> None:
        if told.get("method") == "Runtime.exceptionThrown":
            self.said.append(str(told["params"]["exceptionDetails"]))
        elif told.get("method") == "Runtime.consoleAPICalled":
            self.said.append(str(told["params"]["args"]))
        elif told.get("method") == "Log.entryAdded":
            self.said.append(told["params"]["entry"]["text"])
