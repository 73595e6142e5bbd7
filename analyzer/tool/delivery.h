#pragma once

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringRef.h"

#include <optional>
#include <string>

namespace llvm {
class raw_ostream;
} // namespace llvm

namespace cuda_lint {

/// Asked before the work, so that an hour of it is not lost for a mistyped path. nullopt: nothing speaks
/// against it.
std::optional<std::string> whyNotWritable(llvm::StringRef path);

/// Writes to the file, or to standard output where none is named. False, and a sentence on standard error,
/// where that could not be done to the end.
bool deliver(const std::optional<std::string>& path, llvm::function_ref<void(llvm::raw_ostream&)> write);

} // namespace cuda_lint
