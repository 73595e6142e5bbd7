"""The launches that the kernels of tests/kernels are tested with.

A line directly above a kernel, or above the explicit instantiation of a kernel template, names one:

    // launch: scale<float> <<<(4,4), (32,8), 1024>>> (out = float[4096], index = int[64] random 100, p = {.width = 64}, n = 64)

Grid and block are numbers or (x,y) or (x,y,z), then come bytes of dynamic shared memory, if any. All parameters stand by
name and in order: TYPE[COUNT] is an array of zeros, `random B` fills it with whole numbers below B, `iota S` makes element
i S*i; anything else is an expression that initialises the parameter. A line `// differs: REASON` behind it says why the
machine code is known to count otherwise than `cuda-lint predict` says.
"""

import os
import re
from dataclasses import dataclass

MARK = "// launch:"
DIFFERS = "// differs:"
ARRAY = re.compile(r"(?P<type>[A-Za-z_][\w:<>, ]*?)\[(?P<count>\d+)\](?: (?P<fill>random|iota) (?P<by>\d+))?")
OPENING = "([{<"
CLOSING = ")]}>"


class CorpusError(Exception):
    """What is wrong with a launch, beginning with file:line."""


@dataclass
class Array:
    name: str
    type: str
    count: int
    fill: str = ""  # random, iota, or empty for zeros
    by: int = 0  # random: the bound; iota: the step


@dataclass
class Scalar:
    name: str
    value: str


@dataclass
class Launch:
    file: str
    line: int
    text: str  # what follows the mark, verbatim
    kernel: str  # with template arguments
    grid: tuple
    block: tuple
    shared: int
    arguments: list

    def __str__(self):
        return f"{os.path.basename(self.file)}:{self.line}: {self.text}"


def split(text):
    """At the commas that no bracket encloses."""
    parts = []
    depth = 0
    start = 0
    for i, character in enumerate(text):
        depth += (character in OPENING) - (character in CLOSING)
        if character == "," and depth == 0:
            parts.append(text[start:i].strip())
            start = i + 1
    parts.append(text[start:].strip())
    return [part for part in parts if part]


def base_name(kernel):
    return kernel.split("<", 1)[0].split("::")[-1]


def parse_extent(text, what):
    numbers = text[1:-1].split(",") if text.startswith("(") and text.endswith(")") else [text]
    if len(numbers) > 3 or not all(re.fullmatch(r"\s*[1-9]\d*\s*", number) for number in numbers):
        raise ValueError(f"{what} is '{text}', not a number, (x,y) or (x,y,z)")
    return tuple(int(number) for number in numbers + ["1"] * (3 - len(numbers)))


def parse_configuration(text):
    parts = split(text)
    if len(parts) not in (2, 3):
        raise ValueError(f"<<<{text}>>> is not a grid, a block and perhaps bytes of shared memory")
    if len(parts) == 3 and not parts[2].isdigit():
        raise ValueError(f"'{parts[2]}' is not a number of bytes")
    return parse_extent(parts[0], "the grid"), parse_extent(parts[1], "the block"), int(parts[2]) if len(parts) == 3 else 0


def parse_argument(text):
    name, equals, value = (part.strip() for part in text.partition("="))
    if not equals or not value or not re.fullmatch(r"[A-Za-z_]\w*", name):
        raise ValueError(f"'{text}' is not NAME = VALUE")
    array = ARRAY.fullmatch(value)
    if array:
        return Array(name, array["type"], int(array["count"]), array["fill"] or "", int(array["by"] or 0))
    if "[" in value and not value.startswith("{"):
        raise ValueError(f"'{value}' is not TYPE[COUNT], TYPE[COUNT] random BOUND or TYPE[COUNT] iota STEP")
    return Scalar(name, value)


def parse_launch(file, line, text):
    parts = re.fullmatch(r"([\w:]+(?:<.*>)?) <<<(.*)>>> \((.*)\)", text)
    if not parts:
        raise ValueError("a launch reads KERNEL <<<GRID, BLOCK>>> (NAME = VALUE, ...)")
    grid, block, shared = parse_configuration(parts[2])
    return Launch(file, line, text, parts[1], grid, block, shared, [parse_argument(part) for part in split(parts[3])])


def parameters(source, kernel):
    """Names of the kernel's parameters, from its definition."""
    definition = re.search(rf"__global__[^;{{}}]*?\b{base_name(kernel)}\s*\(([^;{{}}]*)\)\s*\{{", source)
    if not definition:
        raise ValueError(f"the file does not define {base_name(kernel)}")
    return [re.findall(r"\w+", parameter)[-1] for parameter in split(definition[1])]


def check_against_source(launch, source, below):
    """`below` is the source from the line after the launch on."""
    declaration = re.match(rf"(?:\s*(?:{MARK}|{DIFFERS})[^\n]*\n)*([^;{{]*)[;{{]", below)
    words = declaration[1] if declaration else ""
    written = launch.kernel if words.startswith("template __global__") else base_name(launch.kernel)
    if "__global__" not in words or f"{written}(" not in words:
        raise ValueError(f"{launch.kernel} is not what stands below")
    given = [argument.name for argument in launch.arguments]
    wanted = parameters(source, launch.kernel)
    if given != wanted:
        raise ValueError(f"the arguments are ({', '.join(given)}), the parameters ({', '.join(wanted)})")


def read_launches(file):
    with open(file, encoding="utf-8") as opened:
        source = opened.read()
    lines = source.splitlines(keepends=True)
    launches = []
    for i, line in enumerate(lines):
        if MARK not in line:
            continue
        try:
            if not line.startswith(f"{MARK} "):
                raise ValueError(f"a launch begins its line, with '{MARK} '")
            launch = parse_launch(file, i + 1, line.removeprefix(f"{MARK} ").rstrip("\n"))
            check_against_source(launch, source, "".join(lines[i + 1 :]))
        except ValueError as error:
            raise CorpusError(f"{file}:{i + 1}: {error}") from error
        launches.append(launch)
    return launches
