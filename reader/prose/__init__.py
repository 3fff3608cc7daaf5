"""Reading prose: the lines of the passages, and the lists, sentences, rules and figures that answer from them."""
