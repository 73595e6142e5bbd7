#pragma once

#include "llvm/ADT/StringRef.h"

#include <optional>
#include <string>

namespace cuda_lint {

/// The architecture that `--arch` names, in Clang's spelling; nullopt where Clang has not that one, or the
/// toolkit's headers not any more.
std::optional<std::string> supportedArchitecture(llvm::StringRef text);

/// The sentence for what supportedArchitecture() refused.
std::string wrongArchitecture(llvm::StringRef text);

} // namespace cuda_lint
