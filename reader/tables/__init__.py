"""Reading tables, in raw text or as rows that carry their columns' names, and looking up their cells."""
