#pragma once

#include "llvm/ADT/StringRef.h"

#include <optional>

namespace cuda_lint {

/// The text of docs/checks/<id>.md as it was at build time; nullopt for an id that has no page.
std::optional<llvm::StringRef> checkPage(llvm::StringRef id);

} // namespace cuda_lint
