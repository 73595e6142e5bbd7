#pragma once

#include <cstddef>

/// CUB's DeviceReduce behind a C interface, in a shared library of its own: programs that compare themselves
/// with CUB load it where it was built, and need no nvcc.
///
/// Reduces `elements` at `in` to one at `out` on `stream` (a cudaStream_t of the device's primary context).
/// `operation` is "sum", "min", "max" or "prod", `type` one of "f16", "bf16", "f32", … "u64"
/// (element_type.h); the result has the element's type, and so have all partial results, as with any call of
/// CUB on such pointers. Where `temporary` is null only `*temporaryBytes` is set, to what CUB needs there.
/// Returns a cudaError_t: 0 when queued, cudaErrorInvalidValue for an unknown operation or type.
extern "C" __attribute__((visibility("default"))) int
cudaTuneCubReduce(const char* operation, const char* type, void* temporary, std::size_t* temporaryBytes,
                  const void* in, unsigned long long elements, void* out, void* stream);
