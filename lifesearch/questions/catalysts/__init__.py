"""Catalysts around an active part: still lifes that survive it and change its course.

known      named active parts, the usual catalysts, and conduits that have names
course     the outcome of an active part with some catalysts, by simulation alone
words      an outcome in words
question   all placements of catalysts that an active part does not destroy
solving    catalysts of any form, by SAT
strategy   hasslers, as a strategy of races; `advice`: periods of which they are found
"""
