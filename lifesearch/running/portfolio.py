"""The coordinator of questions that are divided into parts, such as boxes and cubes of a box.

Each of `jobs` workers searches one part. Where there are fewer parts than workers, different
configurations race on the same part, and the first that exhausts it decides. An answer that is
found twice is reported once. A worker that dies is replaced, or its rivals continue without it; the
search is given up only when LOSSES workers have died of the same part.

`schedule` decides which part is next; `Divisible.search` (`core.question`) is what workers do.
The engines `by_sat`, `part_by_part`, and those of boxes and races make a `Portfolio`.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Hashable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import chain, islice, takewhile
from math import inf
from typing import Any

from lifesearch.common.text import plural
from lifesearch.core.answer import Answer
from lifesearch.core.events import Event, Extent, Finished, Found, Searched, Snapshot
from lifesearch.core.question import AnyDivisible, SecondStrategy, Task
from lifesearch.engines.sat.solving.alternation import TimeShare, usual_time_share
from lifesearch.engines.sat.solving.configuration import Configuration, Strategy, racers
from lifesearch.engines.sat.solving.cubes import open_cubes
from lifesearch.engines.sat.solving.enumerate import (
    Closed,
    Exhausted,
    GaveUp,
    Packed,
    PartCheckpoint,
    RuledOut,
    TableSnapshot,
)
from lifesearch.engines.sat.solving.part import UNLIMITED, Part, Share
from lifesearch.engines.sat.solving.partial_film import PartialFilm
from lifesearch.life.preview import Preview
from lifesearch.running.coordinator import LOSSES, Coordinator, Member, solvers_died
from lifesearch.running.process import Died, Service, Worker
from lifesearch.running.schedule import PartState, Schedule, SharedSchedule

MOST_COUNTED = 1_000
"""With this number of parts or more, the progress does not show how many are done.

All of them are made before the search begins, and looked through after each one that is done.
"""
MOST_DRAWN = 240
"""The most parts of which the progress has a map: more would fill several lines."""
LEAST_ESTIMATED = 0.01
"""The fraction of a box, in closed cubes, from which on the number of all cubes is estimated.

