"""Show a survey: a line for each new pattern, and the table of all patterns and proofs."""
