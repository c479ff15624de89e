"""From a command and its options to a question, a plan, and the resources for it: for all doors.

The command line, Python and the studio call `request_of` and then `planned`. The kind of the
command makes the question, by a function in `asking.py` of its folder (`Command.asks`);
`running.choose` chooses the engine.

>>> from lifesearch.running.option_table import read
>>> request = request_of("oscillator", 3, read("oscillator", {"box": "7x7", "symmetry": "D8"}))
>>> request.query.describe(), request.preferences.only
('oscillator of period 3 with symmetry D8', ())
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager
from dataclasses import replace
from time import monotonic
from typing import TYPE_CHECKING, Any, cast

from lifesearch.common.errors import InputError, OptionError, Undecided
from lifesearch.common.lazy_import import imported
from lifesearch.common.limits import EVERY_CORE, MOST_JOBS
from lifesearch.common.text import plural
from lifesearch.core.options.readers import cluster_address, cores, whole
from lifesearch.core.question import PatternQuery, Solvable
from lifesearch.engines.sat.solving.configuration import FixedSettings
from lifesearch.running.choose import choose, in_boxes
from lifesearch.running.goals import how_many
from lifesearch.running.option_table import Options, options_of
from lifesearch.running.options import RunOptions
from lifesearch.running.places.place import Place
from lifesearch.running.plan import Plan
from lifesearch.running.registry import command_named
from lifesearch.running.request import Request

if TYPE_CHECKING:
    from lifesearch.running.session.file import Session

JOBS_PER_CORE = 2
"""Workers that are started for each core at most, unless <jobs> has a `!`; a choice."""


class PlannableRequest(Request):
    """A request that can be planned, and written as a formula."""

    def but(self, **changes: Any) -> PlannableRequest:
        """A copy with other options."""
        return replace(self, options=self.options.but(**changes))

    def plan(self, run_options: RunOptions) -> Plan[PatternQuery]:
        """The plan for these resources."""
        return choose(self.query, run_options, self.preferences)

    def formula(self, say: Callable[[str], None] | None = None) -> tuple[str, Iterator[str]]:
        """A sentence about the formula that a solver would get, and its lines in DIMACS."""
        # The number of answers, here 1, makes no difference to the formula.
        fixed = run_options(self.options, 1, self.query, say).fixed
        query = in_boxes(self.query, self.preferences)
        with_clauses = solvable(query)
        lines = with_clauses.dimacs(None, fixed.applied(with_clauses.configurations()[0]))
        return f"{with_clauses.formula_words}{query.title}", lines

    def wanted(self) -> int | None:
        """The number of answers to find; None for all, and for better and better ones."""
        count, everything = self.options.count, self.options.everything
        return how_many(self.query, count, everything=everything, raw=self.query.raw)

    def planned(self, say: Callable[[str], None] | None = None) -> Plan[PatternQuery]:
        """The plan; `say` prints notes, such as one on too many jobs."""
        resources = run_options(self.options, self.wanted(), self.query, say)
        plan = self.plan(resources)
        # The folder for a proof is made last: an error before leaves nothing behind.
        return replace(plan, options=with_proof(self.query, resources, self.options))


def solvable(query: PatternQuery) -> Solvable:
    """The question, if it has clauses; InputError for one that is not put to a SAT solver."""
    if not hasattr(query, "dimacs"):
        raise InputError(f"no formula can be written of this search: {query.title}")
    return cast("Solvable", query)


def request_of(command: str, argument: Any, options: Options) -> PlannableRequest:
    """The request of a command with its argument, such as a period or a pattern, and options."""
    # A few options, such as --attach, make it a question of another kind.
    maker = next(
        (o.asks for o in options_of(command).values() if o.asks and getattr(options, o.key)),
        command_named(command).asks,
    )
    request: Request = imported(maker)(argument, options)
    return PlannableRequest(request.query, request.options, request.preferences, request.offset)


def session_of(
    plan: Plan[PatternQuery], options: Options
) -> AbstractContextManager[Session[PatternQuery]]:
    """Begin the session of a search, or continue it.

    With the option `new`, the question excludes patterns of the catalogues, or has a random seed
    (its kind adds the option then). A continued session keeps those that it began with
    (`as_recorded`).
    """
    from lifesearch.running.session.file import Session

    count, depth = plan.options.count, plan.depth
    return Session.start(options.session, plan.query, count, depth, as_recorded=options.new)


# The resources of a search


def run_options(
    options: Options,
    count: int | None,
    query: PatternQuery | None = None,
    say: Callable[[str], None] | None = None,
) -> RunOptions:
    """The resources of a search and its number of answers; connects to the cluster, if any."""
    fixed = FixedSettings(options.solver, options.encoding, options.plain, options.seed)
    if query is not None:
        query.check_encoding(fixed.encoding, plain=fixed.plain)
    if options.proof is not None and options.cluster:
        raise OptionError("proofs can be written only on this machine: leave out <cluster>")
    place, time_limit = connected(options)
    # Only the engine `rows`, SAT row by row, has a look-ahead.
    engine = "rows" if options.look_ahead is not None else options.engine
    return RunOptions(
        count,
        jobs(options, pinned=bool(fixed), say=say),
        fixed,
        time_limit,
        options.memory,
        engine,
        place=place,
        has_session=options.session is not None,
        proving=options.proof is not None,
    )


def connected(options: Options) -> tuple[Place, float | None]:
    """The place of a search, and its time limit less the time to connect to a cluster."""
    started, limit = monotonic(), options.time_limit
    place = place_at(options.cluster)
    if limit is None or not options.cluster:
        return place, limit
    left = limit - (monotonic() - started)
    if left <= 0:
        raise Undecided(f"the time limit of {limit:g} s ended while connecting to the cluster")
    return place, left


def place_at(address: str | None) -> Place:
    """This machine or, connected, the cluster with this address."""
    if address is None:
        from lifesearch.running.places.here import HERE

        return HERE
    from lifesearch.running.places.cluster import Cluster

    cluster = Cluster(cluster_address(address))
    cluster.connect()
    return cluster


def jobs(
    options: Options, *, pinned: bool = False, say: Callable[[str], None] | None = None
) -> int:
    """The number of workers: by default one for each core, or one if the solver is `pinned`.

    On a cluster the default is `EVERY_CORE`, as machines may join and leave. With `say`, more than
    JOBS_PER_CORE for each core are started only if the number has a `!` after it; otherwise a note
    says so.
    """
    wanted, available = options.jobs, EVERY_CORE if options.cluster else cores()
    if wanted is None:
        return 1 if pinned else available
    if options.cluster:
        return int(wanted)
    whole(wanted, "<jobs>", 1, MOST_JOBS)
    useful = JOBS_PER_CORE * available
    if say is None or wanted <= useful or wanted.insists:
        return int(wanted)
    say(
        f"note: {useful} processes instead of {wanted}, for {plural(available, 'core')}: more "
        f"would slow each other down; <jobs '{wanted}!'> starts them all"
    )
    return useful


def with_proof(query: PatternQuery, run_options: RunOptions, options: Options) -> RunOptions:
    """Add the folder for a proof, if <proof> is given; with <explain> nothing is written."""
    if options.proof is None:
        if options.proof_compress:
            raise OptionError("<proof_compress> needs <proof DIR>")
        return run_options
    if options.session is not None:
        raise OptionError("a proof covers one run, a session several: leave out <session>")
    from lifesearch.proofs.folder import require_possible
    from lifesearch.proofs.folder import with_proof as writing_to

    if options.explain:
        require_possible(query, run_options)
        return run_options
    compress, force = options.proof_compress, options.force
    return writing_to(query, run_options, options.proof, compress=compress, force=force)
