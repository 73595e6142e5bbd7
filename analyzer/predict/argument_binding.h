#pragma once

#include "analyzer/launch/launch.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/Error.h"

#include <string>
#include <utility>
#include <vector>

namespace clang {
class FunctionDecl;
} // namespace clang

namespace cuda_lint {

/// `--arg NAME=VALUE`, taken apart.
using NamedValue = std::pair<std::string, std::string>;

/// Puts values of the command line into `launch`. NAME is a parameter, or `parameter.field` of one that is a
/// structure passed by value. A value is an integer (decimal, hexadecimal, true, false); for a pointer the
/// bytes by which it lies off a 256-byte boundary. Numbers for floating-point parameters are checked and
/// change nothing. Error: a sentence that names what is wrong and what there is.
llvm::Error bindArguments(const clang::FunctionDecl& kernel, llvm::ArrayRef<NamedValue> values,
                          Launch& launch);

/// The name to write behind --arg for the bytes at `offset` of parameter `position`: "n", "params.width".
std::string argumentName(const clang::FunctionDecl& kernel, unsigned position, uint64_t offset);

} // namespace cuda_lint
