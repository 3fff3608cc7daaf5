"""What a model can be asked about a chunk before it is indexed."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from pydantic import Field

from ragatta.pipeline.tasks.base import Reply, Task


class ChunkContext(Reply):
    context: str = Field(
        min_length=1, description="what the chunk is about and where it stands in the document, in one or two sentences"
    )


@dataclass(frozen=True)
class SituateChunk(Task):
    name: ClassVar[str] = "situate_chunk"
    source_file: str
    document: str  # or the part of it that is shown
    chunk: str
