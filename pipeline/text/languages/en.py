"""English. The stop words are Lucene's, used for the published BM25 figures (Thakur et al. 2021, BEIR)."""

from ragatta.pipeline.text.languages import Language

LANGUAGE = Language(
    "English",
    frozenset({
        "a", "an", "and", "are", "as", "at", "be", "but", "by", "for", "if", "in", "into", "is", "it", "no", "not",
        "of", "on", "or", "such", "that", "the", "their", "then", "there", "these", "they", "this", "to", "was",
        "will", "with",
    }),
    wording="",
    stemmer="english",
    decimal=".",
)  # fmt: skip
