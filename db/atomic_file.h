#pragma once

#include <filesystem>
#include <string_view>

namespace cuda_tune {

/// Replaces `file` by `content`, whole or not at all; a symbolic link is followed, and a device or pipe is
/// written to as it is. Throws StoreError.
void writeAtomically(const std::filesystem::path& file, std::string_view content);

} // namespace cuda_tune
