"""The kinds of questions: one folder each, all of one shape.

A folder has `kind` (the record KIND, which names all the rest), `question` (what is asked, in which
words, and how an answer is verified) and `engine` (what searches it, or why not). Most have
`asking` (from options to a request), a few a `coordinator` of workers, and records of their own in
a `session`. `running.registry` lists the folders by name, and imports each `kind` when it is used.
"""
