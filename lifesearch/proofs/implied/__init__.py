"""Is each clause of a formula implied by the question? Checked without any code of the encoder.

A solver proves that nothing satisfies the clauses of a file. That there is no pattern follows only
if a pattern would satisfy them. So suppose that there is one, an answer that is not listed, and
call it the suspect. Give each variable the value that it has in the life of the suspect:

- a cell's variable says whether the cell lives. Which cell a variable is, the comments of the file
  say. They need not be trusted: if they are wrong, the clauses do not follow;
- any other variable is defined by the clauses in which it stands (see `definitions`), by variables
  that are known before it. It gets the value that its definition gives it.

If each clause is true then, the suspect satisfies the formula, which nothing does: there is no
suspect. So it is enough to go through the clauses one by one and to find for each a reason why it
is true of every suspect. It may be true

- by what a variable was defined to be;
- by the rule: all its cells are among nine cells and the middle one of these a generation later,
  and the rule's table leaves no way to make it false (`neighbourhoods`);
- by the question: something lives, the period is not shorter, the number of live cells is bounded,
  given cells are as given (`conditions`, `counting`);
- without loss of generality: if there is a suspect, there is one in a certain place, orientation
  and phase, and that is the one that we consider (`normal_form`, `images`);
- because a suspect is not equivalent to any answer that is listed (`listed`).

In a cube, some cells are fixed. These clauses are assumed, and at the end it is checked that every
suspect meets the assumptions of one of the parts (`covers`).

A clause for which no reason is found is refused. Only for questions that these modules do not cover
completely, clauses of one kind are trusted, and counted: see `judge`.

Which cells are the same one, by symmetry, because the pattern recurs, on a torus or a cylinder, and
which are dead, because they are outside, is in `cells`. Literals here are numbers of their own:
`cells.TRUE` is always true, and the minus sign is "not".

`judge` is the entry, called by `proofs.drat`; `from_query` makes the `ClaimedQuestion` of
`question`.
"""
