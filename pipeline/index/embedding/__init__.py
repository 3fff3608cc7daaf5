"""How embedders work: tokens, ONNX graphs, sentence-transformers folders, vectors that are kept."""
