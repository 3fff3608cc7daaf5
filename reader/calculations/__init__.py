"""What a question asks to calculate: its operands in its own words, and the expression that joins them."""
