#pragma once

#include "llvm/ADT/StringRef.h"

namespace cuda_lint {

/// A header that is included ahead of every file: what nvcc gives and Clang's CUDA headers lack.
extern const llvm::StringLiteral nvccPrelude;

/// The header's name in the parsed file's file system.
inline constexpr llvm::StringLiteral nvccPreludePath = "/cuda-lint/nvcc_prelude.h";

/// OpenMP's host functions, for machines where Clang finds no omp.h: without it a file that uses OpenMP on
/// the host would not parse, although its kernels have nothing to do with it.
extern const llvm::StringLiteral openMpHeader;

/// A folder of the parsed file's file system that is searched behind all others; holds omp.h.
inline constexpr llvm::StringLiteral fallbackIncludePath = "/cuda-lint/fallback";

} // namespace cuda_lint
