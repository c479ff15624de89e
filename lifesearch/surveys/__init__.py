"""What lives in a rule: many questions about it, cheapest first, and a record of the answers.

A *question* says which rule, and which kinds of patterns. The *plan* makes tasks of it: soups, and
for each period and each speed symmetric boxes, strips that grow wider, and boxes that grow with
proofs; its schedule gives them slices of time, longer ones each time. What comes of them are
*events*, which a session keeps; the *record* is made of events alone, and every sentence of the
*report* is made of the record.
"""
