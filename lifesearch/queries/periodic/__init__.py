"""Still lifes, oscillators and spaceships: patterns that come back."""

from lifesearch.queries.periodic.query import Periodic

__all__ = ["Periodic"]
