"""How people judged answers like this one: classes of answers, a table of counts, and what it allows to decide."""
