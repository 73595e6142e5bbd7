#!/usr/bin/env bash
# Sets up, builds, checks the formatting and runs all tests; those that need a GPU only where there is one.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
source scripts/build.sh
scripts/setup.sh

mapfile -t sources < <(git ls-files -- '*.h' '*.cpp' '*.cu' '*.cuh')
clang-format-22 --dry-run -Werror "${sources[@]}"

preset=release
[[ ${CI:-} == true ]] && preset=ci
configure_and_build "$preset" all

skipped=()
if ! nvidia-smi -L >/dev/null 2>&1; then
  echo "test: no GPU here, the tests labelled gpu are skipped"
  skipped=(-LE '^gpu$')
fi
ctest --test-dir build --output-on-failure --no-tests=error -j "$(nproc)" "${skipped[@]}"
