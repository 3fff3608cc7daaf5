"""One parser a file, each with `VERSION` (of its library) and `open_pdf(path, password) -> Opened`."""
