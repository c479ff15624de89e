"""Search a strip in several orders side by side, one for each seed: see `rows.search`.

Chance decides how soon a ship is found: with one seed after minutes, with another after days. So
each seed has its own search, which takes turns with the others of its worker. The first that is
done has been everywhere, and the others may stop.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass, field, replace

from lifesearch.rows.checkpoint import TableProgress
from lifesearch.rows.work import Advance, Advanced, TableWork
from lifesearch.running.events import Event
from lifesearch.running.process import Died
from lifesearch.running.strips.table_search import TableMember, TableSearch


@dataclass(eq=False)
class _Team(TableMember):
    """A worker and its seeds, the next one first."""

    seeds: deque[int] = field(default_factory=deque)


@dataclass
class SeedsSearch(TableSearch):
    """The state of a search with several seeds; `left` are those that no worker has."""

    left: deque[int] = field(default_factory=deque)
    reached: dict[int, TableProgress] = field(default_factory=dict)

    def __post_init__(self) -> None:
        super().__post_init__()
        self.left.extend(self.run_options.seeds)

    def assign_work(self) -> Iterator[None]:
        """Share out the seeds, and let every idle worker continue with the next one."""
        teams = min(self.jobs, len(self.run_options.seeds))
        while not self.done and self.left and len(self.members) < teams:
            many = -(-len(self.left) // (teams - len(self.members)))
            self.members.append(self._team([self.left.popleft() for _ in range(many)]))
            yield
        for team in self._teams:
            if team.task is None and team.seeds and not self.done:
                team.begin(Advance(seed=team.seeds[0]))
                team.seeds.rotate(-1)

    def _team(self, seeds: list[int]) -> _Team:
        many = len(self.run_options.seeds)
        self.memory = self.workplace.memory(self.run_options.memory, many)
        worker = self.workplace.start(TableWork(self.problem, self.memory))
        return _Team(worker, "row tables", self.strip.part, seeds=deque(seeds))

    def _receive(self, member: TableMember, report: Advanced) -> Iterator[Event]:
        assert isinstance(member, _Team)
        assert isinstance(member.task, Advance)
        assert member.task.seed is not None
        self.reached[member.task.seed] = report.progress
        if report.out_of_memory and sum(len(team.seeds) for team in self._teams) > 1:
            member.seeds.remove(member.task.seed)
            report = replace(report, out_of_memory=False)
        member.task = None
        together = TableProgress.together(list(self.reached.values()))
        yield from self._advance(replace(report, progress=together))

    @property
    def _teams(self) -> list[_Team]:
        return [member for member in self.members if isinstance(member, _Team)]

    def _take_back(self, member: TableMember, died: Died) -> None:
        """Another worker begins anew with the seeds."""
        assert isinstance(member, _Team)
        self._count_in_a_row(died)
        self.left.extend(member.seeds)
