#pragma once

#include "tuner/jit/nvrtc.h"

#include <filesystem>
#include <string>

namespace cuda_tune {

/// The kernel templates' text, as built into the program.
const Source& reduceTemplate();
const Source& measureTemplate();
/// The rungs of the reduce ladder, each a program of its own: reduce_v0.cu, and the others as its headers.
const Source& ladderTemplate();

/// A template's text from a folder: `main` (a file name) and all other files of it as headers. Throws
/// std::runtime_error, naming the path, when one cannot be read.
Source templateFromFolder(const std::filesystem::path& folder, const std::string& main);

/// 16 hexadecimal digits that change with any name or text of the source (FNV-1a, 64 bits).
std::string contentHash(const Source& source);

} // namespace cuda_tune
