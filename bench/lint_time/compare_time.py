#!/usr/bin/env python3
"""Time and peak memory of cuda-lint against a plain parse by Clang of the same files.

Both commands run in turn, round after round, so that what else the machine does hits both alike; each file's figure is the
median over the rounds. NVIDIA's cuda-samples are not part of this project: give the root of a checkout by --samples.
"""

import argparse
import datetime
import os
import statistics
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
LADDER = os.path.join("kernel_templates", "ladder")
# Files that Clang by itself parses: one error more or less would be another amount of work.
SAMPLES = (
    "0_Introduction/asyncAPI/asyncAPI.cu",
    "0_Introduction/clock/clock.cu",
    "0_Introduction/fp16ScalarProduct/fp16ScalarProduct.cu",
    "0_Introduction/matrixMul/matrixMul.cu",
    "0_Introduction/mergeSort/mergeSort.cu",
    "0_Introduction/simpleCooperativeGroups/simpleCooperativeGroups.cu",
    "0_Introduction/simpleTemplates/simpleTemplates.cu",
    "0_Introduction/vectorAdd/vectorAdd.cu",
    "2_Concepts_and_Techniques/convolutionSeparable/convolutionSeparable.cu",
    "2_Concepts_and_Techniques/dct8x8/dct8x8.cu",
    "2_Concepts_and_Techniques/histogram/histogram256.cu",
    "2_Concepts_and_Techniques/radixSortThrust/radixSortThrust.cu",
    "2_Concepts_and_Techniques/reduction/reduction_kernel.cu",
    "2_Concepts_and_Techniques/scan/scan.cu",
    "2_Concepts_and_Techniques/scalarProd/scalarProd.cu",
    "2_Concepts_and_Techniques/sortingNetworks/bitonicSort.cu",
    "5_Domain_Specific/BlackScholes/BlackScholes.cu",
    "5_Domain_Specific/binomialOptions/binomialOptions_kernel.cu",
    "5_Domain_Specific/dwtHaar1D/dwtHaar1D.cu",
    "5_Domain_Specific/fastWalshTransform/fastWalshTransform.cu",
)
TIME_GOAL = 1.3
MEMORY_GOAL = 1.5
# cuda-lint's exit statuses that mean an analyzed file: nothing found, or findings.
LINT_STATUSES = (0, 1)


@dataclass
class Cost:
    """Of one whole process, its children included."""

    wall: float
    cpu: float
    """User and system time, in seconds."""
    peak: int
    """Largest resident set of any one of its processes, in KiB."""


@dataclass
class Pair:
    name: str
    lint: Cost
    clang: Cost


def parse_arguments(arguments):
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--lint", default=os.path.join(ROOT, "build", "bin", "cuda-lint"), help="the binary")
    parser.add_argument("--clang", default="clang++-22")
    parser.add_argument("--cuda-path", default=os.environ.get("CUDA_PATH", "/usr/local/cuda"))
    parser.add_argument("--samples", help="root of a cuda-samples checkout")
    parser.add_argument("--rounds", type=int, default=7, help="pairs for each file, after one that is not counted")
    parser.add_argument("-o", "--output", default=os.path.join(ROOT, "bench", "results", "lint_time.md"))
    return parser.parse_args(arguments)


def run(command):
    """Cost and exit status."""
    started = time.monotonic()
    process = subprocess.Popen(command, cwd=ROOT, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    _, status, usage = os.wait4(process.pid, 0)
    wall = time.monotonic() - started
    process.returncode = os.waitstatus_to_exitcode(status)
    return Cost(wall, usage.ru_utime + usage.ru_stime, usage.ru_maxrss), process.returncode


def median(costs):
    return Cost(*(statistics.median(getattr(cost, field) for cost in costs) for field in ("wall", "cpu", "peak")))


def compare(options, name, path, includes):
    includes = [f"-I{folder}" for folder in includes]
    lint = [options.lint, "-j1", "--fail-on=none", f"--cuda-path={options.cuda_path}", path]
    if includes:
        lint += ["--", *includes]
    clang = [options.clang, "-x", "cuda", "--cuda-device-only", "-fsyntax-only", "-std=c++17", "-w", "-nocudalib",
             "--cuda-gpu-arch=sm_90", f"--cuda-path={options.cuda_path}", "-Xclang", "-target-sdk-version=12.8",
             f"-I{options.cuda_path}/include/cccl", *includes, path]  # fmt: skip
    costs = {"lint": [], "clang": []}
    for round_number in range(options.rounds + 1):
        # Neither is always the one that runs second.
        commands = [("lint", lint, LINT_STATUSES), ("clang", clang, (0,))]
        for which, command, allowed in commands if round_number % 2 else reversed(commands):
            cost, status = run(command)
            if status not in allowed:
                sys.exit(f"{name}: exit status {status} of: {' '.join(command)}")
            if round_number > 0:
                costs[which].append(cost)
    return Pair(name, median(costs["lint"]), median(costs["clang"]))


def floor(options):
    """A file with next to nothing in it: what every file costs."""
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "empty.cu")
        with open(path, "w", encoding="utf-8") as file:
            file.write("__global__ void nothing() {}\n")
        return compare(options, "(a kernel that does nothing)", path, [])


