"""Options: one table of which the command line, Python, the studio and the manual make theirs."""
