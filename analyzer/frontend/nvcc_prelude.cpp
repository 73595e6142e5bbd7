#include "analyzer/frontend/nvcc_prelude.h"

namespace cuda_lint {

const llvm::StringLiteral nvccPrelude = R"prelude(#pragma once
#pragma clang system_header
#define __CUDACC_VER_MAJOR__ (CUDA_VERSION / 1000)
#define __CUDACC_VER_MINOR__ (CUDA_VERSION % 1000 / 10)
#define __CUDACC_VER_BUILD__ 0
)prelude";

} // namespace cuda_lint