def total(name, pairs):
    def add(which):
        costs = [getattr(pair, which) for pair in pairs]
        return Cost(sum(c.wall for c in costs), sum(c.cpu for c in costs), sum(c.peak for c in costs))

    return Pair(name, add("lint"), add("clang"))


def row(pair):
    lint, clang = pair.lint, pair.clang
    return (
        f"| {pair.name} | {lint.wall:.3f} | {clang.wall:.3f} | {lint.wall / clang.wall:.2f} | {lint.cpu:.3f} | {clang.cpu:.3f} "
        f"| {lint.cpu / clang.cpu:.2f} | {lint.peak / 1024:.0f} | {clang.peak / 1024:.0f} | {lint.peak / clang.peak:.2f} |"
    )


def verdict(ratio, goal):
    return f"{ratio:.2f}× (goal {goal}×: {'reached' if ratio <= goal else 'missed'})"


def processor():
    with open("/proc/cpuinfo", encoding="utf-8") as file:
        for line in file:
            if line.startswith("model name"):
                return line.split(":", 1)[1].strip()
    return "unknown processor"


def commit():
    done = subprocess.run(["git", "rev-parse", "--short", "HEAD"], cwd=ROOT, capture_output=True, text=True, check=False)
    return done.stdout.strip() or "unknown"


def report(options, least, groups):
    whole = total("all files", [pair for _, pairs in groups for pair in pairs])
    rows = [row(least)]
    for title, pairs in groups:
        rows += [row(pair) for pair in pairs] + [row(total(f"**{title}, sum**", pairs))]
    wall, cpu = whole.lint.wall / whole.clang.wall, whole.lint.cpu / whole.clang.cpu
    return "\n".join(
        [
            "# Time and memory of a lint run against a plain parse",
            "",
            f"{processor()}, {os.cpu_count()} cores; {datetime.date.today()}, commit {commit()}. `bench/lint_time/compare_time.py`.",
            "",
            "`cuda-lint -j1 FILE` against `clang++-22 -x cuda --cuda-device-only -fsyntax-only FILE` with the same include paths,",
            f"in turn, {options.rounds} rounds after one to warm up, medians. Wall and CPU (user and system) in seconds for the whole process, its",
            "workers included; peak: the largest resident set of one process, in MiB.",
            "",
            f"- Wall time, sums: {verdict(wall, TIME_GOAL)}; CPU time, sums: {verdict(cpu, TIME_GOAL)}.",
            f"- Peak memory, sums: {verdict(whole.lint.peak / whole.clang.peak, MEMORY_GOAL)}.",
            "",
            "| file | wall: lint | clang | ratio | CPU: lint | clang | ratio | peak: lint | clang | ratio |",
            "|---|---|---|---|---|---|---|---|---|---|",
            *rows,
            row(total("**all files, sum**", [whole])),
            "",
        ]
    )


def main(arguments):
    options = parse_arguments(arguments)
    options.lint = os.path.abspath(options.lint)
    ladder = [name for name in sorted(os.listdir(os.path.join(ROOT, LADDER))) if name.endswith(".cu")]
    least = floor(options)
    groups = [("ladder", [compare(options, name, os.path.join(LADDER, name), []) for name in ladder])]
    if options.samples:
        common = os.path.join(os.path.abspath(options.samples), "Common")
        groups.append(
            (
                "cuda-samples",
                [
                    compare(options, os.path.basename(name), os.path.join(os.path.abspath(options.samples), "Samples", name), [common])
                    for name in SAMPLES
                ],
            )
        )
    text = report(options, least, groups)
    with open(options.output, "w", encoding="utf-8") as file:
        file.write(text)
    print(text)


if __name__ == "__main__":
    main(sys.argv[1:])
