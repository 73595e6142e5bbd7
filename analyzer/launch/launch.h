#pragma once

#include "llvm/ADT/StringRef.h"

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace clang {
class ASTContext;
class FunctionDecl;
} // namespace clang

namespace cuda_lint {

/// Where a launch geometry was read.
enum class LaunchSource { CommandLine, LaunchSite, LaunchBounds, Assumed };

/// "command-line", "launch-site", "launch-bounds", "assumed": as JSON has it.
const char* toString(LaunchSource source);

/// One way in which a kernel is launched. What the source does not tell is nullopt.
struct Launch {
  /// In blocks, x y z; each dimension on its own, since `dim3(n / 32, 1)` fixes the second.
  std::array<std::optional<uint64_t>, 3> grid;
  /// In threads, x y z.
  std::array<uint64_t, 3> block{256, 1, 1};
  std::optional<uint64_t> dynamicSharedBytes;
  /// By parameter position: integers, where the argument is known; of a pointer the bytes by which it lies
  /// off a 256-byte boundary, 0 where not known.
  std::vector<std::optional<int64_t>> arguments;
  /// Integer fields of structures that are passed by value: (parameter position, byte offset) to (bytes,
  /// value).
  std::map<std::pair<unsigned, uint64_t>, std::pair<unsigned, int64_t>> fields;
  LaunchSource source = LaunchSource::Assumed;
  /// Of the launch site; line 0 where there is none.
  std::string file;
  unsigned line = 0;

  friend bool operator==(const Launch&, const Launch&) = default;
};

/// A geometry of the command line: `--launch K=grid:X,Y,Z;block:X,Y,Z`.
struct LaunchOverride {
  std::string kernel;
  std::array<std::optional<uint64_t>, 3> grid;
  std::optional<std::array<uint64_t, 3>> block;
};

/// All launches of a translation unit by kernel (canonical declaration of the instantiation).
using LaunchMap = std::map<const clang::FunctionDecl*, std::vector<Launch>>;

/// Reads every launch site whose block shape evaluates: `<<<…>>>`, cudaLaunchKernel, cudaLaunchKernelEx,
/// cudaLaunchCooperativeKernel; sites in function templates in every instantiation. Distinct geometries only.
LaunchMap findLaunches(clang::ASTContext& context);

/// Whether a user may call `kernel` by `name`: with or without its scope, with or without template arguments.
bool isNamed(const clang::FunctionDecl& kernel, llvm::StringRef name);

/// The geometries to analyze `kernel` with, at least one and at most 8: the command line, else launch sites,
/// else
/// `__launch_bounds__`, else an assumption (256×1×1; 32×8×1 where `usesY`, 8×8×4 where `usesZ`).
std::vector<Launch> launchesFor(const clang::FunctionDecl& kernel, const LaunchMap& sites,
                                const std::vector<LaunchOverride>& overrides, bool usesY, bool usesZ);

} // namespace cuda_lint
