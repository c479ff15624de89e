"""A made-up bound on boxes that grow, added as the page for contributors says."""
