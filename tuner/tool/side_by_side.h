#pragma once

#include "tuner/runtime/optional_store.h"
#include "tuner/tool/bench_cell.h"
#include "tuner/tool/cub_library.h"
#include "tuner/tool/timing_session.h"

#include <cstdint>
#include <optional>

namespace cuda_tune {

/// Times the tuned reduction, CUB's, the top rung of the ladder where it applies, and a copy, in turn. The
/// session's input has been filled for the operation and type. `samples` of each; 0: defaultSamples(). Throws
/// NothingCorrect, naming it, when one of them gives a wrong result.
BenchCell timeSideBySide(TimingSession& session, OptionalStore& store, const std::optional<CubLibrary>& cub,
                         Regime regime, Operation operation, ElementType type, std::uint64_t elements,
                         int samples);

} // namespace cuda_tune
