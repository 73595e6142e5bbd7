#pragma once

#include "llvm/ADT/StringRef.h"

namespace cuda_lint {

/// A header that is included ahead of every file: what nvcc gives and Clang's CUDA headers lack.
extern const llvm::StringLiteral nvccPrelude;

/// The header's name in the parsed file's file system.
inline constexpr llvm::StringLiteral nvccPreludePath = "/cuda-lint/nvcc_prelude.h";

} // namespace cuda_lint
