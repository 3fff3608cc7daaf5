"""The HTML report of a sweep: what it shows is gathered as JSON values, and a page without dependencies draws them."""
