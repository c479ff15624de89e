"""From options, in Python or on a command line, to queries and how they are run."""
