"""Compares findings with the counters, line by line."""

import os
import re
from dataclasses import dataclass, field

CHECKS = ("bank-conflict", "uncoalesced-access", "divergent-branch")
# A statement spans lines, and compiler and linter may differ in which of them they name.
NEAR = 2
CLOSE = 0.05
TAKEN_AND_IDEAL = {
    "bank-conflict": ("wavefronts", "wavefronts_ideal"),
    "uncoalesced-access": ("sectors", "sectors_ideal"),
}


@dataclass
class Level:
    """What is asked: findings of these severities against lines that exceed the ideal by this factor."""

    name: str
    severities: tuple
    factor: float


LEVELS = (Level("notes and warnings, 1.1×", ("note", "warning", "error"), 1.1), Level("warnings, 2×", ("warning", "error"), 2.0))


@dataclass
class Score:
    """Lines found rightly, lines reported wrongly, and lines missed; exactly, and within two lines."""

    right: int = 0
    wrong: int = 0
    missed: int = 0
    near_right: int = 0
    near_wrong: int = 0
    near_missed: int = 0
    unjudged: int = 0
    false_positives: list = field(default_factory=list)
    misses: list = field(default_factory=list)
    compared: int = 0
    close: int = 0
    far: list = field(default_factory=list)


def place_of(finding):
    return os.path.basename(finding["file"]), finding["line"]


def kernel_of(finding):
    return re.split(r"[<(]", finding["kernel"])[0].split("::")[-1].split()[-1] if finding["kernel"] else ""


def nearest(place, candidates):
    name, line = place
    for distance in range(NEAR + 1):
        for other in ((name, line - distance), (name, line + distance)):
            if other in candidates:
                return other
    return None


def score_program(name, program, findings, own_files, check, level, score):
    """Adds a program to `score`. `own_files`: base names of its sources; lines in the toolkit's headers are not asked for."""
    faults = {place for place in program.faults(check, level.factor) if place[0] in own_files}
    measured = {place for place in program.lines if program.measured(place, check)}
    reported = {
        place_of(finding)
        for finding in findings
        if finding["check"] == check and finding["severity"] in level.severities and kernel_of(finding) in program.launches
    }
    score.right += len(reported & faults)
    score.wrong += len((reported & measured) - faults)
    score.missed += len(faults - reported)

    # A finding stands for the nearest line at fault, unless the line that it names has counters of its own that say no.
    met = set()
    for place in sorted(reported):
        if place in faults:
            met.add(place)
            score.near_right += 1
            continue
        fault = None if place in measured else nearest(place, faults)
        if fault:
            met.add(fault)
            score.near_right += 1
        elif nearest(place, measured) is None:
            score.unjudged += 1
        else:
            score.near_wrong += 1
            judged = nearest(place, measured)
            score.false_positives.append((name, *place, program.describe(judged, check)))
    for fault in sorted(faults - met):
        if nearest(fault, reported):
            continue
        score.near_missed += 1
        score.misses.append((name, *fault, program.describe(fault, check)))


def score_ratios(name, program, findings, check, score):
    """Whether the predicted quotient of taken and ideal is the measured one, of the line or of one of its opcodes."""
    if check not in TAKEN_AND_IDEAL:
        return
    taken, ideal = TAKEN_AND_IDEAL[check]
    for finding in findings:
        if finding["check"] != check or not finding["metrics"].get(ideal):
            continue
        measured = program.ratios(place_of(finding), check)
        if not measured:
            continue
        predicted = finding["metrics"][taken] / finding["metrics"][ideal]
        score.compared += 1
        if any(abs(predicted - ratio) <= CLOSE * ratio for ratio in measured):
            score.close += 1
        else:
            score.far.append((name, *place_of(finding), f"predicted {predicted:.2f}, measured " + ", ".join(f"{r:.2f}" for r in measured)))


def share(part, rest):
    return f"{part}/{part + rest} ({100 * part / (part + rest):.0f}%)" if part + rest else "–"
