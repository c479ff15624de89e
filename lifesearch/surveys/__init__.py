"""Surveys of a rule: many questions about it, cheapest first, and a record of the answers.

A *question* says which rule, and which kinds of patterns. The *plan* makes tasks of it: random
boards, and for each period and each speed symmetric boxes, strips that grow wider, and boxes that
grow with proofs; its schedule gives them slices of time, longer ones each time. Tasks yield
*events*, which a session saves; the *record* is made of events alone, and every sentence of the
*report* is made of the record.

run                  the entry, called by `doors`: the plan, the schedule, the loop over time slices
tasks                queries that a person could ask, and small simulations
*_tasks              tasks of single kinds of questions
kinds, replicators   periods and speeds, and patterns that have them; patterns that copy themselves
record, session      patterns and proved statements, in memory and in a file
known                patterns that the catalogue has and the survey has not
kind                 the record of the kind for the registry
report               the record as rows of a table and as sentences, for `show.survey`
"""
