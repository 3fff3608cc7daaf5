"""Systems outside in a model's place: backends whose request and reply are JSON of a form of their own."""
