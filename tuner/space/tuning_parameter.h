#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace cuda_tune {

/// One dimension of a search space.
struct TuningParameter {
  std::string name;
  /// The values to try, simplest first: among configurations that are equally fast the simplest wins.
  std::vector<std::string> values;
  /// What the parameter is, with its unit; for people.
  std::string meaning;

  friend bool operator==(const TuningParameter&, const TuningParameter&) = default;
};

/// The parameters that a kernel template declares in its own source, in their order. A declaration is a
/// comment line that begins with `// @tune`, stands where the parameter is used, and reads
///
///     // @tune block_size: 256 128 512 1024 64 32 -- threads in a block
///
/// Throws std::invalid_argument, with the line, for a declaration that cannot be read (no name, no value, a
/// name or a value twice).
std::vector<TuningParameter> declaredParameters(std::string_view templateSource);

} // namespace cuda_tune
