"""States of one search shared among several: parts, news, and a search that has both."""
