"""The smallest ship of each speed and oscillator of each period, in any rule of a class.

answer     a pattern, its rule, its speed or period; which of several is smallest
known      records that are to be beaten
question   the patterns and the rules; its parts are ranges of patterns, or random runs
search     the search of one part, by a worker
engine     the engine, and its coordinator, which keeps the smallest patterns
"""
