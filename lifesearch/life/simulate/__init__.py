"""The simulator: one generation after another, on the plane, on a torus, or in batches."""
