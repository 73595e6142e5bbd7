#pragma once

#include "llvm/ADT/StringRef.h"

namespace cuda_lint {

/// Relative to `workingDirectory` where the file lies below it.
inline llvm::StringRef shownPath(llvm::StringRef file, llvm::StringRef workingDirectory) {
  llvm::StringRef rest = file;
  return rest.consume_front(workingDirectory) && rest.consume_front("/") ? rest : file;
}

} // namespace cuda_lint
