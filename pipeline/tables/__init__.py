"""PDF → tables: found from the layout, and written out so that each row names its columns."""
