"""From the page's drawing and form to a question, to a query, and to a command line."""
