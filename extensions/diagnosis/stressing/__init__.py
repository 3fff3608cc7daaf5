"""What a pipeline loses when questions are worded otherwise, or documents are scanned, doubled, contradicted or hold
orders to a model."""
