#!/usr/bin/env python3
"""Compares `cuda-lint predict` with the counters that measure_corpus.py wrote, launch by launch.

    compare_corpus.py COUNTERS.csv [KERNELS] [-o PAGE.md]

KERNELS: folder of the corpus (default tests/kernels).
"""

import argparse
import csv
import datetime
import glob
import json
import os
import re
import subprocess
import sys
from collections import defaultdict
from concurrent.futures import ThreadPoolExecutor

import corpus

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
COUNTERS = {
    "shared_wavefronts": "memory_l1_wavefronts_shared",
    "shared_wavefronts_ideal": "memory_l1_wavefronts_shared_ideal",
    "global_sectors": "memory_l2_theoretical_sectors_global",
    "global_sectors_ideal": "memory_l2_theoretical_sectors_global_ideal",
    "global_requests": "memory_l1_tag_requests_global",
}
WARP = 32


def parse_arguments(arguments):
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("csv", help="counters")
    parser.add_argument("kernels", nargs="?", default=os.path.join(ROOT, "tests", "kernels"))
    parser.add_argument("--lint", default=os.path.join(ROOT, "build", "bin", "cuda-lint"), help="the binary")
    parser.add_argument("--only", default="", help="launches whose file or text holds this")
    parser.add_argument("-j", "--jobs", type=int, default=os.cpu_count())
    parser.add_argument("-o", "--output", help="Markdown page")
    return parser.parse_args(arguments)


def measured_totals(path):
    """{(file, launch): {counter: sum}}"""
    totals = defaultdict(lambda: defaultdict(int))
    with open(path, newline="", encoding="utf-8") as file:
        for row in csv.DictReader(file):
            counters = totals[row["file"], row["launch"]]
            for name in (*COUNTERS.values(), "inst_executed", "thread_inst_executed", "thread_inst_executed_true"):
                counters[name] += int(row[name])
    return totals


def options_of(launch):
    options = ["--kernel", launch.kernel]
    options += ["--grid", ",".join(map(str, launch.grid)), "--block", ",".join(map(str, launch.block))]
    if launch.shared:
        options += ["--dynamic-smem", str(launch.shared)]
    for argument in launch.arguments:
        if isinstance(argument, corpus.Array):
            continue
        fields = re.findall(r"\.(\w+)\s*=\s*([^,}]+)", argument.value)
        if "{" in argument.value and not fields:
            continue
        for name, value in fields or [("", argument.value)]:
            options += ["--arg", f"{argument.name}{'.' if name else ''}{name}={value.strip()}"]
    return options


def predict(options, launch):
    command = [options.lint, "predict", launch.file, *options_of(launch), "--format", "json"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    return json.loads(done.stdout) if done.returncode == 0 else {"failed": done.stderr.strip() or f"status {done.returncode}"}


def verdict(prediction, counters):
    """equal, close (within 2%), bounded (the bounds hold), or wrong; and what differs."""
    if "failed" in prediction:
        return "failed", prediction["failed"]
    totals = prediction["totals"]
    bounds = totals.get("bounds", {})
    differing = []
    outside = False
    worst = 0.0
    for name, counter in COUNTERS.items():
        value, truth = totals[name], counters[counter]
        if value == truth:
            continue
        least, most = bounds.get(name, [value, value])
        outside = outside or truth < least or (most is not None and truth > most)
        worst = max(worst, abs(value - truth) / max(truth, 1))
        differing.append(f"{name} {value:,} for {truth:,}")
    if not differing:
        return "equal", ""
    if not prediction["exact"]:
        return ("outside" if outside else "bounded"), "; ".join(differing)
    return ("close" if worst <= 0.02 else "wrong"), "; ".join(differing)


def lanes(counters, name):
    return counters[name] / counters["inst_executed"] if counters["inst_executed"] else 0


def heading(commit):
    return [
        "# Predictions against hardware counters",
        "",
        f"NVIDIA H200, driver 580.159.04, CUDA 13.0, `nvcc -O3 -lineinfo -std=c++17 -arch=sm_90`, Nsight Compute's exact counters; {datetime.date.today()}, commit {commit}.",
        "Launches: `tests/kernels`; counters: `bench/counters/measure_corpus.py`; this page: `compare_corpus.py`. The last 89 launches (applications, applications2, async_copies,",
        "shared_atomics) were written before a prediction of them was looked at.",
        "",
        "equal: shared wavefronts and ideal, global sectors and ideal, and requests are equal to the last digit. close: all within 2%. wrong: farther off; `// differs:` in the source",
        "says why. bounded: data decide an address, who runs, or how often, and the counters lie within the bounds given.",
        "",
    ]


def main(arguments):
    options = parse_arguments(arguments)
    measured = measured_totals(options.csv)
    launches = [launch for file in sorted(glob.glob(os.path.join(options.kernels, "*.cu"))) for launch in corpus.read_launches(file)]
    launches = [launch for launch in launches if options.only in str(launch)]
    with ThreadPoolExecutor(options.jobs) as pool:
        predictions = list(pool.map(lambda launch: predict(options, launch), launches))
    counts = defaultdict(int)
    near = {"thread_inst_executed": 0, "thread_inst_executed_true": 0}
    near_exact = dict(near)
    exact = 0
    rows = ["| launch | verdict | what differs | active lanes predicted | measured | not predicated off |", "|---|---|---|---|---|---|"]
    for launch, prediction in zip(launches, predictions):
        key = (os.path.basename(launch.file), launch.text)
        if key not in measured:
            counts["not measured"] += 1
            continue
        counters = measured[key]
        word, differing = verdict(prediction, counters)
        counts[word] += 1
        own = prediction.get("totals", {}).get("active_lanes", 0)
        values = {name: lanes(counters, name) for name in near}
        exact += bool(prediction.get("exact"))
        for name, value in values.items():
            is_near = abs(own - value) <= 0.05 * value
            near[name] += is_near
            near_exact[name] += is_near and bool(prediction.get("exact"))
        text = str(launch).replace("|", "\\|")
        rows.append(f"| {text} | {word} | {differing} | {own:.2f} | " + " | ".join(f"{value:.2f}" for value in values.values()) + " |")
    summary = [
        f"{len(launches)} launches: " + ", ".join(f"{count} {word}" for word, count in sorted(counts.items())),
        f"exact predictions: {exact}",
        f"active lanes within 5% of thread_inst_executed / inst_executed: {near['thread_inst_executed']}, of the exact {near_exact['thread_inst_executed']}",
    ]
    if options.output:
        commit = subprocess.run(["git", "rev-parse", "--short", "HEAD"], cwd=ROOT, capture_output=True, text=True, check=False).stdout.strip()
        with open(options.output, "w", encoding="utf-8") as file:
            file.write("\n".join([*heading(commit), *(f"- {line}" for line in summary), "", *rows, ""]))
    else:
        print("\n".join(row for row in rows if "| equal |" not in row))
    print("\n".join(summary))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
