"""Rules of which a part is unknown, and predecessors in them."""
