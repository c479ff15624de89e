"""Readers of options under their old name: see `lifesearch.options.readers`."""

from lifesearch.options.readers import cluster_address, cores, seeds

__all__ = ["cluster_address", "cores", "seeds"]
