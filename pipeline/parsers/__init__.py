"""One parser a file, each with `VERSION` (of its library) and `read(path, password) -> list[str]`, a text a page."""
