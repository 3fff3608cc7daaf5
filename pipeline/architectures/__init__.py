"""One whole pipeline a file, each with `answer(asked, tools) -> Answer` and `calls(settings, documents) -> int`."""
