#pragma once

#include "llvm/ADT/StringRef.h"

#include <optional>
#include <string>

namespace cuda_lint {

/// Analyzed where nothing names an architecture.
inline constexpr llvm::StringLiteral defaultArchitecture = "sm_90";

/// "sm_90", "90", "compute_90", "lto_90" -> "sm_90"; nullopt if this Clang has no such NVIDIA architecture.
std::optional<std::string> parseArchitecture(llvm::StringRef text);

/// The newer of two that `parseArchitecture` gave.
std::string newerArchitecture(const std::string& left, const std::string& right);

} // namespace cuda_lint
