#pragma once

#include "analyzer/launch/launch.h"

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

namespace cuda_lint {

/// Reads the value of `--launch`: `K=grid:X,Y,Z;block:X,Y,Z`. Either part may be left out, and Y and Z, which
/// are then 1. An Error says in one sentence what is wrong with `text`.
llvm::Expected<LaunchOverride> parseLaunchOverride(llvm::StringRef text);

} // namespace cuda_lint
