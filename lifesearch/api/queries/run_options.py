"""From options to how a query is run: how many answers, solvers, time, memory."""

from __future__ import annotations

from collections.abc import Callable
from time import monotonic

from lifesearch.errors import OptionError, Undecided
from lifesearch.limits import EVERY_CORE, MOST_JOBS
from lifesearch.options.readers import cores, place, whole
from lifesearch.options.table import Options
from lifesearch.queries.base import PatternQuery
from lifesearch.queries.soups import SoupQuery
from lifesearch.running.options import RunOptions
from lifesearch.running.places.place import Place
from lifesearch.solving.configuration import FixedSettings
from lifesearch.text import plural

JOBS_PER_CORE = 2


def run_options(
    options: Options,
    count: int | None,
    query: PatternQuery | None = None,
    say: Callable[[str], None] | None = None,
) -> RunOptions:
    """How many answers are wanted, and what may be spent on them; a cluster is connected to.

    Only SAT, row by row, has a look-ahead: it is asked for where one is given.
    """
    if options.seeds and options.seed is not None:
        raise OptionError("<seed> and <seeds> exclude each other: leave one of them out")
    seed = None if isinstance(query, SoupQuery) else options.seed  # which is that of soups
    fixed = FixedSettings(options.solver, options.encoding, options.plain, seed)
    if query is not None:
        query.check_encoding(fixed.encoding, plain=fixed.plain)
    if options.proof is not None and options.cluster:
        raise OptionError("proofs can be written only on this machine: leave out <cluster>")
    there, time_limit = connected(options)
    return RunOptions(
        count,
        jobs(options, pinned=bool(fixed), say=say),
        fixed,
        time_limit,
        options.memory,
        "rows" if options.look_ahead is not None else options.engine,
        place=there,
        seeds=options.seeds or (),
        kept=options.session is not None,
        proving=options.proof is not None,
    )


def connected(options: Options) -> tuple[Place, float | None]:
    """Where a search runs, and what is left of its time when a cluster is connected to."""
    started, limit = monotonic(), options.time_limit
    there = place(options.cluster)
    if limit is None or not options.cluster:
        return there, limit
    left = limit - (monotonic() - started)
    if left <= 0:
        raise Undecided(f"the time limit of {limit:g} s ended while connecting to the cluster")
    return there, left


def jobs(
    options: Options, *, pinned: bool = False, say: Callable[[str], None] | None = None
) -> int:
    """How many solvers at once: by default one for each core, and one if it must be this one.

    With `say`, more than two for each core are started only for a number
    with `!` after it. A cluster has as many cores as it has at any time.
    """
    wanted, there = options.jobs, EVERY_CORE if options.cluster else cores()
    if wanted is None:
        return 1 if pinned else there
    if options.cluster:
        return int(wanted)
    whole(wanted, "<jobs>", 1, MOST_JOBS)
    useful = JOBS_PER_CORE * there
    if say is None or wanted <= useful or wanted.insists:
        return int(wanted)
    say(
        f"note: {useful} processes instead of {wanted}, for {plural(there, 'core')}: more would "
        f"slow each other down; <jobs {wanted}!> starts them all"
    )
    return useful


def with_proof(query: PatternQuery, how: RunOptions, options: Options) -> RunOptions:
    """The same, and the folder for a proof, if one is wanted; it is made unless only explained."""
    if options.proof is None:
        if options.proof_compress:
            raise OptionError("<proof_compress> needs <proof DIR>")
        return how
    if options.session is not None:
        raise OptionError("a proof covers one run, a session several: leave out <session>")
    from lifesearch.proofs.folder import require_possible
    from lifesearch.proofs.folder import with_proof as writing_to

    if options.explain:
        require_possible(query, how)
        return how
    compress, force = options.proof_compress, options.force
    return writing_to(query, how, options.proof, compress=compress, force=force)
