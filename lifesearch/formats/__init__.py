"""Files of patterns: detect, read and write them."""
