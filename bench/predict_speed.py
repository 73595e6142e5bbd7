#!/usr/bin/env python3
"""Measures how long `cuda-lint predict` takes behind parsing, and what a warp instruction of it costs.

    predict_speed.py [-o PAGE.md]

A run that names a kernel that there is not ends after parsing: its time is taken off. Pairs, median.
"""

import argparse
import datetime
import json
import os
import statistics
import subprocess
import sys
import tempfile
import time

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
LADDER = os.path.join(ROOT, "kernel_templates", "ladder")
N = 1 << 22
# Rung, kernel, grid, block: as its launch function has it.
RUNGS = {f"v{name}": (f"reduce_v{name}.cu", grid) for name, grid in (("0", N // 256), ("1", N // 256), ("2", N // 256), ("3", N // 512), ("4", N // 512), ("4_1", N // 512), ("5", N // 512), ("8", 2048))}
LOOP = """__global__ void loop(float* out, int rounds) {
  __shared__ float tile[1024];
  int at = threadIdx.x;
  for (int i = 0; i < rounds; ++i) {
    tile[at] += 1;
    at = (at * 5 + 3) & 1023;
  }
  out[threadIdx.x] = tile[threadIdx.x];
}
"""


def timed(command):
    start = time.perf_counter()
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    return time.perf_counter() - start, done


def beyond(lint, file, short, options, pairs=9):
    """Seconds that a run takes longer than one with the options `short`, and the prediction."""
    command = [lint, "predict", file, "--format=json"]
    differences = []
    for _ in range(pairs):
        parsing, _ = timed([*command, *short])
        whole, done = timed([*command, *options])
        if done.returncode != 0:
            sys.exit(done.stderr)
        differences.append(whole - parsing)
    return statistics.median(differences), json.loads(done.stdout)


def kernel_of(lint, file):
    """The file's one kernel: named where another is asked for."""
    _, done = timed([lint, "predict", file, "--kernel", "no_such_kernel", "--grid", "1", "--block", "1"])
    return done.stderr.strip().split("the file has ")[1]


def ladder(lint):
    lines = ["| rung | milliseconds behind parsing | blocks run | of |", "|---|---|---|---|"]
    for rung, (name, grid) in RUNGS.items():
        file = os.path.join(LADDER, name)
        options = ["--grid", str(grid), "--block", "256", "--dynamic-smem", "1024", "--arg", f"n={N}"]
        seconds, prediction = beyond(lint, file, [*options, "--kernel", "no_such_kernel"], [*options, "--kernel", kernel_of(lint, file)])
        run = prediction["run"]
        lines.append(f"| {rung} | {seconds * 1000:.0f} | {run['blocks_run']} | {run['blocks_covered']} |")
    return lines


def instructions(lint):
    lines = ["| warp instructions run | seconds | nanoseconds each |", "|---|---|---|"]
    with tempfile.TemporaryDirectory() as folder:
        file = os.path.join(folder, "loop.cu")
        with open(file, "w", encoding="utf-8") as opened:
            opened.write(LOOP)
        for rounds in (1_500, 15_000, 150_000, 1_500_000):
            options = ["--kernel", "loop", "--grid", "1", "--block", "256", "--arg"]
            seconds, prediction = beyond(lint, file, [*options, "rounds=1"], [*options, f"rounds={rounds}"], 5 if rounds < 1_000_000 else 3)
            count = prediction["run"]["instructions"]
            lines.append(f"| {count:,} | {seconds:.3f} | {seconds / count * 1e9:.0f} |")
    return lines


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--lint", default=os.path.join(ROOT, "build", "bin", "cuda-lint"))
    parser.add_argument("-o", "--output")
    options = parser.parse_args()
    commit = subprocess.run(["git", "rev-parse", "--short", "HEAD"], cwd=ROOT, capture_output=True, text=True, check=False).stdout.strip()
    text = "\n".join(
        [
            "# What a prediction costs",
            "",
            f"{datetime.date.today()}, commit {commit}, two shared cores; `bench/predict_speed.py`: pairs of a run and one that ends after parsing.",
            "",
            f"## The reduce ladder at {N:,} elements",
            "",
            *ladder(options.lint),
            "",
            "## A warp instruction",
            "",
            "One block of 256 threads with a loop over shared memory: beyond a run of one round.",
            "",
            *instructions(options.lint),
            "",
        ]
    )
    if options.output:
        with open(options.output, "w", encoding="utf-8") as file:
            file.write(text)
    print(text)


if __name__ == "__main__":
    main()
