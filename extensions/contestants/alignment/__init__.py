"""Where the passages that a system outside returns stand in the documents. What it is asked, and how its reply is read,
is in extensions/contestants/external.py."""
