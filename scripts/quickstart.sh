#!/usr/bin/env bash
# Sets up, builds cuda-lint and runs it on the bundled example and on each PATH given.
# Exit status: cuda-lint's for the PATHs; 0 without any, since the example has findings by design.
#
#   scripts/quickstart.sh [PATH...]
set -euo pipefail

# Of the caller, before the folder changes.
paths=()
for path in "$@"; do
  paths+=("$(realpath -m -- "$path")")
done

cd "$(dirname "${BASH_SOURCE[0]}")/.."
source scripts/build.sh
scripts/setup.sh
configure_and_build release cuda-lint

echo "\$ build/bin/cuda-lint kernel_templates/ladder"
status=0
build/bin/cuda-lint kernel_templates/ladder || status=$?
((status <= 1)) || exit "$status"

if ((${#paths[@]})); then
  echo "\$ build/bin/cuda-lint ${paths[*]}"
  exec build/bin/cuda-lint "${paths[@]}"
fi
