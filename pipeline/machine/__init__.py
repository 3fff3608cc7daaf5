"""What Ragatta uses of the machine it runs on: its own folder (installation.py), files, checksums, locks and SQLite,
limits of what is read, threads (side_by_side.py), and secrets of the environment."""
