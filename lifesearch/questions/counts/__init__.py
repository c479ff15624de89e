"""Count the answers to a question exactly, without finding them."""
