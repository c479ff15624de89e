"""Rules that have a name, as people on LifeWiki and in Golly call them.

Case, blanks and punctuation do not matter:

    >>> named("day & night"), named("Day and Night"), named("LIVE FREE OR DIE")
    ('B3678/S34678', 'B3678/S34678', 'B2/S0')
    >>> named("banana") is None
    True
"""

from __future__ import annotations

from functools import cache

from lifesearch.common.text import close_matches

NAMES = {
    "Life": "B3/S23",
    "Conway": "B3/S23",
    "Conway's Life": "B3/S23",
    "Game of Life": "B3/S23",
    "Conway's Game of Life": "B3/S23",
    "2x2": "B36/S125",
    "34 Life": "B34/S34",
    "3-4 Life": "B34/S34",
    "Amoeba": "B357/S1358",
    "Anneal": "B4678/S35678",
    "AntiLife": "B0123478/S01234678",
    "Assimilation": "B345/S4567",
    "Bacteria": "B34/S456",
    "Blinkers": "B345/S2",
    "Bugs": "B3567/S15678",
    "Castles": "B3678/S135678",
    "Coagulations": "B378/S235678",
    "Coral": "B3/S45678",
    "Corrosion of Conformity": "B3/S124",
    "Dance": "B34/S35",
    "Day & Night": "B3678/S34678",
    "Day and Night": "B3678/S34678",
    "DiAmoeba": "B35678/S5678",
    "DotLife": "B3/S023",
    "DrighLife": "B367/S23",
    "DryLife": "B37/S23",
    "EightLife": "B3/S238",
    "Electrified Maze": "B45/S12345",
    "Eppstein": "B35/S236",
    "Feux": "B1358/S0247",
    "Flakes": "B3/S012345678",
    "Flock": "B3/S12",
    "Fredkin": "B1357/S02468",
    "Gems": "B3457/S4568",
    "Gems Minor": "B34578/S456",
    "Geology": "B3578/S24678",
    "Gnarl": "B1/S1",
    "Grounded Life": "B35/S23",
    "H-trees": "B1/S012345678",
    "HighFlock": "B36/S12",
    "HighLife": "B36/S23",
    "Holstein": "B35678/S4678",
    "HoneyLife": "B38/S238",
    "Iceballs": "B25678/S5678",
    "IronLife": "B36/S238",
    "Land Rush": "B36/S234578",
    "Life SkyHigh": "B368/S236",
    "Life without Death": "B3/S012345678",
    "Live Free or Die": "B2/S0",
    "Logarithmic Replicator Rule": "B36/S245",
    "LongLife": "B345/S5",
    "LowDeath": "B368/S238",
    "LowLife": "B3/S13",
    "Majority": "B45678/S5678",
    "Maze": "B3/S12345",
    "Maze with Mice": "B37/S12345",
    "Mazectric": "B3/S1234",
    "Mazectric with Mice": "B37/S1234",
    "Morley": "B368/S245",
    "Move": "B368/S245",
    "Pedestrian Life": "B38/S23",
    "Persian Rug": "B234/S",
    "Plow World": "B378/S012345678",
    "Pseudo Life": "B357/S238",
    "Replicator": "B1357/S1357",
    "Seeds": "B2/S",
    "Serviettes": "B234/S",
    "Slow Blob": "B367/S125678",
    "SnowLife": "B3/S1237",
    "Stains": "B3678/S235678",
    "Star Trek": "B3/S0248",
    "Virus": "B36/S235",
    "Vote": "B5678/S45678",
    "Vote 4/5": "B4678/S35678",
    "Walled Cities": "B45678/S2345",
    "Banks-I": "B3e4ejr5cinqy6-ei78/S012-e3-ajk4-akqw5-ajk6-e78",
    "Goats": "B2in3/S123a",
    "HatLife": "B35y/S23",
    "Just Friends": "B2-a/S12",
    "LeapLife": "B2n3/S23-q",
    "PiLife": "B37e/S23",
    "Pre-X-Rule": "B2cei3ci4jnr5ikn/S12-ck4einqy5er6aei8",
    "Salad": "B2i34c/S2-i3",
    "sansdomino": "B2-a/S014",
    "Snowflakes": "B2ci3ai4c8/S02ae3eijkq4iz5ar6i7e",
    "tHighLife": "B36/S2-i34q",
    "tlife": "B3/S2-i34q",
    "Fredkin 2": "B13/S024V",
    "Parity": "B13/S13V",
    "Hexagonal Life": "B2/S34H",
    "Hex Life": "B2/S34H",
    "Banners": "2367/3457/5",
    "Bloomerang": "234/34678/24",
    "Brian's Brain": "/2/3",
    "Caterpillars": "124567/378/4",
    "Cooties": "23/2/8",
    "Fireworks": "2/13/21",
    "Frogs": "12/34/3",
    "Lava": "12345/45678/8",
    "Lines": "012345/458/3",
    "Star Wars": "345/2/4",
    "Sticks": "3456/2/6",
    "Transers": "345/26/5",
    "Xtasy": "1456/2356/16",
    # Unsupported families of rules, so that the refusal names the family.
    "Bosco's Rule": "R5,C2,M1,S34..58,B34..45,NM",
    "Rule 30": "W30",
    "Rule 110": "W110",
}


def named(text: str) -> str | None:
    """The rule with this name, written in a notation; None if there is none."""
    return _by_plain_name().get(_plain(text))


def nearest_names(text: str) -> list[str]:
    """Names that a person may have meant: close ones, since the error then says nothing else."""
    return close_matches(text[:40], list(NAMES), cutoff=0.7)


def _plain(name: str) -> str:
    return "".join(letter for letter in name.lower() if letter.isalnum())


@cache
def _by_plain_name() -> dict[str, str]:
    return {_plain(name): rule for name, rule in NAMES.items()}
