"""How a gold question is added: drafted from flags or in a dialogue, its evidence found, written where it belongs."""
