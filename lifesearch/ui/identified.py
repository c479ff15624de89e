"""What a pattern is, for a person: the answer to `lifesearch identify`."""

from __future__ import annotations

from rich.text import Text

from lifesearch.life.identify import Identified
from lifesearch.life.simulate.long_run import LongRun
from lifesearch.life.state_code import code_label
from lifesearch.text import plural
from lifesearch.ui.report import NO_CODE, PatternReport
from lifesearch.ui.terminal.console import Printer
from lifesearch.ui.terminal.grids import Grids

WIDEST, TALLEST = 38, 40
LABELS = 11
LONGEST_ROTOR = 50


def draw(report: PatternReport) -> None:
    """Print the facts of a pattern, and a picture if it is not too large."""
    console = Printer()
    console.print(Text(report.headline()))
    for label, value in rows(report):
        console.print(f"  {label:{LABELS}}  {value}")
    box = report.pattern.box
    if 0 < box.width <= WIDEST and box.height <= TALLEST:
        console.print(Grids([("generation 0", report.pattern)], box))


def rows(report: PatternReport) -> list[tuple[str, str]]:
    """All facts, each with its label."""
    known, outcome, box = report.identity, report.outcome, report.pattern.box
    title = f" ({report.given_name})" if report.given_name else ""
    rows = [("from", f"{report.source}{title}")]
    if known and report.period:
        rows += _periodic(report, known)
    else:
        rows.append(("cells", f"{report.pattern.population:,}"))
    rows.append(("size", f"{box.width:,} x {box.height:,}"))
    if known:
        rows.append(("symmetry", known.symmetry.name))
    rows.append(("rule", str(report.rule)))
    if report.catalogue == "own":
        rows.append(("catalogue", "in your own catalogue"))
    if settled := report.settled_identity:
        name, becomes = report.name_of(settled.apgcode), settled.summary(report.name_of)
        becomes = f"{name}: {becomes}" if name else becomes
        rows += [
            ("becomes", becomes),
            (f"its {code_label(settled.apgcode)}", settled.apgcode or NO_CODE),
        ]
    elif report.future:
        rows += _in_the_long_run(report, report.future)
    elif outcome and not outcome.known and outcome.seen:
        _, _, width, height = outcome.box
        then = f"{plural(outcome.population, 'cell')} in {width:,} x {height:,}"
        rows.append(("then", then))
    return rows


def _in_the_long_run(report: PatternReport, future: LongRun) -> list[tuple[str, str]]:
    if future.cycle:
        emitted = ", ".join(report.census(future.emitted, named=True))
        return [("emits", emitted), ("seen from", f"generation {future.generation:,} on")]
    objects = ", ".join(report.census(future.ash.objects, named=True))
    return [("then", plural(future.population, "cell")), ("objects", objects or "none")]


def _periodic(report: PatternReport, known: Identified) -> list[tuple[str, str]]:
    activity = known.activity
    least, most = min(known.populations), max(known.populations)
    rows = [("period", f"{report.period:,}")]
    if len(report.rule.steps) == 1:
        label = code_label(known.apgcode)
        rows.insert(0, (label, known.apgcode or "too large for an apgcode"))
    if report.velocity:
        rows.append(("velocity", report.velocity))
    span = f" ({least:,} to {most:,})" if most > least else ""
    rows.append(("cells", f"{known.populations[0]:,}{span}"))
    if activity is not None and report.kind != "still life":
        rows.append(("heat", f"{activity.heat:.4g}"))
    if activity is not None and report.kind == "oscillator":
        rows += [
            ("rotor", f"{plural(activity.rotor or 0, 'cell')}{_named(report.rotor_name)}"),
            *([("listed by", report.rotor_table)] if report.rotor_table else []),
            ("stator", plural(activity.stator or 0, "cell")),
            ("volatility", f"{activity.volatility:.2f} (strict {activity.strict_volatility:.2f})"),
        ]
    return rows


def _named(rotor: str | None) -> str:
    """The name of a rotor, if it fits on the line."""
    return f": {rotor}" if rotor and len(rotor) <= LONGEST_ROTOR else ""
