"""What Life is: patterns, rules, how they evolve, and the files they are kept in."""
