"""The catalogue: every file is what it says, none is there twice, and the index is true."""

import re
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from lifesearch.catalogue.build_index import FOLDERS, entries, in_words
from lifesearch.catalogue.catalogue import (
    Catalogue,
    builtin,
    pattern_of,
    read_index,
    write_index,
)
from lifesearch.catalogue.names import RECURRING_KINDS, patterns_in
from lifesearch.common.errors import InputError, LifesearchError
from lifesearch.formats.detect import read, read_path
from lifesearch.life.identify import Activity, canonical_key
from lifesearch.life.rules.rule import LIFE
from lifesearch.life.simulate.evolve import behaviour, phases, velocity
from lifesearch.life.velocity import Velocity
from tests.life.test_known_patterns import KNOWN

SPEEDS = (
    "c/2", "c/3", "c/4", "c/5", "c/6", "c/7", "c/10", "2c/5", "2c/7", "3c/7",
    "c/4d", "c/5d", "c/6d", "c/7d", "c/8d", "c/12d", "(2,1)c/6",
)  # fmt: skip
"""The speeds of the known spaceships that a search or an experiment found."""

ROOT = Path(__file__).parents[2]
PATTERNS = ROOT / "patterns"
ALL_FILES = sorted(path for kind in FOLDERS.values() for path in (PATTERNS / kind).glob("*.rle"))
FILES = [
    path for path in ALL_FILES if path.parent.name in {FOLDERS[kind] for kind in RECURRING_KINDS}
]
FACTS = re.compile(
    r"(?P<kind>still life|oscillator of period|spaceship of velocity (?P<velocity>.+), period)"
    r"(?: (?P<period>\d+))?; (?P<least>\d+)(?: to (?P<most>\d+))? cells"
)


def test_there_are_many() -> None:
    assert len(FILES) >= 350
    assert len(builtin()) == len(ALL_FILES)


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_files_are_what_they_say(path: Path) -> None:
    file = read_path(str(path))
    said = FACTS.fullmatch(file.comments[0])
    assert said, file.comments
    known = behaviour(file.pattern)
    assert known.period is not None
    sizes = [phase.population for phase in phases(file.pattern, LIFE, known.period)]
    assert said["kind"].startswith(known.kind)
    assert known.kind == path.parent.name.replace("-", " ").removesuffix("s")
    assert known.period == int(said["period"] or 1)
    assert (min(sizes), max(sizes)) == (int(said["least"]), int(said["most"] or said["least"]))
    assert file.pattern.population == min(sizes)
    assert file.pattern == file.pattern.normal()
    if known.kind == "spaceship":
        assert velocity(known.dx, known.dy, known.period) == said["velocity"]
        assert known.dy < 0
        assert known.dy <= known.dx <= 0


@pytest.mark.parametrize("period", range(2, 43))
def test_each_period_has_an_oscillator_with_cells_of_the_full_period(period: int) -> None:
    """So `caterer on figure-8` counts, and two oscillators side by side would not."""
    entries = builtin().where("oscillator", period)
    smallest = min(entries, key=lambda entry: entry.cells)
    cycle = phases(pattern_of(smallest).pattern, LIFE, period)
    assert len(set(cycle)) == period
    assert Activity.of(cycle).strict


@pytest.mark.parametrize("speed", SPEEDS)
def test_each_known_speed_has_a_spaceship(speed: str) -> None:
    assert len(builtin().where("spaceship", speed=Velocity.parse(speed)))


def test_files_say_who_discovered_a_pattern() -> None:
    assert pattern_of(builtin().by_name("cribbage")).author == "Mitchell Riley, 2023"
    assert sum(pattern_of(entry).author is not None for entry in builtin()) >= 240


@pytest.mark.long
def test_no_object_is_there_twice() -> None:
    cycles = ((p := read_path(str(f)).pattern, behaviour(p).period or 1) for f in FILES)
    keys = [canonical_key(phases(pattern, LIFE, period)) for pattern, period in cycles]
    assert len(set(keys)) == len(FILES)


@pytest.mark.long
def test_the_index_is_up_to_date() -> None:
    """If not: python -m lifesearch.catalogue.build_index."""
    assert (PATTERNS / "index.csv").read_text() == write_index(entries(PATTERNS))


def test_the_index_is_read_back() -> None:
    assert read_index(write_index(builtin())) == builtin()
    for entry in builtin():
        assert in_words(entry) == pattern_of(entry).comments[0]


def test_names_and_codes_are_not_ambiguous() -> None:
    names = [name.lower() for entry in builtin() for name in entry.names]
    assert len(set(names)) == len(names)
    codes = [entry.apgcode for entry in builtin() if entry.recurs]
    assert all(codes)
    assert len(set(codes)) == len(codes)