A choice: the first few cubes say little about the others.
"""


@dataclass(eq=False)
class _Runner(Member):
    """A worker and the part it searches.

    It waits while its part is not `busy`: the part has used up its allowance of conflicts, and
    others are searched.
    """

    work: PartState = field(kw_only=True)
    closed: int = 0
    """Conflicts of the cubes that it has closed, which are reported already."""
    share: float = 0.0
    """The fraction of the part that is done, if its search reports that."""

    @property
    def active(self) -> bool:
        return self.work.busy


@dataclass
class Portfolio(Coordinator[AnyDivisible, _Runner]):
    """The state of a search in parts.

    shares           groups of parts that are searched side by side, each with a share of the time
    solvers          the configurations that race for one part, best first
    strategy         the name of the method that searches all parts, if that is no solver
    has_snapshots    whether that method makes snapshots on request, as the second strategy does
    second_strategy  the name of the method that alternates with the solver of a part, until it
                     reports that it cannot decide the part (`gave_up`)
    alternation      how much time the second strategy has
    strip_rules_out  whether a strip without a pattern proves that a box has none
    cannot_improve   whether neither a part nor one after it can have an answer below a cost
    describe_searched  words for the progress, from all parts that are searched
    gave_up          whether the second strategy has reported that it cannot decide a part
    idle             workers without a part, for the next one
    found_in         the answers found in each part
    searched         the parts that are done, in earlier runs, too
    cubes            the cubes done of each part, '' for the whole part
    strips           the strips that are done: they have no pattern (else row tables give up)
    """

    shares: Sequence[Share] = ()
    solvers: tuple[Configuration, ...] = ()
    strategy: str = ""
    has_snapshots: bool = False
    second_strategy: str = ""
    alternation: Callable[[Strategy], TimeShare] = usual_time_share
    strip_rules_out: Callable[[Part, Part], bool] | None = None
    cannot_improve: Callable[[Part, int], bool] | None = None
    describe_searched: Callable[[Collection[Part]], str] | None = None
    gave_up: bool = False
    schedule: SharedSchedule = field(init=False)
    idle: list[Worker] = field(default_factory=list)
    found_in: dict[Part, list[Answer]] = field(default_factory=dict)
    searched: set[Part] = field(default_factory=set)
    cubes: dict[Part, list[str]] = field(default_factory=dict)
    strips: list[Part] = field(default_factory=list)
    largest: int = 0
    """The number of cells of the largest partial pattern."""
    settled: int = 0
    """The number of cells of generation 0 that are proved to be alive, or dead."""
    all_parts: list[Part] = field(default_factory=list)
    """Empty if there are MOST_COUNTED or more."""
    _measured_at: tuple[int, int | None] | None = None
    """The number of parts searched and the best cost when `_extent` was measured."""
    _extent: Extent | None = None

    def __post_init__(self) -> None:
        # Not that of the base: `_add_new` loads the answers of earlier runs, with their parts.
        if self.shares and not self.query.endless():
            first, *others = self.shares
            counted = list(islice(first.parts, MOST_COUNTED))
            # What counting took from the iterator is put back before the rest.
            self.shares = [first._replace(parts=chain(counted, first.parts)), *others]
            self.all_parts = counted if len(counted) < MOST_COUNTED else []
        for part in self.checkpoint.searched:
            self._mark_done(part)
        self.schedule = SharedSchedule([*map(self._schedule, self.shares)])
        for found in self.checkpoint.found:
            self._add_new(found.part, list(found.answers))

    def _schedule(self, share: Share) -> Schedule:
        """The schedule of one share, without parts that are done.

        It ends at the first part that cannot improve the best answer, since no later part can
        either, and at the first strip after row tables have given up.
        """
        left = filter(self._is_open, share.parts)
        hopeful = takewhile(
            lambda part: not self._cannot_improve(part) and not (_is_strip(part) and self.gave_up),
            left,
        )
        return Schedule(share._replace(parts=hopeful), self.query.grows)

    def _mark_done(self, part: Part) -> None:
        self.searched.add(part)
        if _is_strip(part):
            self.strips.append(part)
        self.cubes.setdefault(part._replace(cube=""), []).append(part.cube)

    def _ruled_out_by_strip(self, part: Part) -> bool:
        """Whether a strip that was searched proves that a box inside it is empty."""
        rules_out = self.strip_rules_out
        return rules_out is not None and any(rules_out(strip, part) for strip in self.strips)

    def _is_open(self, part: Part) -> bool:
        """Whether a part has cubes that are not searched yet."""
        done = self.cubes.get(part._replace(cube=""), [])
        return bool(open_cubes(part.cube, done)) and not self._ruled_out_by_strip(part)

    def assign_work(self) -> Iterator[None]:
        if self.second_strategy and self.query.grows and self.schedule.first_is_over:
            self._drop(lambda part: True)  # all boxes are done: strips would prove nothing more
            return
        while sum(r.active for r in self.members) < self.jobs:
            work = self.schedule.take()
            if work is not None:
                mine = [r for r in self.members if r.work is work]
                if mine:  # it was set aside; such a part has one worker
                    mine[0].worker.resume(work.allowance)
                else:
                    self._begin(work, work.losses)
            elif not self._add_rival():
                return
            yield

    def _add_rival(self) -> bool:
        """Start another configuration on the part with the fewest workers; False if there is none.

        There is no race if all answers are wanted, as each rival would have to list them all; nor
        for growing boxes, where a box that is set aside keeps its one worker; nor for a part of
        which LOSSES workers have died.
        """
        everything = self.run_options.count is None and not self.query.objective
        if everything or self.strategy or self.run_options.fixed or self.query.grows:
            return False
        rivals = [r.work for r in self.members if r.work.losses < LOSSES]
        if not rivals:
            return False
        work = min(rivals, key=rivals.count)
        self._begin(work, rivals.count(work) + work.losses)
        return True

    def _begin(self, work: PartState, rank: int) -> None:
        """Give a part to a worker, with the configuration of this rank."""
        configuration, second = self._configurations(work.part, rank)
        worker = self.idle.pop() if self.idle else self.workplace.start(self._service)
        known = self._already_reported(work.part)
        turns = None if second is None else SecondStrategy(second, self.alternation(second))
        task = Task(work.part, configuration, known, turns, self._part_checkpoint(work.part))
        worker.begin(task, work.allowance)
        self.members.append(_Runner(worker, configuration, work.part, work=work))

    def _already_reported(self, part: Part) -> list[Answer]:
        """The answers that a worker on a part must not report again."""
        if self.query.objective:  # an answer must be better than the best one of every part
            return [answers[-1] for answers in self.found_in.values() if answers]
        # The proof of a part has all its answers, also those that a dead worker has reported.
        return [] if self.run_options.proof else self.found_in.get(part, [])

    def _part_checkpoint(self, part: Part) -> PartCheckpoint | None:
        """The checkpoint of a part, if a session is to be written; growing boxes have none."""
        if not self.run_options.snapshots or self.query.grows:
            return None
        done = tuple(self.cubes.get(part._replace(cube=""), ()))
        return PartCheckpoint(done, self.checkpoint.snapshot)

    def _configurations(self, part: Part, rank: int) -> tuple[Strategy, Strategy | None]:
        """The configuration for the worker of this rank on a part, and the one it alternates with.

        Rank 0 is the first worker on the part; rivals, and those that replace dead workers, have
        higher ranks. A single worker alternates between a solver and the second strategy, and so
        does the second one of two; of three or more, the second one has that strategy to itself.
        Without a second strategy, a single worker that looks for some answers alternates between
        the two best solvers.
        """
        fixed, only = self.run_options.fixed, self.strategy or self.query.only_strategy(part)
        if isinstance(only, str):  # no solver, so there are no configurations to race
            return only, None
        usual = self.solvers if only is None else (only,)
        solvers = racers(usual, fixed)
        alone = fixed or self.query.grows or self.run_options.proof
        if alone or part.cube or only is not None:
            return next(islice(solvers, 0 if fixed else rank, None)), None
        second = "" if self.gave_up else self.second_strategy
        if self.jobs == 1 and rank == 0:
            first, *others = usual
            other = others[0] if others and self.run_options.count is not None else None
            return first, second or other
        if second and rank == 1:
            return (next(islice(solvers, 1, None)), second) if self.jobs == 2 else (second, None)
        # With three jobs or more, rank 1 is the second strategy: later ranks move up by one.
        taken = bool(second and rank and self.jobs > 2)
        return next(islice(solvers, rank - taken, None)), None

    @cached_property
    def _service(self) -> Service:
        proof = self.run_options.proof
        return self.query if proof is None else proof.service(self.query)

    def final_snapshots(self) -> Iterator[Event]:
        """Ask for a snapshot of tables, if some are in use; solvers save only closed cubes."""
        tables = self.has_snapshots or (self.second_strategy and not self.gave_up)
        saved = [r for r in self.members if self._part_checkpoint(r.part) is not None]
        if not tables or not saved:
            return iter(())
        for runner in saved:
            runner.worker.request_snapshot()
        return self._until_snapshot()

    def _receive(self, member: _Runner, report: Any) -> Iterator[Event]:
        match report:
            case list() | Packed():
                answers = report.unpack() if isinstance(report, Packed) else report
                if new := self._add_new(member.part, answers):
                    yield Found(member.part, tuple(new))
                    if self.query.objective:
                        self._send_to_others(member, new)
            case PartialFilm() | Preview():
                yield from self._preview(report)
            case RuledOut(symmetry):
                self.ruled_out = tuple(dict.fromkeys((*self.ruled_out, symmetry)))
            case GaveUp():
                self._leave_to_solvers(member)
            case Closed(cube, conflicts):
                member.closed += conflicts
                part = member.part._replace(cube=cube)
                if self._is_open(part):  # else a rival has closed it
                    self._mark_done(part)
                    yield Searched(part, conflicts)
            case TableSnapshot(checkpoint):
                yield Snapshot(checkpoint)
            case Exhausted(conflicts, proof):
                member.conflicts = member.work.conflicts = conflicts
                self._mark_done(member.part)
                yield Searched(member.part, max(0, conflicts - member.closed), proof)
                self._end(member.work, member)
                if _is_strip(member.part):
                    self._drop(self._ruled_out_by_strip)

    def _leave_to_solvers(self, member: _Runner) -> None:
        """Row tables have given up: no part is searched by them from now on."""
        self.gave_up = True
        self._dismiss(member)
        self.idle.append(member.worker)
        if _is_strip(member.part):
            self.schedule.done(member.work)
        else:
            self._reopen_if_abandoned(member.work)

    def _preview(self, film: PartialFilm | Preview) -> Iterator[Event]:
        """Yield a partial pattern if it is the largest so far; before the first, other previews."""
        if isinstance(film, Preview):
            if not self.largest:
                yield film
            return
        larger = film.decided > self.largest
        self.largest = max(self.largest, film.decided)
        self.settled = max(self.settled, film.settled)
        proved = f", {plural(self.settled, 'cell')} settled" if self.settled else ""
        self.partial = (
            f"largest partial pattern: {self.largest:,} of {plural(film.free, 'cell')}{proved}"
        )
        if larger:
            end = "; the next can be neither dead nor alive" if film.dead_end else " together"
            words = f"a guess, no answer: these cells fit{end}"
            first = film.generations[0]
            yield Preview(words, first, None, film.unknown, film.box, film.generations)

    def _spend(self, member: _Runner, conflicts: int) -> None:
        member.work.conflicts = conflicts
        if conflicts < UNLIMITED:  # else no work was done
            member.conflicts = conflicts
        member.share = getattr(conflicts, "share", 0.0)  # those of `StepsDone` have one
        if conflicts >= member.work.allowance:
            member.work.busy = False

    def _add_new(self, part: Part, answers: list[Answer]) -> list[Answer]:
        """Record and return those answers that are new; with an objective, that are better."""
        new = []
        seen, optimises = self.seen, self.query.objective
        for answer in answers:
            # An answer that is better than all before it is new.
            key: Hashable = len(seen) if optimises else self.query.key(answer)
            if optimises and not self._improves_best(answer):
                continue
            if key not in seen and not self.complete:
                seen.add(key)
                new.append(answer)
        self.found_in.setdefault(part, []).extend(new)
        return new

    def _improves_best(self, answer: Answer) -> bool:
        """Whether an answer costs less than the best one so far, which it then replaces."""
        cost = self.query.cost(answer)
        if self.best is not None and cost >= self.best:
            return False
        self.best = cost
        return True

    def _cannot_improve(self, part: Part) -> bool:
        if self.best is None or self.cannot_improve is None:
            return False
        return self.cannot_improve(part, self.best)

    def place(self, part: Part) -> str:
        return self.query.place(part)

    def _send_to_others(self, finder: _Runner, new: list[Answer]) -> None:
        """Send better answers to all other workers; drop parts that can have no better ones."""
        for runner in self.members:
            if runner is not finder:
                runner.worker.send_answers(new)
        self._drop(self._cannot_improve)

    def _drop(self, useless: Callable[[Part], bool]) -> None:
        """Stop the work on all undecided parts that are useless."""
        for work in [w for w in self.schedule.undecided if useless(w.part)]:
            self._end(work)

    def _end(self, work: PartState, winner: _Runner | None = None) -> None:
        """Stop the work on a part; the winner becomes idle, its rivals are killed.

        A solver call cannot be interrupted: to stop it is to kill its process.
        """
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
        # While a rival is on the part, it may still be decided.
        if self._reopen_if_abandoned(work) and work.losses >= LOSSES:
            raise solvers_died(work.losses, str(work.part), died.cause)

    def _reopen_if_abandoned(self, work: PartState) -> bool:
        """Have a part searched again from the start if no worker is left on it, and return whether.

        If it still counted as busy no worker would get it, and the search would end as if it were
        proved to be empty.
        """
        abandoned = all(runner.work is not work for runner in self.members)
        if abandoned:
            work.conflicts, work.busy = 0, False
        return abandoned

    @property
    def note(self) -> str:
        return "" if self.describe_searched is None else self.describe_searched(self.searched)

    @property
    def extent(self) -> Extent | None:
        """How much is done, where the number of parts is known; parts under way count in part."""
        now = len(self.searched), self.best
        if self._measured_at != now:
            measured = self._measured_extent()
            drawn = measured and replace(measured, parts=self._map_of_parts())
            self._measured_at, self._extent = now, drawn
        if self._extent is None:
            return None
        under_way_now = {member.part for member in self.members}
        parts = "".join(
            "+" if part in under_way_now and mark == "." else mark
            for part, mark in zip(self.all_parts, self._extent.parts, strict=False)
        )
        extent = replace(self._extent, parts=parts)
        if under_way := sum(member.share for member in self.members):
            done = extent.done + under_way
            words = f"{extent.words} ({done / extent.total:.2%})"
            return replace(extent, done=done, words=words)
        return extent

    def _map_of_parts(self) -> str:
        """A character for each part, done or not; empty if they are too many, or there is one."""
        if not 1 < len(self.all_parts) <= MOST_DRAWN:
            return ""
        return "".join("#" if self._is_done(part) else "." for part in self.all_parts)

    def _is_done(self, part: Part) -> bool:
        """Whether a part is searched, is settled by a strip, or can have no better answer."""
        return not self._is_open(part) or self._cannot_improve(part)

    def _measured_extent(self) -> Extent | None:
        """The extent without parts under way: of several boxes, or of the cubes of one.

        Of a box that was cut into cubes while it was searched, the number of cubes is estimated: a
        cube with n known cells is 2^-n of the box.
        """
        places = {part._replace(cube="") for part in self.all_parts}
        if len(places) > 1:
            done = sum(map(self._is_done, self.all_parts))
            words = f"{done:,} of {plural(len(self.all_parts), *self.query.parts_noun)} settled"
            return Extent(done, len(self.all_parts), words, alike=not self.query.grows)
        closed = [cube for place in places for cube in self.cubes.get(place, ())]
        if len(self.all_parts) > 1:
            undecided = [part for part in self.all_parts if self._is_open(part)]
            done = len(self.all_parts) - len(undecided)
            smaller = sum(
                cube.startswith(part.cube) and cube != part.cube
                for part in undecided
                for cube in closed
            )
            words = f"{done:,} of {plural(len(self.all_parts), 'case')} settled"
            words += f", {plural(smaller, 'smaller one')}" if smaller else ""
        elif closed:
            words = f"{plural(len(closed), 'case')} settled"
        else:
            return None
        # A cube with sixty known cells is 2^-60 of the box: too little to change a sum of floats.
        share = 1 - sum(0.5 ** len(cube) for cube in open_cubes("", closed))
        estimated = share >= LEAST_ESTIMATED
        return Extent(
            len(closed), len(closed) / share if estimated else inf, words, alike=estimated
        )

    @property
    def work_is_left(self) -> bool:
        return self.schedule.can_go_on

    def finished(self, *, exhausted: bool) -> Finished:
        """The last event; parts that cannot be searched (`Schedule.can_go_on`) stay undecided."""
        return super().finished(exhausted=exhausted and not self.schedule.undecided)

    def workers(self) -> list[Worker]:
        return [*self.idle, *super().workers()]


def _is_strip(part: Part) -> bool:
    """Whether a part is a strip of unbounded length: its height is 0."""
    return not part.box[1]
