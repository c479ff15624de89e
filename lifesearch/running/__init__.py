"""Many solver processes on one query: portfolio, strip search, scheduling, events."""
