"""A web page of patterns that is complete in itself."""
