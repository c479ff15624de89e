"""Catalysts around an active part: still lifes that survive it and change its course.

known    named active parts, the usual catalysts, and conduits that have names
course   what happens with some catalysts, by simulation alone
words    the same in words
query    all ways to place catalysts so that something comes of it
"""
