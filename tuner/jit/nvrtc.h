#pragma once

#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace cuda_tune {

/// NVRTC is not there, or a call failed for a reason other than the source.
class NvrtcError : public std::runtime_error {
public:
  using std::runtime_error::runtime_error;
};

/// A program for NVRTC.
struct Source {
  /// As the log names it: "reduce.cuh".
  std::string name;
  std::string text;
  /// What its #include lines may name: {name, text}.
  std::vector<std::pair<std::string, std::string>> headers;
};

/// What came of a compilation. A source that does not compile is data, not an exception.
struct Compilation {
  bool ok = false;
  std::string log;
  /// A cubin, or PTX text where the architecture is newer than NVRTC.
  std::vector<char> image;
  /// The mangled name of each name expression, in their order.
  std::vector<std::string> loweredNames;
};

/// "13.0". Throws NvrtcError when NVRTC cannot be found; the message says where was looked.
std::string nvrtcVersion();

/// Whether NVRTC can compile for compute capability `architecture` (90) itself. Throws NvrtcError.
bool nvrtcSupports(int architecture);

/// Compiles for compute capability `architecture` (90 for 9.0): to a cubin of that architecture, or, where
/// NVRTC is older than the architecture, to PTX of the newest one it knows, which the driver takes further.
/// Throws NvrtcError when NVRTC cannot be found or the architecture is older than NVRTC knows. May be called
/// by several threads at once.
Compilation compile(const Source& source, int architecture, const std::vector<std::string>& nameExpressions,
                    const std::vector<std::string>& options = {});

} // namespace cuda_tune
