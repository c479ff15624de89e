"""The atlas: what is true of small boxes, strips, tori and windows, with commands that show it.

lines    the lines that come with the program, by topics
index    which line answers a question: for the note "settled before" of a search

`lifesearch atlas` prints the lines (`show.atlas`); `python -m tests.atlas` makes them.
"""
