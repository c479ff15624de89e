"""What a pattern is, for a person or for a pipe: the answer to `lifesearch identify`."""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cached_property

from rich.text import Text

from lifesearch.catalogue import catalogue
from lifesearch.catalogue.user import name_of
from lifesearch.formats.detect import PatternFile, write_cells, write_life106, write_rle, write_runs
from lifesearch.life.identify import Identity, identify_known
from lifesearch.life.pattern import Pattern
from lifesearch.life.rules.rule import Rule
from lifesearch.life.simulate.evolve import Behaviour, velocity
from lifesearch.life.simulate.settling import Outcome, run_until_periodic
from lifesearch.text import plural
from lifesearch.ui.report import NO_CODE, Format, as_csv
from lifesearch.ui.terminal.console import Printer
from lifesearch.ui.terminal.grids import Grids

WIDEST, TALLEST = 38, 40
LABELS = 11


@dataclass(frozen=True)
class IdentifyReport:
    """A pattern, where it came from, and what becomes of it."""

    source: str
    file: PatternFile
    rule: Rule
    fate: Outcome

    @classmethod
    def of(cls, source: str, file: PatternFile, rule: Rule, limit: int) -> IdentifyReport:
        """Find out what a pattern is, following it for so many generations."""
        return cls(source, file, rule, run_until_periodic(file.pattern, rule, limit))

    @property
    def pattern(self) -> Pattern:
        """The pattern itself, generation 0."""
        return self.file.pattern

    @property
    def periodic(self) -> bool:
        """Whether the pattern itself comes back."""
        return self.fate.periodic_from == 0

    @cached_property
    def identity(self) -> Identity:
        """What the pattern is."""
        fate = self.fate
        own = fate.behaviour if not fate.periodic_from else Behaviour(fate.periodic_from)
        return identify_known(self.pattern, self.rule, own)

    @cached_property
    def settled(self) -> Identity | None:
        """What a pattern has become that is periodic, but not from the beginning."""
        if not self.fate.periodic_from or self.fate.settled is None:
            return None
        return identify_known(self.fate.settled, self.rule, self.fate.behaviour)

    @cached_property
    def name(self) -> str | None:
        """Its name in the built-in catalogue, or in one's own."""
        return self.called(self.identity.apgcode)

    def called(self, code: str | None) -> str | None:
        """The name of the object with a code, in either catalogue."""
        return name_of(code, self.rule)

    @property
    def catalogue(self) -> str | None:
        """Which catalogue has it, 'built-in' or 'own'."""
        if self.name is None:
            return None
        return "built-in" if catalogue.name_of(self.identity.apgcode, self.rule) else "own"

    def headline(self) -> str:
        """One line: its name if it has one, and what it is."""
        what = self.identity.name(self.called) if self.periodic else self.fate.describe()
        return f"{self.name}: {what}" if self.name else what

    def rows(self) -> list[tuple[str, str]]:
        """All facts for a person, each with its label."""
        known, box = self.identity, self.pattern.box
        title = f" ({self.file.name})" if self.file.name else ""
        rows = [("from", f"{self.source}{title}")]
        if self.periodic:
            rows += _periodic(known)
        else:
            rows.append(("cells", f"{self.pattern.population:,}"))
        rows += [
            ("size", f"{box.width:,} x {box.height:,}"),
            ("symmetry", known.symmetry.name),
            ("rule", str(self.rule)),
        ]
        if self.catalogue == "own":
            rows.append(("catalogue", "your own has it"))
        if self.settled is not None:
            name, becomes = self.called(self.settled.apgcode), self.settled.summary(self.called)
            becomes = f"{name}: {becomes}" if name else becomes
            rows += [("becomes", becomes), ("its apgcode", self.settled.apgcode or NO_CODE)]
        elif not self.fate.known and self.fate.seen:
            _, _, width, height = self.fate.box
            then = f"{plural(self.fate.population, 'cell')} in {width:,} x {height:,}"
            rows.append(("then", then))
        return rows

    def facts(self) -> dict[str, object]:
        """All facts, by name."""
        known, fate, box = self.identity, self.fate, self.pattern.box
        cycle, activity = known.behaviour, known.activity
        moving = cycle.kind == "spaceship"
        return {
            "source": self.source,
            "name": self.name,
            "catalogue": self.catalogue,
            "kind": "settles" if fate.periodic_from else cycle.kind,
            "period": cycle.period,
            "dx": cycle.dx,
            "dy": cycle.dy,
            "velocity": velocity(cycle.dx, cycle.dy, cycle.period or 1) if moving else None,
            "population": self.pattern.population,
            "populations": list(known.populations),
            "heat": activity and activity.heat,
            "rotor": activity and activity.rotor,
            "stator": activity and activity.stator,
            "volatility": activity and activity.volatility,
            "strict_volatility": activity and activity.strict_volatility,
            "x": box.x,
            "y": box.y,
            "width": box.width,
            "height": box.height,
            "symmetry": known.symmetry.name,
            "apgcode": known.apgcode,
            "pieces": [write_runs(piece) for piece in known.pieces],
            "rule": str(self.rule),
            "generations": fate.seen,
            "died": cycle.died,
            "since": fate.periodic_from,
            "settled": write_runs(fate.settled) if fate.periodic_from and fate.settled else None,
            "settled_apgcode": self.settled and self.settled.apgcode,
            "rle": write_runs(self.pattern),
        }

    def written(self, form: Format, *, first: bool) -> str:
        """The pattern in a format, or what is known of it."""
        title = self.name or self.file.name or self.headline()
        match form:
            case Format.JSON:
                return json.dumps(self.facts()) + "\n"
            case Format.CSV:
                return as_csv(self.facts(), heading=first)
            case Format.APGCODE:
                return f"{self.identity.apgcode or NO_CODE}\n"
            case Format.LIFE106:
                return write_life106(self.pattern)
            case Format.CELLS:
                return write_cells(self.pattern, name=title, comments=self._comments())
            case Format.RLE:
                comments = self._comments()
                return write_rle(self.pattern, self.rule, name=title, comments=comments)

    def _comments(self) -> list[str]:
        summary = self.identity.summary(self.called) if self.periodic else self.headline()
        code = self.identity.apgcode
        return [summary, *([f"apgcode {code}"] if code else [])]


