"""The loop over variations and questions: what is asked, by which system, in which order, and how it is scored."""
