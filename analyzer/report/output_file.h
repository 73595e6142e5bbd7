#pragma once

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/raw_ostream.h"

namespace cuda_lint {

/// Replaces `path` by what `write` writes, whole or not at all: a reader never sees half a report, and one
/// that cannot be written leaves the old file. A symbolic link is followed; devices and pipes are written to
/// as they are. The error is one sentence that names `path`.
llvm::Error writeOutputFile(llvm::StringRef path, llvm::function_ref<void(llvm::raw_ostream&)> write);

} // namespace cuda_lint
