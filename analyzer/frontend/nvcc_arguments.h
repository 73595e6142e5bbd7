#pragma once

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

#include <optional>
#include <string>
#include <vector>

namespace cuda_lint {

/// A compiler's command line in Clang's terms.
struct TranslatedArguments {
  /// Clang driver arguments: no compiler, no input, no output, nothing that only matters behind the front
  /// end.
  std::vector<std::string> arguments;
  /// What the command line names for device code: "sm_90"; the newest where it names several, nullopt where
  /// none.
  std::optional<std::string> architecture;
};

/// True if any of `arguments` (without the program) is an option that nvcc has and Clang has not.
bool looksLikeNvcc(llvm::ArrayRef<std::string> arguments);

/// Translates nvcc's `arguments` (without the program). Response files (`@file`, `--options-file`) are read
/// relative to `directory`. What Clang has no counterpart for is dropped. Error: a response file that cannot
/// be read.
llvm::Expected<TranslatedArguments> translateNvccArguments(llvm::ArrayRef<std::string> arguments,
                                                           llvm::StringRef directory);

} // namespace cuda_lint
