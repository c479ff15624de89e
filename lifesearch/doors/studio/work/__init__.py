"""Searches of the studio, each in a worker process, and their state for the page."""
