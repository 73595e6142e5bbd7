#!/usr/bin/env python3
"""Precision and recall of cuda-lint against hardware counters of HeCBench programs.

The programs are not part of this project: fetch HeCBench at the commit that the counters name, and give its src folder.
"""

import argparse
import datetime
import json
import os
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor

import access_classes
import lint_run
import score as scoring
import truth

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))


def parse_arguments(arguments):
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("csv", help="counters by line")
    parser.add_argument("sources", help="HeCBench's src folder")
    parser.add_argument("--lint", default=os.path.join(ROOT, "build", "bin", "cuda-lint"), help="the binary")
    parser.add_argument(
        "--accesses", default=os.path.join(ROOT, "build", "bin", "list-accesses"), help="the binary that lists accesses (CUDA_LINT_TUNE_BENCHMARKS=ON)"
    )
    parser.add_argument(
        "--geometry",
        choices=("measured", "source"),
        default="measured",
        help="give the measured launch geometry by --launch, or let the linter read it from the source",
    )
    parser.add_argument("--programs", nargs="+", help="only these")
    parser.add_argument("-j", "--jobs", type=int, default=1, help="programs at once")
    parser.add_argument("--save", help="folder that gets each program's JSON")
    parser.add_argument("--load", help="folder with JSON saved before, taken in place of running the linter")
    parser.add_argument("-o", "--output", help="Markdown file (default: bench/results/truth_GEOMETRY.md)")
    return parser.parse_args(arguments)


def own_files(directory):
    """Base names of what a program is made of: its folder's files and those of the folders that it includes from."""
    folders = {directory}
    for arguments in lint_run.commands(directory).values():
        folders |= {os.path.join(directory, word[2:]) for word in arguments if word.startswith("-I") and len(word) > 2}
    return {name for folder in folders for _, _, names in os.walk(folder) for name in names}


def lint(name, program, options):
    if options.load:
        with open(os.path.join(options.load, name + ".json"), encoding="utf-8") as file:
            return json.load(file)
    directory = os.path.join(options.sources, name)
    launches = lint_run.launch_options(program) if options.geometry == "measured" else []
    result, seconds = lint_run.run(os.path.abspath(options.lint), directory, launches)
    result["seconds"] = seconds
    result["accesses"] = access_classes.run(os.path.abspath(options.accesses), directory, launches)
    if options.save:
        os.makedirs(options.save, exist_ok=True)
        with open(os.path.join(options.save, name + ".json"), "w", encoding="utf-8") as file:
            json.dump(result, file)
    return result


def table(rows, header):
    return "\n".join(["| " + " | ".join(header) + " |", "|" + "---|" * len(header)] + ["| " + " | ".join(map(str, row)) + " |" for row in rows])


ASKED = (
    "A line at fault: its wavefronts or sectors exceed the ideal by the factor. Bank conflicts warn from 1.1×, uncoalesced accesses from 2×: these rows judge the warnings "
    "by what they say, and a warning on a line between 1.1× and 2× names a real excess, if not that large a one. What data decides is told by the engine "
    "(`list_accesses.cpp`): whether it follows the addresses of each request of a line, and knows which lanes take part; `by_hand.csv` has the lines that it does not see. "
    "A line counts as decided by data only where all its requests are.\n\n"
    "A finding on a branch is right where its kernel loses lanes: at least half of the share that it claims, or 5% where data decides and it claims none (it speaks from 10%). "
    "Lost is what `thread_inst_executed_true` falls short of all lanes that hold a thread; predicated lanes are lost, too."
)
LINE_BY_LINE = (
    "For branches, a line is at fault when it diverged at all (1.1×), or in a tenth of its executions in a kernel that loses a tenth of its lanes (2×). Exact: finding and "
    "counter name the same line. Near: within two lines, where the finding's own line has no counter. Findings with no counter near are not judged."
)


def asked_row(check, level, score):
    return (
        check,
        level.name,
        scoring.share(score.right, score.wrong),
        scoring.share_of(score, (access_classes.STATIC,)),
        scoring.share_of(score, (access_classes.STATIC, access_classes.LANES)),
        scoring.share(score.right, score.missed),
    )


def places(title, entries):
    if not entries:
        return ""
    rows = [(program, f"{file}:{line}", text) for program, file, line, text in entries]
    return f"\n### {title}\n\n" + table(rows, ("program", "line", "counters")) + "\n"


