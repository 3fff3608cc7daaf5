"""One way to find orders to a model a file, each with `attack(question, tools)`, why a question is one (empty: it is
none), `orders(texts, tools)`, where the orders of each text stand, and ASKS_A_MODEL."""
