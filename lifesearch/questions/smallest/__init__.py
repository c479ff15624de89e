"""The smallest ship of each speed and oscillator of each period, in any rule of a class.

answer     a pattern, its rule, its speed or period; which of several is smallest
known      records that are to be beaten
question   which patterns, which rules; its parts are ranges of patterns, or random runs
search     what a worker does with one part
engine     the engine, and its coordinator, which keeps what is smallest
"""
