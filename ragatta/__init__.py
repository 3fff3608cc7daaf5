"""Ragatta: which RAG pipeline is better on my documents, and can I believe it?

Everything is imported from here: `ragatta.pipeline`, `ragatta.eval`, `ragatta.experiments`. In an installation these
rooms are inside this folder; in a clone they are beside it.
"""

from pathlib import Path

if not (Path(__file__).parent / "pipeline").is_dir():
    __path__.append(str(Path(__file__).resolve().parent.parent))
