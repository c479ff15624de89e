"""How many answers a question has, exactly and without finding them."""
