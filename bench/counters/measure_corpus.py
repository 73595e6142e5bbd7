#!/usr/bin/env python3
"""Measures the exact counters of the launches in tests/kernels with Nsight Compute.

Writes CSV, a row for each launch, source line and kind of instruction; rows of zeros are left out.
Runs on a machine with a GPU, nvcc and Nsight Compute; --build-only needs nvcc alone. What could not be built or launched is
named and makes the exit status 1; the rest is measured all the same.

    measure_corpus.py --output tests/truth/h200.csv [FILE.cu ...]
    measure_corpus.py --sanitize [FILE.cu ...]
    measure_corpus.py --build-only FOLDER [FILE.cu ...]
"""

import argparse
import csv
import glob
import os
import shutil
import subprocess
import sys
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

import corpus
from export_counters import COUNTERS, actions, by_line, kernel_name

HERE = os.path.dirname(os.path.abspath(__file__))
KERNELS = os.path.join(os.path.dirname(os.path.dirname(HERE)), "tests", "kernels")
# What a static block may have; for more, a kernel must be told.
SHARED_LIMIT = 48 * 1024
# A program takes two arguments: the first launch to perform, and the file that it tells about each in ("done I", "failed I WHY").
PROGRAM = """\
#include "{file}"

#include <cstdio>
#include <cstdlib>
#include <random>
#include <type_traits>
#include <vector>

namespace measured {{

int current = 0;
FILE* status = nullptr;
std::vector<void*> arrays;

void check(cudaError_t error) {{
  if (error == cudaSuccess)
    return;
  std::fprintf(status, "failed %d %s\\n", current, cudaGetErrorString(error));
  std::fclose(status);
  std::exit(1);
}}

struct Zeros {{
  template <typename T> void operator()(std::vector<T>&) const {{}}
}};

struct Random {{
  unsigned bound;
  template <typename T> void operator()(std::vector<T>& values) const {{
    std::mt19937 engine(20240229);
    for (T& value : values)
      value = static_cast<T>(engine() % bound);
  }}
}};

struct Iota {{
  unsigned step;
  template <typename T> void operator()(std::vector<T>& values) const {{
    for (size_t i = 0; i < values.size(); ++i)
      values[i] = static_cast<T>(i * step);
  }}
}};

template <typename T, typename Fill> T* make(size_t count, Fill fill) {{
  T* data = nullptr;
  check(cudaMalloc(&data, count * sizeof(T)));
  arrays.push_back(data);
  check(cudaMemset(data, 0, count * sizeof(T)));
  if constexpr (!std::is_same_v<Fill, Zeros>) {{
    std::vector<T> values(count);
    fill(values);
    check(cudaMemcpy(data, values.data(), count * sizeof(T), cudaMemcpyHostToDevice));
  }}
  return data;
}}

{launches}
}} // namespace measured

int main(int, char** arguments) {{
  using namespace measured;
  void (*const launches[])() = {{{names}}};
  status = std::fopen(arguments[2], "w");
  for (current = std::atoi(arguments[1]); current < {count}; ++current) {{
    launches[current]();
    check(cudaGetLastError());
    check(cudaDeviceSynchronize());
    std::fprintf(status, "done %d\\n", current);
    std::fflush(status);
    for (void* array : arrays)
      check(cudaFree(array));
    arrays.clear();
  }}
  std::fclose(status);
}}
"""


@dataclass
class Program:
    file: str
    launches: list
    binary: str
    failures: list  # sentences that name file and launch


def argument_code(argument):
    if isinstance(argument, corpus.Scalar):
        return argument.value
    fill = f"{argument.fill.capitalize()}{{{argument.by}u}}" if argument.fill else "Zeros{}"
    return f"make<{argument.type}>({argument.count}, {fill})"


def launch_code(index, launch):
    lines = []
    if launch.shared > SHARED_LIMIT:
        lines.append(
            f"check(cudaFuncSetAttribute({launch.kernel}, cudaFuncAttributeMaxDynamicSharedMemorySize, {launch.shared}));"
        )
    grid, block = (f"dim3({', '.join(map(str, extent))})" for extent in (launch.grid, launch.block))
    arguments = ", ".join(map(argument_code, launch.arguments))
    lines.append(f"{launch.kernel}<<<{grid}, {block}, {launch.shared}>>>({arguments});")
    return f"void launch{index}() {{\n" + "".join(f"  {line}\n" for line in lines) + "}\n"


