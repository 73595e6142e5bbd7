#pragma once

#include "llvm/ADT/StringRef.h"

namespace cuda_lint {

/// Whether `text` as a whole matches `pattern`, in which `*` stands for any characters and all others for
/// themselves.
bool matchesGlob(llvm::StringRef pattern, llvm::StringRef text);

} // namespace cuda_lint
