"""Still lifes, oscillators and spaceships: patterns that recur."""

from lifesearch.queries.periodic.query import Periodic

__all__ = ["Periodic"]
