"""What a plug-in is: a technique (technique.py, checks.py) that is found by its name (registry.py), follows a protocol
(protocols.py), is identified by its settings and the code that it reaches (identity.py, reach.py), and is named in a
message where it breaks (broken.py)."""
