"""From cells to clauses over numbered variables."""
