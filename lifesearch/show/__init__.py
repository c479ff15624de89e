"""From answers to a person: grids and files."""
