"""Runs cuda-lint on a program as its own Makefile would have compiled it."""

import json
import os
import re
import shlex
import subprocess
import time

SECONDS_FOR_ONE_PROGRAM = 600


def compile_lines(directory):
    """What `make` would run, with nothing run. Empty where there is no Makefile or it asks for what is not there."""
    try:
        done = subprocess.run(
            ["make", "-nB", "CC=nvcc"], cwd=directory, capture_output=True, text=True, timeout=60, check=False
        )
    except (OSError, subprocess.TimeoutExpired):
        return []
    joined = done.stdout.replace("\\\n", " ")
    return [line for line in joined.splitlines() if re.search(r"\bnvcc\b", line) and re.search(r"\.cu\b", line)]


def commands(directory):
    """{source file: preprocessor and language arguments}, sources relative to `directory`."""
    found = {}
    for line in compile_lines(directory):
        try:
            words = shlex.split(line)
        except ValueError:
            continue
        arguments = []
        sources = []
        for index, word in enumerate(words):
            if word in ("-I", "-D", "-U", "-include", "-isystem"):
                arguments += words[index : index + 2]
            elif re.match(r"-[IDU].", word) or word.startswith("-std="):
                arguments.append(word)
            elif word.endswith(".cu"):
                sources.append(word)
        for source in sources:
            if os.path.exists(os.path.join(directory, source)):
                found[source] = arguments
    if not found:
        found = {name: [] for name in sorted(os.listdir(directory)) if name.endswith(".cu")}
    return found


def launch_options(program):
    """--launch for each measured kernel: the geometry that the counters belong to."""
    options = []
    for kernel, geometries in sorted(program.launches.items()):
        for grid, block in sorted(geometries):
            comma = lambda sizes: sizes.replace("x", ",")
            options += ["--launch", f"{kernel}=grid:{comma(grid)};block:{comma(block)}"]
    return options


def run(lint, directory, options):
    """The JSON of all sources of a program, joined; the seconds that it took; what went wrong."""
    result = {"findings": [], "declined": [], "failed": []}
    started = time.monotonic()
    by_arguments = {}
    for source, arguments in commands(directory).items():
        by_arguments.setdefault(tuple(arguments), []).append(source)
    for arguments, sources in by_arguments.items():
        command = [lint, "--format", "json", "--fail-on", "none", *options, *sources]
        if arguments:
            command += ["--", *arguments]
        try:
            done = subprocess.run(
                command, cwd=directory, capture_output=True, text=True, timeout=SECONDS_FOR_ONE_PROGRAM, check=False
            )
            output = json.loads(done.stdout)
        except subprocess.TimeoutExpired:
            result["failed"].append(f"{' '.join(sources)}: more than {SECONDS_FOR_ONE_PROGRAM} s")
            continue
        except ValueError:
            result["failed"].append(f"{' '.join(sources)}: exit status {done.returncode}: {done.stderr.strip()[:300]}")
            continue
        result["findings"] += output["findings"]
        result["declined"] += output["declined"]
        result["failed"] += [f"{failed['file']}: {failed['error']}" for failed in output["files"]["failed"]]
    return result, time.monotonic() - started
