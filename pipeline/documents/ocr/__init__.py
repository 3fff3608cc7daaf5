"""One way of reading images of pages a file, each with `problems(language)`, `identity(language)` and
`read(image, language, seconds)`."""
