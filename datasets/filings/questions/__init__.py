"""Gold questions out of the same facts that the documents print, each with the places where its answer stands."""
