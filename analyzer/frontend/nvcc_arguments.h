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

/// True if `program` (a path or a name) is nvcc.
bool isNvcc(llvm::StringRef program);

/// Translates nvcc's `arguments` (without the program). Response files (`@file`, `--options-file`) are read
/// relative to `directory`. What Clang has no counterpart for is dropped. Error: a response file that cannot
/// be read.
llvm::Expected<TranslatedArguments> translateNvccArguments(llvm::ArrayRef<std::string> arguments,
                                                           llvm::StringRef directory);

/// Takes a Clang or GCC command line's `arguments` (without the program), less what names input, output,
/// dependency files, architecture and code generation. Options that this Clang does not know are dropped.
llvm::Expected<TranslatedArguments> translateClangArguments(llvm::ArrayRef<std::string> arguments,
                                                            llvm::StringRef directory);

/// Either of the two by the name of the compiler, which is the first element of `command` behind launchers
/// such as ccache. Commands joined by `&&` are tried in turn: the first that compiles counts.
llvm::Expected<TranslatedArguments> translateCommand(llvm::ArrayRef<std::string> command,
                                                     llvm::StringRef directory);

} // namespace cuda_lint
