"""The same questions over more and more documents: which of them count, what is added, and how the figures go on."""
