# Sourced by the scripts beside it, in the project's root. Usage: configure_and_build PRESET TARGET...

configure_and_build() {
  local preset=$1 options=()
  shift
  if command -v ccache >/dev/null; then
    options+=(-DCMAKE_CXX_COMPILER_LAUNCHER=ccache)
    # Without these ccache passes over whatever uses a precompiled header.
    export CCACHE_SLOPPINESS=${CCACHE_SLOPPINESS:-pch_defines,time_macros}
  fi
  cmake --preset "$preset" "${options[@]}" >.deps/configure.log 2>&1 || {
    cat .deps/configure.log >&2
    return 1
  }
  cmake --build --preset "$preset" --target "$@"
}
