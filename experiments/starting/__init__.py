"""What `ragatta init` writes: a starter folder for documents of one's own."""
