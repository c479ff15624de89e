"""Still lifes, oscillators and spaceships: patterns that recur."""
