#!/usr/bin/env python3
"""Writes the exact counters in Nsight Compute reports as CSV, one row per kernel, source line and kind of instruction.

Runs where Nsight Compute is: PYTHONPATH must lead to its ncu_report module.

    export_counters.py OUT.csv NAME=REPORT.ncu-rep ...
"""

import csv
import os
import sys
from collections import defaultdict

COUNTERS = (
    "memory_l1_wavefronts_shared",
    "memory_l1_wavefronts_shared_ideal",
    "memory_l2_theoretical_sectors_global",
    "memory_l2_theoretical_sectors_global_ideal",
    "memory_l1_tag_requests_global",
    "inst_executed",
    "thread_inst_executed",
    "thread_inst_executed_true",
    "smsp__branch_targets_threads_divergent",
)
NAMED_OPCODES = {
    "LDS", "STS", "ATOMS", "LDSM", "LDG", "STG", "RED", "ATOMG", "LDGSTS", "LD", "ST", "ATOM", "BRA",
}  # fmt: skip


def opcode(text):
    """First word of a machine instruction, its guard left out; empty for what touches no memory and is no branch."""
    words = [word for word in text.replace(";", " ").split() if not word.startswith("@")]
    first = words[0].split(".")[0] if words else ""
    return first if first in NAMED_OPCODES else ""


def by_line(action):
    rows = defaultdict(lambda: dict.fromkeys(COUNTERS, 0))
    for name in COUNTERS:
        metric = action.metric_by_name(name)
        if metric is None:
            raise LookupError(f"{action.name()}: the report lacks {name}")
        addresses = metric.correlation_ids()
        for i in range(metric.num_instances()):
            address = addresses.as_uint64(i)
            source = action.source_info(address)
            place = (os.path.basename(source.file_name()), source.line()) if source else ("", 0)
            rows[*place, opcode(action.sass_by_pc(address))][name] += metric.as_uint64(i)
    return rows


def kernel_name(action):
    """As a user writes it: template arguments, but neither return type nor parameters."""
    name = action.name(action.NameBase_DEMANGLED).removeprefix("void ")
    depth = 0
    for i, character in enumerate(name):
        depth += {"<": 1, ">": -1}.get(character, 0)
        if character == "(" and depth == 0:
            return name[:i]
    return name


def geometry(action, prefix):
    return "x".join(str(action.metric_by_name(f"launch__{prefix}_dim_{axis}").as_uint64()) for axis in "xyz")


def actions(report):
    """The kernels of a report, in the order of their launches."""
    import ncu_report  # Here, because what is imported from this file for other purposes must do without Nsight Compute.

    loaded = ncu_report.load_report(report)
    for i in range(loaded.num_ranges()):
        launches = loaded.range_by_idx(i)
        for j in range(launches.num_actions()):
            yield launches.action_by_idx(j)


def main(arguments):
    with open(arguments[0], "w", newline="", encoding="utf-8") as file:
        writer = csv.writer(file)
        writer.writerow(["program", "kernel", "grid", "block", "file", "line", "op", *COUNTERS])
        for argument in arguments[1:]:
            program, report = argument.split("=", 1)
            for action in actions(report):
                kernel = [program, kernel_name(action), geometry(action, "grid"), geometry(action, "block")]
                for place, counters in sorted(by_line(action).items()):
                    writer.writerow([*kernel, *place, *counters.values()])


if __name__ == "__main__":
    try:
        main(sys.argv[1:])
    except LookupError as error:
        sys.exit(str(error))
