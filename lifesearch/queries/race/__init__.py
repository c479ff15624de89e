"""Find one pattern quickly: all strategies are tried side by side.

Whoever asks for an oscillator of period 5, and says nothing else, wants to see one. Symmetric
boxes, strips, random soups and growing boxes each find some patterns at once and others never; so
they race. Each way (see `queries.way`) has a share of the time.
"""

from lifesearch.queries.race.query import Race

__all__ = ["Race"]
