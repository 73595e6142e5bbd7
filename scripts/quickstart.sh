#!/usr/bin/env bash
# Sets up, builds cuda-lint and cuda-tune, lints the bundled example, tunes the sum of floats where there is a GPU, and lints
# each PATH given.
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
configure_and_build release cuda-lint cuda-tune

echo "\$ build/bin/cuda-lint kernel_templates/ladder"
status=0
build/bin/cuda-lint kernel_templates/ladder || status=$?
((status <= 1)) || exit "$status"

if nvidia-smi -L >/dev/null 2>&1; then
  echo "\$ build/bin/cuda-tune run --op sum --type f32"
  build/bin/cuda-tune run --op sum --type f32
else
  echo "no GPU here: cuda-tune has nothing to tune; it compiles a part of its kernels instead"
  echo "\$ build/bin/cuda-tune check --arch sm_90 --op sum --type f32"
  build/bin/cuda-tune check --arch sm_90 --op sum --type f32
fi

if ((${#paths[@]})); then
  echo "\$ build/bin/cuda-lint ${paths[*]}"
  exec build/bin/cuda-lint "${paths[@]}"
fi
