"""The kinds of questions: one folder each, all of one shape.

A folder has `question` (what is asked, in which words, and how an answer is verified) and
`engine` (what searches it, or why not); a few have a `coordinator` of workers and records of their
own in a `session`. `running.registry` lists them by name, and imports each when it is used.
"""
