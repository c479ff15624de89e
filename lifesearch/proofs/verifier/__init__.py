"""Check proofs of formulas: by programs of others, or by a plain checker of our own."""
