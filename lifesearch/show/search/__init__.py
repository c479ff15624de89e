"""A search on the terminal: its progress, its answers, and its outcome."""