def program_code(file, launches):
    return PROGRAM.format(
        file=os.path.abspath(file),
        launches="".join(launch_code(i, launch) for i, launch in enumerate(launches)),
        names=", ".join(f"launch{i}" for i in range(len(launches))),
        count=len(launches),
    )


def build(file, folder, options):
    """Generates and compiles the program of one corpus file. nvcc's warnings are shown."""
    name = os.path.splitext(os.path.basename(file))[0]
    program = Program(file, [], os.path.join(folder, name), [])
    try:
        program.launches = corpus.read_launches(file)
    except (corpus.CorpusError, OSError) as error:
        program.failures.append(str(error))
        return program
    if not program.launches:
        program.failures.append(f"{file}: no launches")
        return program
    source = os.path.join(folder, f"{name}_main.cu")
    with open(source, "w", encoding="utf-8") as opened:
        opened.write(program_code(file, program.launches))
    command = [options.nvcc, "-O3", "-lineinfo", "-std=c++17", f"-arch={options.arch}", "-o", program.binary, source]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        program.failures.append(f"{file}: not built, with its {len(program.launches)} launches:\n{done.stdout}{done.stderr}")
        program.launches = []
    elif done.stdout or done.stderr:
        print(f"{file}:\n{done.stdout}{done.stderr}", file=sys.stderr)
    return program


def run(program, first, prefix, folder, seconds):
    """Performs the launches from `first` on: how many succeeded, and why the next did not (empty where all did)."""
    status = os.path.join(folder, "status")
    if os.path.exists(status):
        os.remove(status)
    why = ""
    output = ""
    try:
        done = subprocess.run(
            [*prefix, program.binary, str(first), status], capture_output=True, text=True, timeout=seconds, check=False
        )
        output = (done.stdout + done.stderr).strip()
        if done.returncode != 0:
            why = f"status {done.returncode}"
    except subprocess.TimeoutExpired:
        why = f"not done within {seconds} s"
    told = []
    if os.path.exists(status):
        with open(status, encoding="utf-8") as opened:
            told = opened.read().splitlines()
    succeeded = sum(line.startswith("done ") for line in told)
    failed = [line.split(" ", 2)[2] for line in told if line.startswith("failed ")]
    if failed or why:
        why = "\n".join(part for part in (*failed, why, output[-3000:]) if part)
    elif first + succeeded < len(program.launches):
        why = "it ended early"
    return succeeded, why


def performed(program, prefix_for, folder, seconds):
    """Yields (first, succeeded) for each run: after a launch that failed, the next run begins behind it."""
    first = 0
    while first < len(program.launches):
        succeeded, why = run(program, first, prefix_for(first), folder, seconds)
        yield first, succeeded
        first += succeeded
        if why:
            where = program.launches[first] if first < len(program.launches) else f"{program.file}: after its last launch"
            program.failures.append(f"{where}: {why}")
            first += 1


def sanitize(program, folder, options):
    with tempfile.TemporaryDirectory(dir=folder) as own:
        prefix = [options.sanitizer, "--tool", "memcheck", "--error-exitcode", "99"]
        for _ in performed(program, lambda first: prefix, own, options.seconds):
            pass


def launch_rows(launch, action):
    if kernel_name(action).split("<", 1)[0].split("::")[-1] != corpus.base_name(launch.kernel):
        raise LookupError(f"the report has {kernel_name(action)} in its place")
    for (source_file, line, op), counters in sorted(by_line(action).items()):
        if any(counters.values()):
            yield [os.path.basename(launch.file), launch.kernel, launch.text, source_file, line, op, *counters.values()]


def report_rows(program, report, first, succeeded):
    rows = []
    # Taken one by one: an action is good only while its report is loaded.
    found = actions(report) if os.path.exists(report) else iter(())
    for launch in program.launches[first : first + succeeded]:
        try:
            action = next(found, None)
            if action is None:
                raise LookupError("the report lacks it")
            rows += launch_rows(launch, action)
        except LookupError as error:
            program.failures.append(f"{launch}: {error}")
    return rows


