#!/usr/bin/env python3
"""Compares what the warp engine predicts and what cuda-lint reports with exact hardware counters, for the reduce ladder and
three of NVIDIA's cuda-samples, each launched by the program of its name in this folder.

    compare_counters.py COUNTERS.csv SAMPLES

COUNTERS.csv: from export_counters.py. SAMPLES: root of a cuda-samples checkout, which is not part of this project.
"""

import argparse
import csv
import datetime
import json
import os
import re
import subprocess
import sys
from collections import defaultdict
from dataclasses import dataclass, field

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
sys.path.insert(0, os.path.join(os.path.dirname(HERE), "truth"))

import score as scoring  # noqa: E402
import truth  # noqa: E402

# Program: its launches, the files of its kernels, and where those lie (in the checkout; the ladder in this project).
PROGRAMS = {
    "ladder": ("ladder_launches.cu", None),
    "reduction": ("reduction_launches.cu", "Samples/2_Concepts_and_Techniques/reduction"),
    "transpose": ("transpose_launches.cu", "Samples/6_Performance/transpose"),
    "matrixMul": ("matrix_mul_launches.cu", "Samples/0_Introduction/matrixMul"),
}
REASONS = "## Why they differ"
PAIRS = (
    ("shared wavefronts", "memory_l1_wavefronts_shared", "wavefronts", 0),
    ("their ideal", "memory_l1_wavefronts_shared_ideal", "wavefronts", 1),
    ("global sectors", "memory_l2_theoretical_sectors_global", "sectors", 0),
    ("their ideal", "memory_l2_theoretical_sectors_global_ideal", "sectors", 1),
)


@dataclass
class Prediction:
    """Over the whole grid: (taken, ideal) of each kind of cost."""

    costs: dict = field(default_factory=lambda: defaultdict(lambda: [0, 0]))
    blocks: int = 0
    unknown: int = 0
    """Accesses whose addresses are not known."""


def parse_arguments(arguments):
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("csv", help="counters")
    parser.add_argument("samples", help="root of a cuda-samples checkout")
    parser.add_argument("--bin", default=os.path.join(ROOT, "build", "bin"), help="folder of cuda-lint and dump-events")
    parser.add_argument("-o", "--output", default=os.path.join(ROOT, "bench", "results", "samples_counters.md"))
    return parser.parse_args(arguments)


def plain(kernel):
    """Nsight Compute and Clang write template arguments differently: reduce6<float, 256, true> for both."""
    kernel = re.sub(r"\(bool\)1", "true", re.sub(r"\(bool\)0", "false", kernel))
    return re.sub(r"\((?:unsigned )?(?:int|long)\)(\d+)|(\d+)UL?\b", lambda match: match[1] or match[2], kernel)


def predictions(text):
    """Of dump-events' output: {(kernel, block shape, blocks): Prediction}."""
    found = {}
    key, current, weight = None, Prediction(), 0

    def close():
        if key is not None:
            found[(*key, current.blocks)] = current

    for line in text.splitlines():
        if match := re.match(r"kernel (.*) block (\d+) (\d+) (\d+) ", line):
            close()
            key, current = (plain(match[1]), f"{match[2]}x{match[3]}x{match[4]}"), Prediction()
        elif match := re.match(r"block .* x(\d+)$", line):
            weight = int(match[1])
            current.blocks += weight
        elif line.startswith("restart"):
            current = Prediction()
        elif match := re.match(r"\S+ (?:shared|global)-\S+ (.*)", line):
            if match[1].endswith(" aside"):
                continue
            cost = re.search(r" (wavefronts|sectors) (\d+)/(\d+)", match[1])
            if not cost:
                current.unknown += 1
                continue
            current.costs[cost[1]][0] += weight * int(cost[2])
            current.costs[cost[1]][1] += weight * int(cost[3])
    close()
    return found


def measured_totals(path):
    """{(program, kernel, block shape, blocks): {counter: sum over the launch}}"""
    totals = defaultdict(lambda: defaultdict(int))
    with open(path, newline="", encoding="utf-8") as file:
        for row in csv.DictReader(file):
            x, y, z = map(int, row["grid"].split("x"))
            counters = totals[row["program"], plain(row["kernel"]), row["block"], x * y * z]
            for name in (*(name for _, name, _, _ in PAIRS), "inst_executed", "thread_inst_executed_true"):
                counters[name] += int(row[name])
    return totals


def lanes_off(counters):
    """Share of a launch's lane-instructions that no lane used."""
    return 1 - counters["thread_inst_executed_true"] / (truth.WARP * counters["inst_executed"])


def divergence_table(measured, results):
    """Short sides are predicated, not branched around: the counter of divergent branches does not see them, lanes do."""
    lines = ["| program | kernel | lanes off, measured | divergent-branch says |", "|---|---|---|---|"]
    for (program, kernel, *_), counters in measured.items():
        said = [
            f"{finding['severity']}: {re.search(r'[0-9]+%', finding['message'])[0]} waiting"
            for finding in results[program]["findings"]
            if finding["check"] == "divergent-branch" and scoring.kernel_of(finding) == scoring.kernel_of({"kernel": kernel})
        ]
        lines.append(f"| {program} | {kernel} | {lanes_off(counters):.0%} | {'; '.join(said) or 'nothing'} |")
    return lines


def includes(options, folder):
    if folder is None:
        return ["-I" + os.path.join(ROOT, "kernel_templates", "ladder")]
    return ["-I" + os.path.join(os.path.abspath(options.samples), part) for part in (folder, "Common")]


def run(command):
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode not in (0, 1):
        sys.exit(f"exit status {done.returncode}: {' '.join(command)}\n{done.stderr}")
    return done.stdout