def report(programs, results, options):
    text = [
        "# Findings against hardware counters\n",
        f"{len(results)} HeCBench programs; counters of an H200, CUDA 13.0; launch geometry: {options.geometry}; "
        f"{datetime.date.today().isoformat()}, commit {commit()}.\n",
    ]
    rows, details, ratio_rows, asked_rows = [], [], [], []
    by_hand = access_classes.read_by_hand()
    classes = {name: access_classes.AccessClasses(name, result.get("accesses", []), by_hand) for name, result in results.items()}
    files = {name: own_files(os.path.join(options.sources, name)) for name in results}
    for check in scoring.CHECKS:
        for level in scoring.LEVELS:
            score = scoring.Score()
            for name, result in results.items():
                scoring.score_program(name, programs[name], result["findings"], files[name], check, level, score, classes[name])
            rows.append(
                (
                    check,
                    level.name,
                    scoring.share(score.right, score.wrong),
                    scoring.share(score.right, score.missed),
                    scoring.share(score.near_right, score.near_wrong),
                    scoring.share(score.near_right, score.near_missed),
                    score.unjudged,
                )
            )
            if check in scoring.WARNING_LEVEL and level in (scoring.WARNING_LEVEL[check], scoring.LEVELS[0], scoring.LEVELS[2]):
                asked_rows.append(asked_row(check, level, score))
            if level is scoring.LEVELS[2] and scoring.WARNING_LEVEL.get(check) is not level:
                continue
            details.append(places(f"{check}, {level.name}: reported, and the counters say no", score.false_positives))
            details.append(places(f"{check}, {level.name}: missed", score.misses))
        score = scoring.Score()
        for name, result in results.items():
            scoring.score_ratios(name, programs[name], result["findings"], check, score)
        if check in scoring.TAKEN_AND_IDEAL:
            ratio_rows.append((check, scoring.share(score.close, score.compared - score.close)))
            details.append(places(f"{check}: predicted quotient differs", score.far))
    lanes_rows = []
    for severities, text_of in ((scoring.WARNINGS, "warnings"), (scoring.ALL, "notes and warnings")):
        score = scoring.Score()
        for name, result in results.items():
            scoring.score_lanes(name, programs[name], result["findings"], severities, score)
        total = score.right + score.wrong
        lanes_rows.append(("divergent-branch", text_of, scoring.share(score.right, score.wrong), scoring.share(score.met, total - score.met)))
    details.append(places("divergent-branch: lanes that the kernels of the findings lose", score.judged))
    text.append("## What is asked of the checks\n\n" + ASKED + "\n")
    text.append(table(asked_rows, ("check", "asked", "precision", "recall, addresses and lanes not from data", "recall, addresses not from data", "recall, all lines")))
    text.append("\n" + table(lanes_rows, ("check", "findings", "in kernels that lose half of the claim", "where lanes parted at all")) + "\n")
    text.append("## Line by line\n\n" + LINE_BY_LINE + "\n")
    header = ("check", "asked", "precision, exact", "recall, exact", "precision, near", "recall, near", "not judged")
    text.append(table(rows, header))
    text.append("\n" + table(ratio_rows, ("check", "predicted quotient within 5% of the measured one")))
    declined = [(name, len(result["declined"]), "; ".join(sorted({d["reason"] for d in result["declined"]}))) for name, result in results.items() if result["declined"]]
    failed = [(name, error) for name, result in results.items() for error in result["failed"]]
    seconds = sum(result.get("seconds", 0) for result in results.values())
    text.append(f"\nTime of all runs together: {seconds:.1f} s. Declined in {len(declined)} programs, failed in {len({name for name, _ in failed})}.\n")
    text += [detail for detail in details if detail]
    if declined:
        text.append("\n### Declined\n\n" + table(declined, ("program", "entries", "reasons")) + "\n")
    if failed:
        text.append("\n### Failed\n\n" + table(failed, ("program", "error")) + "\n")
    return "\n".join(text)


def commit():
    done = subprocess.run(["git", "-C", ROOT, "rev-parse", "--short", "HEAD"], capture_output=True, text=True, check=False)
    return done.stdout.strip() or "unknown"


def main(arguments):
    options = parse_arguments(arguments)
    for path in (options.csv, options.sources) if options.load else (options.csv, options.sources, options.lint, options.accesses):
        if not os.path.exists(path):
            print(f"compare_truth.py: no such path: {path}", file=sys.stderr)
            return 2
    programs = truth.read(options.csv)
    wanted = options.programs or sorted(programs)
    for name in wanted:
        if name not in programs:
            print(f"compare_truth.py: no counters for program {name}", file=sys.stderr)
            return 2
    missing = [name for name in wanted if not os.path.isdir(os.path.join(options.sources, name))]
    if missing:
        print(f"compare_truth.py: no sources for {', '.join(missing)} in {options.sources}", file=sys.stderr)
        return 2
    with ThreadPoolExecutor(max(1, options.jobs)) as pool:
        results = dict(zip(wanted, pool.map(lambda name: lint(name, programs[name], options), wanted)))
    text = report(programs, results, options)
    output = options.output or os.path.join(ROOT, "bench", "results", f"truth_{options.geometry}.md")
    with open(output, "w", encoding="utf-8") as file:
        file.write(text)
    print(text.split("\n### ")[0])
    print(f"details: {output}")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
