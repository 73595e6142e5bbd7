"""Hardware counters by source line, as Nsight Compute gave them: what is really conflicting, uncoalesced, divergent."""

import csv
import math
from collections import defaultdict
from dataclasses import dataclass, field

WARP = 32
# A line counts as costly for its branches when it diverges in a tenth of its executions and its kernel loses a tenth of its lanes.
COSTLY = 0.1


@dataclass
class Counters:
    wavefronts: int = 0
    wavefronts_ideal: int = 0
    sectors: int = 0
    sectors_ideal: int = 0
    branches: int = 0
    divergent: int = 0

    def add(self, other):
        for name in vars(other):
            setattr(self, name, getattr(self, name) + getattr(other, name))

    def pair(self, check):
        """(taken, ideal) of the counter that `check` predicts; (divergent, executed) for branches."""
        if check == "bank-conflict":
            return self.wavefronts, self.wavefronts_ideal
        if check == "uncoalesced-access":
            return self.sectors, self.sectors_ideal
        return self.divergent, self.branches


@dataclass
class Line:
    """A source line in one kernel: the sum over its machine instructions, and each opcode on its own."""

    total: Counters = field(default_factory=Counters)
    by_op: dict = field(default_factory=lambda: defaultdict(Counters))
    kernel_lanes: float = 1.0

    def measured(self, check):
        if check == "divergent-branch":
            return self.total.branches > 0
        return self.total.pair(check)[1] > 0

    def at_fault(self, check, factor):
        """Whether counters exceed `factor` times the ideal. A branch: whether it ever diverges (1.1), costly so (2)."""
        taken, ideal = self.total.pair(check)
        if check != "divergent-branch":
            return ideal > 0 and taken > ideal and taken >= factor * ideal
        if factor < 2:
            return taken > 0
        return ideal > 0 and taken >= COSTLY * ideal and self.kernel_lanes <= 1 - COSTLY

    def ratios(self, check):
        pairs = [self.total.pair(check)] + [c.pair(check) for c in self.by_op.values()]
        return [taken / ideal for taken, ideal in pairs if ideal]


@dataclass
class Program:
    """Measured lines by (file base name, line number), one entry for each kernel; geometries by kernel; by kernel the share
    of the lanes of its threads that were off, over all its instructions."""

    lines: dict = field(default_factory=lambda: defaultdict(dict))
    launches: dict = field(default_factory=lambda: defaultdict(set))
    lost: dict = field(default_factory=dict)

    def kernels_at(self, place):
        return self.lines.get(place, {}).values()

    def measured(self, place, check):
        return any(line.measured(check) for line in self.kernels_at(place))

    def at_fault(self, place, check, factor):
        return any(line.at_fault(check, factor) for line in self.kernels_at(place))

    def faults(self, check, factor):
        return {place for place in self.lines if self.at_fault(place, check, factor)}

    def ratios(self, place, check):
        return [ratio for line in self.kernels_at(place) for ratio in line.ratios(check)]

    def describe(self, place, check):
        def one(line):
            taken, ideal = line.total.pair(check)
            return f"{taken}/{ideal}" + (f" = {taken / ideal:.2f}" if ideal else "")

        kernels = self.lines.get(place, {})
        return "; ".join(f"{kernel}: {one(line)}" for kernel, line in sorted(kernels.items()) if line.measured(check))


def thread_share(block):
    """Of the lanes of a block's warps, those that hold a thread: the others are not lost at any branch."""
    threads = math.prod(int(size) for size in block.split("x"))
    return threads / (WARP * math.ceil(threads / WARP))


def read(path):
    """Program by name. Rows without a source file are left out: no finding can name them."""
    programs = defaultdict(Program)
    lanes = defaultdict(lambda: [0, 0])
    threads = {}
    with open(path, newline="", encoding="utf-8") as file:
        for row in csv.DictReader(file):
            program = programs[row["program"]]
            kernel = row["kernel"]
            program.launches[kernel].add((row["grid"], row["block"]))
            threads[row["program"], kernel] = thread_share(row["block"])
            counted = lanes[row["program"], kernel]
            executed = int(row["inst_executed"])
            counted[0] += int(row["thread_inst_executed_true"])
            counted[1] += WARP * executed
            if not row["file"]:
                continue
            counters = Counters(
                int(row["memory_l1_wavefronts_shared"]),
                int(row["memory_l1_wavefronts_shared_ideal"]),
                int(row["memory_l2_theoretical_sectors_global"]),
                int(row["memory_l2_theoretical_sectors_global_ideal"]),
                executed if row["op"] == "BRA" else 0,
                int(row["smsp__branch_targets_threads_divergent"]),
            )
            line = program.lines[row["file"], int(row["line"])].setdefault(kernel, Line())
            line.total.add(counters)
            line.by_op[row["op"]].add(counters)
    for (name, kernel), (active, slots) in lanes.items():
        if slots:
            programs[name].lost[kernel] = 1 - active / slots / threads[name, kernel]
        for kernels in programs[name].lines.values():
            if kernel in kernels and slots:
                kernels[kernel].kernel_lanes = active / slots
    return dict(programs)
