"""What is made of the turns before a question, one way a file: each is a History
(extensions/conversations/history.py)."""
