"""From questions about Life to clauses over numbered variables."""
