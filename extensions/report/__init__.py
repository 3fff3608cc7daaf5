"""The HTML report of a sweep: gathers its contents as JSON values, which a page without dependencies draws."""