@pytest.mark.long
def test_what_others_recorded_is_found_under_its_name() -> None:
    for record in KNOWN:
        entry = builtin().by_name(record["name"])
        assert (entry.kind, entry.period) == (record["kind"], record["period"])
        assert entry.cells <= record["population"] <= entry.most_cells
        pattern = read(record["rle"]).pattern
        cycle = phases(pattern, LIFE, record["period"])
        least = {phase.canonical() for phase in cycle if phase.population == entry.cells}
        assert pattern_of(entry).pattern.canonical() in least


@pytest.mark.parametrize(
    ("words", "name"),
    [
        ("PULSAR", "pulsar"),
        ("lightweight spaceship", "LWSS"),
        ("achims p4", "Achim's p4"),
        ("kok-s-galaxy", "Kok's galaxy"),
        ("$rats", "$rats"),
        ("rats", "$rats"),
        ("figure 8", "figure-8"),
        ("xs4_33", "block"),
    ],
)
def test_names_are_forgiving(words: str, name: str) -> None:
    assert builtin().by_name(words).name == name


def test_unknown_names_get_a_suggestion() -> None:
    with pytest.raises(InputError, match="did you mean 'pulsar'"):
        builtin().by_name("pulser")
    with pytest.raises(InputError, match="catalogue list"):
        builtin().by_name("qqqqqqqqq")


def test_search() -> None:
    assert [e.name for e in builtin().search("twin hat")] == ["twinhat"]
    assert "pulsar" in [e.name for e in builtin().near("plsar")]
    assert not len(builtin().search("plsar"))
    assert {e.kind for e in builtin().search("ship")} >= {"spaceship"}
    assert len(builtin().near("qqqqqqqqq")) == len(builtin().near("--")) == 0
    assert len(builtin().search("--")) == 0


def test_speeds() -> None:
    half = builtin().where(speed=Velocity.parse("c/2"))
    assert {e.name for e in half} >= {"LWSS", "MWSS", "HWSS", "Coe ship"}
    assert not {e.name for e in half} & {"glider", "block"}
    assert {e.name for e in builtin().where(speed=Velocity.parse("(1,2)c/6"))} == {"Sir Robin"}
    assert "glider" in {e.name for e in builtin().where(speed=Velocity.parse("(1,1)c/4"))}


def test_the_first_of_two_with_one_code_is_found() -> None:
    block = builtin().by_name("block")
    twice = Catalogue((block, builtin().by_name("tub"), block))
    assert twice.by_code("xs4_33") is block


def test_where_the_patterns_are(tmp_path: Path) -> None:
    package, repository = tmp_path / "package", tmp_path / "repository"
    for place in (package, repository):
        (place / "patterns").mkdir(parents=True)
    with pytest.raises(LifesearchError, match="missing"):
        patterns_in(package, repository)
    (repository / "patterns" / "index.csv").write_text("")
    assert patterns_in(package, repository) == repository / "patterns"
    (package / "patterns" / "index.csv").write_text("")
    assert patterns_in(package, repository) == package / "patterns"


def test_names_are_found_without_reading_all_files(monkeypatch: pytest.MonkeyPatch) -> None:
    builtin.cache_clear()
    read_files: list[str] = []
    real = Path.read_text

    def spy(self: Path, *args: str, **options: str) -> str:
        read_files.append(self.name)
        return real(self, *args, **options)

    monkeypatch.setattr(Path, "read_text", spy)
    assert builtin().by_code("xq4_153")
    assert read_files == ["index.csv"]


@pytest.mark.slow("builds a wheel")
def test_a_wheel_has_the_patterns(tmp_path: Path) -> None:
    pip = [sys.executable, "-m", "pip", "-q"]
    subprocess.run([*pip, "wheel", "--no-deps", "-w", str(tmp_path), str(ROOT)], check=True)
    [wheel] = tmp_path.glob("*.whl")
    zipfile.ZipFile(wheel).extractall(tmp_path / "site")
    code = (
        "from lifesearch.catalogue.catalogue import builtin, pattern_of\n"
        "import lifesearch; print(lifesearch.__file__)\n"
        "print(pattern_of(builtin().by_name('glider')).name)"
    )
    done = subprocess.run(
        [sys.executable, "-c", code],
        cwd=tmp_path,
        env={"PYTHONPATH": str(tmp_path / "site")},
        capture_output=True,
        text=True,
        check=True,
    )
    place, name = done.stdout.split()
    assert place.startswith(str(tmp_path))
    assert name == "glider"
