"""Systems outside as contestants: what they are sent, how their replies are read and aligned to the pages."""
