"""What every command does around its work."""

import pytest
import typer

from lifesearch.common.exit_status import ExitStatus
from lifesearch.doors.cli import parameters
from lifesearch.doors.cli.parameters import with_options
from lifesearch.running.option_table import Options, options_of

LINE = "next time, --session FILE saves the work\n"


@pytest.mark.parametrize(
    ("least", "status", "session", "said"),
    [
        (-1.0, ExitStatus.INTERRUPTED, None, LINE),
        (-1.0, ExitStatus.INTERRUPTED, "kept.session", ""),
        (-1.0, ExitStatus.GAVE_UP, None, ""),
        (3600.0, ExitStatus.INTERRUPTED, None, ""),
    ],
)
def test_long_work_that_is_lost_names_the_session(
    least: float,
    status: ExitStatus,
    session: str | None,
    said: str,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def command(options: Options) -> None:
        raise typer.Exit(status)

    command.__annotations__ = {"options": Options, "return": None}
    monkeypatch.setattr(parameters, "WORTH_A_SESSION", least)
    given = {**dict.fromkeys(options_of("oscillator", "cli")), "session": session}
    with pytest.raises(typer.Exit):
        with_options(command, "oscillator")(**given, help_all=False)
    assert capsys.readouterr().err == said
