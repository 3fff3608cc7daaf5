"""The description of a bucket in prompts: its fields, and which of their values the question names."""

from __future__ import annotations

from ragatta.extensions.agentic.agents.value_links import links
from ragatta.pipeline.agents.context.sources import quoted
from ragatta.pipeline.annotations.schema import Bucket, Field
from ragatta.pipeline.annotations.sqlite import Annotations
from ragatta.pipeline.tasks.agentic import BucketNote, FieldNote

MOST_VALUES = 5000  # distinct values of a field that are looked for in a question
FEW = 12  # distinct values up to which all are shown


def note(bucket: Bucket, question: str, known: Annotations) -> BucketNote:
    """The bucket with its schema, example values of each field that has few values, and the values that the question
    names."""
    fields = tuple(_field(bucket, field, question, known) for field in bucket.fields)
    return BucketNote(bucket.name, bucket.description, bucket.identifier, fields)


def bucket_line(bucket: BucketNote) -> str:
    """The bucket as one line for a router: its name and description, without its schema."""
    return f"- {bucket.name}: {bucket.description or 'no description'}."


def with_schema(bucket: BucketNote) -> str:
    """The bucket with its schema, one line per field."""
    lines = [f"Bucket {bucket.name}: {bucket.description or 'no description'}."]
    if bucket.identifier:
        lines.append(f"Its documents are named by {bucket.identifier}.")
    return "\n".join([*lines, *(f"- {_field_line(field)}" for field in bucket.fields)])


def _field(bucket: Bucket, field: Field, question: str, known: Annotations) -> FieldNote:
    # Numbers and dates are compared, not named.
    values = known.values(bucket.name, field.name, MOST_VALUES) if field.type == "TEXT" else ()
    texts = tuple(str(value) for value in values)
    examples = texts if len(texts) <= FEW else ()
    return FieldNote(
        field.name, field.type, field.description, tuple(field.printed()), examples, links(question, texts)
    )


def _field_line(field: FieldNote) -> str:
    parts = [f"{field.name} ({field.type})", field.description]
    if field.examples:
        parts.append(f"values: {', '.join(map(quoted, field.examples))}")
    if field.mentions:
        parts.append(
            "named in the question: " + ", ".join(f"{quoted(m.text)} is {quoted(m.value)}" for m in field.mentions)
        )
    return "; ".join(filter(None, parts))
