"""Which source lines have requests that data decides over: what no reading of the source can foretell."""

import csv
import os
import subprocess

import lint_run

HERE = os.path.dirname(os.path.abspath(__file__))
SPACES = {"bank-conflict": ("shared", "unknown"), "uncoalesced-access": ("global", "unknown")}
SECONDS_FOR_ONE_FILE = 300

# Of a line's requests: `data` where all addresses come from the contents of memory, `lanes` where data picks the lanes of all others,
# `static` where some request needs neither.
DATA, LANES, STATIC = "data", "lanes", "static"


def run(tool, directory, options):
    """Rows of list-accesses for all sources of a program: [kernel, file, line, space, executions, data, lanes, unfollowed]."""
    rows = []
    for source, arguments in lint_run.commands(directory).items():
        command = [tool, source, *options, "--", *arguments]
        try:
            done = subprocess.run(
                command, cwd=directory, capture_output=True, text=True, timeout=SECONDS_FOR_ONE_FILE, check=False
            )
        except subprocess.TimeoutExpired:
            continue
        rows += [line.split(",") for line in done.stdout.splitlines()]
    return rows


def read_by_hand(path=os.path.join(HERE, "by_hand.csv")):
    """{(program, file, line): class} of lines at which the engine sees no access."""
    with open(path, newline="", encoding="utf-8") as file:
        return {(row["program"], row["file"], int(row["line"])): row["class"] for row in csv.DictReader(file)}


class AccessClasses:
    """Classes of a program's lines. A line of which nothing is known counts as static: it is held against the linter."""

    def __init__(self, name, rows, by_hand):
        self.name = name
        self.by_hand = by_hand
        self.accesses = {}
        for _, file, line, space, *counts in rows:
            self.accesses.setdefault((file, int(line)), []).append((space, *map(int, counts)))

    def of(self, place, check):
        if check not in SPACES:
            return STATIC
        spaces = SPACES[check]
        followed = [access for access in self.accesses.get(place, []) if access[0] in spaces and not access[4]]
        if not followed:
            return self.by_hand.get((self.name, *place), STATIC)
        rest = [access for access in followed if not access[2]]
        if not rest:
            return DATA
        return LANES if all(access[3] for access in rest) else STATIC
