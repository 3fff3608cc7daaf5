"""A local web page on which people write gold questions and judge answers, beside the pages of the documents."""
