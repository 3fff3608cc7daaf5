"""A dataset that is changed in one way, so that what a change costs can be measured: more documents, other words of the
questions, documents that are scanned, doubled, contradicted or hold orders."""
