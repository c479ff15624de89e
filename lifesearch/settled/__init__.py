"""The atlas: what is true of small boxes, strips, tori and windows, with commands that show it.

lines    the lines that come with the program, by topics, and which one answers a question
runner   run the command of a line again: what it finds, as lines
"""
