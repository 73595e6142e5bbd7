#pragma once

#include "llvm/ADT/STLFunctionalExtras.h"

#include <cstdint>
#include <string>

namespace cuda_lint {

/// Exit statuses by which a child tells its parent what it ran out of; beyond those that clang and LLVM use.
inline constexpr int outOfMemoryStatus = 113;
inline constexpr int outOfStackStatus = 114;

/// The rest of a forked child's life: limits its memory, sends standard output to nowhere and standard error
/// to `errorPipe`, runs `job` and writes its result to `resultPipe` as eight bytes of length (host order) and
/// the bytes themselves.
/// noexcept: what `job` throws ends the child; it must not unwind into what the parent was doing.
[[noreturn]] void runWorkerChild(int resultPipe, int errorPipe, uint64_t memoryMiB,
                                 llvm::function_ref<std::string()> job) noexcept;

} // namespace cuda_lint
