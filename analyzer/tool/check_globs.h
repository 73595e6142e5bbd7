#pragma once

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

#include <string>
#include <vector>

namespace cuda_lint {

/// The checks that `globs` leaves of `known`, in the order of `known`. Comma-separated; read from left to
/// right, starting with all checks; `*` stands for any characters; a leading `-` takes away instead of
/// adding: `-*,bank-conflict` is that check alone. An Error where a glob fits no check, or where no check is
/// left.
llvm::Expected<std::vector<std::string>> selectChecks(llvm::StringRef globs,
                                                      llvm::ArrayRef<llvm::StringRef> known);

} // namespace cuda_lint
