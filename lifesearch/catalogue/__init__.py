"""Named patterns: the built-in catalogue and the user's own."""
