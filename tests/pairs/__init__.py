"""Pairs of options: answer sets of commands against brute force that knows only their words."""
