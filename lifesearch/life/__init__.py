"""What Life is: patterns, rules, evolution, identity. No input or output."""
