"""A corpus with its tables, for the chunking strategy `table`."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property

from ragatta.pipeline.documents.corpus import Corpus
from ragatta.pipeline.machine.checksums import mark
from ragatta.pipeline.tables.model import Table


@dataclass(frozen=True)
class TabledCorpus(Corpus):
    """`untabled`: the documents whose search for tables ended early, with the reason."""

    tables: Mapping[str, tuple[Table, ...]] = field(default_factory=dict)  # of each readable PDF
    untabled: Mapping[str, str] = field(default_factory=dict)

    @cached_property
    def content(self) -> str:
        """Digest of the names, page texts and tables."""
        tables = [f"{name} {of!r}".encode("utf-8", "surrogatepass") for name, of in self.tables.items()]
        return mark(super().content.encode(), *tables).hex()
