"""Random soups: a census of the objects that they leave."""
