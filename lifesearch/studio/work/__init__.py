"""Searches that run, each in a process of its own, and what is known of them."""
