"""The documents of a gate by the digests of their bytes: never by what was read of them, or a parser's regression would
look like another document."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from ragatta.conf.schema import Dataset
from ragatta.experiments.corpora.dataset import OpenDataset, generator_digest
from ragatta.pipeline.documents.files import digest_if_read, real_files
from ragatta.pipeline.plugins.identity import digest, short

GENERATOR, BYTES = "generator", "bytes"  # of a generated dataset, in place of its files; no document has such a name
SHOWN = 5  # names that a message holds


def documents_of(dataset: OpenDataset, settings: Dataset) -> dict[str, str]:
    """A short digest of each document by name. For generated documents one of their generator with its seed, and one of
    all bytes: another version of a compressor writes other bytes of the same documents."""
    paths = real_files(dataset.pdfs, dataset.aside, dataset.links)
    files = {name: short(digest_if_read(path)) for name, path in paths.items()}
    if settings.generator:
        return {GENERATOR: short(generator_digest(settings)), BYTES: short(digest(sorted(files.items())))}
    return files


def changed_documents(then: Mapping[str, str], now: Mapping[str, str]) -> str:
    """The documents that differ, in words; "" if none does, or if nothing was recorded."""
    if then.keys() == now.keys() == {GENERATOR, BYTES}:
        return "those that its generator writes" if all(then[key] != now[key] for key in now) else ""
    return "; ".join(_named(then, now)) if then else ""


def _named(then: Mapping[str, str], now: Mapping[str, str]) -> Iterator[str]:
    """What changed, is new and is gone, each with the first names."""
    found = {
        "": [name for name in now if name in then and now[name] != then[name]],
        "new: ": [name for name in now if name not in then],
        "gone: ": [name for name in then if name not in now],
    }
    for what, names in found.items():
        if names:
            more = f" and {len(names) - SHOWN} more" if len(names) > SHOWN else ""
            yield f"{what}{', '.join(names[:SHOWN])}{more}"
