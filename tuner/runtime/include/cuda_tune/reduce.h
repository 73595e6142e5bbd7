#pragma once

#include "cuda_tune/element_type.h"
#include "cuda_tune/operation.h"

#include <cstdint>
#include <filesystem>
#include <memory>
#include <stdexcept>
#include <string>
#include <string_view>

struct CUstream_st;

namespace cuda_tune {

/// What went wrong, in one sentence: what, where, what to do.
class Error : public std::runtime_error {
public:
  using std::runtime_error::runtime_error;
};

struct ReducerOptions {
  /// The tuning store; empty for the default file: $CUDA_TUNE_DB, else cuda-tune/tuning.db in $XDG_DATA_HOME
  /// or ~/.local/share.
  std::filesystem::path store = {};
  /// The same bits on every run: only such configurations are used.
  bool deterministic = false;
  /// Which measurements decide: "cold" or "warm", as the L2 cache will mostly not hold, or hold, the input.
  std::string regime = "cold";
};

/// Where a kernel came from.
enum class KernelOrigin { Store, Compiled };

/// "store", "compiled".
std::string_view toString(KernelOrigin origin);

/// What runs for a problem size, and why.
struct Selection {
  /// How closely the measurement behind it fits: "exact", "nearest-size", "other-driver", "other-device", or
  /// "base" for the built-in default.
  std::string outcome;
  /// "block_size=256 unroll=4 …".
  std::string configuration;
  KernelOrigin origin = KernelOrigin::Compiled;
  /// A sentence on why the outcome is not exact; empty when it is.
  std::string reason;
};

/// Elements of one reduction, at most.
inline constexpr std::uint64_t kMostElements = std::uint64_t{1} << 33;

/// Reduces arrays in device memory with the configurations that cuda-tune has found. Sizes fall into classes
/// (docs/runtime.md); what a class needs is looked up, and compiled where the store keeps no image, once: by
/// prepare() or by the first call. A store that is missing, unreadable or newer is no error: the built-in
/// default runs then, and selection() says so.
///
/// All members may be called by several threads at once. All throw Error. One that was moved from may only be
/// destroyed or assigned to.
class Reducer {
public:
  /// Makes or shares the primary context of CUDA device `device`, the CUDA runtime's context. Not while a
  /// stream of the device is being captured.
  Reducer(int device, Operation operation, ElementType type, ReducerOptions options = {});
  /// What was queued must have been done, and graphs that captured a call must not be launched any more.
  ~Reducer();
  Reducer(Reducer&&) noexcept;
  Reducer& operator=(Reducer&&) noexcept;

  /// Queues the reduction of `elements` at `in` on `stream` (a cudaStream_t or CUstream of the device; null
  /// is the legacy default stream) and returns. `in` is device memory aligned to an element; the result, of
  /// accumulatorOf(type), is written to `result`, device memory aligned to it. No elements give the
  /// operation's identity (docs/reduce_semantics.md). In stream capture, the call becomes part of the graph.
  void reduce(const void* in, std::uint64_t elements, void* result, CUstream_st* stream);

  /// Does all that the first reduction of a size class has to do, so that reduce() neither looks up nor
  /// compiles.
  void prepare(std::uint64_t elements);
  /// Also gives the stream its workspace, so that reduce() allocates nothing. Not for a stream in capture.
  void prepare(std::uint64_t elements, CUstream_st* stream);

  /// What reduce() runs for that many elements. Prepares it.
  Selection selection(std::uint64_t elements);

private:
  class Impl;
  std::unique_ptr<Impl> impl_;
};

} // namespace cuda_tune
