#pragma once

#include "llvm/ADT/StringRef.h"

namespace cuda_lint {

/// What nvcc declares and Clang's CUDA headers lack; stands directly behind those.
extern const llvm::StringLiteral nvccPrelude;

/// #include lines for what nvcc includes ahead of every file and Clang does not.
extern const llvm::StringLiteral nvccHeaders;

/// OpenMP's host functions, for machines where Clang finds no omp.h: without it a file that uses OpenMP on
/// the host would not parse, although its kernels have nothing to do with it.
extern const llvm::StringLiteral openMpHeader;

} // namespace cuda_lint
