"""What can be asked: clauses, equivalence and verification of each kind of search."""