def kernel_table(options, measured):
    lines = ["| program | kernel | " + " | ".join(f"{title}: measured | predicted" for title, *_ in PAIRS) + " | equal |", "|" + "---|" * 11]
    wrong = []
    for program, (source, folder) in PROGRAMS.items():
        dump = run([os.path.join(options.bin, "dump-events"), os.path.join(HERE, source), "", *includes(options, folder)])
        predicted = predictions(dump)
        for (of, kernel, block, blocks), counters in measured.items():
            if of != program:
                continue
            prediction = predicted.get((kernel, block, blocks))
            if prediction is None:
                sys.exit(f"{kernel}: nothing predicted for {blocks} blocks of {block}")
            cells = []
            equal = prediction.unknown == 0
            for _, name, kind, index in PAIRS:
                value = prediction.costs[kind][index]
                cells += [f"{counters[name]:,}", f"{value:,}"]
                equal = equal and value == counters[name]
            if not equal:
                wrong.append(kernel)
            lines.append(f"| {program} | {kernel} | " + " | ".join(cells) + f" | {'yes' if equal else '**no**'} |")
    return lines, len(measured), wrong


def findings_of(options, program):
    source, folder = PROGRAMS[program]
    lint = [os.path.join(options.bin, "cuda-lint"), "--format=json", "--fail-on=none", "--file-timeout=600", os.path.join(HERE, source), "--"]
    return json.loads(run([*lint, *includes(options, folder)]))


def score_table(options, results):
    programs = truth.read(options.csv)
    lines = ["| check | asked | precision | recall | not judged |", "|---|---|---|---|---|"]
    details = []
    for check in scoring.CHECKS:
        for level in scoring.LEVELS:
            score = scoring.Score()
            for name, result in results.items():
                program = programs[name]
                # Findings name kernels without scope and template arguments, and so do these keys.
                program.launches.update({scoring.kernel_of({"kernel": kernel}): geometry for kernel, geometry in list(program.launches.items())})
                files = {file for file, _ in program.lines if file.startswith("reduce_v") or file.split(".")[0].split("_")[0] == name}
                scoring.score_program(name, program, result["findings"], files, check, level, score)
            precision = scoring.share(score.near_right, score.near_wrong)
            recall = scoring.share(score.near_right, score.near_missed)
            lines.append(f"| {check} | {level.name} | {precision} | {recall} | {score.unjudged} |")
            for title, entries in (("reported, and the counters say no", score.false_positives), ("missed", score.misses)):
                details += [f"- {check}, {level.name}, {title}: {file}:{line} ({text})" for _, file, line, text in entries]
        score = scoring.Score()
        for name, result in results.items():
            scoring.score_ratios(name, programs[name], result["findings"], check, score)
        details += [f"- {check}, another quotient: {file}:{line}, {text}" for _, file, line, text in score.far]
    findings = ["| program | line | check | severity | kernel | message |", "|---|---|---|---|---|---|"]
    for name, result in results.items():
        for finding in result["findings"]:
            place = f"{os.path.basename(finding['file'])}:{finding['line']}"
            findings.append(f"| {name} | {place} | {finding['check']} | {finding['severity']} | {finding['kernel']} | {finding['message']} |")
    declined = defaultdict(set)
    for result in results.values():
        for entry in result["declined"]:
            declined[scoring.kernel_of(entry), entry["reason"]].add(entry["kernel"])
    declined = [f"- {kernel}, {len(which)} instantiations: {reason}" for (kernel, reason), which in sorted(declined.items())]
    return lines, details, findings, declined


def hand_written(path):
    """The reasons, from their heading on: written by hand, and kept when the page is made anew."""
    if not os.path.exists(path):
        return []
    with open(path, encoding="utf-8") as file:
        _, heading, rest = file.read().partition(REASONS)
    return [heading + rest] if heading else []


def commit():
    done = subprocess.run(["git", "rev-parse", "--short", "HEAD"], cwd=ROOT, capture_output=True, text=True, check=False)
    return done.stdout.strip() or "unknown"


def main(arguments):
    options = parse_arguments(arguments)
    measured = measured_totals(options.csv)
    kernels, count, wrong = kernel_table(options, measured)
    results = {name: findings_of(options, name) for name in PROGRAMS}
    scores, details, findings, declined = score_table(options, results)
    text = [
        "# Predictions and findings against hardware counters: the ladder and three samples",
        "",
        f"NVIDIA H200, CUDA 13.0, `nvcc -O3 -lineinfo -std=c++17 -arch=sm_90`, Nsight Compute's exact counters; {datetime.date.today()}, commit {commit()}.",
        "Launches: `bench/counters/*_launches.cu`; counters: `export_counters.py`; this page: `compare_counters.py`.",
        "",
        f"## Totals of a launch: {count - len(wrong)} of {count} kernels equal to the last digit",
        "",
        *kernels,
        "",
        "## Findings against lines",
        "",
        "A line is at fault as in `bench/truth`: wavefronts or sectors exceed the ideal by the factor; a branch diverged at all (1.1×), or in a tenth of",
        "its executions in a kernel that loses a tenth of its lanes (2×).",
        "",
        *scores,
        "",
        *(["### Where they differ", "", *details, ""] if details else []),
        "### Lanes switched off",
        "",
        *divergence_table(measured, results),
        "",
        "### What was reported",
        "",
        *findings,
        "",
        *(["### Declined", "", *declined, ""] if declined else []),
    ]
    text += hand_written(options.output)
    with open(options.output, "w", encoding="utf-8") as file:
        file.write("\n".join(text))
    print("\n".join(text))


if __name__ == "__main__":
    main(sys.argv[1:])
