"""Pages as pictures, with the places of their words: for people, not for answers."""