def profile(program, folder, options):
    rows = []

    def report(first):
        return f"{program.binary}_{first}.ncu-rep"

    def prefix(first):
        return [
            options.ncu, "--clock-control", "none", "--cache-control", "none", "--section", "SourceCounters", "--section",
            "LaunchStats", "--metrics", ",".join(COUNTERS), "--force-overwrite", "-o", report(first),
        ]  # fmt: skip

    for first, succeeded in performed(program, prefix, folder, options.seconds):
        rows += report_rows(program, report(first), first, succeeded)
    return rows


def measure(programs, folder, options):
    """One after the other, because they share the GPU. What is measured is in the file at once."""
    os.makedirs(os.path.dirname(os.path.abspath(options.output)), exist_ok=True)
    with open(options.output, "w", newline="", encoding="utf-8") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(["file", "kernel", "launch", "source_file", "line", "op", *COUNTERS])
        for program in programs:
            start = time.monotonic()
            writer.writerows(profile(program, folder, options))
            file.flush()
            print(f"{program.file}: {len(program.launches)} launches in {time.monotonic() - start:.1f} s", flush=True)


def find_ncu_report(ncu):
    """Puts Nsight Compute's Python module on the path where PYTHONPATH does not lead to it."""
    program = os.path.realpath(shutil.which(ncu) or ncu)
    folders = [os.path.join(os.path.dirname(program), "extras", "python")]
    folders += [os.path.join(os.path.dirname(os.path.dirname(program)), "extras", "python")]
    folders += sorted(glob.glob("/opt/nvidia/nsight-compute/*/extras/python"), reverse=True)
    folders += sorted(glob.glob("/usr/local/cuda*/nsight-compute*/extras/python"), reverse=True)
    sys.path += [folder for folder in folders if os.path.isdir(folder)]
    try:
        import ncu_report  # noqa: F401
    except ImportError as error:
        sys.exit(f"Nsight Compute's module ncu_report is not on PYTHONPATH: {error}")


def parse_arguments(arguments):
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("files", nargs="*", metavar="FILE", help="corpus files; else all of tests/kernels")
    parser.add_argument("-o", "--output", metavar="CSV", help="measure, and write the counters there")
    parser.add_argument("--sanitize", action="store_true", help="run compute-sanitizer's memcheck")
    parser.add_argument("--build-only", metavar="FOLDER", help="leave sources and programs there, run nothing")
    parser.add_argument("--arch", default="sm_90", help="nvcc's -arch")
    parser.add_argument("-j", "--jobs", type=int, default=os.cpu_count(), help="compilations at once, and sanitized programs")
    parser.add_argument("--seconds", type=int, default=300, help="what one program may take")
    for tool, name in (("nvcc", "nvcc"), ("ncu", "ncu"), ("sanitizer", "compute-sanitizer")):
        parser.add_argument(f"--{tool}", default=tool_path(name), help="the program")
    options = parser.parse_args(arguments)
    if not (options.output or options.sanitize or options.build_only):
        parser.error("nothing to do: --output, --sanitize or --build-only")
    return options


def tool_path(name):
    usual = os.path.join("/usr/local/cuda/bin", name)
    return name if shutil.which(name) or not os.path.exists(usual) else usual


def main(arguments):
    options = parse_arguments(arguments)
    files = options.files or sorted(glob.glob(os.path.join(KERNELS, "*.cu")))
    if options.output and not options.build_only:
        find_ncu_report(options.ncu)
    with tempfile.TemporaryDirectory() as temporary, ThreadPoolExecutor(options.jobs) as pool:
        folder = options.build_only or temporary
        os.makedirs(folder, exist_ok=True)
        programs = list(pool.map(lambda file: build(file, folder, options), files))
        if not options.build_only:
            if options.sanitize:
                list(pool.map(lambda program: sanitize(program, folder, options), programs))
            if options.output:
                measure(programs, folder, options)
    failures = [failure for program in programs for failure in program.failures]
    for failure in failures:
        print(failure, file=sys.stderr)
    launches = sum(len(program.launches) for program in programs)
    print(f"{len(programs)} programs, {launches} launches, {len(failures)} failures")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
