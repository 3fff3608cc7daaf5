"""What the generated datasets share: pages and their tables, gold records, and a folder that is written whole."""
