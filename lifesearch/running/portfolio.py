"""Search boxes, or cubes of a box, side by side: a portfolio of solvers.

Each of `jobs` workers has a part of the query. Where there are fewer parts than workers,
different configurations race on the same part, and the first that exhausts it decides.
What has been found twice is reported once. A worker that dies is replaced, or its rivals go
on without it; only when a part has cost several workers is the search given up.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import chain, islice, takewhile
from typing import Any

from lifesearch.life.glimpse import Glimpse
from lifesearch.queries.base import Task
from lifesearch.running.coordinator import LOSSES, Coordinator, Member, solvers_died
from lifesearch.running.events import Event, Extent, Found, Searched, Snapshot
from lifesearch.running.process import Died, Worker
from lifesearch.running.schedule import PartState, Schedule, SharedSchedule
from lifesearch.solving.configuration import Configuration, How, racers
from lifesearch.solving.cubes import open_cubes
from lifesearch.solving.enumerate import Closed, Exhausted, GaveUp, Kept, Packed, Resting
from lifesearch.solving.parts import Part, Share
from lifesearch.text import plural

MOST_COUNTED = 1_000
"""Where there are more parts than that, it is not said how many are done."""
ENOUGH = 0.05
"""If this part of a box is done, in cubes of several sizes, it says something of the rest."""


@dataclass(eq=False)
class _Runner(Member):
    """A worker and the part it searches; it may wait for more conflicts."""

    work: PartState = field(kw_only=True)
    closed: int = 0
    """Conflicts of cubes that it has closed."""
    share: float = 0.0
    """What is done of the part, if its search says so."""

    @property
    def active(self) -> bool:
        return self.work.busy


@dataclass
class Portfolio(Coordinator[_Runner]):
    """The state of a search in boxes.

    `shares` are the parts, in groups that are searched side by side. What is done `instead` of
    asking a solver, or `beside` it until it has `gave_up`, has a name.
    """

    shares: Sequence[Share] = ()
    instead: str = ""
    beside: str = ""
    gave_up: bool = False
    schedule: SharedSchedule = field(init=False)
    idle: list[Worker] = field(default_factory=list)
    known: dict[Part, list[Any]] = field(default_factory=dict)
    searched: set[Part] = field(default_factory=set)
    cubes: dict[Part, list[str]] = field(default_factory=dict)
    strips: list[Part] = field(default_factory=list)
    whole: list[Part] = field(default_factory=list)
    """All parts, where there is an end of them."""
    _measured_at: tuple[int, int | None] | None = None
    _extent: Extent | None = None

    def __post_init__(self) -> None:
        if self.shares and not self.query.endless():
            first, *others = self.shares
            begun = list(islice(first.parts, MOST_COUNTED))
            self.shares = [first._replace(parts=chain(begun, first.parts)), *others]
            self.whole = begun if len(begun) < MOST_COUNTED else []
        for part in self.checkpoint.searched:
            self._is_done(part)
        self.schedule = SharedSchedule([*map(self._schedule, self.shares)])
        for found in self.checkpoint.found:
            self._unseen(found.part, list(found.answers))

    def _schedule(self, share: Share) -> Schedule:
        left = filter(self._open, share.parts)
        hopeful = takewhile(
            lambda part: not self._hopeless(part) and (part.box[1] or not self.gave_up), left
        )
        return Schedule(share._replace(parts=hopeful), self.query.grows)

    def _is_done(self, part: Part) -> None:
        self.searched.add(part)
        if not part.box[1] and self.query.has_clauses:
            self.strips.append(part)
        self.cubes.setdefault(part._replace(cube=""), []).append(part.cube)

    def _settled(self, part: Part) -> bool:
        """Whether it is known of a strip that a box in it has nothing."""
        return any(self.query.settles(strip, part) for strip in self.strips)

    def _open(self, part: Part) -> bool:
        done = self.cubes.get(part._replace(cube=""), [])
        return bool(open_cubes(part.cube, done)) and not self._settled(part)

    def assign_work(self) -> Iterator[None]:
        if self.beside and self.query.grows and self.schedule.first_is_over:
            self._drop(lambda part: True)  # all boxes are done, and strips need not be
            return
        while sum(r.active for r in self.members) < self._room:
            work = self.schedule.take()
            if work is not None:
                mine = [r for r in self.members if r.work is work]
                if mine:
                    mine[0].worker.go_on(work.allowance)
                else:
                    self._begin(work, work.losses)
            elif not self._join():
                return
            yield

    @property
    def _room(self) -> int:
        """How many may be at work; one more, if all that could be wait for the compiler.

        Nobody else is started if all parts need what is compiled.
        """
        if not self.query.grows or all(share.compiled for share in self.shares):
            return self.jobs
        return max(self.jobs, 1 + sum(member.compiling is not None for member in self.members))

    def _join(self) -> bool:
        """Have another configuration race on the part with the fewest runners.

        Boxes that grow are not raced for: what is set aside has one runner, who waits. Nor
        is a part that has cost too many workers.
        """
        everything = self.run_options.count is None and not self.query.optimises
        if everything or self.instead or self.run_options.fixed or self.query.grows:
            return False
        rivals = [r.work for r in self.members if r.work.losses < LOSSES]
        if not rivals:
            return False
        work = min(rivals, key=rivals.count)
        self._begin(work, rivals.count(work) + work.losses)
        return True

    def _begin(self, work: PartState, rank: int) -> None:
        configuration, beside = self._configurations(work.part, rank)
        worker = self.idle.pop() if self.idle else self.workplace.start(self._service)
        known = self.known.get(work.part, [])
        if self.query.optimises:
            known = [answers[-1] for answers in self.known.values() if answers]
        task = Task(work.part, configuration, known, beside, self._kept(work.part))
        worker.begin(task, work.allowance)
        self.members.append(_Runner(worker, configuration, work.part, work=work))

    def _kept(self, part: Part) -> Kept | None:
        """What is done of a part, if more is to be kept; growing boxes are kept one by one."""
        if not self.run_options.snapshots or self.query.grows:
            return None
        done = tuple(self.cubes.get(part._replace(cube=""), ()))
        return Kept(done, self.checkpoint.snapshot)

    def _configurations(self, part: Part, rank: int) -> tuple[How, How | None]:
        """How a part is searched beside this number of rivals, and what takes turns with it.

        Few workers do several things in turn; of many, one does what is beside the solvers.
        """
        fixed, only = self.run_options.fixed, self.instead or self.query.way(part)
        if isinstance(only, str):
            return only, None
        usual: tuple[Configuration, ...] = self.query.configurations() if only is None else (only,)
        solvers = racers(usual, fixed)
        alone = fixed or self.query.grows or self.run_options.proof
        if alone or part.cube or only is not None:
            return next(islice(solvers, 0 if fixed else rank, None)), None
        beside = "" if self.gave_up else self.beside
        if self.jobs == 1 and rank == 0:
            first, *others = usual
            other = others[0] if others and self.run_options.count is not None else None
            return first, beside or other
        if beside and rank == 1:
            return (next(islice(solvers, 1, None)), beside) if self.jobs == 2 else (beside, None)
        return next(islice(solvers, rank - bool(beside and rank and self.jobs > 2), None)), None

    @cached_property
    def _service(self) -> Any:
        proof = self.run_options.proof
        return self.query if proof is None else proof.service(self.query)

    def at_rest(self) -> Iterator[Event]:
        """A snapshot of tables, if there are some; solvers have nothing but cubes that are done."""
        tables = self.instead or (self.beside and not self.gave_up)
        kept = [runner for runner in self.members if self._kept(runner.part) is not None]
        if not tables or not kept:
            return iter(())
        for runner in kept:
            runner.worker.rest()
        return self._until_snapshot()

    def _receive(self, member: _Runner, report: Any) -> Iterator[Event]:
        match report:
            case list() | Packed():
                answers = report.unpack() if isinstance(report, Packed) else report
                if new := self._unseen(member.part, answers):
                    yield Found(member.part, tuple(new))
                    if self.query.optimises:
                        self._spread(member, new)
            case Glimpse():
                yield report
            case GaveUp():
                self.gave_up = True
                self._dismiss(member)
                self.idle.append(member.worker)
                if not member.part.box[1]:
                    self.schedule.done(member.work)
            case Closed(cube, conflicts):
                member.closed += conflicts
                part = member.part._replace(cube=cube)
                if self._open(part):  # and no rival has closed it
                    self._is_done(part)
                    yield Searched(part, conflicts)
            case Resting(checkpoint):
                yield Snapshot(checkpoint)
            case Exhausted(conflicts, proof):
                member.conflicts = member.work.conflicts = conflicts
                self._is_done(member.part)
                yield Searched(member.part, max(0, conflicts - member.closed), proof)
                self._end(member.work, member)
                if not member.part.box[1] and self.strips:
                    self._drop(self._settled)

    def _spend(self, member: _Runner, conflicts: int) -> None:
        member.conflicts = member.work.conflicts = conflicts
        member.share = getattr(conflicts, "share", 0.0)
        if conflicts >= member.work.allowance:
            member.work.busy = False

    def _unseen(self, part: Part, answers: list[Any]) -> list[Any]:
        new = []
        seen, count, optimises = self.seen, self.run_options.count, self.query.optimises
        for answer in answers:
            key: Hashable = len(seen) if optimises else self.query.key(answer)
            if optimises and not self._better(answer):
                continue
            if key not in seen and len(seen) != count:
                seen.add(key)
                new.append(answer)
        self.known.setdefault(part, []).extend(new)
        return new

    def _better(self, answer: Any) -> bool:
        cost = self.query.cost(answer)
        if self.best is not None and cost >= self.best:
            return False
        self.best = cost
        return True

    def _hopeless(self, part: Part) -> bool:
        return self.best is not None and self.query.hopeless(part, self.best)

    def _spread(self, finder: _Runner, new: list[Any]) -> None:
        """Send better answers to all other workers; drop parts that have nothing better."""
        for runner in self.members:
            if runner is not finder:
                runner.worker.tell(new)
        self._drop(self._hopeless)

    def _drop(self, useless: Callable[[Part], bool]) -> None:
        for work in [w for w in self.schedule.undecided if useless(w.part)]:
            self._end(work)

    def _end(self, work: PartState, winner: _Runner | None = None) -> None:
        """Stop the work on a part; only who has decided it can go on with another."""
        self.schedule.done(work)
        for runner in [r for r in self.members if r.work is work]:
            self._dismiss(runner)
            if runner is winner:
                self.idle.append(runner.worker)
            else:
                runner.worker.kill()

    def _take_back(self, member: _Runner, died: Died) -> None:
        work = member.work
        work.losses += not died.blameless
        if work not in [r.work for r in self.members]:
            if work.losses >= LOSSES:
                raise solvers_died(work.losses, str(work.part), died.cause)
            work.conflicts, work.busy = 0, False

    @property
    def note(self) -> str:
        return str(self.query.done(self.searched))

    @property
    def extent(self) -> Extent | None:
        """How many boxes, cubes or groups of rings are done, where there is an end of them."""
        now = len(self.searched), self.best
        if self._measured_at != now:
            self._measured_at, self._extent = now, self._measured()
        begun = sum(member.share for member in self.members)
        if self._extent is None or not begun:
            return self._extent
        done = self._extent.done + begun
        words = f"{self._extent.words} ({done / self._extent.total:.2%})"
        return replace(self._extent, done=done, words=words)

    def _measured(self) -> Extent | None:
        places = {part._replace(cube="") for part in self.whole}
        if len(places) > 1:
            done = sum(not self._open(part) or self._hopeless(part) for part in self.whole)
            words = f"{done:,} of {plural(len(self.whole), *self.query.things)} settled"
            return Extent(done, len(self.whole), words, alike=not self.query.grows)
        closed = [cube for place in places for cube in self.cubes.get(place, ())]
        if len(self.whole) > 1:
            done = sum(not self._open(part) for part in self.whole)
            words = f"{done:,} of {plural(len(self.whole), 'case')} settled"
        elif closed:
            words = f"{plural(len(closed), 'case')} settled"
        else:
            return None
        share = 1 - sum(0.5 ** len(cube) for cube in open_cubes("", closed))
        total = len(closed) / share if share else len(self.whole)
        return Extent(len(closed), total, words, alike=share > ENOUGH or len(self.whole) > 1)

    @property
    def busy(self) -> bool:
        return bool(self.members)

    def workers(self) -> list[Worker]:
        return [*self.idle, *super().workers()]
