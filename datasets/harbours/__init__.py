"""Generates the rules of fictional marinas in German and in Japanese, with gold questions in each language."""
