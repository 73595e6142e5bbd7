#pragma once

#include "tuner/tool/tuning_job.h"
#include "tuner/tool/worker_events.h"

#include <functional>

namespace cuda_tune {

/// Does a job in this process: verifies and measures on the job's device, writes to its store, and tells
/// `emit` how it goes. Cells whose search has ended are passed over. Throws NoDriver, NvrtcError, CudaError,
/// StoreError; a CudaError may have spoilt the device's context for the rest of the process.
void runTuningJob(const TuningJob& job, const std::function<void(const WorkerEvent&)>& emit);

} // namespace cuda_tune
