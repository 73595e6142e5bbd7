"""Compares findings with the counters, line by line."""

import os
import re
from collections import defaultdict
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


ALL = ("note", "warning", "error")
WARNINGS = ("warning", "error")
LEVELS = (Level("notes and warnings, 1.1×", ALL, 1.1), Level("warnings, 2×", WARNINGS, 2.0), Level("warnings, 1.1×", WARNINGS, 1.1))
# From where a check warns, by its own page: these rows are what its warnings are judged by.
WARNING_LEVEL = {"bank-conflict": LEVELS[2], "uncoalesced-access": LEVELS[1]}
# A finding on a branch claims this share of the kernel's lanes where it names none; a claim is wrong where less than half is lost.
LEAST_CLAIM = 0.1
WRONG_BELOW = 0.5


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
    # Findings on branches: at a line at which lanes parted, and what was judged.
    met: int = 0
    judged: list = field(default_factory=list)
    # Lines at fault, found and in all, by class of their requests.
    found_by_class: dict = field(default_factory=lambda: defaultdict(int))
    faults_by_class: dict = field(default_factory=lambda: defaultdict(int))


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


def score_program(name, program, findings, own_files, check, level, score, classes=None):
    """Adds a program to `score`. `own_files`: base names of its sources; lines in the toolkit's headers are not asked for.
    `classes`: an AccessClasses, or None where none is known."""
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
    for place in faults:
        group = classes.of(place, check) if classes else "static"
        score.faults_by_class[group] += 1
        score.found_by_class[group] += place in reported

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
        group = classes.of(fault, check) if classes else "static"
        score.misses.append((name, *fault, program.describe(fault, check) + ("" if group == "static" else f"; {group}")))


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


def score_lanes(name, program, findings, severities, score):
    """Whether the kernel of a finding on a branch loses lanes: at least half of the share that the finding claims."""
    seen = set()
    for finding in findings:
        kernel = kernel_of(finding)
        place = place_of(finding)
        if finding["check"] != "divergent-branch" or finding["severity"] not in severities or kernel not in program.lost:
            continue
        if (place, kernel) in seen:
            continue
        seen.add((place, kernel))
        claim = re.search(r"(\d+)% of the kernel's lane-instructions", finding["message"])
        claimed = int(claim.group(1)) / 100 if claim else LEAST_CLAIM
        lost = program.lost[kernel]
        is_right = lost >= WRONG_BELOW * claimed
        score.right += is_right
        score.wrong += not is_right
        parted = program.at_fault(place, "divergent-branch", LEVELS[0].factor)
        score.met += parted
        score.judged.append(
            (
                name,
                *place,
                f"{kernel}: "
                + (f"claims {claimed:.0%}" if claim else "data decides")
                + f"; the kernel loses {lost:.1%}; lanes "
                + ("parted here" if parted else "did not part here")
                + ("" if is_right else "; wrong"),
            )
        )


def share_of(score, groups):
    """Recall over the lines of some classes."""
    found = sum(score.found_by_class[group] for group in groups)
    return share(found, sum(score.faults_by_class[group] for group in groups) - found)
