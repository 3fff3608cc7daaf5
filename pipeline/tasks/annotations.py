"""The task about a document's metadata: to read the fields that no labelled line states."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from pydantic import ConfigDict

from ragatta.pipeline.tasks.base import Reply, Task


class Annotation(Reply):
    """The value of each field as the document prints it, or null. The agent narrows it to the fields it asks for."""

    model_config = ConfigDict(extra="allow")


@dataclass(frozen=True)
class Annotate(Task):
    name: ClassVar[str] = "annotate"
    source_file: str
    bucket: str
    fields: tuple[str, ...]  # names of the fields to fill in
    pages: tuple[str, ...]  # texts of its first pages
