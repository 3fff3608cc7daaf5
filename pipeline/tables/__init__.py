"""PDF → tables: found from the layout, and written out so that each row says what it is about."""