def _periodic(known: Identity) -> list[tuple[str, str]]:
    cycle, activity = known.behaviour, known.activity
    least, most = min(known.populations), max(known.populations)
    rows = [("apgcode", known.apgcode or "too large for one"), ("period", f"{cycle.period:,}")]
    if cycle.kind == "spaceship":
        rows.append(("velocity", velocity(cycle.dx, cycle.dy, cycle.period or 1)))
    span = f" ({least:,} to {most:,})" if most > least else ""
    rows.append(("cells", f"{known.populations[0]:,}{span}"))
    if activity is not None and cycle.kind != "still life":
        rows.append(("heat", f"{activity.heat:.4g}"))
    if activity is not None and cycle.kind == "oscillator":
        rows += [
            ("rotor", plural(activity.rotor or 0, "cell")),
            ("stator", plural(activity.stator or 0, "cell")),
            ("volatility", f"{activity.volatility:.2f} (strict {activity.strict_volatility:.2f})"),
        ]
    return rows


def draw(finding: IdentifyReport) -> None:
    """Print what a pattern is for a person, with a picture if it is not too large."""
    console = Printer()
    console.print(Text(finding.headline()))
    for label, value in finding.rows():
        console.print(f"  {label:{LABELS}}  {value}")
    box = finding.pattern.box
    if 0 < box.width <= WIDEST and box.height <= TALLEST:
        console.print(Grids([("generation 0", finding.pattern)], box))
